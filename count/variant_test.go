package count

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// The numbers for n = 1, 2, 3, 4 of n x n boards.
func TestKnownVariants(t *testing.T) {
	for _, c := range []struct {
		variant Variant
		want    string
	}{
		{Variant{Lattice: lattice.Torus}, "1 57 17767 37764009"},
		{Variant{Lattice: lattice.Cylinder}, "1 57 15579 32573621"},
		{Variant{Lattice: lattice.Triangular}, "1 61 14509 30323117"},
		{Variant{Colors: 3}, "1 127 86095"},
		{Variant{Lattice: lattice.Square, Colors: 2}, "1 57 12675 24318165"},
	} {
		words := strings.Fields(c.want)
		boards := board.Range{Rows: board.Span{First: 1, Last: len(words)}, Cols: board.Span{First: 1, Last: len(words)}, Square: true}
		for _, method := range []Method{Auto, Frontier} {
			results, err := Table(context.Background(), boards, Options{Variant: c.variant, Method: method})
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range results {
				if r.Value.String() != words[i] {
					t.Errorf("%s is %s, want %s", r.Symbol, r.Value, words[i])
				}
			}
		}
	}
}

// Every lattice, boundary and few colours against looking at all positions; the
// two rows that are as wide as the one looked at from the side, too.
func TestVariantsAgreeWithEnumeration(t *testing.T) {
	for _, kind := range lattice.Kinds() {
		for _, size := range []board.Size{{Rows: 1, Cols: 5}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}, {Rows: 2, Cols: 4}, {Rows: 3, Cols: 3}} {
			for boundary := range 4 {
				v := Variant{Lattice: kind, SafeTop: boundary&1 == 1, SafeBottom: boundary&2 == 2}
				if boundary > 0 && (kind == lattice.Torus || kind == lattice.Cycle) || kind == lattice.Cycle && size.Rows > 1 {
					continue
				}
				for v.Colors = 1; v.Colors <= 3; v.Colors++ {
					if v.Colors == 3 && size.Points() > 6 && (boundary > 0 || !longtests.Wanted()) {
						continue // tens of thousands of colourings
					}
					checkVariant(t, size, v)
				}
			}
		}
	}
}

func checkVariant(t *testing.T, size board.Size, v Variant) {
	t.Helper()
	g, err := lattice.New(v.kind(), size.Rows, size.Cols, lattice.Options{SafeTop: v.SafeTop, SafeBottom: v.SafeBottom})
	if err != nil {
		t.Fatal(err)
	}
	want, err := enumeration.Count(g, v.Colors)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Legal(context.Background(), size, Options{Variant: v, Method: Frontier, Options: par.Options{Threads: 1}})
	if err != nil || r.Value.Cmp(want) != 0 {
		t.Errorf("%+v %s is %v, %v, want %s", v, size, r, err, want)
	}
}

// The engines against each other on plain boards.
func TestFrontierAgreesWithBorder(t *testing.T) {
	for _, word := range []string{"1x20", "4x4", "5x7", "7x5", "6x6"} {
		s := size(t, word)
		want, err := Legal(context.Background(), s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Legal(context.Background(), s, Options{Method: Frontier})
		if err != nil || got.Value.Cmp(want.Value) != 0 || got.Symbol != want.Symbol || got.Where != "" {
			t.Errorf("L(%s) is %v, %v, want %v", word, got, err, want)
		}
	}
}

func TestGraph(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		n := 1 + random.IntN(8)
		var edges [][2]int
		for u := range n {
			for v := range u {
				if random.IntN(2) == 0 {
					edges = append(edges, [2]int{u, v})
				}
			}
		}
		g, err := lattice.FromEdges(n, edges)
		if err != nil {
			t.Fatal(err)
		}
		want, err := enumeration.Count(g, 2)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Graph(context.Background(), g, Options{Variant: Variant{SafeTop: true}}); err == nil {
			t.Error("a graph with rows beyond it")
		}
		for _, method := range []Method{Auto, Brute} {
			r, err := Graph(context.Background(), g, Options{Method: method})
			if err != nil || r.Value.Cmp(want) != 0 || r.Board != (board.Size{}) {
				t.Errorf("%s is %v, %v, want %s", g, r, err, want)
			}
		}
	}
}

