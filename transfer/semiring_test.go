package transfer_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/states/plain"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// The semirings implement the interface.
var (
	_ transfer.Semiring[*big.Int]      = transfer.Integers{}
	_ transfer.Semiring[[]uint64]      = transfer.Residues{}
	_ transfer.Semiring[[]*big.Int]    = transfer.Polynomials{}
	_ transfer.Semiring[float64]       = floats{}
	_ transfer.Semiring[transfer.Gain] = transfer.MaxPlus{}
)

func TestPolynomialOfC4(t *testing.T) {
	g := piece(t, lattice.Cycle, 1, 4)
	if got := fmt.Sprint(polynomial(t, g, lattice.Order(g))); got != "[1 0 14]" {
		t.Errorf("coefficients %s, want [1 0 14]", got)
	}
}

// The polynomial goes through the numbers of positions of 0, 1, 2, ... colours, each counted by
// itself: in as many points as it has vertices, that is interpolation.
func TestPolynomialInterpolates(t *testing.T) {
	for _, c := range []struct {
		kind       lattice.Kind
		rows, cols int
	}{
		{lattice.Square, 4, 5},
		{lattice.Triangular, 4, 4},
		{lattice.Torus, 3, 3},
		{lattice.SquareOctagonal, 5, 6},
		{lattice.Cycle, 1, 40},
	} {
		if c.rows*c.cols > 16 && c.rows > 1 && !longtests.Wanted() {
			continue
		}
		g := piece(t, c.kind, c.rows, c.cols)
		p := polynomial(t, g, lattice.Order(g))
		for colors := range g.Len() + 1 {
			if got, want := at(p, colors).String(), count(t, g, colors); got != want {
				t.Fatalf("%v at λ = %d: %s, want %s", g, colors, got, want)
			}
		}
	}
}

// A polynomial has the same values by powers as by falling factorials.
func TestFromFalling(t *testing.T) {
	for _, falling := range [][]int64{{}, {0}, {5}, {0, 0, 1}, {3, -7, 0, 2}, {1, 2, 3, 4, 5, 0}} {
		var coefficients []*big.Int
		for _, c := range falling {
			coefficients = append(coefficients, big.NewInt(c))
		}
		powers := transfer.FromFalling(coefficients)
		for x := int64(-3); x <= 9; x++ {
			var want, got int64
			for k, product := 0, int64(1); k < len(falling); k++ {
				want += falling[k] * product
				product *= x - int64(k)
			}
			for i, power := 0, int64(1); i < len(powers); i++ {
				got += powers[i].Int64() * power
				power *= x
			}
			if got != want {
				t.Errorf("%v at %d: %d by powers, %d by falling factorials", falling, x, got, want)
			}
		}
	}
}

func TestManyWords(t *testing.T) {
	g := piece(t, lattice.Square, 4, 60)
	if got, want := count(t, g, 2), plain.Count(4, 60).String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestResidues(t *testing.T) {
	moduli := []uint64{2, 1<<62 - 57, transfer.MaxModulus, 3}
	g := piece(t, lattice.Hexagonal, 5, 30)
	for _, colors := range []int{1, 2, 3, 1000} {
		order := lattice.Order(g)
		ev, opt := integers(t, colors), par.Options{}
		whole, _, err := transfer.Legal(t.Context(), g, order, transfer.AnyColors, ev, opt)
		if err != nil {
			t.Fatal(err)
		}
		residues, err := transfer.NewResidues(uint64(colors), moduli)
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := transfer.Legal(t.Context(), g, order, colors, residues, opt)
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range moduli {
			want := new(big.Int).Mod(whole, new(big.Int).SetUint64(m)).Uint64()
			if got[i] != want {
				t.Errorf("%d colours modulo %d: %d, want %d", colors, m, got[i], want)
			}
		}
	}
}

// The most stones of a legal position, against enumeration.
func TestMaxPlus(t *testing.T) {
	ev := transfer.MaxPlus{Gain: func(_ int, choice uint8) int64 { return int64(min(transfer.StoneChoice(choice).Color(), 1)) }}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		g, order := randomGraph(t, rng, 1+rng.IntN(8))
		most := 0
		for position := range enumeration.Positions(g, 2) {
			stones := 0
			for _, c := range position {
				stones += min(c, 1)
			}
			most = max(most, stones)
		}
		got, _, err := transfer.Legal(t.Context(), g, order, 2, ev, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !got.Found || got.Gain != int64(most) {
			t.Errorf("edges %v: %+v, want %d stones", edges(g), got, most)
		}
	}
}

func TestSemiringErrors(t *testing.T) {
	for name, err := range map[string]error{
		"no moduli":        second(transfer.NewResidues(2, nil)),
		"modulus 1":        second(transfer.NewResidues(2, []uint64{1})),
		"modulus 2^63":     second(transfer.NewResidues(2, []uint64{1 << 63})),
		"9 moduli":         second(transfer.NewResidues(2, make([]uint64, 9))),
		"negative λ":       second(transfer.NewIntegers(-1, 2)),
		"without branches": second(transfer.NewIntegers(1, 0)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// Independent sets of small grids, against all subsets.
func TestIndependentSets(t *testing.T) {
	for rows := 1; rows <= 4; rows++ {
		for cols := 1; cols <= 4; cols++ {
			want := 0
			for set := range 1 << (rows * cols) {
				column := set
				beside := set & (set >> rows)
				for range cols {
					one := column & (1<<rows - 1)
					beside |= one & (one >> 1)
					column >>= rows
				}
				if beside == 0 {
					want++
				}
			}
			got, _, err := transfer.Run(t.Context(), independent{rows, cols}, integers(t, 1), par.Options{})
			if err != nil || got.Int64() != int64(want) {
				t.Errorf("%dx%d: %v independent sets, want %d (%v)", rows, cols, got, want, err)
			}
		}
	}
}
