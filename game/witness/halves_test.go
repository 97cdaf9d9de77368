package witness

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"combigo/game/bound"
	"combigo/internal/par"
)

// TestHalves plays games along all divisions of a board by the rules, with superko, and multiplies the numbers of orders to
// choose from: no fewer than the bound says.
func TestHalves(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	boards := [][2]int{{5, 4}, {5, 5}, {5, 6}, {9, 4}, {6, 6}}
	if testing.Short() {
		boards = boards[:4]
	}
	for _, size := range boards {
		h, err := bound.NewHalves(size[0], size[1], bound.LeastOpen)
		if err != nil {
			t.Fatal(err)
		}
		divisions, err := h.Divisions(context.Background(), par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, order := range []Order{InOrder, rng.Perm} {
			fills, choices, logarithm := int64(0), big.NewInt(1), 0
			moves, err := halves(h, func(n int) []int {
				fills++
				choices.Mul(choices, new(big.Int).MulRange(1, int64(n)))
				if size[0]*size[1] > 25 && choices.BitLen() > 1<<12 { // enough digits
					logarithm += choices.BitLen() - 64
					choices.Rsh(choices, uint(choices.BitLen()-64))
				}
				return order(n)
			})
			if err != nil {
				t.Fatal(err)
			}
			counts, _ := replay(t, size[0], size[1], moves)
			if want := divisions.Int64() << (h.Signs() - 1); fills != want {
				t.Errorf("%v: filled %d times, want %d: half of the divisions", size, fills, want)
			}
			if least := int(divisions.Int64()<<h.Signs()) - 1; counts.Stones < least {
				t.Errorf("%v: %d stones, want a step between all of %d divisions", size, counts.Stones, least+1)
			}
			low, _ := bound.LowerHalves(h, divisions).Log2.High.Float64()
			if got := float64(logarithm + choices.BitLen()); got < low {
				t.Errorf("%v: 2^%v games, fewer than the bound, 2^%v", size, got, low)
			}
		}
	}
}

func TestHalvesTooLarge(t *testing.T) {
	for _, side := range []int{8, 19} {
		h, err := bound.NewHalves(side, side, bound.MaxOpen)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := halves(h, InOrder); err == nil {
			t.Errorf("%dx%[1]d: a game", side)
		}
	}
}
