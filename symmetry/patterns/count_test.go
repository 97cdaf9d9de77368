package patterns_test

import (
	"context"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/symmetry/patterns"
)

// square is a board of rows and columns with stones, for enumeration: this file knows nothing of
// permutations, cycles and orbits.
type square struct {
	rows, cols int
	stones     string // row by row: . b w, or order of the moves as letters
}

// turned returns the board turned by a quarter.
func (s square) turned() square {
	t := square{s.cols, s.rows, ""}
	for r := range t.rows {
		for c := range t.cols {
			t.stones += string(s.stones[(s.rows-1-c)*s.cols+r])
		}
	}
	return t
}

// mirrored returns the board with left and right exchanged.
func (s square) mirrored() square {
	t := square{s.rows, s.cols, ""}
	for r := range s.rows {
		for c := range s.cols {
			t.stones += string(s.stones[r*s.cols+s.cols-1-c])
		}
	}
	return t
}

// images returns the board as it looks from all sides and from behind, as far as rows stay rows.
func (s square) images() []string {
	var all []string
	rows, cols := s.rows, s.cols
	for range 4 {
		for _, t := range []square{s, s.mirrored()} {
			if t.rows == rows && t.cols == cols {
				all = append(all, t.stones)
			}
		}
		s = s.turned()
	}
	return all
}

func (s square) least() string { return slices.Min(s.images()) }

func empty(rows, cols int) square {
	return square{rows, cols, strings.Repeat(".", rows*cols)}
}

func (s square) with(v int, stone byte) square {
	s.stones = s.stones[:v] + string(stone) + s.stones[v+1:]
	return s
}

var exchange = strings.NewReplacer("b", "w", "w", "b")

// seen returns what a meaning sees of a sequence of moves.
func seen(m patterns.Meaning, rows, cols int, moves []int) string {
	s := empty(rows, cols)
	for i, v := range moves {
		switch m {
		case patterns.Sequences:
			s = s.with(v, byte('A'+i))
		case patterns.Sets, patterns.Tree:
			s = s.with(v, 'b')
		default:
			s = s.with(v, "bw"[i%2])
		}
	}
	if m == patterns.PositionsExchanged && len(moves)%2 == 0 {
		t := s
		t.stones = exchange.Replace(s.stones)
		return min(s.least(), t.least())
	}
	return s.least()
}

