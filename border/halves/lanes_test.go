package halves

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Values side by side are transformed and multiplied as they are one by one, by vectors and without.
func TestLanes(t *testing.T) {
	form := NewForm()
	rng := rand.New(rand.NewPCG(5, 6))
	for width := 1; width <= len(limbLaneLoops); width++ {
		ring, single := lanes{width, limbLaneLoops[width-1]}, Limbs(width)
		if width > 1 {
			if _, ok := SideBySide(width); ok != vectors {
				t.Errorf("%d limbs: side by side %t, with vectors %t", width, ok, vectors)
			}
		}
		for _, x := range []Runs{0b1_00, 0b1_000000, 0b1_0100100, 0b1_010101010} {
			n := form.Words(x)
			wide := make([]uint64, Lanes*n.Size()*width)
			for i := range wide {
				wide[i] = edge(rng)
			}
			sum, want := form.NewSum(ring), form.NewSum(single)
			values := make([][]uint64, Lanes)
			for lane := range values {
				for i := range n.Size() * width {
					values[lane] = append(values[lane], wide[Lanes*i+lane])
				}
				if err := n.Transform(t.Context(), single, values[lane]); err != nil {
					t.Fatal(err)
				}
			}
			if err := n.Transform(t.Context(), ring, wide); err != nil {
				t.Fatal(err)
			}
			other := make([]uint64, len(wide))
			for lane := range values {
				want.Add(n, values[lane], values[(lane+3)%Lanes], 2)
				for i, want := range values[lane] {
					if wide[Lanes*i+lane] != want {
						t.Fatalf("%d limbs, runs %b: limb %d of lane %d is %#x, want %#x", width, x, i, lane, wide[Lanes*i+lane], want)
					}
					other[Lanes*i+lane] = values[(lane+3)%Lanes][i]
				}
			}
			sum.Add(n, wide, other, 2)
			if got, want := sum.Rat(), want.Rat(); got.Cmp(want) != 0 {
				t.Errorf("%d limbs, runs %b: the sum is %v, want %v", width, x, got, want)
			}
		}
	}
}

// Rows are added and taken away with all carries, by vectors as without.
func TestRowsOfLanes(t *testing.T) {
	if !vectors {
		t.Skip("the processor has no vectors")
	}
	const rows = 40
	rng := rand.New(rand.NewPCG(7, 8))
	for width := 2; width <= len(limbLaneLoops); width++ {
		l := lanes{width, limbLaneLoops[width-1]}
		size := Lanes * width
		targets, sources := make([]uint64, rows*size), make([]uint64, rows*size)
		for range 100 {
			for i := range targets {
				targets[i], sources[i] = edge(rng), edge(rng)
			}
			var at []uint32
			for _, i := range rng.Perm(rows)[:1+rng.IntN(rows)] {
				at = append(at, uint32(i), uint32(rng.IntN(rows)))
			}
			for _, minus := range []bool{false, true} {
				got, want := slices.Clone(targets), slices.Clone(targets)
				l.addRows(got, sources, at, minus)
				l.addRowsPlainly(want, sources, at, minus)
				if !slices.Equal(got, want) {
					t.Fatalf("%d limbs, minus %t: rows %v differ", width, minus, at)
				}
				both := append(slices.Clone(targets), sources...)
				first, count := rng.IntN(rows/2), rng.IntN(rows/2)
				l.combineRange(both, minus, first, rows+2*first, min(count, rows-2*first))
				want = slices.Clone(targets)
				l.combineRangePlainly(want[first*size:][:min(count, rows-2*first)*size], sources[2*first*size:], minus)
				if !slices.Equal(both[:rows*size], want) {
					t.Fatalf("%d limbs, minus %t: %d rows from row %d on differ", width, minus, count, first)
				}
			}
		}
	}
}

// edge draws a limb, most often one by which carries go on.
func edge(rng *rand.Rand) uint64 {
	switch rng.IntN(4) {
	case 0:
		return 0
	case 1:
		return ^uint64(0)
	case 2:
		return rng.Uint64N(3)
	}
	return rng.Uint64()
}