// Lattices with open sides are counted by words, column by column or row by row, as by states with
// connections.
func TestLatticesByWords(t *testing.T) {
	ctx, points := context.Background(), 8
	if longtests.Wanted() {
		points = 16
	}
	for _, kind := range []lattice.Kind{lattice.Square, lattice.Triangular, lattice.Hexagonal, lattice.SquareOctagonal} {
		for rows := 1; rows <= 9; rows++ {
			for cols := 1; cols <= min(9, points/rows); cols++ {
				if (rows*cols > 9 || !longtests.Wanted()) && (rows+cols+int(kind))%2 == 0 {
					continue // other lattices have these sizes
				}
				v := Variant{Lattice: kind, SafeTop: (rows+cols)%3 == 1, SafeBottom: cols%4 == 1}
				if rows*cols <= 12 {
					v.Colors = 1 + (rows+2*cols)%border.MaxColours
				}
				if v.halves() {
					v.SafeTop = true
				}
				s := board.Size{Rows: rows, Cols: cols}
				r, err := Legal(ctx, s, Options{Method: Words, Variant: v})
				if err != nil {
					t.Fatalf("%+v %s: %v", v, s, err)
				}
				want, err := Legal(ctx, s, Options{Method: Frontier, Variant: v})
				if err != nil || r.Value.Cmp(want.Value) != 0 || r.Method != "words" || want.Method != "frontier" {
					t.Errorf("%+v %s: %v by %s, %v by %s, %v", v, s, r.Value, r.Method, want.Value, want.Method, err)
				}
			}
		}
	}
	for text, v := range map[string]Variant{
		"7x9": {Lattice: lattice.Triangular}, "11x12": {Lattice: lattice.Hexagonal}, "12x11": {Lattice: lattice.SquareOctagonal}, "6x7": {SafeBottom: true},
	} {
		if size(t, text).Short() > 9 && !longtests.Wanted() {
			continue
		}
		if p, err := choose(size(t, text), Options{Variant: v}); err != nil || p.method != Words {
			t.Errorf("%s: by %v, %v", text, p, err)
		}
	}
	// One run counts all widths, or all heights.
	for _, text := range []string{"5-6x4-5", "4-6x3"} {
		boards, err := board.ParseRange(strings.Split(text, "x")...)
		if err != nil {
			t.Fatal(err)
		}
		results, err := Table(ctx, boards, Options{Method: Words, Variant: Variant{Lattice: lattice.Hexagonal}})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			want, err := Legal(ctx, r.Board, Options{Method: Frontier, Variant: Variant{Lattice: lattice.Hexagonal}})
			if err != nil || r.Value.Cmp(want.Value) != 0 || r.Board.Rows > 5 && len(r.Notes) == 0 {
				t.Errorf("%s: %v, want %v, %v", r.Board, r, want, err)
			}
		}
	}
}

func TestVariantsRefuse(t *testing.T) {
	for want, c := range map[string]struct {
		size string
		opt  Options
	}{
		"method halves: counts up to 4":   {"3x3", Options{Method: Halves, Variant: Variant{Colors: 5}}},
		"method words: counts up to 4":    {"3x3", Options{Method: Words}},
		"residues are for methods halves": {"3x3", Options{Modular: true, Method: Brute, Variant: Variant{Colors: 3}}},
		"colors -1: want 1 to":            {"3x3", Options{Variant: Variant{Colors: -1}}},
		"lattice 99: want 0 to 7":         {"3x3", Options{Variant: Variant{Lattice: 99}}},
		"too many for brute force":        {"5x5", Options{Method: Brute, Variant: Variant{Colors: 3}}},
		"board 3x3: torus":                {"3x3", Options{Variant: Variant{Lattice: lattice.Torus, SafeTop: true}}},
		"board 2x3: ":                     {"2x3", Options{Variant: Variant{Lattice: lattice.Cycle}}},
		"the torus 40x40: ":               {"40x40", Options{Variant: Variant{Lattice: lattice.Torus}}},
	} {
		s := size(t, c.size)
		_, err := Legal(context.Background(), s, c.opt)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: the error is %v, want %q", c.opt, err, want)
		}
	}
}

func TestMemoryOfFrontier(t *testing.T) {
	_, err := Legal(context.Background(), board.Size{Rows: 8, Cols: 8}, Options{Options: par.Options{Memory: 1 << 16}, Method: Frontier})
	var memory *result.MemoryError
	if !errors.As(err, &memory) || !memory.Given || !strings.HasPrefix(err.Error(), "board 8x8: a frontier of width 8 needs about ") {
		t.Errorf("the error is %v", err)
	}
}

// A wrong number of the frontier engine is noticed by one check or another.
func TestChecksOfGraphsNotice(t *testing.T) {
	for _, v := range []Variant{{}, {Colors: 3}, {Lattice: lattice.Triangular}, {Lattice: lattice.Hexagonal, SafeTop: true}} {
		for _, word := range []string{"3x3", "4x5"} {
			p, err := choose(size(t, word), Options{Variant: v, Method: Frontier})
			if err != nil {
				t.Fatal(err)
			}
			r := p.result()
			if err := p.run(context.Background(), p.progressOptions(nil), r); err != nil {
				t.Fatal(err)
			}
			r.Value.Add(r.Value, big.NewInt(1))
			var internal *result.InternalError
			if err := p.check(context.Background(), r); !errors.As(err, &internal) {
				t.Errorf("%+v %s: the error is %v", v, word, err)
			}
		}
	}
}

