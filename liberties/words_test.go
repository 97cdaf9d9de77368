package liberties

import (
	"math/rand/v2"
	"testing"
)

// What is done to lanes is done to each number, and to no other.
func TestLanes(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 13))
	const most = 127
	pack := func(numbers [laneCount]int32) (x lanes) {
		for i, n := range numbers {
			x = x.with(i, n)
		}
		return x
	}
	for range 100_000 {
		var a, b, least, sum [laneCount]int32
		n := random.Int32N(20)
		for i := range a {
			a[i], b[i] = random.Int32N(most+1-n), random.Int32N(most+1)
			if random.IntN(4) == 0 {
				b[i] = min(a[i]+random.Int32N(2), most)
			}
			least[i], sum[i] = min(a[i], b[i]), a[i]+n
		}
		x, y := pack(a), pack(b)
		for i := range a {
			if x.lane(i) != a[i] {
				t.Fatalf("lane %d of %v is %d", i, a, x.lane(i))
			}
		}
		if x.min(y) != pack(least) || y.min(x) != pack(least) {
			t.Fatalf("the least of %v and %v are %x", a, b, x.min(y))
		}
		if x.plus(n) != pack(sum) {
			t.Fatalf("%v and %d more are %x", a, n, x.plus(n))
		}
		for _, step := range []int{1, 2, 4} {
			var swapped [laneCount]int32
			for i := range a {
				swapped[i^step] = a[i]
			}
			if x.swapped(step) != pack(swapped) {
				t.Fatalf("%v swapped by %d are %x", a, step, x.swapped(step))
			}
		}
		i, other := random.IntN(laneCount), random.Int32N(most+1)
		a[i] = other
		if x.with(i, other) != pack(a) {
			t.Fatalf("with %d in lane %d: %x, want %v", other, i, x.with(i, other), a)
		}
	}
}

// No cost that there can be is too much for a lane, or below 0 in it, at any
// height: a cost of a table with what is added to it, and the least of all parts.
func TestCostsFitInLanes(t *testing.T) {
	const room = 127 - (noRightPart - lowestCost) // that is left to add
	for height := minWindows; height <= MaxWindows; height++ {
		for _, slack := range []int32{0, 3} {
			target := newTarget(height, slack)
			g := &pruning{target: target, budget: target.maxThreshold()}
			for cols := target.first; cols < target.first+thresholdPeriod; cols++ {
				if dearer := g.budget - target.threshold(cols); dearer < 0 || dearer > room {
					t.Errorf("height %d: right parts for %d columns are dearer by %d", height, cols, dearer)
				}
			}
			if dearer := target.rightWindow() + 1; dearer < 0 || dearer > room {
				t.Errorf("height %d: relaxed states are dearer by %d", height, dearer)
			}
			if -target.maxThreshold() < lowestCost || target.rightWindow() >= noRightPart {
				t.Errorf("height %d: costs from %d to %d", height, -target.maxThreshold(), target.rightWindow())
			}
		}
		if -int32(height)-1 < lowestCost { // a decrease is by at most the height, and by 1 more inside a column
			t.Errorf("height %d: a part can fall to less than %d", height, lowestCost)
		}
	}
	for _, digits := range [][2]digit{
		{{1, 0}, {1, 0}},
		{{1, 0}, {2, 1}},
		{{2, 1}, {2, 2}},
		{{2, 4}, {2, 8}},
		{{2, 8}, {3, 16}},
		{{3, 48}, {2, 4}},
		{{3, 8}, {3, 24}},
	} {
		f := newKinkTransform(digits[0], digits[1])
		for l := range f.offsets {
			for _, costs := range f.costs[l][:len(f.offsets)<<len(f.swaps)] {
				for lane := range laneCount {
					if cost := costs.lane(lane); cost > room {
						t.Errorf("%v: the join beside the kink costs %d", digits, cost)
					}
				}
			}
		}
	}
}
