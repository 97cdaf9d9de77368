package stages

import (
	"testing"

	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/internal/oracle/hashed"
	"combigo.dev/combigo/par"
)

func newEngine(t testing.TB, height, colours int) *Engine {
	t.Helper()
	e, err := New(border.Board{Height: height, Colours: colours})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestQuick(t *testing.T) {
	for height := 1; height <= 8; height++ {
		for width := 1; width <= 9; width++ {
			want := hashed.Count(height, width)
			for _, shares := range []int{1, 2, 5} {
				for _, method := range []Method{Exact, Modulo} {
					e := newEngine(t, height, 2)
					forced = shares
					primes := border.Primes(max(e.PrimesFor(width), 1) + 1)
					q := Question{Method: method, First: width, Last: width, Primes: primes, Narrow: true, Fresh: true, Adjoint: true}
					o, err := e.Count(t.Context(), q, par.Options{Threads: 2})
					if err != nil {
						t.Fatalf("%dx%d %s: %v", height, width, method, err)
					}
					got, _, err := o.Number(width)
					if err != nil || got.Cmp(want) != 0 {
						t.Errorf("%dx%d %s %d shares: %v, want %v: %v", height, width, method, shares, got, want, err)
					}
				}
			}
		}
	}
}
