package sequence_test

import (
	"context"
	"fmt"
	"math/big"
	"regexp"
	"testing"

	"combigo/goban"
	"combigo/internal/oracle/graphs"
	"combigo/internal/par"
	"combigo/lattice"
	"combigo/sequence"
)

func Example() {
	s, err := sequence.Find("A094777")
	if err != nil {
		panic(err)
	}
	for t, err := range s.Terms(context.Background(), 4, par.Options{}) {
		if err != nil {
			panic(err)
		}
		fmt.Println(t.N, t.Value, t.Printed)
	}
	// Output:
	// 1 1 true
	// 2 57 true
	// 3 12675 true
	// 4 24318165 true
}

// first returns the first terms of a sequence.
func first(t *testing.T, id string, count int) []*big.Int {
	t.Helper()
	s, err := sequence.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	var values []*big.Int
	for term, err := range s.Terms(t.Context(), count, par.Options{}) {
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		if want := s.Offset + len(values); term.N != want {
			t.Fatalf("%s: term %d follows %d terms from %d on", id, term.N, len(values), s.Offset)
		}
		values = append(values, term.Value)
	}
	return values
}

// The terms in print come out, as far as they are quick.
func TestPrintedTerms(t *testing.T) {
	for _, s := range sequence.All() {
		if n := min(s.Printed(), s.Quick, 24); n > 0 {
			first(t, s.ID, n) // a term that differs from the one in print is an error
		}
	}
}

// Ids are of the OEIS or plain words, once each; only the OEIS has addresses.
func TestCatalog(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range sequence.All() {
		if seen[s.ID] || !regexp.MustCompile(`^(A\d{6}|[a-z]+(-[a-z0-9]+)*)$`).MatchString(s.ID) {
			t.Errorf("id %q", s.ID)
		}
		seen[s.ID] = true
		if (s.Link() != "") != s.InOEIS() || s.Printed() > 0 && !s.InOEIS() {
			t.Errorf("%s: link %q, %d terms in print", s.ID, s.Link(), s.Printed())
		}
		if s.Name == "" || s.Second == "" || s.Command == "" || s.Quick < 1 {
			t.Errorf("%s: %+v", s.ID, s)
		}
	}
	if _, err := sequence.Find("A000001"); err == nil || !regexp.MustCompile(`^"A000001" is not a sequence: want an id such as A094777`).MatchString(err.Error()) {
		t.Errorf("A000001: %v", err)
	}
}

// Positions on lattices, with colours, and on cycles: all colourings, looked at one by one.
func TestPositionsByEnumeration(t *testing.T) {
	for _, s := range []struct {
		id     string
		kind   lattice.Kind
		colors int
		terms  int
	}{
		{"torus", lattice.Torus, 2, 3},
		{"cylinder", lattice.Cylinder, 2, 3},
		{"triangular", lattice.Triangular, 2, 3},
		{"hexagonal", lattice.Hexagonal, 2, 3},
		{"square-octagonal", lattice.SquareOctagonal, 2, 3},
		{"three-colours", lattice.Square, 3, 2},
		{"four-colours", lattice.Square, 4, 2},
		{"A327821", lattice.Cycle, 2, 8},
	} {
		for i, got := range first(t, s.id, s.terms) {
			rows := i + 1
			if s.kind == lattice.Cycle {
				rows = 1
			}
			g, err := lattice.New(s.kind, rows, i+1, lattice.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if want, err := graphs.Count(g, s.colors); err != nil || got.Cmp(want) != 0 {
				t.Errorf("%s, term %d: %v, enumeration %v, %v", s.id, i+1, got, want, err)
			}
		}
	}
}

// Squares by their stones and up to symmetry: all positions, and the smallest image of each under the motions.
func TestSquaresByEnumeration(t *testing.T) {
	const sides = 3
	symmetric, exchanged := first(t, "symmetry", sides), first(t, "symmetry-colours", sides)
	equal, alternating := first(t, "equal-stones", sides), first(t, "alternating-stones", sides)
	for side := 1; side <= sides; side++ {
		all, err := goban.All(side, side)
		if err != nil {
			t.Fatal(err)
		}
		var counts struct{ symmetric, exchanged, equal, alternating int64 }
		for p := range all {
			if !p.Legal() {
				continue
			}
			cells := make([]goban.Color, 0, side*side)
			difference := 0
			for row := range side {
				for col := range side {
					c := p.At(row, col)
					cells = append(cells, c)
					difference += map[goban.Color]int{goban.Black: 1, goban.White: -1}[c]
				}
			}
			own, other := smallestImages(cells, side)
			key := string(keyOf(cells))
			if key == own {
				counts.symmetric++
				if own <= other {
					counts.exchanged++
				}
			}
			if difference == 0 {
				counts.equal++
			}
			if difference == 0 || difference == 1 {
				counts.alternating++
			}
		}
		for _, c := range []struct {
			what string
			got  *big.Int
			want int64
		}{
			{"symmetry", symmetric[side-1], counts.symmetric},
			{"symmetry-colours", exchanged[side-1], counts.exchanged},
			{"equal-stones", equal[side-1], counts.equal},
			{"alternating-stones", alternating[side-1], counts.alternating},
		} {
			if c.got.Cmp(big.NewInt(c.want)) != 0 {
				t.Errorf("%s, %dx%d: %v, enumeration %d", c.what, side, side, c.got, c.want)
			}
		}
	}
}

func keyOf(cells []goban.Color) []byte {
	key := make([]byte, len(cells))
	for i, c := range cells {
		key[i] = map[goban.Color]byte{goban.Empty: '0', goban.Black: '1', goban.White: '2'}[c]
	}
	return key
}

// smallestImages returns the smallest key of the images of a position under the eight motions of a square, and that of
// the images with colours exchanged.
func smallestImages(cells []goban.Color, side int) (own, exchanged string) {
	key := keyOf(cells)
	image := make([]byte, len(key))
	for motion := range 8 {
		for row := range side {
			for col := range side {
				r, c := row, col
				if motion&1 != 0 {
					r = side - 1 - r
				}
				if motion&2 != 0 {
					c = side - 1 - c
				}
				if motion&4 != 0 {
					r, c = c, r
				}
				image[r*side+c] = key[row*side+col]
			}
		}
		if s := string(image); own == "" || s < own {
			own = s
		}
		for i, b := range image {
			image[i] = map[byte]byte{'0': '0', '1': '2', '2': '1'}[b]
		}
		if s := string(image); exchanged == "" || s < exchanged {
			exchanged = s
		}
	}
	return own, exchanged
}

// A007565 is the sum of A048289.
func TestSums(t *testing.T) {
	sum := new(big.Int)
	sums := first(t, "A007565", 5)
	for n, x := range first(t, "A048289", 5) {
		if sum.Add(sum, x); sums[n].Cmp(sum) != 0 {
			t.Errorf("A007565(%d) = %v, the sum of A048289 is %v", n, sums[n], sum)
		}
	}
}

// A term after the end of the context is not computed.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, _ := sequence.Find("torus")
	n := 0
	for _, err := range s.Terms(ctx, 5, par.Options{}) {
		if err != nil {
			break
		}
		n++
	}
	if n == 5 {
		t.Error("all terms came after the end of the context")
	}
}
