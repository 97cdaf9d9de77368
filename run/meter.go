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

// tell reports the share that is done.
func (m *meter) tell() {
	if m.report != nil {
		m.report(min(1, m.done/m.total))
	}
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
	steps := m.run.graph().binSteps(p, bin)
	m.done += float64(steps)
	m.tell()
	m.run.log.add(entry{
		Residue: p.residue, Stage: p.stage, Bin: bin, Steps: steps, Threads: m.run.threads,
		Read: 8 * (m.read + s.read.Load()), Written: 8 * (m.written + s.written.Load()),
	})
}

func (r *Run) totalSteps() float64 { return r.graph().steps(everyStage) }

// doneSteps is the state-steps whose outcome is on the disk.
func (r *Run) doneSteps() (float64, error) {
	g := r.graph()
	var parts float64 // of stages that are not whole
	after := make(progress, len(r.outcomes))
	for i, o := range r.outcomes {
		if o.known {
			after[i] = g.stages()
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
		after[i] = next.stage
		for bin, d := range bins {
			if d {
				parts += float64(g.binSteps(next, bin))
			}
		}
	}
	return parts + g.steps(func(p place) bool { return p.stage < after[p.residue] }), nil
}