// legalEnd reports whether every string has a liberty after some moves.
func legalEnd(t *testing.T, rows, cols int, moves []int) bool {
	t.Helper()
	p, err := goban.New(rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range moves {
		p.Set(v/cols, v%cols, []goban.Color{goban.Black, goban.White}[i%2])
	}
	return p.Legal()
}

// numbers are how many patterns a meaning sees, by stones.
type numbers map[patterns.Meaning][]int

// enumerate plays all sequences of moves up to a number, and returns how many different ones the
// meanings see.
func enumerate(t *testing.T, meanings []patterns.Meaning, rows, cols, most int, legal bool) numbers {
	t.Helper()
	counts := numbers{}
	for _, m := range meanings {
		counts[m] = make([]int, most+1)
	}
	type pattern struct {
		m    patterns.Meaning
		seen string
	}
	found := make([]map[pattern]bool, most+1)
	var play func(moves []int)
	play = func(moves []int) {
		n := len(moves)
		if found[n] == nil {
			found[n] = map[pattern]bool{}
		}
		if !legal || legalEnd(t, rows, cols, moves) {
			for _, m := range meanings {
				if p := (pattern{m, seen(m, rows, cols, moves)}); !found[n][p] {
					found[n][p] = true
					counts[m][n]++
				}
			}
		}
		if n == most {
			return
		}
		for v := range rows * cols {
			if !slices.Contains(moves, v) {
				play(append(slices.Clone(moves), v))
			}
		}
	}
	play(nil)
	return counts
}

// leaves plays as the trees do: of the moves after which the board looks alike, the next one is as
// good as any.
func leaves(rows, cols, most int) numbers {
	counts := numbers{}
	for _, m := range []patterns.Meaning{patterns.Tree, patterns.ColorTree} {
		counts[m] = make([]int, most+1)
		var below func(s square, moves int)
		below = func(s square, moves int) {
			counts[m][moves]++
			if moves == most {
				return
			}
			stone := byte('b')
			if m == patterns.ColorTree {
				stone = "bw"[moves%2]
			}
			tried := map[string]bool{}
			for v, there := range s.stones {
				if there != '.' {
					continue
				}
				// The move is marked, so that only symmetries of the board before it make moves
				// alike.
				marked := s.with(v, 'x').least()
				if !tried[marked] {
					tried[marked] = true
					below(s.with(v, stone), moves+1)
				}
			}
		}
		below(empty(rows, cols), 0)
	}
	return counts
}

// setsAndSequences returns the meanings of a result that are no trees.
func setsAndSequences(r *patterns.Result) []patterns.Meaning {
	var meanings []patterns.Meaning
	for _, v := range r.Values {
		if !v.Meaning.IsTree() && !slices.Contains(meanings, v.Meaning) {
			meanings = append(meanings, v.Meaning)
		}
	}
	return meanings
}

func counted(t *testing.T, opt patterns.Options) *patterns.Result {
	t.Helper()
	r, err := patterns.Count(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// boards are boards with how many moves are played on them one by one.
var boards = []struct{ rows, cols, moves int }{
	{1, 1, 1}, {1, 2, 2}, {1, 5, 5}, {6, 1, 5}, {2, 2, 4}, {2, 3, 6}, {3, 2, 5}, {3, 3, 5}, {2, 4, 4}, {4, 4, 3}, {3, 5, 3}, {5, 5, 2},
}

func TestAgainstEnumeration(t *testing.T) {
	for _, b := range boards {
		moves := b.moves
		if !longtests.Wanted() {
			moves = min(moves, 2+8/(b.rows*b.cols))
		}
		r := counted(t, patterns.Options{Board: board.Size{Rows: b.rows, Cols: b.cols}, Last: moves})
		wanted := enumerate(t, setsAndSequences(r), b.rows, b.cols, moves, false)
		maps.Copy(wanted, leaves(b.rows, b.cols, moves))
		for _, v := range r.Values {
			want := wanted[v.Meaning][v.Stones]
			if v.Number.Cmp(big.NewInt(int64(want))) != 0 {
				t.Errorf("%dx%d, %d stones, %v: %v, want %d", b.rows, b.cols, v.Stones, v.Meaning, v.Number, want)
			}
		}
	}
}

func TestLegalAgainstEnumeration(t *testing.T) {
	for _, b := range boards {
		moves := min(b.moves, 4)
		if !longtests.Wanted() || b.rows*b.cols > 9 {
			moves = min(b.moves, 3)
		}
		r := counted(t, patterns.Options{Board: board.Size{Rows: b.rows, Cols: b.cols}, Last: moves, Legal: true})
		wanted := enumerate(t, setsAndSequences(r), b.rows, b.cols, moves, true)
		for _, v := range r.Values {
			if want := wanted[v.Meaning][v.Stones]; v.Number.Int64() != int64(want) {
				t.Errorf("%dx%d, %d stones, %v: %v legal, want %d", b.rows, b.cols, v.Stones, v.Meaning, v.Number, want)
			}
		}
	}
}

// Trees to greater depths, up to the last move on 8 points: boards become symmetric again and
// again.
func TestDeepTrees(t *testing.T) {
	sizes := []board.Size{{Rows: 7, Cols: 1}, {Rows: 2, Cols: 3}}
	if longtests.Wanted() {
		sizes = append(sizes, board.Size{Rows: 3, Cols: 3}, board.Size{Rows: 2, Cols: 4}, board.Size{Rows: 1, Cols: 8})
	}
	for _, size := range sizes {
		r := counted(t, patterns.Options{
			Board: size, First: 6, Last: min(size.Points(), 15-size.Points()), Meanings: []patterns.Meaning{patterns.Tree, patterns.ColorTree},
		})
		wanted := leaves(size.Rows, size.Cols, min(size.Points(), 15-size.Points()))
		for _, v := range r.Values {
			if want := wanted[v.Meaning][v.Stones]; v.Number.Int64() != int64(want) {
				t.Errorf("%s, %d stones, %v: %v, want %d", size, v.Stones, v.Meaning, v.Number, want)
			}
		}
	}
}

func TestPublished(t *testing.T) {
	r := counted(t, patterns.Options{
		Board: board.Size{Rows: 19, Cols: 19}, Last: 2, Meanings: []patterns.Meaning{patterns.Sequences},
	})
	for n, want := range []string{"1", "55", "16416"} {
		if got := r.Values[n].Number.String(); got != want {
			t.Errorf("%d stones: %s, want %s", n, got, want)
		}
	}
}

// All stones: one set, and with the board full nothing is legal.
func TestFullBoard(t *testing.T) {
	r := counted(t, patterns.Options{
		Board: board.Size{Rows: 19, Cols: 19}, First: 361, Last: 361, Meanings: []patterns.Meaning{patterns.Sets, patterns.Sequences},
	})
	if got := r.Values[0].Number.String(); got != "1" {
		t.Errorf("%s full boards", got)
	}
	// Only the identity fixes a sequence of all points.
	want := new(big.Int).MulRange(1, 361)
	if got := r.Values[1].Number; got.Cmp(want.Rsh(want, 3)) != 0 {
		t.Errorf("%v sequences of all points, want %v", got, want)
	}
	legal := counted(t, patterns.Options{Board: board.Size{Rows: 4, Cols: 4}, First: 16, Last: 16, Legal: true})
	for _, v := range legal.Values {
		if v.Number.Sign() != 0 {
			t.Errorf("%v legal full boards, %v", v.Number, v.Meaning)
		}
	}
}

// Where trees begin to fall short of sequences.
func TestFallsShort(t *testing.T) {
	for _, test := range []struct{ rows, cols, tree, colors int }{
		{19, 19, 3, 4}, {18, 18, 3, 4}, {4, 6, 3, 5}, {4, 5, 3, 4}, {1, 7, 3, 4}, {1, 8, 3, 5}, {1, 1, 0, 0},
	} {
		last := min(5, test.rows*test.cols)
		r := counted(t, patterns.Options{Board: board.Size{Rows: test.rows, Cols: test.cols}, Last: last})
		from := func(first int) (all []int) {
			for n := first; 0 < n && n <= last; n++ {
				all = append(all, n)
			}
			return all
		}
		tree, colors := r.FallsShort(patterns.Tree), r.FallsShort(patterns.ColorTree)
		if !slices.Equal(tree, from(test.tree)) || !slices.Equal(colors, from(test.colors)) {
			t.Errorf("%dx%d: for %v and %v, want from %d and %d on", test.rows, test.cols, tree, colors, test.tree, test.colors)
		}
	}
}

// A tree with too many boards is left out, and so are deeper ones.
func TestTreeBudget(t *testing.T) {
	r := counted(t, patterns.Options{
		Board: board.Size{Rows: 9, Cols: 9}, Last: 7, TreeBoards: 50, Meanings: []patterns.Meaning{patterns.Tree},
	})
	known := 0
	for _, v := range r.Values {
		if v.Number != nil {
			known++
		}
	}
	if known == 0 || known == len(r.Values) || r.Values[len(r.Values)-1].Number != nil {
		t.Errorf("%d of %d trees", known, len(r.Values))
	}
}

// There are as many sets of points as of all others.
func TestComplements(t *testing.T) {
	for _, size := range []board.Size{{Rows: 9, Cols: 10}, {Rows: 13, Cols: 13}, {Rows: 1, Cols: 7}, {Rows: 8, Cols: 8}} {
		r, err := patterns.Count(context.Background(), patterns.Options{Board: size, Last: size.Points(), Meanings: []patterns.Meaning{patterns.Sets}})
		if err != nil {
			t.Fatal(err)
		}
		for n, v := range r.Values {
			if other := r.Values[size.Points()-n]; v.Number.Cmp(other.Number) != 0 {
				t.Errorf("board %s: %v sets of %d points, %v of all others", size, v.Number, n, other.Number)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	size := board.Size{Rows: 3, Cols: 3}
	for _, test := range []struct {
		opt  patterns.Options
		want string
	}{
		{patterns.Options{}, "a side has from 1"},
		{patterns.Options{Board: board.Size{Rows: 40, Cols: 40}}, "1600 points are too many"},
		{patterns.Options{Board: size, Last: 10}, "stones 10: board 3x3 has 9 points"},
		{patterns.Options{Board: size, First: 3, Last: 2}, "stones 3-2: "},
		{patterns.Options{Board: size, First: -1, Last: 2}, "stones -1-2: "},
		{patterns.Options{Board: size, Legal: true, Meanings: []patterns.Meaning{patterns.Tree}}, "meaning tree: "},
		{patterns.Options{Board: board.Size{Rows: 19, Cols: 19}, Legal: true, Options: par.Options{Memory: 1 << 30}}, "board 19x19, identity: a frontier of width 19 needs about "},
	} {
		_, err := patterns.Count(context.Background(), test.opt)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: error %v, want %q", test.opt, err, test.want)
		}
	}
}

func TestMeanings(t *testing.T) {
	for _, m := range patterns.Meanings() {
		if got, err := patterns.ParseMeaning(m.String()); err != nil || got != m || m.Definition() == "" {
			t.Errorf("%v: parsed %v, %v", m, got, err)
		}
	}
	if _, err := patterns.ParseMeaning("games"); err == nil || !strings.Contains(err.Error(), "want sequences, ") {
		t.Errorf("error %v", err)
	}
	if got := patterns.Meaning(9).String(); got != "meaning(9)" {
		t.Errorf("meaning 9 is %s", got)
	}
}

// Cancelling stops a tree at once.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := patterns.Count(ctx, patterns.Options{Board: board.Size{Rows: 19, Cols: 19}, Last: 8}); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}
