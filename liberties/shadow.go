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
	fall   int32 // the deepest at a column end
	count  int64 // of fronts that fell, some several times
	sieves [][]*sieve
}

// findShadows searches for falls.
func findShadows(ctx context.Context, height int, team *workers) (*shadows, error) {
	s := newShadows(height)
	fall, err := fall{height}.bound(ctx, team, s.add)
	if err != nil {
		return nil, err
	}
	s.fall = fall
	return s, nil
}

func newShadows(height int) *shadows {
	s := &shadows{height: height, sieves: make([][]*sieve, height+1)}
	for kink := 1; kink <= height; kink++ {
		s.sieves[kink] = gateSieves(kink, height)
	}
	return s
}

// add adds fronts of the search for the fall at a kink of theirs. Inside a column
// the costs of both sides have that column taken off, so that a fall by 1 is none
// there. Inside the first column of the search there is no other: it passes over
// these fronts, whose lower rows are not guessed yet.
func (s *shadows) add(kink int, fronts []front) {
	most := int32(-1)
	if kink < s.height {
		most = -2
	}
	atomic.AddInt64(&s.count, addTurned(s.sieves[facing(kink, s.height)], fronts, most, 0))
}
