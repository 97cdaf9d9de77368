package run

import (
	"errors"
)

// Settings returns how the run is worked on.
func (r *Run) Settings() Settings {
	s := r.settings
	if s.Cluster != nil {
		c := *s.Cluster
		s.Cluster = &c
	}
	return s
}

// Try changes how this program works on the run, and writes nothing. The error is a [MemoryError] if the run
// does not fit; then nothing has changed.
func (r *Run) Try(s Settings) error {
	if err := errors.Join(s.check(), r.makeEngine()); err != nil {
		return err
	}
	if err := r.fits(s); err != nil {
		return err
	}
	r.settings, r.settingsFault = s, nil
	r.memory, _, _ = s.options(r.threads).memory()
	return nil
}

// Change is [Run.Try] for all programs from now on.
func (r *Run) Change(s Settings) error {
	fault := r.settingsFault
	if err := r.Try(s); err != nil {
		return err
	}
	r.settingsFault = fault
	return explain(r.saveSettings())
}

// fits returns a [MemoryError] if the memory of the settings is too little.
func (r *Run) fits(s Settings) error {
	opt := s.options(r.threads)
	p := &Plan{Size: r.Size(), dir: r.dir, Cluster: s.Engine == Slurm, engine: r.engine, opt: opt}
	var err error
	if p.memory, p.ofTask, err = opt.memory(); err != nil {
		return err
	}
	if p.memory == 0 {
		return nil // what the machine, or the node, has
	}
	if err := p.estimateMemory(r.manifest.scheme()); err != nil {
		return err
	}
	return p.memoryRefusal()
}
