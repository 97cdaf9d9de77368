package run

import (
	"errors"
	"sync"
)

// meter tells how much of a run is done.
type meter struct {
	run    *Run
	mu     sync.Mutex
	done   float64 // state-steps
	total  float64
	report func(share float64)
	// what the shelves of finished stages moved, in values
	read, written int64
	inputs        *inputs
}

func (r *Run) newMeter(report func(share float64)) (*meter, error) {
	done, err := r.doneSteps()
	return &meter{run: r, done: done, total: r.totalSteps(), report: report}, err
}

// add notes a bin that is done.
func (m *meter) add(p place, bin int, s *inputs) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.inputs != s {
		if m.inputs != nil {
			m.read += m.inputs.read.Load()
			m.written += m.inputs.written.Load()
		}
		m.inputs = s
	}
	steps := m.run.graph().binSteps(p.stage, bin)
	m.done += float64(steps)
	if m.report != nil {
		m.report(min(1, m.done/m.total))
	}
	m.run.log.add(entry{
		Residue: p.residue, Stage: p.stage, Bin: bin, Steps: steps, Threads: m.run.threads,
		Read: 8 * (m.read + s.read.Load()), Written: 8 * (m.written + s.written.Load()),
	})
}

// residueSteps is the state-steps of one residue.
func (r *Run) residueSteps() float64 { return r.graph().steps(r.stages()) }

func (r *Run) totalSteps() float64 {
	return float64(len(r.outcomes)) * r.residueSteps()
}

// doneSteps is the state-steps whose outcome is on the disk.
func (r *Run) doneSteps() (float64, error) {
	var done float64
	for i, o := range r.outcomes {
		if o.known {
			done += r.residueSteps()
			continue
		}
		next, bins, err := r.nextStage(i)
		var damage *DamageError
		if errors.As(err, &damage) {
			continue // what is done of it is not known
		}
		if err != nil {
			return 0, err
		}
		done += r.graph().steps(next.stage)
		for bin, d := range bins {
			if d {
				done += float64(r.graph().binSteps(next.stage, bin))
			}
		}
	}
	return done, nil
}
