package comparison

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// enumerated counts the positions without a row one by one.
func enumerated(g transfer.RowGame) int64 {
	all, points := lines(g), g.Rows*g.Columns
	position := make([]int, points)
	var count int64
	for {
		if !hasRow(position, all) {
			count++
		}
		at := 0
		for ; at < points && position[at] == 2; at++ {
			position[at] = 0
		}
		if at == points {
			return count
		}
		position[at]++
	}
}

func hasRow(position []int, all [][]int) bool {
	for _, line := range all {
		same := position[line[0]] != 0
		for _, p := range line {
			same = same && position[p] == position[line[0]]
		}
		if same {
			return true
		}
	}
	return false
}

func TestGomokuAgreesWithEnumeration(t *testing.T) {
	for _, c := range []struct{ rows, columns, length int }{
		{1, 1, 5}, {1, 5, 5}, {1, 9, 5}, {2, 5, 5}, {2, 3, 2}, {3, 3, 3}, {3, 3, 2}, {4, 3, 3}, {2, 5, 4}, {5, 2, 5},
	} {
		r, err := Gomoku(context.Background(), board.Size{Rows: c.rows, Cols: c.columns}, c.length, par.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		want := enumerated(transfer.RowGame{Rows: c.rows, Columns: c.columns, Length: c.length})
		if got := r.Figures[0].Value; got.Cmp(big.NewInt(want)) != 0 {
			t.Errorf("%+v: %s positions, want %d", c, got, want)
		}
	}
}

// excluded counts the positions without a row by inclusion and exclusion: the sum over all sets S
// of lines of (-1)^|S| times the positions in which every line of S is a row. Lines that meet have
// one colour, so these are two to the number of connected parts of S times three to the number of
// points that are on no line of S. There are at most 64 points.
func excluded(g transfer.RowGame) *big.Int {
	points := g.Rows * g.Columns
	sums := make(map[[2]int]int64) // by parts and free points, of signs
	var masks []uint64
	for _, line := range lines(g) {
		mask := uint64(0)
		for _, p := range line {
			mask |= 1 << p
		}
		masks = append(masks, mask)
	}
	include(masks, nil, points, 1, sums)
	total := new(big.Int)
	for key, sign := range sums {
		ways := new(big.Int).Mul(pow(2, key[0]), pow(3, key[1]))
		total.Add(total, ways.Mul(ways, big.NewInt(sign)))
	}
	return total
}

// include decides on each line in turn. The parts are the disjoint unions of the lines chosen, as
// sets of points.
func include(lines, parts []uint64, free int, sign int64, sums map[[2]int]int64) {
	if len(lines) == 0 {
		sums[[2]int{len(parts), free}] += sign
		return
	}
	include(lines[1:], parts, free, sign, sums)
	joined, rest, covered := lines[0], make([]uint64, 0, len(parts)+1), uint64(0)
	for _, part := range parts {
		covered |= part
		if part&lines[0] != 0 {
			joined |= part
		} else {
			rest = append(rest, part)
		}
	}
	include(lines[1:], append(rest, joined), free-bits.OnesCount64(lines[0]&^covered), -sign, sums)
}

// Two ways without a state in common.
func TestGomokuAgreesWithExclusion(t *testing.T) {
	for _, word := range []string{"5", "4x7", "3x8", "5x6"} {
		size, err := board.Parse(word)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Gomoku(context.Background(), size, Five, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if basis := r.Figures[0].Basis; (basis == result.TwoWays) != (size.Long() <= turnedRows) {
			t.Errorf("%s: the number rests on %s: %q", word, basis, r.Checks)
		}
		want := excluded(transfer.RowGame{Rows: size.Rows, Columns: size.Cols, Length: Five})
		if r.Figures[0].Value.Cmp(want) != 0 {
			t.Errorf("%s: %s positions, want %s", word, r.Figures[0].Value, want)
		}
	}
}

// The places for a row by a formula.
func TestPlacesAreCounted(t *testing.T) {
	for rows := 1; rows < 8; rows++ {
		for columns := 1; columns < 8; columns++ {
			g := transfer.RowGame{Rows: rows, Columns: columns, Length: Five}
			right, down := max(0, columns-Five+1), max(0, rows-Five+1)
			if got, want := len(lines(g)), rows*right+columns*down+2*right*down; got != want {
				t.Errorf("%+v: %d places, want %d", g, got, want)
			}
		}
	}
}

// TestBaseOfGomoku looks at the positions that bound the limit from below: each place for five in a
// row has a point without black stones and one without white ones.
func TestBaseOfGomoku(t *testing.T) {
	g := transfer.RowGame{Rows: 11, Columns: 12, Length: Five}
	for _, line := range lines(g) {
		kinds := [Five]int{}
		for _, p := range line {
			kinds[(p%g.Columns+2*(p/g.Columns))%Five]++
		}
		if kinds[0] != 1 || kinds[1] != 1 {
			t.Errorf("%v: %v", line, kinds)
		}
	}
}

func TestGomokuRefuses(t *testing.T) {
	for want, c := range map[string]struct {
		size   board.Size
		length int
	}{
		"a side has from 1": {board.Size{Rows: 0, Cols: 3}, 5},
		"rows of 1 stones":  {board.Size{Rows: 3, Cols: 3}, 1},
	} {
		if _, err := Gomoku(context.Background(), c.size, c.length, par.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}

func TestWrongNumbersAreNoticed(t *testing.T) {
	err := check(context.Background(), transfer.RowGame{Rows: 5, Columns: 5, Length: Five}, big.NewInt(768416499588), &result.Provenance{}, par.Options{})
	var internal *result.InternalError
	if !errors.As(err, &internal) {
		t.Errorf("the error is %v", err)
	}
}

// kraft returns the sum of 2^-bits over all words of the code, which is 1 if the code wastes
// nothing and more if there is no such code (Kraft's inequality).
func kraft() *big.Rat {
	sum := big.NewRat(1, 2) // the empty square
	for _, p := range army {
		sum.Add(sum, big.NewRat(players, 1<<p.bits))
	}
	return sum
}

// The published numbers of the paper's section 6.
func TestChess(t *testing.T) {
	r, err := Chess(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Figures[0].Value; codeLength() != 164 || got.Cmp(pow(2, 164)) != 0 || fmt.Sprintf("%.2g", ratio(new(big.Rat).SetInt(got), big.NewInt(1))) != "2.3e+49" {
		t.Errorf("the bound is %s with %d bits", got, codeLength())
	}
	if kraft().Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("the words of the code add up to %s", kraft())
	}
	if share := r.Figures[4].Real; share >= 0.5 || share < 0.4 {
		t.Errorf("the refined bound is %v of L(10,10)", share)
	}
	if last := r.Figures[len(r.Figures)-1]; last.Published != "(4.59 +- 0.38) x 10^44" || last.Basis != result.Quoted {
		t.Errorf("the estimate is %q, %v", last.Published, last.Basis)
	}
}

// John Tromp's numbers of positions by the size of the board.
func TestConnect4Played(t *testing.T) {
	for _, c := range []struct{ rows, columns, want int }{
		{1, 1, 2}, {2, 2, 18}, {3, 3, 869}, {4, 4, 161029},
	} {
		got, err := play(context.Background(), c.rows, c.columns, true)
		if err != nil || got != c.want {
			t.Errorf("%dx%d: %d positions, %v, want %d", c.rows, c.columns, got, err, c.want)
		}
		unstopped, err := play(context.Background(), c.rows, c.columns, false)
		if err != nil {
			t.Error(err)
		}
		if fillings := balanced(c.rows, c.columns); fillings.Cmp(big.NewInt(int64(unstopped))) < 0 {
			t.Errorf("%dx%d: %s fillings, but %d positions", c.rows, c.columns, fillings, unstopped)
		}
	}
}

// balanced against all fillings, looked at one by one.
func TestBalanced(t *testing.T) {
	for rows := 1; rows <= 3; rows++ {
		for columns := 1; columns <= 3; columns++ {
			count := int64(0)
			for word := range uint64(1) << (columns * (rows + 1)) {
				if isBalanced(word, rows, columns) {
					count++
				}
			}
			if got := balanced(rows, columns); got.Cmp(big.NewInt(count)) != 0 {
				t.Errorf("%dx%d: %s fillings, want %d", rows, columns, got, count)
			}
		}
	}
}

// isBalanced reads the paper's code: in each column, the highest bit that is set ends the men, of
// which a bit tells the colour.
func isBalanced(word uint64, rows, columns int) bool {
	first, men := 0, 0
	for range columns {
		column := word & (1<<(rows+1) - 1)
		if column == 0 {
			return false // no word of the code
		}
		height := bits.Len64(column) - 1
		men += height
		first += bits.OnesCount64(column) - 1
		word >>= rows + 1
	}
	return first == (men+1)/2
}

func TestConnect4Standard(t *testing.T) {
	r, err := Connect4(context.Background(), 6, 7)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Figures[0].Value.String(); got != "562949953421312" {
		t.Errorf("the bound is %s", got)
	}
	if got := r.Figures[1].Value.String(); got != "70728639995483" {
		t.Errorf("there are %s fillings", got)
	}
}
