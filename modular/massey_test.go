package modular

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"combigo.dev/combigo/internal/longtests"
)

// shortest is MinimalRecurrence by trial: for each order, the linear equations
// that the terms put to the coefficients are solved by elimination.
func shortest(f *Field, terms []Element) []Element {
	for r := 0; ; r++ {
		var rows [][]Element
		for k := 0; k+r < len(terms); k++ {
			rows = append(rows, slices.Clone(terms[k:k+r+1]))
		}
		if c, ok := solve(f, rows, r); ok {
			return c
		}
	}
}

// solve returns a solution of equations with r unknowns, the right side last.
func solve(f *Field, rows [][]Element, r int) ([]Element, bool) {
	solution := make([]Element, r)
	var pivots []int
	done := 0
	for column := range r {
		at := slices.IndexFunc(rows[done:], func(row []Element) bool { return row[column] != 0 })
		if at < 0 {
			continue
		}
		rows[done], rows[done+at] = rows[done+at], rows[done]
		inverse := f.Inverse(rows[done][column])
		for i, row := range rows {
			if i == done || row[column] == 0 {
				continue
			}
			factor := f.Mul(row[column], inverse)
			for j := range row {
				row[j] = f.Sub(row[j], f.Mul(factor, rows[done][j]))
			}
		}
		pivots = append(pivots, column)
		done++
	}
	for _, row := range rows[done:] {
		if row[r] != 0 {
			return nil, false
		}
	}
	for i, column := range pivots {
		solution[column] = f.Mul(rows[i][r], f.Inverse(rows[i][column]))
	}
	return solution, true
}

func satisfies(f *Field, c, terms []Element) bool {
	for k := 0; k+len(c) < len(terms); k++ {
		var sum Element
		for i, x := range c {
			sum = f.Add(sum, f.Mul(x, terms[k+i]))
		}
		if sum != terms[k+len(c)] {
			return false
		}
	}
	return true
}

func TestMinimalRecurrence(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, p := range []uint64{3, 7, 101, 1<<61 - 1, 1<<62 - 57, 1<<64 - 59} {
		f, err := NewField(p)
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			order, length := rng.IntN(8), rng.IntN(20)
			terms := make([]Element, 0, length)
			c := make([]Element, order)
			for i := range c {
				c[i] = f.Element(rng.Uint64() >> rng.IntN(64))
			}
			for k := range length {
				x := f.Element(rng.Uint64() >> rng.IntN(64))
				if k >= order {
					x = 0
					for i := range c {
						x = f.Add(x, f.Mul(c[i], terms[k-order+i]))
					}
				}
				terms = append(terms, x)
			}
			plain := make([]uint64, length)
			for i, x := range terms {
				plain[i] = f.Uint64(x)
			}
			found, err := f.MinimalRecurrence(context.Background(), plain, nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []Element
			for _, x := range found {
				got = append(got, f.Element(x))
			}
			want := shortest(f, terms)
			if len(got) != len(want) || !satisfies(f, got, terms) {
				t.Errorf("modulo %d, terms %v: %v, want the order of %v", p, terms, got, want)
			}
			if 2*len(want) <= len(terms) && !slices.Equal(got, want) {
				t.Errorf("modulo %d, terms %v: %v, want %v", p, terms, got, want)
			}
		}
	}
}

// Halves of halves of the terms give what the terms one by one give.
func TestMinimalRecurrenceOfManyTerms(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, p := range []uint64{3, 97, 1<<32 - 5, 1<<61 - 1, 1<<64 - 59} {
		f, err := NewField(p)
		if err != nil {
			t.Fatal(err)
		}
		lengths := []int{fewSteps, fewSteps + 1, 8*fewSteps - 1, 8 * fewSteps}
		if longtests.Wanted() {
			lengths = append(lengths, 1500)
		}
		for _, length := range lengths {
			terms := make([]uint64, length)
			c := make([]uint64, rng.IntN(length/2))
			for i := range c {
				c[i] = rng.Uint64N(p)
			}
			for k := range terms {
				terms[k] = rng.Uint64N(p)
				if k >= len(c) && length%2 == 0 { // else there is no short recurrence
					terms[k] = f.m.inner(c, terms[k-len(c):k])
				}
			}
			got, err := f.MinimalRecurrence(context.Background(), terms, nil)
			if err != nil {
				t.Fatal(err)
			}
			s := &synthesis{m: &f.m, report: func(int) {}}
			one := make([]uint64, length)
			one[0] = 1
			want := s.fewSteps(terms, one)[0]
			if r := (s.excess + length) / 2; len(got) != r {
				t.Fatalf("modulo %d, %d terms: order %d, want %d", p, length, len(got), r)
			}
			for i, x := range got {
				if x != f.m.negate(want[len(got)-i]) {
					t.Fatalf("modulo %d, %d terms: coefficient %d is %d, one by one %d", p, length, i, x, f.m.negate(want[len(got)-i]))
				}
			}
			for k := range length - len(got) {
				if sum := f.m.inner(got, terms[k:k+len(got)]); sum != terms[k+len(got)] {
					t.Fatalf("modulo %d, %d terms: term %d is %d, not %d", p, length, k+len(got), sum, terms[k+len(got)])
				}
			}
		}
	}
}

// inner returns the inner product of vectors of one length.
func (m *montgomery) inner(x, y []uint64) (sum uint64) {
	for i := range x {
		high, low := bits.Mul64(x[i], y[i])
		low, carry := bits.Add64(low, sum, 0)
		sum = bits.Rem64(high+carry, low, m.n)
	}
	return sum
}

func TestMinimalRecurrenceStops(t *testing.T) {
	f, _ := NewField(7)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := f.MinimalRecurrence(ctx, make([]uint64, 5), nil); err != context.Canceled {
		t.Errorf("error %v, want that of the context", err)
	}
}

func BenchmarkMinimalRecurrence(b *testing.B) {
	const order = 12110 / 2
	f, _ := NewField(benchmarkPrime)
	rng := rand.New(rand.NewPCG(1, 2))
	terms := make([]uint64, 2*order)
	for i := range terms {
		terms[i] = rng.Uint64N(benchmarkPrime)
	}
	for b.Loop() {
		if _, err := f.MinimalRecurrence(context.Background(), terms, nil); err != nil {
			b.Fatal(err)
		}
	}
	products := 0.5 * float64(len(terms)) * float64(len(terms)) * float64(b.N)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/products, "ns/product")
}
