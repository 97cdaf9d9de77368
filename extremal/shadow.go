package extremal

import "context"

// Shadows are what is known of parts that fell, by kink of the left part that
// they face: if the relative cost of a part is lower than at an earlier column
// end, there is a shadow with its stones and wet points that fell as deep at least.
// They know nothing of components.
//
// The sieves take them for right parts of the costs that they fell to, below 0,
// without the seam.
type shadows struct {
	height int
	fall   int32 // the deepest at a column end
	count  int64
	sieves [][]*sieve
}

// findShadows searches for falls.
func findShadows(ctx context.Context, height int, team *workers) (*shadows, error) {
	s := newShadows(height)
	fall, err := fall{height}.bound(ctx, team, func(kink int, l layer) { s.add(kink, l, team) })
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
// there.
func (s *shadows) add(kink int, l layer, team *workers) {
	most := int32(-1)
	if kink < s.height {
		most = -2
	}
	board := uint32(1)<<s.height - 1
	sieves := s.sieves[facing(kink, s.height)]
	team.each(len(sieves), func(_ *worker, number int) {
		for _, shard := range l {
			for _, f := range shard {
				if f.cost <= most {
					stone := f.stone & board
					shadow := front{stone: stone, above: f.above & board &^ stone}
					sieves[number].add(shadow.facing(s.height), f.cost)
				}
			}
		}
	})
	s.count += l.countTo(most)
}
