package polynomial

import (
	"errors"
	"time"

	"combigo/lattice"
	"combigo/result"
	"combigo/transfer"
)

// A Forecast is what a polynomial is expected to take, within a factor of three.
type Forecast struct {
	Method Method // not Auto
	Time   time.Duration
	Memory result.Bytes
}

// Expect estimates what [Go] takes for a board, at once. The errors are those of [Go] that come before the start.
func Expect(g *lattice.Graph, opt Options) (Forecast, error) {
	s, err := newSolver(g, opt)
	if err != nil {
		return Forecast{}, err
	}
	return s.expect()
}

// expect chooses interpolation if a symbol is not expected to fit in memory.
func (s *solver) expect() (Forecast, error) {
	if s.opt.Method == Interpolation {
		return s.expectInterpolation()
	}
	f, err := s.expectSymbolic()
	var memory *result.MemoryError
	if s.opt.Method == Auto && (errors.As(err, &memory) || s.opt.Memory > 0 && f.Memory > s.opt.Memory) {
		return s.expectInterpolation()
	}
	return f, err
}

// Seconds of one thread for a state and a step: of itself, and for each coefficient of a polynomial. Measured on boards of 3 to 7
// rows.
const (
	stateSeconds       = 1.0e-6
	coefficientSeconds = 0.13e-6
)

func (s *solver) expectSymbolic() (Forecast, error) {
	states, need, err := transfer.ExpectLegal(s.graph, s.order, transfer.AnyColors, transfer.Polynomials{}.Words, s.opt.Memory)
	seconds := 0.0
	for level, n := range states {
		seconds += n * (stateSeconds + coefficientSeconds*float64(level+1))
	}
	return Forecast{Method: Symbolic, Time: s.onAllThreads(seconds), Memory: need}, err
}

// expectInterpolation adds up the runs of all numbers of colours. From the width of the frontier on they have the same states.
func (s *solver) expectInterpolation() (Forecast, error) {
	f := Forecast{Method: Interpolation}
	n, width, seconds := s.graph.Len(), lattice.Width(s.graph, s.order), 0.0
	for colors := min(n, width); colors >= 0; colors-- { // the most first, as they are run
		runs := 1
		if colors == width {
			runs = n - width + 1
		}
		integers, err := transfer.NewIntegers(n, n+1)
		if err != nil {
			return f, err
		}
		states, need, err := transfer.ExpectLegal(s.graph, s.order, colors, integers.Words, s.opt.Memory)
		if err != nil {
			return f, err
		}
		for _, states := range states {
			seconds += float64(runs) * states * stateSeconds
		}
		f.Memory = max(f.Memory, need)
	}
	f.Time = s.onAllThreads(seconds)
	return f, nil
}

func (s *solver) onAllThreads(seconds float64) time.Duration {
	const years = 290 // what a duration can hold
	return time.Duration(min(seconds/float64(s.opt.Goroutines()), years*365*24*3600) * float64(time.Second))
}
