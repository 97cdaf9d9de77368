package connected

import (
	"context"

	"combigo.dev/combigo/par"
)

// choices is the number of things that a point can be: empty, black, white.
const choices = 3

// successors has the numbers of the classes that each choice leads to, for some classes that are
// numbered one after the other; 0 where a choice leaves a string without liberty for good.
type successors [choices][]int

func (s *successors) resize(n int) {
	for c := range s {
		if cap(s[c]) < n {
			s[c] = make([]int, n)
		}
		s[c] = s[c][:n]
	}
}

// A step fills the point at a kink, from the states of one numbering to those of the next.
//
// The half of the border with the point is active, the other one idle. Choices change the active
// half each in its own way. The idle half is changed only through strings that both halves have:
// one that gets a liberty, ends, or is joined with another one. So there are few ways to change
// the idle half for each block, the actions, and the number of a successor is the sum of a number
// for the active half with the choice and a number for the idle half with the action.
type step struct {
	from, to     *numbering
	prefixActive bool
	blocks       []blockStep
}

// blockStep is the step of a block.
type blockStep struct {
	active  [][choices]target // by prefix or suffix, whichever is active, in the block
	actions [][]int           // by action and idle half: its part of the number
}

// target is where a choice leads: the part of the active half in the number, and the action.
// Action 0 is that of choices that are not legal: all its parts are 0.
type target struct{ part, action int }

func newStep(ctx context.Context, from, to *numbering, threads int) (*step, error) {
	s := &step{from: from, to: to, prefixActive: from.kink < from.split, blocks: make([]blockStep, len(from.blocks))}
	err := par.For(ctx, threads, len(from.blocks), func(b int) { s.blocks[b] = s.block(from.blocks[b]) })
	return s, err
}

// block finds the targets and actions of a block. Two choices have the same action if they do the
// same to the first idle half: each string that both halves have has stones there, which show what
// became of the string.
func (s *step) block(b block) blockStep {
	type actionKey struct {
		block, idle int // of the first idle half after the choice
		exchanged   bool
	}
	active, idle := b.rows, b.columns
	if !s.prefixActive {
		active, idle = idle, active
	}
	known := map[actionKey]int{}
	t := blockStep{active: make([][choices]target, active), actions: [][]int{make([]int, idle)}}
	for a := range active {
		for color := range Symbol(choices) {
			w, exchanged, ok := s.place(b, a, 0, color)
			if !ok {
				continue
			}
			to, activePart, idlePart := s.parts(w)
			key := actionKey{to, idlePart, exchanged}
			if known[key] == 0 {
				known[key] = len(t.actions)
				t.actions = append(t.actions, s.action(b, a, color, idle))
			}
			t.active[a][color] = target{activePart, known[key]}
		}
	}
	return t
}

// action finds the parts of all idle halves after a choice.
func (s *step) action(b block, active int, color Symbol, idle int) []int {
	parts := make([]int, idle)
	for i := range parts {
		w, _, _ := s.place(b, active, i, color)
		_, _, parts[i] = s.parts(w)
	}
	return parts
}

// place makes a choice in the state of an active and an idle half of a block, and returns the
// successor's class and whether the colours are exchanged there.
func (s *step) place(b block, active, idle int, color Symbol) (w Word, exchanged, ok bool) {
	row, column := active, idle
	if !s.prefixActive {
		row, column = idle, active
	}
	w = s.from.join(s.from.prefix(b.row+row), s.from.suffix(b.column+column))
	if w, ok = w.Place(s.from.kink, color); ok {
		w, exchanged = w.Canonical()
	}
	return w, exchanged, ok
}

// parts splits the number of a successor.
func (s *step) parts(w Word) (block, active, idle int) {
	r, column := s.to.locate(w)
	if s.prefixActive {
		return r.block, r.first, column
	}
	return r.block, column, r.first
}

func (s *step) states() int       { return s.from.size }
func (s *step) number(w Word) int { return s.from.number(w) }
func (s *step) rows() int         { return len(s.from.rows) }

func (s *step) span(row int) (first, states int) {
	r := s.from.rows[row]
	return r.first, s.from.blocks[r.block].columns
}

func (s *step) successors(row int, next *successors) *successors {
	r := s.from.rows[row]
	b, t := s.from.blocks[r.block], &s.blocks[r.block]
	next.resize(b.columns)
	if s.prefixActive {
		for c, to := range t.active[row-b.row] {
			numbers := next[c]
			for i, part := range t.actions[to.action][:len(numbers)] {
				numbers[i] = to.part + part
			}
		}
		return next
	}
	for i := range t.active {
		for c, to := range t.active[i] {
			next[c][i] = to.part + t.actions[to.action][row-b.row]
		}
	}
	return next
}

// listed is a step whose successors are listed: a column takes half the time.
type listed struct {
	*step
	all []successors // by row
}

// mostListed is the number of states of all kinks up to which steps are listed, in 12 MiB: those of
// 8 rows. More would not stay in a processor's caches.
const mostListed = 1 << 19

func (s *step) list() *listed {
	l := &listed{s, make([]successors, s.rows())}
	for row := range l.all {
		s.successors(row, &l.all[row])
	}
	return l
}

func (l *listed) successors(row int, _ *successors) *successors { return &l.all[row] }

// first is the step of the states of the first column with a kink, which are few: a state for each
// colouring of the points above the kink, up to exchange of the colours.
type first struct {
	borders Set
	next    [][choices]int // by number less one
}

// newFirst finds the states before the points of the first column from the state without points
// on. The last ones lead to a numbering.
func newFirst(height int, after *numbering) []*first {
	lists := []*first{{}}
	lists[0].borders.Number(Repeat(Edge, height))
	for kink := range height {
		now, next := lists[kink], &first{}
		for _, w := range now.borders.Members() {
			var to [choices]int
			for color := range Symbol(choices) {
				if v, ok := w.Place(kink, color); ok && kink < height-1 {
					v, _ = v.Canonical()
					to[color] = int(next.borders.Number(v)) + 1
				} else if ok {
					to[color] = after.number(v)
				}
			}
			now.next = append(now.next, to)
		}
		lists = append(lists, next)
	}
	return lists[:height]
}

func (l *first) states() int { return len(l.next) }

func (l *first) number(w Word) int {
	w, _ = w.Canonical()
	n, known := l.borders.Find(w)
	if !known {
		panic("connected: a border of the first column is not valid")
	}
	return int(n) + 1
}

// rowOfList is the number of states of a list that are a row.
const rowOfList = 1 << 10

func (l *first) rows() int { return (len(l.next) + rowOfList - 1) / rowOfList }

func (l *first) span(row int) (first, states int) {
	return row*rowOfList + 1, min(rowOfList, len(l.next)-row*rowOfList)
}

func (l *first) successors(row int, next *successors) *successors {
	first, n := l.span(row)
	next.resize(n)
	for i, to := range l.next[first-1:][:n] {
		for c := range to {
			next[c][i] = to[c]
		}
	}
	return next
}
