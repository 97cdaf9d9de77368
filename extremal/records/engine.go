package records

import (
	"context"
	"slices"

	"combigo/links"
)

// word is what a problem remembers of the columns so far: a symbol for each point of the border, and above them, where
// links.Word has room, flags of the problem's own.
type word = links.Word

// maxHeight is the longest border that leaves room for flags.
const maxHeight = links.Width - 1

// flag returns the i-th flag above the symbols.
func flag(i int) word { return 1 << (60 + i) }

// A problem is a record that is set point by point, column by column from the left, each column from the top: the
// states, what a choice at a point gains, and which states are no worse than others.
//
// The board has an edge above, below and before the first column, whose points are the symbol edge.
type problem interface {
	// choices returns how many things a point can be.
	choices() uint8
	// place makes a choice at the point at the kink. It returns the state, the gain, and whether that is allowed.
	place(w word, kink int, choice uint8) (to word, gain int32, allowed bool)
	// accept reports whether the board may end behind a full column.
	accept(w word, height int) bool
	// better calls visit with states that are no worse than w: whatever can follow w can follow them, and gains as much.
	// No state is better than itself, not even by way of others.
	better(w word, height int, visit func(word))
}

// edge is a point beyond the board.
const edge links.Symbol = 3

// step is how the best way to a state came about.
type step struct {
	from   uint32 // number of the state before
	choice uint8
}

// layer is the states after some points with the largest gain that leads to each of them.
type layer struct {
	states links.Set
	gains  []int32
	steps  []step
}

func (l *layer) clear() {
	l.states.Clear()
	l.gains, l.steps = l.gains[:0], l.steps[:0]
}

// offer notes a way to a state, unless one that came before gains as much.
func (l *layer) offer(w word, gain int32, s step) {
	n := l.states.Number(w)
	if int(n) == len(l.gains) {
		l.gains, l.steps = append(l.gains, gain), append(l.steps, s)
		return
	}
	if gain > l.gains[n] {
		l.gains[n], l.steps[n] = gain, s
	}
}

// best returns the state with the largest gain, and false if there is none that the board may end with.
func (l *layer) best(p problem, height int) (number int, found bool) {
	for n, w := range l.states.Members() {
		if (!found || l.gains[n] > l.gains[number]) && p.accept(w, height) {
			number, found = n, true
		}
	}
	return number, found
}

// search goes through the columns of an endless board of some height.
type search struct {
	problem problem
	height  int
	now     *layer
	next    *layer
	rest    *layer   // room for pruning
	trace   [][]step // of each point so far, if it is kept
	keep    bool
	stats   Stats
}

func newSearch(p problem, height int, keep bool) *search {
	s := &search{problem: p, height: height, keep: keep, now: new(layer), next: new(layer), rest: new(layer)}
	s.now.offer(links.Repeat(edge, height), 0, step{})
	return s
}

// checkEvery is the number of states between looks at the context.
const checkEvery = 1 << 14

// column fills one more column.
func (s *search) column(ctx context.Context) error {
	for kink := range s.height {
		if err := s.point(ctx, kink); err != nil {
			return err
		}
		s.prune()
		if s.keep {
			s.trace = append(s.trace, slices.Clone(s.now.steps))
		}
		s.stats.note(len(s.now.gains))
	}
	s.stats.ColumnStates = max(s.stats.ColumnStates, len(s.now.gains))
	return nil
}

// point makes all choices at a point.
func (s *search) point(ctx context.Context, kink int) error {
	s.next.clear()
	for n, w := range s.now.states.Members() {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		for choice := range s.problem.choices() {
			if to, gain, allowed := s.problem.place(w, kink, choice); allowed {
				s.next.offer(to, s.now.gains[n]+gain, step{uint32(n), choice})
			}
		}
	}
	s.now, s.next = s.next, s.now
	return nil
}

// prune drops the states that gain no more than a better one. What is left depends on the states and the differences
// of their gains alone, and the best one of all is as good as before.
func (s *search) prune() {
	s.rest.clear()
	for n, w := range s.now.states.Members() {
		gain, needed := s.now.gains[n], true
		s.problem.better(w, s.height, func(b word) {
			if m, ok := s.now.states.Find(b); ok && s.now.gains[m] >= gain {
				needed = false
			}
		})
		if needed {
			s.rest.offer(w, gain, s.now.steps[n])
		}
	}
	s.now, s.rest = s.rest, s.now
}

// value returns the largest gain of a board that ends behind the last column.
func (s *search) value() int {
	n, _ := s.now.best(s.problem, s.height)
	return int(s.now.gains[n])
}

// choicesOfBest returns the choices that lead to the largest gain, point by point.
func (s *search) choicesOfBest() []uint8 {
	at, _ := s.now.best(s.problem, s.height)
	choices := make([]uint8, len(s.trace))
	for i := len(s.trace) - 1; i >= 0; i-- {
		step := s.trace[i][at]
		choices[i], at = step.choice, int(step.from)
	}
	return choices
}

// A profile is the states behind a column, in order, with their gains relative to the largest one.
type profile []relative

type relative struct {
	state word
	gain  int32
}

// profile returns the profile behind the last column, and the largest gain.
func (s *search) profile() (profile, int32) {
	top := slices.Max(s.now.gains)
	p := make(profile, 0, len(s.now.gains))
	for n, w := range s.now.states.Members() {
		p = append(p, relative{w, s.now.gains[n] - top})
	}
	slices.SortFunc(p, func(a, b relative) int {
		if a.state < b.state {
			return -1
		}
		return 1
	})
	return p, top
}

// Stats says what a search took.
type Stats struct {
	Columns      int   // filled
	ColumnStates int   // most states behind a full column
	PeakStates   int   // most states behind any point
	StateSteps   int64 // states, over all points
}

func (s *Stats) note(states int) {
	s.PeakStates = max(s.PeakStates, states)
	s.StateSteps += int64(states)
}
