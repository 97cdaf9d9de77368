// Package transfertest checks types that package transfer is to be used with: problems (Specs) and
// arithmetics (Semirings), as the testing/fstest of the standard library checks file systems.
package transfertest

import (
	"errors"
	"maps"
	"math/big"
	"slices"
	"testing"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// Spec checks a problem of at most some ten thousand states: that Step appends arcs with known
// factors, the same ones each time; and that for some numbers of colours the engine finds the
// number of solutions that a plain sum over the states gives, for any number of threads, whole and
// modulo a prime. With a bound on branching that is too small the engine must find the same, or
// fail.
func Spec[S transfer.State](t testing.TB, spec transfer.Spec[S]) {
	t.Helper()
	for lambda := range 4 {
		want, branching, negative := solutions(t, spec, lambda)
		const prime = 1<<61 - 1
		residues, err := transfer.NewResidues(uint64(lambda), []uint64{prime})
		if err != nil {
			t.Fatal(err)
		}
		rest, _, err := transfer.Run(t.Context(), spec, residues, par.Options{})
		if modulo := new(big.Int).Mod(want, big.NewInt(prime)); err != nil || modulo.Uint64() != rest[0] {
			t.Errorf("λ = %d: %v solutions modulo %d, %v modulo a prime (%v)", lambda, modulo, prime, rest, err)
		}
		for bound := 1; bound <= branching; bound++ {
			integers, err := transfer.NewIntegers(lambda, bound)
			if err != nil {
				t.Fatal(err)
			}
			for threads := 1; threads <= 3; threads += 2 {
				got, _, err := transfer.Run(t.Context(), spec, integers, par.Options{Threads: threads})
				beyond := (*transfer.RangeError)(nil)
				if err == nil && got.Cmp(want) != 0 || err != nil && !(errors.As(err, &beyond) && (negative || bound < branching)) {
					t.Errorf("λ = %d, branching %d of %d, %d threads: %v solutions, want %v (%v)", lambda, bound, branching, threads, got, want, err)
				}
			}
		}
	}
}

// solutions adds up the solutions, and returns the largest sum of factors on the arcs out of a
// state, at least 1, and whether a factor is negative where it counts.
func solutions[S transfer.State](t testing.TB, spec transfer.Spec[S], lambda int) (sum *big.Int, branching int, negative bool) {
	t.Helper()
	now, branching := map[S]*big.Int{spec.Start(): big.NewInt(1)}, 1
	for level := range spec.Levels() {
		next := map[S]*big.Int{}
		for from, ways := range now {
			before := make([]transfer.Arc[S], 1, 4)
			arcs := spec.Step(level, from, before)
			if again := spec.Step(level, from, nil); len(arcs) < 1 || arcs[0] != before[0] || !slices.Equal(arcs[1:], again) {
				t.Fatalf("level %d, state %v: the arcs %v, then %v: want the same ones, appended", level, from, arcs, again)
			}
			out := 0
			for _, a := range arcs[1:] {
				factor := 1
				if a.By < transfer.One {
					t.Fatalf("level %d, state %v: the factor %d: want One or a number from 0", level, from, a.By)
				} else if a.By != transfer.One {
					factor = lambda - int(a.By)
				}
				negative = negative || factor < 0 && ways.Sign() != 0
				out += max(factor, 0)
				if next[a.To] == nil {
					next[a.To] = new(big.Int)
				}
				next[a.To].Add(next[a.To], new(big.Int).Mul(ways, big.NewInt(int64(factor))))
			}
			branching = max(branching, out)
		}
		now = next
	}
	sum = new(big.Int)
	for state := range maps.Keys(now) {
		if spec.Accept(state) {
			sum.Add(sum, now[state])
		}
	}
	return sum, branching, negative
}

// Semiring checks an arithmetic with the choices and factors of the arcs that a level may have:
// that values need no fewer words later, that zero changes nothing, that the order of sums does not
// matter, and that nothing but the row that is added to changes. All values must fit.
func Semiring[T any](t testing.TB, ev transfer.Semiring[T], levels int, arcs func(level int) []transfer.Arc[transfer.Word1]) {
	t.Helper()
	one := make([]uint64, ev.Words(0))
	ev.One(one)
	rows := [][]uint64{one, make([]uint64, len(one))}
	for level := range levels {
		words, add := ev.Words(level+1), ev.Adder(level)
		if words < ev.Words(level) {
			t.Fatalf("%d words after %d levels, %d after one more", ev.Words(level), level, words)
		}
		all := arcs(level)
		sum := func(row []uint64, order []transfer.Arc[transfer.Word1]) []uint64 {
			to, from := make([]uint64, words), slices.Clone(row)
			for _, a := range order {
				if !add(to, from, a.Choice, a.By) || !slices.Equal(from, row) {
					t.Fatalf("level %d, %v: the value does not fit, or what is added changes", level, a)
				}
			}
			return to
		}
		back := slices.Clone(all)
		slices.Reverse(back)
		one, zero := sum(rows[0], all), sum(rows[1], all)
		if !slices.Equal(one, sum(rows[0], back)) || slices.ContainsFunc(zero, func(x uint64) bool { return x != 0 }) {
			t.Fatalf("level %d: %v, backwards %v, of zero %v", level, one, sum(rows[0], back), zero)
		}
		rows = [][]uint64{one, zero}
	}
	joined := make([]uint64, len(rows[0]))
	for i, row := range [][]uint64{rows[1], rows[0], rows[1]} {
		if !ev.Join(levels, joined, row) || i > 0 && !slices.Equal(joined, rows[0]) {
			t.Fatalf("zero and one joined: %v, want %v", joined, rows[0])
		}
	}
	ev.Value(levels, joined)
}
