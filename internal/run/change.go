package run

// Settings returns how the run is worked on.
func (r *Run) Settings() Settings {
	s := r.settings
	if s.Cluster != nil {
		c := *s.Cluster
		s.Cluster = &c
	}
	return s
}

// Try changes how this program works on the run, and writes nothing. The error is a [MemoryError]
// if the run does not fit; then nothing has changed.
func (r *Run) Try(s Settings) error {
	if err := s.check(); err != nil {
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
	opt.Shares = r.shares()
	memory, ofTask, err := opt.memory()
	if err != nil || memory == 0 {
		return err // without a ceiling there is what the machine, or the node, has
	}
	n, err := newNeed(r.Size(), r.manifest.Method, r.manifest.Spare)
	if err != nil {
		return err
	}
	if need := n.memory(r.shares(), opt.threads()); need > memory {
		return &MemoryError{Need: need, Ceiling: memory, Given: true, OfTask: ofTask}
	}
	return nil
}
