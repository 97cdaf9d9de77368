package goban

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// read returns the position of a diagram.
func read(t testing.TB, text string) *Position {
	t.Helper()
	p, err := ParsePosition(text)
	if err != nil {
		t.Fatalf("ParsePosition(%q): %v", text, err)
	}
	return p
}

// labels names points in A1 style.
func labels(p *Position, points []Point) string {
	names := make([]string, len(points))
	for i, at := range points {
		names[i] = p.Label(at)
	}
	return strings.Join(names, " ")
}

// random returns a position in which one point in sparse is empty, so that strings without
// liberties are common.
func random(rng *rand.Rand, rows, cols, sparse int) *Position {
	p, err := New(rows, cols)
	if err != nil {
		panic(err)
	}
	for row := range rows {
		for col := range cols {
			if rng.IntN(sparse) > 0 {
				p.Set(row, col, Black+Color(rng.IntN(2)))
			}
		}
	}
	return p
}

func TestNewRefusesSenselessBoards(t *testing.T) {
	for _, size := range [][2]int{{0, 1}, {1, 0}, {-1, 5}, {5, -1}, {MaxSide + 1, 1}, {1, MaxSide + 1}} {
		if p, err := New(size[0], size[1]); err == nil || p != nil {
			t.Errorf("New(%d, %d) = %v, %v, want an error", size[0], size[1], p, err)
		}
	}
	if _, err := New(1, MaxSide); err != nil {
		t.Error(err)
	}
}

func TestStrings(t *testing.T) {
	p := read(t, `
.XO.
XXO#
OO.#`)
	want := []string{
		"black: B3 A2 B2, liberties A3",
		"white: C3 C2, liberties D3 C1",
		"black: D2 D1, liberties D3 C1",
		"white: A1 B1, liberties C1",
	}
	var found []string
	for _, s := range p.Strings() {
		found = append(found, s.Color.String()+": "+labels(p, s.Points)+", liberties "+labels(p, s.Liberties))
	}
	if !slices.Equal(found, want) {
		t.Errorf("Strings:\n%s\nwant\n%s", strings.Join(found, "\n"), strings.Join(want, "\n"))
	}
}

func TestIllegal(t *testing.T) {
	tests := []struct{ diagram, illegal string }{
		{".", ""},
		{"X", "A1"},
		{"X.", ""},
		{"XO", "A1|B1"},
		{"XO.", "A1"},
		{".XO.X", ""},
		{"XX\nXX", "A2 B2 A1 B1"},
		{"XX\nX.", ""},
		{"XO\nO.", "A2"},
		{"OX.\nXOX\n.X.", "A3|B2"},
		// the neighbour along the grid of the last point of a row is not the first of the next row
		{"..X\nOOO", ""},
		{".XO\n.XX\n...", "C3"},
		{"XX.\n.OO", ""},
	}
	for _, test := range tests {
		p := read(t, test.diagram)
		var found []string
		for _, s := range p.Illegal() {
			found = append(found, labels(p, s.Points))
		}
		if got := strings.Join(found, "|"); got != test.illegal {
			t.Errorf("Illegal of\n%s\n= %s, want %s", p, got, test.illegal)
		}
		if p.Legal() != (test.illegal == "") {
			t.Errorf("Legal of\n%s\n= %v", p, p.Legal())
		}
	}
}

func TestLegalAgreesWithSlowBoard(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		p := random(rng, 1+rng.IntN(6), 1+rng.IntN(6), 1+rng.IntN(6))
		if got, want := p.Legal(), slow(p).legal(); got != want || got != (len(p.Illegal()) == 0) {
			t.Fatalf("Legal of\n%s\n= %v, want %v; Illegal %v", p, got, want, p.Illegal())
		}
	}
}

func TestLegalBeyondSmallGrid(t *testing.T) {
	p, err := New(60, 70)
	if err != nil {
		t.Fatal(err)
	}
	for row := range 60 {
		for col := range 70 {
			p.Set(row, col, Black)
		}
	}
	if p.Legal() {
		t.Error("a full board is legal")
	}
	p.Set(59, 69, Empty)
	if !p.Legal() {
		t.Error("one big string with a liberty is illegal")
	}
}

func TestLegalDoesNotAllocate(t *testing.T) {
	p := random(rand.New(rand.NewPCG(3, 4)), 9, 9, 3)
	if n := testing.AllocsPerRun(10, func() { p.Legal() }); n != 0 {
		t.Errorf("Legal on 9x9 allocates %v times", n)
	}
}

func TestCloneSharesNothing(t *testing.T) {
	p := read(t, "X.O")
	q := p.Clone()
	if !p.Equal(q) {
		t.Error("a clone differs")
	}
	q.Set(0, 1, White)
	if p.Equal(q) || p.At(0, 1) != Empty {
		t.Error("a change to the clone shows in the original")
	}
	if p.Equal(read(t, "X\n.\nO")) {
		t.Error("1x3 equals 3x1")
	}
}

func TestOffBoardPanics(t *testing.T) {
	p := read(t, "..\n..")
	for _, at := range []Point{{-1, 0}, {0, -1}, {2, 0}, {0, 2}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("At(%d, %d) did not panic", at.Row, at.Col)
				}
			}()
			p.At(at.Row, at.Col)
		}()
	}
}

func TestColor(t *testing.T) {
	for c, want := range map[Color]string{Empty: "empty", Black: "white", White: "black"} {
		if got := c.Opponent().String(); got != want {
			t.Errorf("%v.Opponent() = %s, want %s", c, got, want)
		}
	}
}

func BenchmarkLegal(b *testing.B) {
	for _, side := range []int{4, 9, 19} {
		p := random(rand.New(rand.NewPCG(5, 6)), side, side, 3)
		for i := range side * side {
			if i%side%3 == 1 {
				p.Set(i/side, i%side, Empty)
			}
		}
		b.Run(p.size(), func(b *testing.B) {
			for b.Loop() {
				p.Legal()
			}
		})
	}
}
