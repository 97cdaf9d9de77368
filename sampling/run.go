package sampling

import (
	"math"
	"math/rand/v2"
)

// scaled is the number m * 2^e. It has the range that shares of large boards need.
type scaled struct {
	m float64
	e int
}

func (s scaled) over(e int) float64 { return math.Ldexp(s.m, s.e-e) }

// normalized returns the same number with m from 1/2 to 1.
func (s scaled) normalized() scaled {
	m, e := math.Frexp(s.m)
	return scaled{m, s.e + e}
}

// A runner makes one run after the other: estimates of L(m,n)/3^(mn), each with that number as its
// expectation. It belongs to one goroutine.
type runner interface {
	run(rng *rand.PCG) scaled
}

func seedRun(rng *rand.PCG, seed, run uint64) { rng.Seed(mix(seed), mix(mix(seed)+run)) }

// mix is a bijection whose values look independent: SplitMix64.
//
// Source: G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators,
// OOPSLA 2014.
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// unit returns a random number from [0, 1).
func unit(rng *rand.PCG) float64 { return float64(rng.Uint64()>>11) * 0x1p-53 }

// guided walks down the tree of border states, each time to a successor with a chance in proportion
// to a guess at the chance that it can be completed. The weight that this calls for is the product
// of the sums of the three guesses, each divided by three times the guess of the state that was
// left: the guess itself cancels out between the beginning of the board, where it is 1, and the
// end. With guesses that are all equal this is the estimate of the size of a tree by D. E. Knuth,
// Estimating the efficiency of backtrack programs, Mathematics of Computation 29 (1975) 121-136.
//
// If the number of stones is given, a point is empty with the chance that it has when stones are
// dealt to the points that are left: the expectation is the share of legal positions among the
// colourings with that number of stones. If the first colours are given, it is the share among the
// colourings that begin with them: the weight is then the guess of the state that they lead to,
// times the same product over the other points.
type guided struct {
	width  int
	border *border
	stones int     // -1 for any number
	begin  []uint8 // the first colours
	drawn  []uint8 // the colours of the last run, if they are to be kept
}

// odds are the chances of an empty point and of a stone of either colour, in units of 1/of.
func odds(stones, points int) (empty, stone, of float64) {
	if stones < 0 {
		return 1, 1, 3
	}
	return float64(points - stones), float64(stones) / 2, float64(points)
}

func (r *guided) run(rng *rand.PCG) scaled {
	b, stones, left := r.border, r.stones, r.width*len(r.border.cells)
	b.reset()
	r.drawn = r.drawn[:0]
	weight := scaled{m: 1}
	for x := range r.width {
		last := x == r.width-1
		for y := range b.cells {
			next := b.successors(y, last)
			// the factor of what is not legal is 0
			empty, stone, of := odds(stones, left)
			chances := [3]float64{empty * next[0].factor, stone * next[1].factor, stone * next[2].factor}
			share1 := chances[0] + chances[1]
			total := share1 + chances[2]
			if total == 0 {
				return scaled{} // stones only are left, and none is legal
			}
			colour := 0
			if u := unit(rng) * total; u >= chances[0] {
				colour = 1
				if u >= share1 {
					colour = 2
				}
			}
			for colour > 0 && chances[colour] == 0 {
				colour-- // after an unlucky rounding
			}
			if begun := r.width*len(b.cells) - left; begun < len(r.begin) {
				colour, of = int(r.begin[begun]), 1
				if total = next[colour].factor; !next[colour].legal {
					return scaled{}
				}
			}
			if left--; stones > 0 && colour > 0 {
				stones--
			}
			if r.drawn != nil {
				r.drawn = append(r.drawn, uint8(colour))
			}
			b.place(y, colour)
			weight.m *= total / of
		}
		weight = weight.normalized()
	}
	return weight
}

