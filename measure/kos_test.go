package measure

import (
	"errors"
	"math/big"
	"slices"
	"testing"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
	"combigo.dev/combigo/transfer/transfertest"
)

func koBoard(t *testing.T, kind lattice.Kind, rows, cols int, opt lattice.Options) *lattice.Graph {
	t.Helper()
	g, err := lattice.New(kind, rows, cols, opt)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func koTable(t *testing.T, g *lattice.Graph) []*big.Int {
	t.Helper()
	k, err := Kos(t.Context(), g, par.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	return k.Positions
}

// numbers returns a histogram as a list.
func numbers(h map[int]int64) (list []*big.Int) {
	for kos := 0; len(h) > 0; kos++ {
		list = append(list, big.NewInt(h[kos]))
		delete(h, kos)
	}
	return list
}

func sameNumbers(a, b []*big.Int) bool {
	return slices.EqualFunc(a, b, func(x, y *big.Int) bool { return x.Cmp(y) == 0 })
}

// All positions of small boards, one by one: every capture is played, and taken back.
func TestKosArePlayed(t *testing.T) {
	for rows := 1; rows <= 3; rows++ {
		for cols := 1; cols <= min(4, 9/rows); cols++ {
			all, err := goban.All(rows, cols)
			if err != nil {
				t.Fatal(err)
			}
			want := map[int]int64{}
			for p := range all {
				if p.Legal() {
					want[kosPlayed(t, p)]++
				}
			}
			if got, want := koTable(t, koBoard(t, lattice.Square, rows, cols, lattice.Options{})), numbers(want); !sameNumbers(got, want) {
				t.Errorf("%dx%d: %v positions by kos, want %v", rows, cols, got, want)
			}
		}
	}
}

// kosPlayed counts the moves that capture one stone and after which the opponent, at the place of
// the stone, gets the position back.
func kosPlayed(t *testing.T, p *goban.Position) (kos int) {
	for row := range p.Rows() {
		for col := range p.Cols() {
			for _, color := range []goban.Color{goban.Black, goban.White} {
				if p.At(row, col) != goban.Empty {
					continue
				}
				q := p.Clone()
				o, err := q.Play(color, goban.Point{Row: row, Col: col}, goban.SuicideAllowed)
				if err != nil {
					t.Fatal(err)
				}
				if len(o.Captured) != 1 {
					continue
				}
				if _, err := q.Play(color.Opponent(), o.Captured[0], goban.SuicideAllowed); err == nil && q.String() == p.String() {
					kos++
				}
			}
		}
	}
	return kos
}

// Other lattices and rows beyond the board, against the sets of points of package game; 4x4 with
// them.
func TestKosOfOtherBoards(t *testing.T) {
	boards := []*lattice.Graph{
		koBoard(t, lattice.Square, 3, 3, lattice.Options{SafeTop: true}),
		koBoard(t, lattice.Square, 2, 5, lattice.Options{SafeTop: true, SafeBottom: true}),
		koBoard(t, lattice.Triangular, 3, 3, lattice.Options{}),
		koBoard(t, lattice.Torus, 3, 3, lattice.Options{}),
		koBoard(t, lattice.Hexagonal, 3, 4, lattice.Options{}),
	}
	if longtests.Wanted() {
		boards = append(boards, koBoard(t, lattice.Square, 3, 4, lattice.Options{}))
	}
	for _, g := range boards {
		p, err := game.NewPositions(t.Context(), g, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		all, err := p.Features(t.Context(), par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := koTable(t, g), numbers(all[goban.Kos]); !sameNumbers(got, want) {
			t.Errorf("%s: %v positions by kos, want %v", g, got, want)
		}
	}
}

// The engine adds up what a plain sum over the states does.
func TestKoSpec(t *testing.T) {
	g := koBoard(t, lattice.Square, 2, 3, lattice.Options{})
	steps, err := transfer.Frontier(g, lattice.Order(g), maxKoWidth)
	if err != nil {
		t.Fatal(err)
	}
	transfertest.Spec(t, &koSpec{steps})
}

func TestKosOfWideBoards(t *testing.T) {
	wide := (*transfer.WidthError)(nil)
	if _, err := Kos(t.Context(), koBoard(t, lattice.Square, 9, 9, lattice.Options{}), par.Options{}); !errors.As(err, &wide) || wide.Width != 9 {
		t.Errorf("9x9: %v", err)
	}
}
