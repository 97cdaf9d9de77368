package extremal

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
