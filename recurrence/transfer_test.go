package recurrence

import (
	"context"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"testing"

	"combigo.dev/combigo/par"
)

// The matrices of Combinatorics of Go, section 5.4.1.
func TestTransferPublished(t *testing.T) {
	states, err := NewTransfer(1, States)
	if err != nil {
		t.Fatal(err)
	}
	want := &Transfer{
		Height: 1, Symmetry: States,
		States: []string{".", "X", "O", "xa", "oa"},
		Legal:  []int64{1, 1, 1, 0, 0},
		First:  []int64{1, 0, 0, 1, 1},
		Matrix: [][]int64{{1, 1, 1, 1, 1}, {1, 1, 0, 0, 0}, {1, 0, 1, 0, 0}, {0, 0, 1, 1, 0}, {0, 1, 0, 0, 1}},
	}
	if !reflect.DeepEqual(states, want) {
		t.Errorf("states: %+v, want %+v", states, want)
	}
	if p := states.CharacteristicPolynomial(); fmt.Sprint(p) != "[-1 3 -6 8 -5 1]" {
		t.Errorf("states: characteristic polynomial %v", p)
	}
	classes, err := NewTransfer(1, StateClasses)
	if err != nil {
		t.Fatal(err)
	}
	want = &Transfer{
		Height: 1, Symmetry: StateClasses,
		States: []string{".", "X", "xa"},
		Legal:  []int64{1, 1, 0},
		First:  []int64{1, 0, 2},
		Matrix: [][]int64{{1, 1, 1}, {2, 1, 0}, {0, 1, 1}},
	}
	if !reflect.DeepEqual(classes, want) {
		t.Errorf("classes: %+v, want %+v", classes, want)
	}
	if p := classes.CharacteristicPolynomial(); fmt.Sprint(p) != "[-1 1 -3 1]" {
		t.Errorf("classes: characteristic polynomial %v", p)
	}
}

// The numbers of classes, found here without the border engine's automaton.
func TestTransferCountsClasses(t *testing.T) {
	for height := 1; height <= MaxTransferHeight; height++ {
		c, err := countClasses(context.Background(), height, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := map[Symmetry]int64{
			States: 2*c.Constructible - 1, StateClasses: c.Constructible, UpDownClasses: c.ConstructibleUpDown,
		}
		for symmetry, n := range want {
			transfer, err := NewTransfer(height, symmetry)
			if err != nil {
				t.Fatal(err)
			}
			if got := int64(len(transfer.States)); got != n {
				t.Errorf("height %d: %d %s, by the border engine %d", height, got, symmetry, n)
			}
		}
	}
}

// Powers of the matrices give the numbers of the border engine and of the
// recurrence, whose characteristic polynomial divides that of the matrix.
func TestTransferGivesTheRecurrence(t *testing.T) {
	for height := 1; height <= MaxTransferHeight; height++ {
		if testing.Short() && height == MaxTransferHeight {
			break
		}
		r, err := Find(context.Background(), height, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, symmetry := range []Symmetry{States, StateClasses, UpDownClasses} {
			transfer, err := NewTransfer(height, symmetry)
			if err != nil {
				t.Fatal(err)
			}
			want := termsOf(transfer, 2*r.Order()+5)
			got := r.Terms(len(want))
			if !slices.EqualFunc(got, want, func(x, y *big.Int) bool { return x.Cmp(y) == 0 }) {
				t.Errorf("height %d: the terms by recurrence and by %s differ", height, symmetry)
			}
			if len(transfer.States) > 64 {
				continue // the polynomial takes too long
			}
			if rest := remainder(transfer.CharacteristicPolynomial(), r.Coefficients); !isZero(rest) {
				t.Errorf("height %d: the characteristic polynomial by %s leaves the remainder %v", height, symmetry, rest)
			}
		}
	}
}

// remainder divides p by x^r - c[r-1]*x^(r-1) - ... - c[0].
func remainder(p, c []*big.Int) []*big.Int {
	w := &powers{r: &Recurrence{Coefficients: c}}
	w.reduce(p)
	return p[:len(c)]
}

func isZero(p []*big.Int) bool {
	return !slices.ContainsFunc(p, func(x *big.Int) bool { return x.Sign() != 0 })
}

func TestTransferRefuses(t *testing.T) {
	for _, height := range []int{0, -1, MaxTransferHeight + 1} {
		if _, err := NewTransfer(height, States); err == nil {
			t.Errorf("height %d: no error", height)
		}
	}
	if _, err := ParseSymmetry("mirror"); err == nil {
		t.Error("mirror: no error")
	}
}

// termsOf returns L(m,1), ..., L(m,count) by the matrix.
func termsOf(t *Transfer, count int) (terms []*big.Int) {
	var v []*big.Int
	for _, x := range t.First {
		v = append(v, big.NewInt(x))
	}
	for range count {
		terms = append(terms, dot(t.Legal, v))
		next := make([]*big.Int, len(v))
		for i, row := range t.Matrix {
			next[i] = dot(row, v)
		}
		v = next
	}
	return terms
}
