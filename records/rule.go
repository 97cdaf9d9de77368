package records

import (
	"context"
	"fmt"
	"slices"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/liberties"
	"combigo.dev/combigo/par"
)

// FindRule adds columns until a profile repeats, or the board is a given number of columns wide.
// Errors are those of [Find].
func FindRule(ctx context.Context, of Quantity, height, columns int, opt par.Options) (*Rule, error) {
	size := board.Size{Rows: height, Cols: max(height, columns)}
	if err := size.Validate(); err != nil {
		return nil, err
	}
	maxStates, err := plan(of, size, 0, opt.Memory)
	if err != nil {
		return nil, err
	}
	r := &Rule{Of: of, Height: height}
	s := newSearch(of.about().problem(height), height, false)
	s.ceiling = maxStates
	var profiles []profile
	var tops []int32
	for !r.Proved && len(r.Values) < columns {
		if err := s.addColumn(ctx); err != nil {
			return nil, explain(err, of, size, opt)
		}
		r.Values = append(r.Values, s.value())
		p, top := s.profile()
		if i := slices.IndexFunc(profiles, func(q profile) bool { return slices.Equal(p, q) }); i >= 0 {
			r.Proved, r.First, r.Second = true, i+1, len(r.Values)
			r.Period, r.Gain = r.Second-r.First, int(top-tops[i])
		}
		profiles, tops = append(profiles, p), append(tops, top)
		if opt.Progress != nil {
			opt.Progress(float64(len(r.Values)) / float64(columns))
		}
	}
	r.Stats = s.stats
	r.simplify()
	return r, nil
}

// simplify finds the shortest period, and the first width from which on it holds. After column
// First, values repeat with the proved period: a shorter one that holds so long holds for ever.
func (r *Rule) simplify() {
	if !r.Proved {
		return
	}
	gain, cycle := r.Gain, r.Period
	holds := func(width int) bool { return (r.value(width+r.Period)-r.value(width))*cycle == gain*r.Period }
	for r.Period = 1; r.Period < cycle; r.Period++ {
		width := r.First
		for width < r.First+cycle && holds(width) {
			width++
		}
		if cycle%r.Period == 0 && width == r.First+cycle {
			break
		}
	}
	r.Gain = gain * r.Period / cycle
	for r.From = r.First; r.From > 1 && holds(r.From-1); r.From-- {
	}
}

// value returns the value of a width, by the repetition if it is beyond the columns searched.
func (r *Rule) value(width int) int {
	if width <= len(r.Values) {
		return r.Values[width-1]
	}
	cycle := r.Second - r.First
	rounds := (width - r.Second + cycle - 1) / cycle
	return r.Values[width-1-rounds*cycle] + rounds*(r.Values[r.Second-1]-r.Values[r.First-1])
}

// Value returns the record of a width, and false if it is not known.
func (r *Rule) Value(width int) (int, bool) {
	if width < 1 || !r.Proved && width > len(r.Values) {
		return 0, false
	}
	return r.value(width), true
}

// String returns the rule in words, such as "for width >= 4: 16 [+4 +6 +3]": the value of that
// width, and the steps from each width to the next, which repeat.
func (r *Rule) String() string {
	if !r.Proved {
		return fmt.Sprintf("no repetition up to width %d", len(r.Values))
	}
	steps := make([]int, r.Period)
	for i := range steps {
		steps[i] = r.value(r.From+i+1) - r.value(r.From+i)
	}
	return liberties.Rule{From: r.From, Start: r.value(r.From), Steps: steps}.String()
}