// chen goes through the tree of border states level by level with at most one representative of
// each stratum: of the states with the same number of needy strings. It stands for all states of
// the stratum that were met, with their total weight; which one it is, is drawn by weight.
//
// Source: P. C. Chen, Heuristic sampling, SIAM Journal on Computing 21 (1992) 295-315; the
// stratifier is that of Combinatorics of Go, section 5.8.
//
// If it is guided, a guess g(s) is made at the chance that a state s can be completed
// ([border.successor]), the representative is drawn by weight*g, and the sum of these over the
// stratum, divided by its own g, is its weight. The expectation is the same for any g. In the code,
// weight then means weight*g, and factor is g of a successor divided by g of the state; at the
// beginning and at the end of the board g is 1.
type chen struct {
	width  int
	top    int // the stratum of all states with that many needy strings or more
	guided bool
	here   []stratum
	next   []stratum
	unused []*border
	stop   func() bool // asked after every column: whether nobody waits for the run any more
}

type stratum struct {
	weight float64
	border *border // nil if no state was met
	// while the level is left:
	parent int // the stratum that the representative comes from, by colour
	colour int
	uses   int // representatives of the next level that come from here
}

func newChen(height, width, top int, guided bool, stop func() bool) *chen {
	r := &chen{width: width, top: top, guided: guided, stop: stop, here: make([]stratum, top+1), next: make([]stratum, top+1)}
	for range 2 * (top + 1) {
		r.unused = append(r.unused, newBorder(height))
	}
	return r
}

func (r *chen) run(rng *rand.PCG) scaled {
	r.start()
	height := len(r.here[0].border.cells)
	highest, exponent := 0, 0
	for x := range r.width {
		for y := range height {
			highest = r.draw(rng, y, highest, x == r.width-1)
			r.move(y, highest)
		}
		exponent += r.rescale(highest)
		if r.stop() {
			r.clear()
			return scaled{}
		}
	}
	total := scaled{r.here[0].weight, exponent}
	r.clear()
	return total
}

func (r *chen) start() {
	b := r.take()
	b.reset()
	r.here[0] = stratum{weight: 1, border: b}
}

func (r *chen) take() *border {
	b := r.unused[len(r.unused)-1]
	r.unused = r.unused[:len(r.unused)-1]
	return b
}

// draw chooses the representatives of the next level from the successors of this one at point y,
// and returns the highest stratum that has one.
func (r *chen) draw(rng *rand.PCG, y, highest int, last bool) int {
	reached := 0
	for k := range highest + 1 {
		s := &r.here[k]
		s.uses = 0
		if s.border == nil {
			continue
		}
		for colour := range 3 {
			next := r.look(s.border, y, colour, last)
			if !next.legal {
				continue
			}
			share := s.weight / 3 * next.factor
			t := min(s.border.needy+next.change, r.top)
			target := &r.next[t]
			first := target.weight == 0
			target.weight += share
			if first || unit(rng)*target.weight < share {
				target.parent, target.colour = k, colour
			}
			reached = max(reached, t)
		}
	}
	for t := range reached + 1 {
		if r.next[t].weight > 0 {
			r.here[r.next[t].parent].uses++
		}
	}
	return reached
}

func (r *chen) look(b *border, y, colour int, last bool) successor {
	if r.guided {
		return b.successors(y, last)[colour]
	}
	next := b.successor(y, colour, false)
	next.factor = 1
	return next
}

// move makes the representatives that were drawn, and goes to the next level. A state that has but
// one successor left becomes it, without a copy.
func (r *chen) move(y, reached int) {
	for t := range reached + 1 {
		target := &r.next[t]
		if target.weight == 0 {
			continue
		}
		parent := &r.here[target.parent]
		parent.uses--
		if parent.uses > 0 {
			target.border = r.take()
			target.border.copyFrom(parent.border)
		} else {
			target.border, parent.border = parent.border, nil
		}
		target.border.place(y, target.colour)
	}
	r.clear()
	r.here, r.next = r.next, r.here
}

// clear forgets the representatives of this level.
func (r *chen) clear() {
	for k := range r.here {
		if b := r.here[k].border; b != nil {
			r.unused = append(r.unused, b)
		}
		r.here[k] = stratum{}
	}
}

// rescale divides the weights by a power of two that brings the largest near 1, and returns its
// exponent.
func (r *chen) rescale(highest int) int {
	largest := 0.0
	for k := range highest + 1 {
		largest = max(largest, r.here[k].weight)
	}
	_, e := math.Frexp(largest)
	for k := range highest + 1 {
		r.here[k].weight = math.Ldexp(r.here[k].weight, -e)
	}
	return e
}
