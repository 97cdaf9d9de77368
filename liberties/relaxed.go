package liberties

import (
	"context"
	"sync/atomic"
)

// Relaxed states stand for right parts whose relative cost decreased, by kink of the
// left part that they face: if the relative cost of a part is lower than at an earlier
// column end, there is a relaxed state with its stones and dominated points whose cost
// decreased by as much at least. They do not know components.
//
// The tables hold them like right parts, with their costs since the decrease began,
// below 0, and without the join.
type relaxedStates struct {
	height   int
	decrease int32 // the largest at a column end, once the search is over
	count    int64 // of relaxed states, some several times
	tables   [][]*boundTable
	search   *decreaseSearch // nil once it is over
}

// find searches for decreases, or continues to. It calls after whenever there is a
// state that can be saved.
func (s *relaxedStates) find(ctx context.Context, team *workers, after func() error) error {
	var added atomic.Int64
	err := s.search.run(ctx, team, func(kink int, frontiers []frontier) { added.Add(s.add(kink, frontiers)) }, func() error {
		s.count += added.Swap(0)
		return after()
	})
	if err != nil {
		return err
	}
	s.decrease, s.search = s.search.deepest(), nil
	return nil
}

func newRelaxedStates(height int) *relaxedStates {
	s := &relaxedStates{height: height, tables: make([][]*boundTable, height+1), search: &decreaseSearch{relaxation: relaxation{height}}}
	shapes := pruningShapes(height)
	for kink := 1; kink <= height; kink++ {
		s.tables[kink] = newTables(kink, shapes)
	}
	return s
}

// add adds frontiers of the search at a kink of theirs, and returns how many of
// them are relaxed states. Inside a column the costs of both sides have that column taken
// off, so that a decrease by 1 is none there. A frontier may be added more than once: an
// interrupted search adds some again when it goes on.
func (s *relaxedStates) add(kink int, frontiers []frontier) (count int64) {
	most := int32(-1)
	if kink < s.height {
		most = -2
	}
	return addTurned(s.tables[facing(kink, s.height)], frontiers, most, 0)
}
