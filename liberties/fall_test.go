package liberties

import (
	"math/rand/v2"
	"testing"
)

// columnSteps returns the borders after one more column, with what it costs.
func columnSteps(f front, height int) map[front]int32 {
	f.cost = 0
	states := map[front]int32{f: 0}
	for row := range height {
		next := map[front]int32{}
		put := func(g front) {
			cost := g.cost
			g.cost = 0
			if old, ok := next[g]; !ok || cost < old {
				next[g] = cost
			}
		}
		for g, cost := range states {
			g.cost = cost
			put(g.placeStone(row, height))
			if g, ok := g.placeEmpty(row); ok {
				put(g)
			}
		}
		states = next
	}
	return states
}

// deepestFalls goes through all borders that a board can have, without any
// pruning, and returns by how much the cost less the columns falls at most on
// the way to a column end, as a number below 0, for those to which it can fall.
func deepestFalls(height int) map[front]int32 {
	steps := map[front]map[front]int32{}
	for open := []front{edgeFront(height)}; len(open) > 0; {
		f := open[len(open)-1]
		open = open[:len(open)-1]
		if steps[f] != nil {
			continue
		}
		steps[f] = columnSteps(f, height)
		for g := range steps[f] {
			open = append(open, g)
		}
	}
	level := map[front]int32{} // the least that is left of 0 on the way to a border
	for changed := true; changed; {
		changed = false
		for f, next := range steps {
			for g, cost := range next {
				if fallen := level[f] + cost - 1; fallen < level[g] {
					level[g], changed = fallen, true
				}
			}
		}
	}
	return level
}

// findShadows searches for falls.
func findShadows(t *testing.T, height int, team *workers) *shadows {
	t.Helper()
	s := newShadows(height)
	if err := s.find(t.Context(), team, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	return s
}

// The bound is no less than the fall itself, where that can be found, and is
// finite for all heights that are searched.
func TestFall(t *testing.T) {
	// From ../docs/liberties.md.
	for height, want := range map[int]int32{4: 2, 5: 2, 7: 2, 8: 2, 10: 3, 11: 3} {
		shadows := findShadows(t, height, newWorkers(1))
		bound := shadows.fall
		if bound != want {
			t.Errorf("height %d: the bound is %d, want %d", height, bound, want)
		}
		if height > 7 || height == 7 && testing.Short() {
			continue
		}
		var deepest int32
		falls := deepestFalls(height)
		for _, level := range falls {
			deepest = min(deepest, level)
		}
		if -deepest > bound {
			t.Errorf("height %d: the fall is %d, more than the bound %d", height, -deepest, bound)
		}
		checkShadows(t, shadows, falls)
	}
}

// checkShadows lets every part that fell meet random left parts: the shadows are
// no dearer, at any kink.
func checkShadows(t *testing.T, s *shadows, falls map[front]int32) {
	t.Helper()
	height := s.height
	for _, sieves := range s.sieves {
		for _, v := range sieves {
			v.face()
		}
	}
	random := rand.New(rand.NewPCG(5, uint64(height)))
	tight := 0
	for f, level := range falls {
		if level < 0 {
			tight += checkShadow(t, random, s.sieves[height], f, level)
		}
		f.cost = level - 1
		for row := range height - 1 {
			next, ok := f.placeEmpty(row)
			if !ok || random.IntN(2) == 0 {
				next = f.placeStone(row, height)
			}
			if f = next; f.cost <= -2 {
				tight += checkShadow(t, random, s.sieves[facing(row+1, height)], f, f.cost)
			}
		}
	}
	if tight == 0 {
		t.Errorf("height %d: no shadow is as dear as a part that fell", height)
	}
}

// checkShadow returns for how many left parts the shadows say all.
func checkShadow(t *testing.T, random *rand.Rand, sieves []*sieve, f front, level int32) (tight int) {
	t.Helper()
	height, kink := sieves[0].height, sieves[0].kink
	right := f.facing(height)
	for range 20 {
		left := front{stone: random.Uint32() & (1<<height - 1)}
		left.above = random.Uint32() & (1<<height - 1) &^ left.stone
		extra, _ := localSeam(left, right, kink, height)
		bound := int32(-noRightPart)
		for _, v := range sieves {
			bound = max(bound, v.bound(left))
		}
		if bound > level+extra {
			t.Fatalf("height %d: after a fall by %d to %v the shadow at kink %d says %d beside %v", height, -level, f, kink, bound, left)
		}
		if bound == level+extra {
			tight++
		}
	}
	return tight
}
