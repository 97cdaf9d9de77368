package certificate_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/syntax"
)

func read(t *testing.T, text string) *certificate.Certificate {
	t.Helper()
	c, err := certificate.Read(strings.NewReader(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const (
	line3 = "certificate: combigo 1\nkind: symmetric-cycle\nboard: 1x3\nsuicide: yes\nstart: X..\nmoves: 7\nCbaCaBa\n"
	pair  = "certificate: combigo 1\nkind: game\nboard: graph 2\nedges: 0-1\nsuicide: yes\nstart: ..\nmoves: 2\nAb\n"
)

func ExampleCertificate_Check() {
	// The cycle of 1x3 in "Combinatorics of Go", section 8, with colours exchanged.
	c, err := certificate.Read(strings.NewReader(line3), "1x3.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := c.Check()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Moves, "moves through", report.Visited, "positions")
	// Output:
	// 14 moves through 14 positions
}

func TestCheckAccepts(t *testing.T) {
	for text, want := range map[string]certificate.Report{
		line3: {Moves: 14, Visited: 14},
		pair:  {Moves: 2, Visited: 3},
	} {
		got, err := read(t, text).Check()
		if err != nil {
			t.Fatal(err)
		}
		if got.Moves != want.Moves || got.Visited != want.Visited || got.Suicides != want.Suicides {
			t.Errorf("%+v, want %+v", *got, want)
		}
	}
}

// Every claim of a certificate is checked: each of these is a little wrong.
func TestCheckRefuses(t *testing.T) {
	game := func(board, suicide, start, moves string) string {
		return fmt.Sprintf("certificate: combigo 1\nkind: game\nboard: %s\nsuicide: %s\nstart: %s\nmoves: %d\n%s\n", board, suicide, start, len(moves), moves)
	}
	for name, c := range map[string]struct{ text, want string }{
		"occupied":          {game("1x3", "yes", "...", "AA"), "occupied"},
		"repetition":        {game("1x2", "yes", "..", "AbA"), "was there after move 1"},
		"single suicide":    {game("1x5", "yes", ".....", "BDc"), "changes nothing"},
		"suicide":           {game("1x2", "no", "..", "AB"), "suicide"},
		"start":             {game("1x3", "yes", "X..", "C"), "want the empty position"},
		"illegal start":     {game("1x2", "yes", "XX", "A"), "no legal position"},
		"half that is not":  {strings.Replace(line3, "CbaCaBa", "CbaCaBc", 1), "move 7"},
		"half too short":    {strings.Replace(line3, "7\nCbaCaBa", "6\nCbaCaB", 1), "half of the cycle ends at"},
		"cycle not closed":  {strings.Replace(line3, "symmetric-cycle", "cycle", 1), "want its start"},
		"cycle of no moves": {strings.Replace(strings.Replace(line3, "7\nCbaCaBa", "0\n", 1), "symmetric-cycle", "cycle", 1), "want its start"},
	} {
		_, err := read(t, c.text).Check()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v, want one with %q", name, err, c.want)
		}
	}
}

// The simulation agrees with package goban on every move from every position of small boards.
func TestMovesAgreeWithGoban(t *testing.T) {
	for _, size := range [][2]int{{1, 4}, {2, 2}, {2, 3}} {
		board, err := lattice.New(lattice.Square, size[0], size[1], lattice.Options{})
		if err != nil {
			t.Fatal(err)
		}
		all, err := goban.All(size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for p := range all {
			count++
			compareMoves(t, board, p.Clone())
		}
		if counted, err := certificate.CountLegal(context.Background(), board); err != nil || counted != count {
			t.Errorf("%v: %d legal positions, %v, want %d", size, counted, err, count)
		}
	}
}

func compareMoves(t *testing.T, board *lattice.Graph, p *goban.Position) {
	t.Helper()
	from := positionOf(board, p)
	for v := range board.Len() {
		row, col, _ := board.Place(v)
		for _, c := range []goban.Color{goban.Black, goban.White} {
			q := p.Clone()
			if _, err := q.Play(c, goban.Point{Row: row, Col: col}, goban.SuicideAllowed); err != nil || q.Equal(p) {
				continue
			}
			m, err := certificate.Between(board, true, from, positionOf(board, q))
			if err != nil || int(m.Vertex) != v || (m.Color == certificate.Black) != (c == goban.Black) {
				t.Fatalf("from %s to %s: move %v, %v, want %v on %d", from, positionOf(board, q), m, err, c, v)
			}
		}
	}
}

func positionOf(board *lattice.Graph, p *goban.Position) certificate.Position {
	q := make(certificate.Position, board.Len())
	for v := range q {
		row, col, _ := board.Place(v)
		q[v] = map[goban.Color]certificate.Color{
			goban.Empty: certificate.Empty, goban.Black: certificate.Black, goban.White: certificate.White,
		}[p.At(row, col)]
	}
	return q
}

func TestWriteIsReadBack(t *testing.T) {
	for _, text := range []string{line3, pair} {
		var b bytes.Buffer
		if err := certificate.Write(&b, read(t, text)); err != nil {
			t.Fatal(err)
		}
		if b.String() != text {
			t.Errorf("%q becomes %q", text, &b)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       `test:1:1: unexpected line: expected "certificate: ..."`,
		"certificate: combigo 2\n":               "test:1:1: unknown format",
		strings.Replace(line3, "1x3", "1x30", 1): "test:3:1: board 1x30: expected at most 26 points",
		strings.Replace(line3, "X..", "X.", 1):   "test:5:1: expected a start of 3 characters",
		strings.Replace(line3, "moves: 7", "moves: 8", 1): "the text has 7 moves: expected 8",
		strings.Replace(line3, "CbaC", "CbdC", 1):         "test:7:3: 'd' is no move",
		strings.Replace(line3, "yes", "maybe", 1):         "test:4:1: expected suicide",
		strings.Replace(pair, "0-1", "0-2", 1):            "test:4:1:",
		"certificate: combigo 1\nkind: game\n":            `test:3:1: unexpected line: expected "board: ..."`,
	} {
		_, err := certificate.Read(strings.NewReader(text), "test")
		var where *syntax.Error
		if !errors.As(err, &where) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want %q", text, err, want)
		}
	}
}

// A cycle, opened at a single stone, is a game through one position more.
func TestOpened(t *testing.T) {
	game, err := read(t, line3).Opened()
	if err != nil {
		t.Fatal(err)
	}
	report, err := game.Check()
	if err != nil || report.Visited != 15 || report.Moves != 14 {
		t.Errorf("%+v, %v", report, err)
	}
	whole := read(t, line3).Whole()
	if whole.Kind != certificate.Cycle || len(whole.Moves) != 14 || !slices.Equal(whole.Moves[:7], read(t, line3).Moves) {
		t.Errorf("the whole cycle is %+v", whole)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(line3)
	f.Add(pair)
	f.Add("certificate: combigo 1\nkind: game\nboard: graph 3\nedges:\nsuicide: no\nstart: ...\nmoves: 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := certificate.Read(strings.NewReader(text), "fuzz")
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := certificate.Write(&b, c); err != nil {
			t.Fatal(err)
		}
		again, err := certificate.Read(&b, "again")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(again.Moves, c.Moves) || again.Kind != c.Kind {
			t.Fatalf("%q changes when written and read", text)
		}
		_, _ = c.Check()
	})
}

// A long certificate is read in little more memory than its moves take, and a game that repeats a
// position early on is not played to its end.
func TestReadTakesLittleMemory(t *testing.T) {
	const moves = 1 << 21
	text := fmt.Sprintf("certificate: combigo 1\nkind: game\nboard: 1x2\nsuicide: yes\nstart: ..\nmoves: %d\n%s", moves, strings.Repeat("Ab", moves/2))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	c := read(t, text)
	runtime.ReadMemStats(&after)
	if each := float64(after.TotalAlloc-before.TotalAlloc) / moves; each > 16 {
		t.Errorf("%.1f bytes are allocated for each move", each)
	}
	runtime.ReadMemStats(&before)
	if _, err := c.Check(); err == nil || !strings.Contains(err.Error(), "move 3 (A): the position X. was there after move 1") {
		t.Errorf("the error is %v", err)
	}
	runtime.ReadMemStats(&after)
	if all := after.TotalAlloc - before.TotalAlloc; all > 1<<16 {
		t.Errorf("%d bytes are allocated for a position that is repeated at once", all)
	}
}

// Lines end as they do on any system, with spaces or without; spaces within a line are refused.
func TestReadLineEnds(t *testing.T) {
	for _, text := range []string{
		strings.ReplaceAll(line3, "\n", "\r\n"), strings.TrimSuffix(line3, "\n"), strings.Replace(line3, "Cba", "C \nb\t\n\na", 1),
	} {
		if got := read(t, text); !slices.Equal(got.Moves, read(t, line3).Moves) {
			t.Errorf("%q: %v", text, got.Moves)
		}
	}
	_, err := certificate.Read(strings.NewReader(strings.Replace(line3, "Cba", "\nC  ba", 1)), "test")
	if want := "test:8:2: a space between moves: expected letters without spaces"; err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
}
