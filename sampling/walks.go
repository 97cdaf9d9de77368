package sampling

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/par"
)

// Walks are random legal positions of a board with weights, by method [Guided]: the expectation of
// the sum of the weights of those of a kind, divided by the number of walks, is the number of legal
// positions of that kind.
type Walks struct {
	// Colors has the colours of each position, 0 for an empty point and 1 and 2 for stones: line by
	// line, where a line is as long as the shorter side.
	Colors [][]uint8

	runs     int       // walks, of which some may have led nowhere
	weights  []float64 // in units of 2^exponent colourings, divided by their number
	exponent int
	all      *big.Int // colourings
}

// A Range is an estimate with its 95% interval.
type Range struct{ Value, Low, High Magnitude }

// Plus adds an estimate from other walks: errors add up as those of independent numbers do.
func (r Range) Plus(o Range) Range {
	unit := max(r.High.Exponent, o.High.Exponent)
	part := func(m Magnitude) float64 { return m.Mantissa * math.Pow(10, float64(m.Exponent-unit)) }
	whole := func(x float64) Magnitude {
		if x <= 0 {
			return Magnitude{}
		}
		shift := math.Floor(math.Log10(x))
		return Magnitude{x / math.Pow(10, shift), unit + int64(shift)}
	}
	value := part(r.Value) + part(o.Value)
	half := math.Hypot(part(r.High)-part(r.Value), part(o.High)-part(o.Value))
	return Range{whole(value), whole(value - half), whole(value + half)}
}

// A Kind says of which positions walks are.
type Kind struct {
	Stones int     // that they have; -1 for any number
	Begin  []uint8 // the colours of their first points, as in Walks.Colors
}

// Walk makes walks of a kind on a board of at most [MaxWalk] points. Walks of a seed are the same
// for any number of threads.
func Walk(ctx context.Context, size board.Size, kind Kind, runs int, seed uint64, opt par.Options) (*Walks, error) {
	points, free, stones := size.Points(), size.Points()-len(kind.Begin), kind.Stones
	for _, colour := range kind.Begin {
		if colour > 0 && stones >= 0 {
			stones--
		}
	}
	switch {
	case points > MaxWalk:
		return nil, fmt.Errorf("board %s: %d points are too many for single walks: want at most %d", size, points, MaxWalk)
	case runs < 2:
		return nil, fmt.Errorf("runs %d: want 2 or more, for an interval", runs)
	case free < 0 || stones > free || kind.Stones >= 0 && stones < 0:
		return nil, fmt.Errorf("board %s: no position has %d stones and begins with %d colours that are given", size, kind.Stones, len(kind.Begin))
	}
	w := &Walks{runs: runs, all: new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(free)), nil)}
	if kind.Stones >= 0 {
		w.all.Lsh(w.all.Binomial(int64(free), int64(stones)), uint(stones))
	}
	drawn, weights := make([][]uint8, runs), make([]scaled, runs)
	team := make([]*guided, opt.Goroutines())
	err := par.Workers(ctx, len(team), runs, func(thread, run int) {
		r := team[thread]
		if r == nil {
			r = &guided{width: size.Long(), border: newBorder(size.Short()), stones: kind.Stones, begin: kind.Begin}
			team[thread] = r
		}
		r.drawn = make([]uint8, 0, points)
		rng := rand.PCG{}
		seedRun(&rng, seed, uint64(run))
		weights[run] = r.run(&rng).normalized()
		drawn[run] = r.drawn
	})
	if err != nil {
		return nil, err
	}
	w.exponent = math.MinInt
	for _, weight := range weights {
		if weight.m > 0 {
			w.exponent = max(w.exponent, weight.e)
		}
	}
	for i, weight := range weights {
		if weight.m > 0 {
			w.Colors, w.weights = append(w.Colors, drawn[i]), append(w.weights, weight.over(w.exponent))
		}
	}
	return w, nil
}

// MaxWalk is the most points of a board for single walks: on larger boards they differ too much.
const MaxWalk = walkPoints

// Number estimates how many legal positions there are of those of which a function tells that they
// count; the function is asked for the index of each in Colors.
func (w *Walks) Number(counts func(i int) bool) Range {
	m := &moments{n: w.runs - len(w.weights)}
	for i, weight := range w.weights {
		if !counts(i) {
			weight = 0
		}
		m.add(weight)
	}
	if m.sum == 0 {
		return Range{}
	}
	all := new(big.Float).SetInt(w.all)
	exponent := all.MantExp(all) + w.exponent
	part, _ := all.Float64()
	mean, half := m.mean(), m.normalError()
	number := func(x float64) Magnitude { return magnitude(part*x, exponent, 0) }
	return Range{number(mean), number(max(0, mean-half)), number(mean + half)}
}

// Effective is how many positions drawn without weights would say as much: (sum w)^2 / sum w^2.
func (w *Walks) Effective() float64 {
	sum, square := 0.0, 0.0
	for _, weight := range w.weights {
		sum, square = sum+weight, square+weight*weight
	}
	if sum == 0 {
		return 0
	}
	return sum * sum / square
}

// Of sums up a function of the positions, each legal one of which is as probable as any other. The
// interval of the mean is that of a ratio of sums; it is right if the walks are many.
func (w *Walks) Of(f func(i int) float64) Summary {
	var s Summary
	n := w.Effective()
	if n == 0 {
		return s
	}
	sum, mean := 0.0, 0.0
	for i, weight := range w.weights {
		sum, mean = sum+weight, mean+weight*f(i)
	}
	s.Mean = mean / sum
	square, spread := 0.0, 0.0
	for i, weight := range w.weights {
		d := f(i) - s.Mean
		square, spread = square+weight*d*d, spread+weight*weight*d*d
	}
	s.Deviation = math.Sqrt(square / sum)
	if len(w.weights) > 1 {
		s.Error = studentQuantile(float64(len(w.weights)-1)) * math.Sqrt(spread) / sum
	}
	return s
}
