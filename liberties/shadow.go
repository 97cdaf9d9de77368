package liberties

import (
	"context"
	"sync/atomic"
)

// Shadows are what is known of parts that fell, by kink of the left part that
// they face: if the relative cost of a part is lower than at an earlier column
// end, there is a shadow with its stones and wet points that fell as deep at
// least. They know nothing of components.
//
// The sieves take them for right parts of the costs that they fell to, below 0,
// without the seam.
type shadows struct {
	height int
	fall   int32 // the deepest at a column end, once the search is over
	count  int64 // of fronts that fell, some several times
	sieves [][]*sieve
	search *fallSearch // nil once it is over
}

// find searches for falls, or goes on with that. Whenever there is a state that
// can be saved it calls after.
func (s *shadows) find(ctx context.Context, team *workers, after func() error) error {
	var added atomic.Int64
	err := s.search.run(ctx, team, func(kink int, fronts []front) { added.Add(s.add(kink, fronts)) }, func() error {
		s.count += added.Swap(0)
		return after()
	})
	if err != nil {
		return err
	}
	s.fall, s.search = s.search.deepest(), nil
	return nil
}

func newShadows(height int) *shadows {
	s := &shadows{height: height, sieves: make([][]*sieve, height+1), search: &fallSearch{fall: fall{height}}}
	for kink := 1; kink <= height; kink++ {
		s.sieves[kink] = gateSieves(kink, height)
	}
	return s
}

// add adds fronts of the search for the fall at a kink of theirs, and returns how
// many are shadows. Inside a column the costs of both sides have that column taken
// off, so that a fall by 1 is none there. A front may be added more than once: an
// interrupted search adds some again when it goes on.
func (s *shadows) add(kink int, fronts []front) (count int64) {
	most := int32(-1)
	if kink < s.height {
		most = -2
	}
	return addTurned(s.sieves[facing(kink, s.height)], fronts, most, 0)
}