// Residues give the same numbers, and are taken where exact ones do not fit.
func TestVariantsByResidues(t *testing.T) {
	for _, v := range []Variant{{Lattice: lattice.Torus}, {Colors: 5}, {Lattice: lattice.Hexagonal}} {
		for _, word := range []string{"2x2", "3x6", "4x20"} {
			s := size(t, word)
			if s.Rows == 4 && (v.kind() == lattice.Torus || !longtests.Wanted()) {
				continue
			}
			want, err := Legal(context.Background(), s, Options{Variant: v})
			if err != nil {
				t.Fatal(err)
			}
			got, err := Legal(context.Background(), s, Options{Variant: v, Modular: true})
			if err != nil || got.Value.Cmp(want.Value) != 0 || len(got.Moduli) == 0 {
				t.Errorf("%+v %s is %v, %v, want %s", v, word, got, err, want.Value)
			}
		}
	}
	want, err := Legal(context.Background(), board.Size{Rows: 4, Cols: 40}, Options{Method: Frontier})
	if err != nil {
		t.Fatal(err)
	}
	for memory := 10_000.0; ; memory *= 1.2 {
		r, err := Legal(context.Background(), board.Size{Rows: 4, Cols: 40}, Options{Method: Frontier, Options: par.Options{Memory: result.Bytes(memory), Threads: 1}})
		if err != nil {
			continue
		}
		if r.Value.Cmp(want.Value) != 0 || len(r.Moduli) < 2 || len(r.Notes) != 1 {
			t.Errorf("with %.0f bytes it is %v, want %s", memory, r, want.Value)
		}
		return
	}
}

// The narrower board that is counted by itself is another way to the number of states with
// connections: nothing is taken from what is wanted.
func TestNarrowBoardAlone(t *testing.T) {
	ctx, prime := t.Context(), border.Primes(1)[0]
	for _, kind := range []lattice.Kind{lattice.Triangular, lattice.Hexagonal} {
		v := Variant{Lattice: kind}
		in, err := newInstance(size(t, "8x9"), nil, Options{Variant: v})
		if err != nil {
			t.Fatal(err)
		}
		b, err := in.onGrid(false)
		if err != nil {
			t.Fatal(err)
		}
		s := board.Size{Rows: 4, Cols: b.Height}
		if !b.transposed && !v.canTranspose() {
			s = board.Size{Rows: b.Height, Cols: 4}
		}
		narrow, err := newInstance(s, nil, Options{Variant: v, Options: par.Options{Threads: 1}})
		if err != nil {
			t.Fatal(err)
		}
		want, err := narrow.byConnections(ctx)
		if err != nil {
			t.Fatal(err)
		}
		residue := want.Mod(want, new(big.Int).SetUint64(prime)).Uint64()
		got, err := b.narrowAlone(ctx, narrow, stages.Congruence{Width: 4, Prime: prime})
		if err != nil || got != residue {
			t.Errorf("%v: %d, want %d, %v", kind, got, residue, err)
		}
	}
}

// Values of the generating function determine the table of stones that polynomials give.
func TestStonesByWords(t *testing.T) {
	points := 6
	if longtests.Wanted() {
		points = 10
	}
	for _, kind := range []lattice.Kind{lattice.Square, lattice.Triangular, lattice.Hexagonal, lattice.SquareOctagonal} {
		for rows := 1; rows <= 5; rows++ {
			for cols := 1; cols <= min(5, points/rows); cols++ {
				v := Variant{Lattice: kind, SafeTop: (rows+cols)%4 == 0}
				in, err := newInstance(board.Size{Rows: rows, Cols: cols}, nil, Options{Variant: v})
				if err != nil {
					t.Fatal(err)
				}
				if err := in.makeOrder(); err != nil {
					t.Fatal(err)
				}
				var got, want StoneTable
				err = cmp.Or(in.stonesByWords(t.Context(), in.progressOptions(nil), &got), in.stonesByFrontiers(t.Context(), in.progressOptions(nil), &want))
				if err != nil || got.Method != "words" || want.Method != "frontier" || fmt.Sprint(got.Positions) != fmt.Sprint(want.Positions) {
					t.Errorf("%v %dx%d: by words %v, by frontiers %v, %v", kind, rows, cols, got.Positions, want.Positions, err)
				}
			}
		}
	}
}
