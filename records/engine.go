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

// word is a symbol for each point of the border, and above them flags of the problem's own.
type word = connected.Word

// maxHeight is the longest border that leaves room for flags.
const maxHeight = connected.MaxPoints - 1

// flag returns the i-th flag above the symbols.
func flag(i int) word { return 1 << (60 + i) }

// A problem is a record that is set point by point, column by column from the left, each column
// from the top: the states, what a choice at a point gains, and which states are no worse than
// others.
//
// The board has an edge above, below and before the first column, whose points are the symbol edge.
type problem interface {
	// choices returns how many things a point can be.
	choices() uint8
	// place makes a choice at the kink, and returns the state, the gain and whether it may be.
	place(w word, kink int, choice uint8) (to word, gain int32, allowed bool)
	// color returns the colour of a point after a choice.
	color(choice uint8, row, col int) goban.Color
	// accept reports whether the board may end after a full column.
	accept(w word, height int) bool
	// better calls visit with states that can take the place of w if their gain is larger by a
	// margin, or more: for whatever can follow w there is something that can follow them and gains
	// no less than that minus the margin. No way from a state through better ones back to itself
	// has margins that add up to 0.
	//
	// The corner is the point that was placed last, which has two neighbours yet to come, or -1
	// after a full column; all others have one, to their right.
	better(w word, height, corner int, visit func(to word, margin int32))
	// firm reports whether a full column can replace any other that gains less by [margin].
	firm(w word, height int) bool
	margin(height int) int32
}

// edge is a point beyond the board.
const edge connected.Symbol = 3

// step is how the best way to a state came about: 4 times the number of the state before + choice.
type step uint32

// maxStates is the number of states that a step has room for.
const maxStates = 1 << 30

func newStep(from int, choice uint8) step { return step(from)<<2 | step(choice) }

func (s step) from() int     { return int(s >> 2) }
func (s step) choice() uint8 { return uint8(s & 3) }

// layer is the states after some points with the largest gain that leads to each of them.
type layer struct {
	states connected.Set
	gains  []int32
	steps  []step
}

func (l *layer) clear() {
	l.states.Clear()
	l.gains, l.steps = l.gains[:0], l.steps[:0]
}

// offer notes a way to a state if it gains more than those before. It returns the state's number.
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

// best returns the state with the largest gain that the board may end with, and false for none.
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
	most    int // ceiling on states, 0 if there is none
	stats   Stats
}

func newSearch(p problem, height int, keep bool) *search {
	s := &search{problem: p, height: height, keep: keep, now: new(layer), next: new(layer), rest: new(layer)}
	s.now.offer(connected.Repeat(edge, height), 0, 0)
	return s
}

// checkEvery is the number of states between looks at the context.
const checkEvery = 1 << 14

// pruneEvery is the number of points between prunings; a column ends with one.
const pruneEvery = 6

// column fills one more column.
func (s *search) column(ctx context.Context) error {
	for kink := range s.height {
		if err := s.point(ctx, kink); err != nil {
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

// point makes all choices at a point.
func (s *search) point(ctx context.Context, kink int) error {
	s.next.clear()
	for n, w := range s.now.states.Members() {
		if n%checkEvery == 0 {
			if err := look(ctx, len(s.next.gains), s.most); err != nil {
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

// look stops a search once the context is done, or there are more states than there may be.
func look(ctx context.Context, states, most int) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if most > 0 && states > most || states > maxStates-3*checkEvery {
		return errTooMany
	}
	return nil
}

// errTooMany says that there are more states than there may be.
var errTooMany = errors.New("too many states")

// prune drops the states that can be done without. What is left depends on the states and the
// differences of their gains alone, and the best one of all is as good as before.
func (s *search) prune(kink int) {
	corner, floor := kink, int32(math.MinInt32)
	if kink == s.height-1 {
		corner, floor = -1, s.floor()
	}
	s.rest.clear()
	for n, w := range s.now.states.Members() {
		if gain := s.now.gains[n]; gain > floor && !s.surpassed(w, gain, corner) {
			s.rest.offer(w, gain, s.now.steps[n])
		}
	}
	s.now, s.rest = s.rest, s.now
}

// floor returns the gain up to which full columns can be done without.
func (s *search) floor() int32 {
	floor, margin := int32(math.MinInt32), s.problem.margin(s.height)
	for n, w := range s.now.states.Members() {
		if s.now.gains[n]-margin > floor && s.problem.firm(w, s.height) {
			floor = s.now.gains[n] - margin
		}
	}
	return floor
}

// surpassed reports whether there is a better state with the gain that it takes.
func (s *search) surpassed(w word, gain int32, corner int) (found bool) {
	s.problem.better(w, s.height, corner, func(b word, margin int32) {
		if found {
			return
		}
		m, ok := s.now.states.Find(b)
		found = ok && s.now.gains[m] >= gain+margin
	})
	return found
}

// value returns the largest gain of a board that ends after the last column.
func (s *search) value() int {
	n, _ := s.now.best(s.problem, s.height)
	return int(s.now.gains[n])
}

// backtrack returns the choices that lead to a state after the last point, point by point.
func backtrack(trace [][]step, state int) []uint8 {
	choices := make([]uint8, len(trace))
	for i := len(trace) - 1; i >= 0; i-- {
		step := trace[i][state]
		choices[i], state = step.choice(), step.from()
	}
	return choices
}

// A profile is the states after a column, in order, with their gains relative to the largest one.
type profile []relative

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
	ColumnStates int   `json:"-"`           // most states after a full column
	PeakStates   int   `json:"peak_states"` // most states after any point
	StateSteps   int64 `json:"state_steps"` // states, over all points
}

func (s *Stats) note(states int) {
	s.PeakStates = max(s.PeakStates, states)
	s.StateSteps += int64(states)
}
