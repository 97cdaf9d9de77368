package sampling

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
)

// All colourings of small boards, point by point: the legal ones are as many as those whose strings
// all have a liberty.
func TestBorderCountsLegal(t *testing.T) {
	sizes := [][2]int{{1, 1}, {1, 7}, {2, 2}, {2, 5}, {3, 3}, {5, 2}, {7, 1}}
	if longtests.Wanted() {
		sizes = append(sizes, [2]int{3, 4}, [2]int{4, 3})
	}
	for _, size := range sizes {
		want, err := goban.CountLegal(context.Background(), size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		if got := countFrom(newBorder(size[0]), 0, size[0]*size[1]); got != want {
			t.Errorf("board %v: %d legal colourings, by brute force %d", size, got, want)
		}
	}
}

func countFrom(b *border, point, points int) uint64 {
	if point == points {
		if b.needy > 0 {
			return 0
		}
		return 1
	}
	var n uint64
	y := point % len(b.cells)
	for colour := range 3 {
		if !b.successor(y, colour, false).legal {
			continue
		}
		next := newBorder(len(b.cells))
		next.copyFrom(b)
		next.place(y, colour)
		n += countFrom(next, point+1, points)
	}
	return n
}

// guess is the guess of a state when point y is next, by its definition.
func guess(b *border, y int, last bool) float64 {
	g := 1.0
	seen := map[int]bool{}
	for i, c := range b.cells {
		rightToCome := !last || i >= y
		if c == empty && rightToCome {
			g *= emptyHelps
		}
		if c != needy1 && c != needy2 || seen[i] {
			continue
		}
		slots := 0
		for j := i; !seen[j]; j = int(b.next[j]) {
			seen[j] = true
			if !last || j >= y {
				slots++
			}
			if j == y-1 && y < len(b.cells) {
				slots++ // the point below
			}
		}
		g *= 1 - math.Pow(needyFails, float64(slots))
	}
	return g
}

// Along random walks: the number of needy strings and the guess change as predicted, and rings stay
// whole.
func TestSuccessorPredicts(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for walk := range 3000 {
		height, width := 1+rng.IntN(9), 1+rng.IntN(5)
		b := newBorder(height)
		for point := 0; point < height*width; point++ {
			y, last := point%height, point/height == width-1
			colour := rng.IntN(3)
			if walk%2 == 0 && colour == 0 {
				colour = 1 + rng.IntN(2) // crowded boards
			}
			plain, s := b.successor(y, colour, false), b.successor(y, colour, last)
			if all := b.successors(y, last)[colour]; all.legal != s.legal || s.legal && (all.change != s.change || math.Abs(all.factor-s.factor) > 1e-12) {
				t.Fatalf("successors say %+v, successor %+v", all, s)
			}
			if s.legal && plain.change != s.change {
				t.Fatalf("change %d, successor %+v", plain.change, s)
			}
			if !plain.legal {
				if s.legal {
					t.Fatalf("an illegal colour is a legal successor %+v", s)
				}
				break
			}
			before, needy := guess(b, y, last), b.needy
			b.place(y, colour)
			if b.needy != needy+plain.change || b.needy != countRings(b) {
				t.Fatalf("%d needy strings, %d rings, estimated %d", b.needy, countRings(b), needy+plain.change)
			}
			after := guess(b, y+1, last)
			if !s.legal {
				if after > 1e-12 {
					t.Fatalf("a successor that is not legal has the guess %g", after)
				}
				break
			}
			if math.Abs(before*s.factor-after) > 1e-9*after {
				t.Fatalf("guess %g, factor %g, then %g", before, s.factor, after)
			}
		}
		if b.needy == 0 && guess(b, height, true) != 1 {
			t.Fatalf("the guess is %g at the end of a board", guess(b, height, true))
		}
	}
}

// countRings counts the rings of needy points, which must be of one colour.
func countRings(b *border) int {
	seen := map[int]bool{}
	n := 0
	for i, c := range b.cells {
		if c != needy1 && c != needy2 || seen[i] {
			continue
		}
		n++
		for j := i; !seen[j]; j = int(b.next[j]) {
			seen[j] = true
			if b.cells[j] != c {
				return -1
			}
		}
	}
	return n
}
