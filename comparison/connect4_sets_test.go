package comparison

import (
	"errors"
	"math/rand/v2"
	"testing"
)

// Sets of positions and games played man by man come to the same numbers.
func TestReachableAgreesWithGamesPlayed(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {2, 2}, {1, 5}, {3, 3}, {2, 4}, {4, 2}, {4, 3}, {3, 4}, {1, 9}} {
		want, err := play(t.Context(), size[0], size[1], true)
		if err != nil {
			t.Fatal(err)
		}
		got, err := reachable(t.Context(), size[0], size[1], 1<<24)
		if err != nil || got != uint64(want) {
			t.Errorf("%v: %d, %v, want %d", size, got, err, want)
		}
	}
	if _, err := reachable(t.Context(), 4, 4, 1000); !errors.Is(err, errDiagrams) {
		t.Errorf("a thousand nodes are enough for 4x4: %v", err)
	}
}

// Operations on random sets of words of 6 bits are those on lists of them.
func TestDiagramsAreSets(t *testing.T) {
	const bits = 6
	random := rand.New(rand.NewPCG(1, 2))
	d := newDiagrams(1 << 20)
	var from func(words uint64, level int32, width uint) int32
	from = func(words uint64, level int32, width uint) int32 {
		if level == bits {
			return int32(words & 1)
		}
		half := width / 2
		return d.node(level, from(words&(1<<half-1), level+1, half), from(words>>half, level+1, half))
	}
	for range 500 {
		a, b := random.Uint64(), random.Uint64()&random.Uint64()
		x, y := from(a, 0, 64), from(b, 0, 64)
		if d.apply(union, x, y) != from(a|b, 0, 64) || d.apply(without, x, y) != from(a&^b, 0, 64) {
			t.Fatalf("%x and %x", a, b)
		}
		if got := d.count(x, bits); got != uint64(popcount(a)) {
			t.Fatalf("%x: %d words", a, got)
		}
		if fresh, kept := d.kept(x); fresh.count(kept, bits) != uint64(popcount(a)) {
			t.Fatalf("%x is not kept", a)
		}
	}
}

func popcount(x uint64) (n int) {
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}
