package records

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/connected"
)

// word is a state: a symbol for each point of the border, and above the symbols the flags of a
// problem.
type word = connected.Word

// maxHeight is the longest border that leaves room for flags.
const maxHeight = connected.MaxPoints - 1

// flag returns the i-th flag above the symbols.
func flag(i int) word { return 1 << (60 + i) }

// A problem asks for the largest gain of a position. A position is built point by point, column by
// column from the left, each column from the top. A problem has the states, the gain of a choice at
// a point, and the states that dominate others.
//
// Points beyond the board, above, below and before the first column, have the symbol edge.
type problem interface {
	// choices returns the number of choices at a point.
	choices() uint8
	// place makes a choice at the kink, and returns the new state, the gain and whether it is allowed.
	place(w word, kink int, choice uint8) (to word, gain int32, allowed bool)
	// color returns the colour of a point after a choice.
	color(choice uint8, row, col int) goban.Color
	// accept reports whether the board may end after a full column.
	accept(w word, height int) bool
	// better calls visit with states that dominate w if their gain is larger by a margin, or more: for
	// each completion of w, the other state has a completion that gains no less than that minus the
	// margin. The margins on a cycle of states, each better than the one before, do not add up to 0.
	//
	// The corner is the point that was placed last, which has two neighbours yet to come, or -1
	// after a full column; all others have one, to their right.
	better(w word, height, corner int, visit func(to word, margin int32))
	// firm reports whether a state after a full column dominates every other one whose gain is smaller
	// by the margin, or more.
	firm(w word, height int) bool
	margin(height int) int32
}

// edge is a point beyond the board.
const edge connected.Symbol = 3

// A step is the last step of the best path to a state: 4 times the number of the state before, plus
// the choice.
type step uint32

// maxStates is the number of states that a step has room for.
const maxStates = 1 << 30

// newStep returns the step from a state by a choice.
func newStep(from int, choice uint8) step { return step(from)<<2 | step(choice) }

func (s step) from() int     { return int(s >> 2) }
func (s step) choice() uint8 { return uint8(s & 3) }

// A layer is the states after some points, with the largest gain of a path to each of them.
type layer struct {
	states connected.Set
	gains  []int32
	steps  []step
}

// clear removes all states.
func (l *layer) clear() {
	l.states.Clear()
	l.gains, l.steps = l.gains[:0], l.steps[:0]
}

// offer keeps a path to a state if it gains more than the paths before. It returns the number of
// the state.
func (l *layer) offer(w word, gain int32, s step) int {
	n := int(l.states.Number(w))
	if n == len(l.gains) {
		l.gains, l.steps = append(l.gains, gain), append(l.steps, s)
	}
	if gain > l.gains[n] {
		l.gains[n], l.steps[n] = gain, s
	}
	return n
}

// best returns the number of the state with the largest gain among those with which the board may
// end, or false if there is none.
func (l *layer) best(p problem, height int) (number int, found bool) {
	for n, w := range l.states.Members() {
		if (!found || l.gains[n] > l.gains[number]) && p.accept(w, height) {
			number, found = n, true
		}
	}
	return number, found
}

// A search is the dynamic program over the states of an endless board of some height, column by
// column.
type search struct {
	problem problem
	height  int
	now     *layer
	next    *layer
	rest    *layer   // for prune
	trace   [][]step // the steps of each layer so far, if keep is set
	keep    bool
	ceiling int // on the number of states; 0 for none
	stats   Stats
}

// newSearch returns a search before the first column.
func newSearch(p problem, height int, keep bool) *search {
	s := &search{problem: p, height: height, keep: keep, now: new(layer), next: new(layer), rest: new(layer)}
	s.now.offer(connected.Repeat(edge, height), 0, 0)
	return s
}

// checkEvery is the number of states between calls of checkLimits.
const checkEvery = 1 << 14

// pruneEvery is the number of points between calls of prune. A column ends with one.
const pruneEvery = 6

