package run

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"syscall"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/store/storage"
)

// Start makes the directory of a new run, which must be empty or not there, and returns the run,
// locked. Nothing is computed yet. The error is a [result.MemoryError] or a [DiskError] if the run
// cannot fit; then there is no directory either.
func Start(fs storage.FS, dir string, size board.Size, opt Options) (*Run, error) {
	plan, err := NewPlan(fs, dir, size, opt)
	if err != nil {
		return nil, err
	}
	return plan.Start(fs)
}

// Start makes the directory of the run that was planned; see [Start].
func (p *Plan) Start(fs storage.FS) (*Run, error) {
	if err := p.Refusal(); err != nil {
		return nil, err
	}
	dir := p.dir
	for _, d := range p.Dirs {
		if err := mustBeEmpty(fs, d.Name); err != nil {
			return nil, err
		}
	}
	r, err := p.newRun(fs)
	if err != nil {
		return nil, err
	}
	if err := storage.MakeDir(fs, dir); err != nil {
		return nil, err
	}
	if err := r.acquire(p.opt.Unlocked); err != nil {
		return nil, err
	}
	// Another program may have begun a run before the lock was had.
	if err := mustBeEmpty(fs, dir); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	if err := errors.Join(r.makeDirs(), r.save()); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// newRun is the run that was planned, of which nothing is on the disk.
func (p *Plan) newRun(fs storage.FS) (*Run, error) {
	r := newRun(fs, p.dir)
	r.threads, r.ceiling = p.opt.threads(), p.ceiling
	m := &manifest{
		Format: format, ID: newID(), Rows: p.Size.Rows, Cols: p.Size.Cols,
		Method: p.Method, Primes: p.opt.Primes, Spare: p.Spare, Shares: p.Shares, Holes: p.Holes, Settings: p.opt.Settings,
	}
	for i, d := range p.Dirs {
		if len(p.Dirs) == 1 {
			break
		}
		one := d.Dir
		if i == 0 { // which may be moved
			one.Name = ""
		}
		m.Dirs = append(m.Dirs, one)
	}
	m.Engine = cmp.Or(m.Engine, Disk)
	return r, r.adopt(m)
}

// mustBeEmpty returns an error if there is more in a directory than what a program leaves that is
// killed in [Start].
func mustBeEmpty(fs storage.FS, dir string) error {
	entries, err := fs.ReadDir(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%s: this, or what it is in, is a file: want a directory, new or empty", dir)
	}
	for _, e := range entries {
		switch name := e.Name(); {
		case name == manifestName:
			return &HelpError{fmt.Errorf("%s: there is a run already", dir), Help{Remedy: Elsewhere, Dir: dir}}
		case name != storage.LockName && name != copyName && !storage.IsTemporary(name):
			err = fmt.Errorf("%s: the directory is not empty: want a new one, or an empty one", dir)
		}
	}
	return err
}

// Settings returns how the run is worked on.
func (r *Run) Settings() Settings {
	s := r.manifest.Settings
	if s.Cluster != nil {
		c := *s.Cluster
		s.Cluster = &c
	}
	return s
}

// Change changes how all programs work on the run from now on. The error is a [result.MemoryError]
// if the run does not fit; then nothing has changed.
func (r *Run) Change(s Settings) error {
	opt := Options{Settings: s, Threads: r.threads}
	if s.Engine != Slurm || s.Memory > 0 { // else there is what the node has
		if err := r.limit(s, opt.threads()); err != nil {
			return err
		}
	}
	r.manifest.Settings = s
	return r.explain(r.save())
}
