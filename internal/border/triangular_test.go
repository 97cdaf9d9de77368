package border

import (
	"context"
	"math/big"
	"testing"

	"combigo.dev/combigo/internal/oracle/graphs"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// residueOfTriangular counts a triangular board modulo a prime by states with connections, and tiny
// boards by looking at all positions.
func residueOfTriangular(t *testing.T, height, width, colours int, prime uint64) uint64 {
	t.Helper()
	g, err := lattice.New(lattice.Triangular, height, width, lattice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	modulus := new(big.Int).SetUint64(prime)
	if height*width <= 9 && colours == 2 || height*width <= 6 {
		number, err := graphs.Count(g, colours)
		if err != nil {
			t.Fatal(err)
		}
		return number.Mod(number, modulus).Uint64()
	}
	number, _, err := transfer.CountLegal(context.Background(), g, lattice.Order(g), colours, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return number.Mod(number, modulus).Uint64()
}

func TestTriangular(t *testing.T) {
	for _, c := range []struct{ colours, rows, columns int }{{1, 6, 9}, {2, 6, 8}, {3, 4, 6}, {4, 3, 5}} {
		for height := 1; height <= c.rows; height++ {
			e, err := New(Board{height, c.colours, true})
			if err != nil {
				t.Fatal(err)
			}
			prime := Primes(3)[2]
			next := 1
			err = e.CountModulo(context.Background(), 1, c.columns, prime, par.Options{}, func(width int, residue uint64) {
				if want := residueOfTriangular(t, height, width, c.colours, prime); width != next || residue != want {
					t.Errorf("%d colours, %dx%d: %d, want %d", c.colours, height, width, residue, want)
				}
				next++
			})
			if err != nil || next != c.columns+1 {
				t.Errorf("%d rows: %d widths, %v", height, next-1, err)
			}
		}
	}
}