// addColumn extends the states by a column.
func (s *search) addColumn(ctx context.Context) error {
	for kink := range s.height {
		if err := s.addPoint(ctx, kink); err != nil {
			return err
		}
		s.stats.note(len(s.now.gains))
		if kink == s.height-1 || kink%pruneEvery == pruneEvery-1 {
			s.prune(kink)
		}
		if s.keep {
			s.trace = append(s.trace, slices.Clone(s.now.steps))
		}
	}
	s.stats.ColumnStates = max(s.stats.ColumnStates, len(s.now.gains))
	return nil
}

// addPoint extends the states by a point.
func (s *search) addPoint(ctx context.Context, kink int) error {
	s.next.clear()
	for n, w := range s.now.states.Members() {
		if n%checkEvery == 0 {
			if err := checkLimits(ctx, len(s.next.gains), s.ceiling); err != nil {
				return err
			}
		}
		for choice := range s.problem.choices() {
			if to, gain, allowed := s.problem.place(w, kink, choice); allowed {
				s.next.offer(to, s.now.gains[n]+gain, newStep(n, choice))
			}
		}
	}
	s.now, s.next = s.next, s.now
	return nil
}

// checkLimits returns an error once the context is done, or there are more states than the ceiling,
// if that is not 0.
func checkLimits(ctx context.Context, states, ceiling int) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if ceiling > 0 && states > ceiling || states > maxStates-3*checkEvery {
		return errTooMany
	}
	return nil
}

// errTooMany says that there are more states than the ceiling.
var errTooMany = errors.New("too many states")

// prune drops dominated states. The states that are left depend only on the states and the
// differences of their gains, and the largest gain of a whole board stays.
func (s *search) prune(kink int) {
	corner, floor := kink, int32(math.MinInt32)
	if kink == s.height-1 {
		corner, floor = -1, s.floor()
	}
	s.rest.clear()
	for n, w := range s.now.states.Members() {
		if gain := s.now.gains[n]; gain > floor && !s.dominated(w, gain, corner) {
			s.rest.offer(w, gain, s.now.steps[n])
		}
	}
	s.now, s.rest = s.rest, s.now
}

// floor returns the greatest gain for which every state after a full column is dominated by a firm
// one.
func (s *search) floor() int32 {
	floor, margin := int32(math.MinInt32), s.problem.margin(s.height)
	for n, w := range s.now.states.Members() {
		if s.now.gains[n]-margin > floor && s.problem.firm(w, s.height) {
			floor = s.now.gains[n] - margin
		}
	}
	return floor
}

// dominated reports whether there is a better state with a gain that is large enough.
func (s *search) dominated(w word, gain int32, corner int) (found bool) {
	s.problem.better(w, s.height, corner, func(b word, margin int32) {
		if found {
			return
		}
		m, ok := s.now.states.Find(b)
		found = ok && s.now.gains[m] >= gain+margin
	})
	return found
}

// value returns the largest gain of a board that ends after the last column filled.
func (s *search) value() int {
	n, _ := s.now.best(s.problem, s.height)
	return int(s.now.gains[n])
}

// backtrack returns the choices, point by point, of the best path to a state after the last point.
func backtrack(trace [][]step, state int) []uint8 {
	choices := make([]uint8, len(trace))
	for i := len(trace) - 1; i >= 0; i-- {
		step := trace[i][state]
		choices[i], state = step.choice(), step.from()
	}
	return choices
}

// A profile is the states after a column, in order, with their gains relative to the largest gain.
type profile []relative

// relative is a state of a profile with its relative gain.
type relative struct {
	state word
	gain  int32
}

// profile returns the profile after the last column, and the largest gain.
func (s *search) profile() (profile, int32) {
	top := slices.Max(s.now.gains)
	p := make(profile, 0, len(s.now.gains))
	for n, w := range s.now.states.Members() {
		p = append(p, relative{w, s.now.gains[n] - top})
	}
	slices.SortFunc(p, func(a, b relative) int { return cmp.Compare(a.state, b.state) })
	return p, top
}

// Stats says what a search took.
type Stats struct {
	ColumnStates int   `json:"-"`           // the maximal number of states after a full column
	PeakStates   int   `json:"peak_states"` // the maximal number of states after any point
	StateSteps   int64 `json:"state_steps"` // the sum of the numbers of states after all points
}

// note counts the states after a point.
func (s *Stats) note(states int) {
	s.PeakStates = max(s.PeakStates, states)
	s.StateSteps += int64(states)
}
