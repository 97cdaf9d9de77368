package liberties

import (
	"math/rand/v2"
	"testing"

	"combigo.dev/combigo/internal/longtests"
)

// columnSteps returns the borders after one more column, with what it costs.
func columnSteps(f frontier, height int) map[frontier]int32 {
	f.cost = 0
	states := map[frontier]int32{f: 0}
	for row := range height {
		next := map[frontier]int32{}
		put := func(g frontier) {
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

// deepestDecreases goes through all borders that a board can have, without any
// pruning, and returns by how much the cost less the columns decreases at most on
// the way to a column end, as a number below 0, for those to which it can fall.
func deepestDecreases(height int) map[frontier]int32 {
	steps := map[frontier]map[frontier]int32{}
	for open := []frontier{edgeFrontier(height)}; len(open) > 0; {
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
	level := map[frontier]int32{} // the least that is left of 0 on the way to a border
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

// findRelaxed searches for decreases.
func findRelaxed(t *testing.T, height int, team *workers) *relaxedStates {
	t.Helper()
	s := newRelaxedStates(height)
	if err := s.find(t.Context(), team, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	return s
}

// The bound is no less than the largest decrease itself, where that can be found, and is
// finite for all heights that are searched.
func TestDecrease(t *testing.T) {
	// From ../docs/liberties.md.
	for height, want := range map[int]int32{4: 2, 5: 2, 7: 2, 8: 2, 10: 3, 11: 3} {
		if height > 8 && !longtests.Wanted() {
			continue
		}
		relaxedStates := findRelaxed(t, height, newWorkers(1))
		bound := relaxedStates.decrease
		if bound != want {
			t.Errorf("height %d: the bound is %d, want %d", height, bound, want)
		}
		if height > 7 || height == 7 && !longtests.Wanted() {
			continue
		}
		var deepest int32
		decreases := deepestDecreases(height)
		for _, level := range decreases {
			deepest = min(deepest, level)
		}
		if -deepest > bound {
			t.Errorf("height %d: the largest decrease is %d, more than the bound %d", height, -deepest, bound)
		}
		checkRelaxed(t, relaxedStates, decreases)
	}
}

// checkRelaxed lets every part that fell meet random left parts: the relaxed states are
// no dearer, at any kink.
func checkRelaxed(t *testing.T, s *relaxedStates, decreases map[frontier]int32) {
	t.Helper()
	height := s.height
	for _, tables := range s.tables {
		for _, v := range tables {
			v.transform()
		}
	}
	random := rand.New(rand.NewPCG(5, uint64(height)))
	tight := 0
	for f, level := range decreases {
		if level < 0 {
			tight += checkOneRelaxed(t, random, s.tables[height], f, level)
		}
		f.cost = level - 1
		for row := range height - 1 {
			next, ok := f.placeEmpty(row)
			if !ok || random.IntN(2) == 0 {
				next = f.placeStone(row, height)
			}
			if f = next; f.cost <= -2 {
				tight += checkOneRelaxed(t, random, s.tables[turnedKink(row+1, height)], f, f.cost)
			}
		}
	}
	if tight == 0 {
		t.Errorf("height %d: no relaxed state is as dear as a part whose cost decreased", height)
	}
}

// checkOneRelaxed returns for how many left parts the relaxed states say all.
func checkOneRelaxed(t *testing.T, random *rand.Rand, tables []*boundTable, f frontier, level int32) (tight int) {
	t.Helper()
	height, kink := tables[0].height, tables[0].kink
	right := f.mirrored(height)
	for range 20 {
		left := frontier{stone: random.Uint32() & (1<<height - 1)}
		left.above = random.Uint32() & (1<<height - 1) &^ left.stone
		extra, _ := localJoinCost(left, right, kink, height)
		bound := int32(-noRightPart)
		for _, v := range tables {
			bound = max(bound, v.bound(left))
		}
		if bound > level+extra {
			t.Fatalf("height %d: after a decrease by %d to %v the relaxed state at kink %d says %d beside %v", height, -level, f, kink, bound, left)
		}
		if bound == level+extra {
			tight++
		}
	}
	return tight
}
