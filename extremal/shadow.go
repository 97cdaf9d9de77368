package extremal

import "slices"

// Shadows are what is known of parts after one of the deepest falls, by kink:
// if a part costs less than at an earlier column end, relative to the columns,
// by at least the fall at a column end, by more than the fall inside a column,
// then there is a shadow with its stones and wet points, and the part fell no
// deeper than the cost of the shadow, below 0, says.
//
// A shadow knows nothing of components.
type shadows [][]front

// casts collects shadows: by kink, the stones and wet points of fronts, with
// the least cost.
type casts struct {
	height  int
	deepest int32 // the least cost at a column end so far, if less than -leastFall
	fronts  []map[front]int32
}

// leastFall is the least bound on the fall that is given. It keeps the many
// fronts out that are only 1 below the first column end.
const leastFall = 2

func newCasts(height int) *casts {
	c := &casts{height: height, deepest: -leastFall, fronts: make([]map[front]int32, height+1)}
	for kink := range c.fronts {
		c.fronts[kink] = map[front]int32{}
	}
	return c
}

// most returns the greatest cost of a shadow at a kink.
func (c *casts) most(kink int) int32 {
	if kink < c.height {
		return c.deepest - 1
	}
	return c.deepest
}

// add adds fronts of the search for the fall.
func (c *casts) add(kink int, l layer) {
	board := uint32(1)<<c.height - 1
	for _, shard := range l {
		for _, f := range shard {
			if kink == c.height {
				c.deepest = min(c.deepest, f.cost)
			}
			if f.cost > c.most(kink) {
				continue
			}
			stone := f.stone & board
			shadow := front{stone: stone, above: f.above & board &^ stone}
			c.fronts[kink][shadow] = min(c.fronts[kink][shadow], f.cost)
		}
	}
}

// shadows returns what was collected, in order.
func (c *casts) shadows() shadows {
	s := make(shadows, len(c.fronts))
	for kink, all := range c.fronts {
		for f, cost := range all {
			if cost <= c.most(kink) {
				f.cost = cost
				s[kink] = append(s[kink], f)
			}
		}
		slices.SortFunc(s[kink], compareFronts)
	}
	return s
}
