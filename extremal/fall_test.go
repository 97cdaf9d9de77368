package extremal

import "testing"

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

// The bound is no less than the fall itself, where that can be found, and is
// finite for all heights that are searched.
func TestFall(t *testing.T) {
	// From ../docs/liberties.md.
	for height, want := range map[int]int32{4: 2, 5: 2, 7: 2, 8: 2, 10: 3, 11: 3} {
		bound, shadows, err := fall{height}.bound(t.Context(), newWorkers(1))
		if err != nil {
			t.Fatal(err)
		}
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
		checkShadows(t, height, bound, shadows, falls)
	}
}

// checkShadows looks for a shadow of every fall as deep as the bound.
func checkShadows(t *testing.T, height int, bound int32, s shadows, falls map[front]int32) {
	t.Helper()
	cost := map[front]int32{}
	for _, f := range s[height] {
		planes := f
		planes.cost = 0
		cost[planes] = f.cost
	}
	deep := 0
	for f, level := range falls {
		if -level < bound {
			continue
		}
		deep++
		if found := cost[front{stone: f.stone, above: f.above &^ f.stone}]; found > level {
			t.Errorf("height %d: after a fall of %d to %v the shadow says %d", height, -level, f, -found)
		}
	}
	if deep == 0 {
		t.Errorf("height %d: no fall is as deep as the bound", height)
	}
}
