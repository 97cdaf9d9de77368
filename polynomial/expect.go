package polynomial

import (
	"errors"
	"time"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// expect estimates what the polynomial takes. It chooses interpolation if a symbol is not expected
// to fit in memory. The errors are those with which [Go] refuses to begin.
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

// Seconds of one thread for a state and a step: of itself, for each coefficient of a polynomial and
// each word of it, or for each word of a number. Measured on boards of 1 to 7 rows.
const (
	stateSeconds       = 1.0e-6
	coefficientSeconds = 0.10e-6
	wordSeconds        = 0.015e-6
	numberWordSeconds  = 0.06e-6
	statesOfThread     = 1000 // fewer are not shared
)

func (s *solver) expectSymbolic() (Forecast, error) {
	polynomials := transfer.Polynomials{}
	states, need, err := transfer.ExpectLegal(s.graph, s.order, transfer.AnyColors, polynomials.Words, s.opt.Memory)
	seconds := 0.0
	for level, n := range states {
		seconds += s.shared(n, stateSeconds+coefficientSeconds*float64(level+1)+wordSeconds*float64(polynomials.Words(level)))
	}
	return Forecast{Method: Symbolic, Time: duration(seconds), Memory: need}, err
}

// shared returns the seconds of a step, given the states and what each takes.
func (s *solver) shared(states, each float64) float64 {
	return states * each / max(1, min(float64(s.opt.Goroutines()), states/statesOfThread))
}

// expectInterpolation adds up the runs of all numbers of colours. From the width of the frontier on
// they have the same states.
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
		for level, n := range states {
			seconds += float64(runs) * s.shared(n, stateSeconds+numberWordSeconds*float64(integers.Words(level)))
		}
		f.Memory = max(f.Memory, need)
	}
	f.Time = duration(seconds)
	return f, nil
}

func duration(seconds float64) time.Duration {
	const years = 290 // what a duration can hold
	return time.Duration(min(seconds, years*365*24*3600) * float64(time.Second))
}
