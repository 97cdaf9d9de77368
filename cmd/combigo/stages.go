package main

import (
	"io"
	"sync"
)

// stages shows one progress bar after the other, for work that has several stages.
type stages struct {
	out   io.Writer
	label string
	lock  sync.Mutex
	stage string
	bar   *progressBar
}

func newStages(out io.Writer, label string) *stages { return &stages{out: out, label: label} }

// report returns the function to be told of progress.
func (s *stages) report() func(stage string, share float64) {
	return func(stage string, share float64) {
		s.lock.Lock()
		defer s.lock.Unlock()
		if s.stage != stage {
			s.bar.finish()
			s.stage, s.bar = stage, newProgressBar(s.out, s.label+": "+stage)
		}
		if s.bar != nil {
			s.bar.show(share)
		}
	}
}

// finish takes the last bar off the screen.
func (s *stages) finish() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.bar.finish()
}
