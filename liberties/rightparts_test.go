package liberties

import (
	"math/rand/v2"
	"testing"
)

// A left part meets a right part if and only if one of them, looked at without
// tables and trees, goes with it.
func TestCompletes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for height, window := range map[int]int32{5: 5, 9: 4, 11: 5, 18: 5} {
		met, asked := 0, 0
		for kink := 1; kink <= height; kink++ {
			lefts := someParts(t, random, height, kink, window)
			var rights []opposite
			for _, f := range someParts(t, random, height, turnedKink(kink, height), window) {
				rights = append(rights, opposite{f.mirrored(height), 0})
			}
			o := newOpposites(rights, kink, height, newShapes(height, oppositeRows, oppositeEntries))
			for _, left := range lefts {
				budget := random.Int32N(12)
				want := false
				for _, f := range rights {
					extra, ok := joinCost(left, f.part, kink, height)
					want = want || ok && f.part.cost+extra <= budget && connected(left, f.part, kink, height)
				}
				if _, _, got := o.completes(left, budget); got != want {
					t.Fatalf("height %d, kink %d, %v, budget %d: completes is %v", height, kink, left, budget, got)
				}
				asked++
				if want {
					met++
				}
			}
		}
		if met < 10 || asked-met < 10 {
			t.Errorf("height %d: %d of %d meet", height, met, asked)
		}
	}
}

// someParts returns frontiers of a kink of the third column of a sweep.
func someParts(t *testing.T, random *rand.Rand, height, kink int, window int32) (frontiers []frontier) {
	t.Helper()
	s := newSweep(newTarget(height, 0), window, false, newWorkers(1))
	for range 3 {
		frontiers = nil
		err := s.addColumn(t.Context(), visitor{frontiers: func(at int, some []frontier) {
			if at == kink {
				frontiers = append(frontiers, some...)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range frontiers {
		frontiers[i].cost -= 3 * s.rate
	}
	random.Shuffle(len(frontiers), func(i, j int) { frontiers[i], frontiers[j] = frontiers[j], frontiers[i] })
	return frontiers[:min(len(frontiers), 150)]
}

// Columns before the repetition stand for themselves, and those after it for one of the period.
func TestColumnsThatStandForOthers(t *testing.T) {
	r := &rightParts{start: 7, period: 3}
	for cols, want := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 7, 8, 9, 7} {
		if got := r.index(cols); got != want {
			t.Errorf("column %d: %d, want %d", cols, got, want)
		}
	}
	if got := r.end(); got != 10 {
		t.Errorf("swept up to %d", got)
	}
	r = &rightParts{start: 7}
	if r.index(12) != 12 || r.end() != 0 {
		t.Errorf("without a repetition: %d, %d", r.index(12), r.end())
	}
}
