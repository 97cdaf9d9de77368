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
//
// Of small heights and of the first column the successors themselves are listed: so a column takes
// half the time.
type step struct {
	from, to     *numbering
	prefixActive bool
	blocks       []blockStep
	listed       []successors // by row, or nil
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
	err := par.For(ctx, threads, len(from.blocks), func(b int) { s.blocks[b] = s.block(&from.blocks[b]) })
	return s, err
}

// newFirst returns a step for each point of the first column, from the empty board on. The states
// before a point are the colourings of the points above, up to exchange of the colours; the last
// step leads to the states of a numbering.
func newFirst(height int, after *numbering) (steps []*step) {
	var states Set
	states.Number(Repeat(Edge, height))
	for kink := range height {
		var next Set
		var to successors
		to.resize(len(states.Members()))
		for i, w := range states.Members() {
			for color := range Symbol(choices) {
				if v, ok := w.Place(kink, color); ok && kink == height-1 {
					to[color][i] = after.number(v)
				} else if ok {
					v, _ = v.Canonical()
					to[color][i] = int(next.Number(v)) + 1
				}
			}
		}
		steps = append(steps, &step{from: newList(kink, states), listed: []successors{to}})
		states = next
	}
	return steps
}

// maxListed is the number of states of all kinks up to which steps are listed, in 12 MiB: those of
// 8 rows. More would not stay in a processor's caches.
const maxListed = 1 << 19

// list lists the successors.
func (s *step) list() {
	listed := make([]successors, len(s.from.rows))
	for row := range listed {
		s.successors(row, &listed[row])
	}
	s.listed = listed
}

// block finds the targets and actions of a block. Two choices have the same action if they do the
// same to the first idle half: each string that both halves have has stones there, which show what
// became of the string.
func (s *step) block(b *block) blockStep {
	type actionKey struct {
		block, idle int // of the first idle half after the choice
		exchanged   bool
	}
	active, idle := b.rows, b.columns()
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
func (s *step) action(b *block, active int, color Symbol, idle int) []int {
	parts := make([]int, idle)
	for i := range parts {
		w, _, _ := s.place(b, active, i, color)
		_, _, parts[i] = s.parts(w)
	}
	return parts
}

// place makes a choice in the state of an active and an idle half of a block, and returns the
// successor's class and whether the colours are exchanged there.
func (s *step) place(b *block, active, idle int, color Symbol) (w Word, exchanged, ok bool) {
	row, column := active, idle
	if !s.prefixActive {
		row, column = idle, active
	}
	if w, ok = s.from.join(b.row+row, column).Place(s.from.kink, color); ok {
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

// successors returns the successors of the states of a row, which may use the room.
func (s *step) successors(row int, room *successors) *successors {
	if s.listed != nil {
		return &s.listed[row]
	}
	b := s.from.block(row)
	t := &s.blocks[s.from.rows[row].block]
	room.resize(b.columns())
	if s.prefixActive {
		for c, to := range t.active[row-b.row] {
			numbers := room[c]
			for i, part := range t.actions[to.action][:len(numbers)] {
				numbers[i] = to.part + part
			}
		}
		return room
	}
	for i := range t.active {
		for c, to := range t.active[i] {
			room[c][i] = to.part + t.actions[to.action][row-b.row]
		}
	}
	return room
}
