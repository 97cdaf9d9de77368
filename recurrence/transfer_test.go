package recurrence

import (
	"context"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/states/connected"
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
		States:  []string{".", "X", "O", "xa", "oa"},
		Legal:   []int64{1, 1, 1, 0, 0},
		First:   []int64{1, 0, 0, 1, 1},
		Matrix:  [][]int64{{1, 1, 1, 1, 1}, {1, 1, 0, 0, 0}, {1, 0, 1, 0, 0}, {0, 0, 1, 1, 0}, {0, 1, 0, 0, 1}},
		Swapped: []int{0, 2, 1, 4, 3}, Turned: []int{0, 1, 2, 3, 4},
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
		States:  []string{".", "X", "xa"},
		Legal:   []int64{1, 1, 0},
		First:   []int64{1, 0, 2},
		Matrix:  [][]int64{{1, 1, 1}, {2, 1, 0}, {0, 1, 1}},
		Swapped: []int{0, 1, 2}, Turned: []int{0, 1, 2},
	}
	if !reflect.DeepEqual(classes, want) {
		t.Errorf("classes: %+v, want %+v", classes, want)
	}
	if p := classes.CharacteristicPolynomial(); fmt.Sprint(p) != "[-1 1 -3 1]" {
		t.Errorf("classes: characteristic polynomial %v", p)
	}
}

// The states, and the columns that lead from one to another, are those of borders in words of 64
// bits.
func TestTransferByPackedStates(t *testing.T) {
	for height := 1; height <= MaxTransferHeight; height++ {
		transfer, err := NewTransfer(height, States)
		if err != nil {
			t.Fatal(err)
		}
		numbers := map[string]int{}
		for i, s := range transfer.States {
			numbers[s] = i
		}
		// after counts the columns that lead from a state to each.
		after := func(w connected.Word) (ways []int64, to []connected.Word) {
			ways, to = make([]int64, len(numbers)), []connected.Word{w}
			for kink := range height {
				var next []connected.Word
				for _, w := range to {
					for color := range connected.White + 1 {
						if v, ok := w.Place(kink, color); ok {
							next = append(next, v)
						}
					}
				}
				to = next
			}
			for _, w := range to {
				number, known := numbers[pointsText(w, height)]
				if !known {
					t.Fatalf("height %d: the state %s is missing", height, pointsText(w, height))
				}
				ways[number]++
			}
			return ways, to
		}
		first, list := after(connected.Repeat(connected.Edge, height))
		if !slices.Equal(first, transfer.First) {
			t.Errorf("height %d: first columns %d, want %d", height, transfer.First, first)
		}
		seen := map[connected.Word]bool{}
		for ; len(list) > 0; list = list[1:] {
			w := list[0]
			if seen[w] {
				continue
			}
			seen[w] = true
			want, to := after(w)
			list = append(list, to...)
			i := numbers[pointsText(w, height)]
			var matrix []int64
			for _, row := range transfer.Matrix {
				matrix = append(matrix, row[i])
			}
			if !slices.Equal(matrix, want) || (transfer.Legal[i] == 1) != w.Settled() {
				t.Errorf("height %d: after %s, legal %d: columns %d, want %d", height, transfer.States[i], transfer.Legal[i], matrix, want)
			}
		}
		if len(seen) != len(transfer.States) {
			t.Errorf("height %d: %d states, want %d", height, len(transfer.States), len(seen))
		}
	}
}

// pointsText writes a state as [Transfer] does.
func pointsText(w connected.Word, height int) string {
	var text []byte
	strings := map[int]byte{}
	for i := range height {
		s := w.At(i)
		if !s.Linked() {
			text = append(text, ".XO"[s])
			continue
		}
		first := w.First(i)
		if strings[first] == 0 {
			strings[first] = byte('a' + len(strings))
		}
		text = append(text, ".xo"[s.Kind()], strings[first])
	}
	return string(text)
}

// The numbers of classes are those of the engine's search.
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
	largest := 40
	if longtests.Wanted() {
		largest = 64
	}
	for height := 1; height <= MaxTransferHeight; height++ {
		if height == MaxTransferHeight && !longtests.Wanted() {
			break
		}
		r, err := Find(context.Background(), height, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, symmetry := range []Symmetry{States, StateClasses, UpDownClasses} {
			if height == MaxTransferHeight && symmetry == States {
				continue // classes have the same terms
			}
			transfer, err := NewTransfer(height, symmetry)
			if err != nil {
				t.Fatal(err)
			}
			want := termsOf(transfer, 2*r.Order()+5)
			got := r.Terms(len(want))
			if !slices.EqualFunc(got, want, func(x, y *big.Int) bool { return x.Cmp(y) == 0 }) {
				t.Errorf("height %d: the terms by recurrence and by %s differ", height, symmetry)
			}
			if len(transfer.States) > largest {
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

// The images of states, by the texts of the states: the order of the points reversed, and strings
// named anew.
func TestTransferImages(t *testing.T) {
	transfer, err := NewTransfer(3, States)
	if err != nil {
		t.Fatal(err)
	}
	swap := strings.NewReplacer("X", "O", "O", "X", "x", "o", "o", "x")
	for i, s := range transfer.States {
		if got := transfer.States[transfer.Swapped[i]]; got != swap.Replace(s) {
			t.Errorf("%s with colours exchanged is %s", s, got)
		}
	}
	for s, want := range map[string]string{"...": "...", "X.O": "O.X", "xaobxa": "xaobxa", "Xoaxb": "xaobX", "xaOX": "XOxa"} {
		i := slices.Index(transfer.States, s)
		if i < 0 || transfer.States[transfer.Turned[i]] != want {
			t.Errorf("%s, state %d: want %s upside down", s, i, want)
		}
	}
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
