// Package comparison computes the numbers of positions of other games, with which Go is compared:
// gomoku, Connect-4 and chess.
//
// For [Gomoku] the positions without five in a row are counted exactly. For [Connect4] and [Chess]
// it is hard to say whether a position can come up in a game, so that there are upper bounds, as
// formulas that are worked out. On small boards of Connect-4 all games are played.
//
// Each gives a [Report]: figures in the order of the argument, each with its formula, its value,
// and the value that was published, if one was.
//
// Source: "Combinatorics of Go", section 6, called the paper below.
package comparison

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// A Report is the results on the positions of a game.
type Report struct {
	Game    string     `json:"game"` // such as "gomoku"
	Board   board.Size `json:",inline"`
	Figures []Figure   `json:"figures"`
	result.Provenance
}

// A Figure is one number of a report.
type Figure struct {
	Name      string       `json:"name"`                // what it is, such as "positions without five in a row"
	Formula   string       `json:"formula,omitempty"`   // how it is computed; empty for a quotation
	Value     *big.Int     `json:"value,omitempty"`     // exact; nil if the figure is no whole number or not computed
	Real      float64      `json:"real,omitempty"`      // if Value is nil and it is computed, to ten significant digits
	Published string       `json:"published,omitempty"` // in the words of the source; empty if it is not there
	Source    string       `json:"source,omitempty"`    // of what was published
	Basis     result.Basis `json:"basis"`
}

// paper is the source of most of what was published.
const paper = "the paper, section 6"

// pow returns base^exponent.
func pow(base, exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(exponent)), nil)
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

func ratio(a *big.Rat, b *big.Int) float64 {
	q, _ := new(big.Rat).Quo(a, new(big.Rat).SetInt(b)).Float64()
	return decimal(q)
}

// decimal rounds a number to ten significant digits.
func decimal(x float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 10, 64), 64)
	return rounded
}

// RealText returns the figure that is no whole number, with at most ten significant digits.
func (f *Figure) RealText() string { return strconv.FormatFloat(f.Real, 'g', -1, 64) }

// Five is how many stones in a row win a game of gomoku.
const Five = 5

// Gomoku counts the positions of a board, each point empty, black or white, that have no row of a
// given number of stones or more of one colour along a row, a column or a diagonal. A length of
// [Five] is gomoku.
//
// The error is a [result.MemoryError] if memory is too short, an [result.InternalError] if the
// number failed a check, the cause of the context's end if that came first, and otherwise says what
// about the board makes no sense.
func Gomoku(ctx context.Context, size board.Size, length int, opt par.Options) (*Report, error) {
	if err := size.Validate(); err != nil {
		return nil, err
	}
	start := time.Now()
	// Columns are the border of the dynamic program: the shorter side is best.
	game := transfer.RowGame{Rows: size.Short(), Columns: size.Long(), Length: length}
	integers, err := transfer.NewIntegers(0, 3)
	if err != nil {
		return nil, err
	}
	value, stats, err := transfer.NoRow(ctx, game, integers, opt)
	if err != nil {
		return nil, err
	}
	r := &Report{Game: "gomoku", Board: size}
	r.Provenance = result.Provenance{
		Method: "dp", Description: "dynamic programming over the runs that end at the border", Engine: "frontier",
		Threads: stats.Threads, States: int64(stats.PeakStates), StateSteps: float64(stats.StateSteps),
	}
	if err = check(ctx, game, value, &r.Provenance, opt); err != nil {
		return nil, err
	}
	r.Figures = gomokuFigures(game, value, r.Basis())
	r.Wall = time.Since(start)
	r.PeakMemory = result.PeakMemory()
	return r, nil
}

// gomokuFigures has bounds of the limit, too. The logarithm of the number is subadditive, so each
// board bounds the limit from above. From below it is bounded by the positions without black stones
// where column + 2 row is a multiple of 5, and without white ones where it leaves 1: five points of
// a row have all remainders, in each direction, since 1, 2, 2+1 and 2-1 have inverses modulo 5.
func gomokuFigures(g transfer.RowGame, value *big.Int, counted result.Basis) []Figure {
	points := g.Rows * g.Columns
	figures := []Figure{
		{Name: fmt.Sprintf("positions without %d in a row", g.Length), Formula: "counted", Value: value, Basis: counted},
		{Name: "all positions", Formula: fmt.Sprintf("3^%d", points), Value: pow(3, points), Basis: result.Proved},
		{Name: "places for a row", Formula: "counted", Value: big.NewInt(int64(len(lines(g)))), Basis: result.TwoWays},
		{Name: "growth with a point", Formula: fmt.Sprintf("positions^(1/%d)", points), Real: decimal(math.Exp(result.Ln(value) / float64(points))), Basis: counted},
	}
	if g.Length != Five {
		return figures
	}
	if g.Rows == 6 && g.Columns == 6 {
		figures[2].Published, figures[2].Source = "32", paper
	}
	return append(figures, Figure{
		Name: "its limit, at least", Formula: "(2^2 3^3)^(1/5)", Real: decimal(math.Pow(4*27, 1.0/Five)), Basis: result.Proved,
	}, Figure{
		Name: "its limit, were rows independent", Formula: "1 + 2 (1 - (1/3)^4)^4",
		Real: decimal(1 + 2*math.Pow(1-math.Pow(1.0/3, Five-1), 4)), Published: "2.90", Source: paper, Basis: result.Observed,
	})
}

const (
	// turnedSteps is the longest run, in states times steps, that is repeated with rows for columns.
	turnedSteps = 1e6
	// turnedRows is the longest side that is tried as the border.
	turnedRows = 7
)

// check compares a number of positions without a row with its bounds, and with a count modulo a
// prime with rows for columns, which meets other states; a square board is repeated as it is, in
// other arithmetic. So is one that is too long, and that is no second way. What takes long is left
// out.
func check(ctx context.Context, game transfer.RowGame, value *big.Int, p *result.Provenance, opt par.Options) error {
	failed := func(format string, args ...any) error {
		return result.InternalErrorf("a number computed for gomoku", format, args...)
	}
	points, places := game.Rows*game.Columns, len(lines(game))
	all := pow(3, points)
	if value.Sign() <= 0 || value.Cmp(all) > 0 {
		return failed("it is not from 1 to 3^%d", points)
	}
	if (value.Cmp(all) == 0) != (places == 0) {
		return failed("it is 3^%d with %d places for a row", points, places)
	}
	p.Checks = append(p.Checks, fmt.Sprintf("at least 1 and at most 3^%d, which it is only without a place for a row", points))
	if p.StateSteps > turnedSteps {
		return nil
	}
	prime := border.Primes(1)[0]
	residues, err := transfer.NewResidues(0, []uint64{prime})
	if err != nil {
		return err
	}
	turned, how := transfer.RowGame{Rows: game.Columns, Columns: game.Rows, Length: game.Length}, fmt.Sprintf("recount modulo the prime %d", prime)
	p.Again = turned.Rows <= turnedRows
	switch {
	case !p.Again:
		turned, how = game, fmt.Sprintf("the same modulo the prime %d", prime)
	case turned != game:
		how += " with rows for columns"
	}
	values, _, err := transfer.NoRow(ctx, turned, residues, par.Options{Threads: opt.Threads, Memory: opt.Memory})
	if err != nil {
		return err
	}
	if new(big.Int).Mod(value, new(big.Int).SetUint64(prime)).Uint64() != values[0] {
		return failed("%s: another number", how)
	}
	p.Checks = append(p.Checks, how+": equal")
	return nil
}

// directions of a row: along, down, and the two diagonals.
var directions = [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}}

// lines returns all places for a row, each the points of it.
func lines(g transfer.RowGame) [][]int {
	var all [][]int
	for y := range g.Rows {
		for x := range g.Columns {
			for _, d := range directions {
				endY, endX := y+d[0]*(g.Length-1), x+d[1]*(g.Length-1)
				if endY >= g.Rows || endX < 0 || endX >= g.Columns {
					continue
				}
				line := make([]int, g.Length)
				for i := range line {
					line[i] = (y+d[0]*i)*g.Columns + x + d[1]*i
				}
				all = append(all, line)
			}
		}
	}
	return all
}

// The standard board of Connect-4: columns of 6, and 7 of them.
const (
	standardRows    = 6
	standardColumns = 7
)

// MaxConnect4Side is the longest side of a board for [Connect4].
const MaxConnect4Side = 100

// maxPlayed is the largest number of fillings of a board on which all games are played: some
// seconds.
const maxPlayed = 2_000_000

// Connect4 returns bounds on the number of positions of Connect-4 on a board of a given number of
// rows and columns. Where that is quick, the positions that come up in games are counted, too.
func Connect4(ctx context.Context, rows, columns int) (*Report, error) {
	if rows < 1 || columns < 1 || rows > MaxConnect4Side || columns > MaxConnect4Side {
		return nil, fmt.Errorf("board %dx%d: a side has from 1 to %d points", rows, columns, MaxConnect4Side)
	}
	start := time.Now()
	bound, fillings := pow(2, columns*(rows+1)), balanced(rows, columns)
	r := &Report{
		Game: "connect4", Board: board.Size{Rows: rows, Cols: columns},
		Figures: []Figure{
			{
				Name: "upper bound by a code", Formula: fmt.Sprintf("2^(%d*(%d+1)) = 2^%d", columns, rows, columns*(rows+1)),
				Value: bound, Basis: result.Proved,
			},
			{
				Name: "fillings with the right numbers of men", Formula: "sum over k of stacks(k) * C(k, k/2)",
				Value: fillings, Basis: result.TwoWays,
			},
		},
		Provenance: result.Provenance{Method: "formula", Description: "bounds worked out", Engine: "comparison", Threads: 1},
	}
	if fillings.Cmp(bound) > 0 {
		return nil, result.InternalErrorf("a number computed for connect4", "there are more fillings than words for them")
	}
	r.Checks = append(r.Checks, "no more fillings than words of the code")
	if err := r.played(ctx, rows, columns, fillings); err != nil {
		return nil, err
	}
	if rows == standardRows && columns == standardColumns {
		if err := r.standard(ctx); err != nil {
			return nil, err
		}
	}
	r.Wall = time.Since(start)
	r.PeakMemory = result.PeakMemory()
	return r, nil
}

// played adds the number of positions that come up in games, if it is quick.
func (r *Report) played(ctx context.Context, rows, columns int, fillings *big.Int) error {
	if columns*(rows+1) > 64 || fillings.Cmp(big.NewInt(maxPlayed)) > 0 {
		return nil
	}
	positions, err := play(ctx, rows, columns, true)
	if err != nil {
		return err
	}
	unstopped, err := play(ctx, rows, columns, false)
	if err != nil {
		return err
	}
	n, all := big.NewInt(int64(positions)), big.NewInt(int64(unstopped))
	r.Figures = append(r.Figures, Figure{Name: "positions that come up in games", Formula: "all games played", Value: n, Basis: result.TwoWays})
	if n.Cmp(all) > 0 || all.Cmp(fillings) > 0 {
		return result.InternalErrorf("a number computed for connect4",
			"%s positions come up, %s if games go on after four in a row, of %s fillings", n, all, fillings)
	}
	r.Checks = append(r.Checks, fmt.Sprintf("no more than the %s that come up if games go on after four in a row, "+
		"and these no more than the fillings", all))
	return nil
}

// standard adds what was published about the standard board.
func (r *Report) standard(ctx context.Context) error {
	goBoard, err := count.Legal(ctx, board.Size{Rows: 5, Cols: 5}, count.Options{})
	if err != nil {
		return err
	}
	exact, _ := new(big.Int).SetString("4531985219092", 10)
	for _, f := range r.Figures {
		if f.Value.Cmp(exact) < 0 {
			return result.InternalErrorf("a number computed for connect4", "a bound is less than the exact number")
		}
	}
	r.Checks = append(r.Checks, "both at least the published exact number")
	r.Figures = append(r.Figures,
		Figure{Name: "positions that come up in games", Published: exact.String(), Source: "Edelkamp and Kissmann, in " + paper, Basis: result.Quoted},
		Figure{Name: "L(5,5), legal positions of Go on 5x5", Formula: "counted", Value: goBoard.Value, Basis: result.TwoWays},
		Figure{
			Name: "exact number / L(5,5)", Formula: exact.String() + " / L(5,5)",
			Real: ratio(new(big.Rat).SetInt(exact), goBoard.Value), Published: "about 11", Source: paper, Basis: result.Quoted,
		})
	return nil
}

// balanced returns the number of ways to fill columns from below with men of two colours, of the
// first as many as of the second or one more. With k men, there are as many as ways to stack k
// things in the columns times choices of colours.
func balanced(rows, columns int) *big.Int {
	total, choice := new(big.Int), new(big.Int)
	for k, stacks := range stackings(rows, columns) {
		total.Add(total, choice.Mul(stacks, choice.Binomial(int64(k), int64(k/2))))
	}
	return total
}

// stackings returns, for each k, the number of ways to choose heights of the columns that add up to
// k: the coefficients of (1 + x + ... + x^rows)^columns.
func stackings(rows, columns int) []*big.Int {
	ways := []*big.Int{big.NewInt(1)}
	for range columns {
		next := make([]*big.Int, len(ways)+rows)
		for k := range next {
			next[k] = new(big.Int)
			for height := max(0, k-len(ways)+1); height <= min(rows, k); height++ {
				next[k].Add(next[k], ways[k-height])
			}
		}
		ways = next
	}
	return ways
}

// A drop is a position of Connect-4: a bit for each man of the player who moved last, and a bit for
// each man of any. Columns have a bit more than rows, so that rows of men do not run on into the
// next column.
type drop struct {
	last, all uint64
}

// inARow is how many men in a row end a game.
const inARow = 4

// four reports whether there are four men in a row, a column or a diagonal, of columns with a given
// number of bits.
func four(men uint64, height int) bool {
	for _, step := range []int{1, height - 1, height, height + 1} {
		row := men
		for i := 1; i < inARow; i++ {
			row &= men >> (step * i)
		}
		if row != 0 {
			return true
		}
	}
	return false
}

// play plays games of Connect-4, man by man, and returns the number of positions that come up, if
// games stop with four in a row, or go on. The board has at most 64 points with one more for each
// column.
func play(ctx context.Context, rows, columns int, stop bool) (int, error) {
	positions := 0
	now := map[drop]struct{}{{}: {}}
	for len(now) > 0 {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		positions += len(now)
		next := make(map[drop]struct{})
		for d := range now {
			if !stop || !four(d.last, rows+1) {
				d.moves(rows, columns, next)
			}
		}
		now = next
	}
	return positions, nil
}

// moves adds all positions that follow on a position.
func (d drop) moves(rows, columns int, next map[drop]struct{}) {
	height := rows + 1
	for column := range columns {
		men := d.all >> (column * height) & (1<<height - 1)
		if n := bits.OnesCount64(men); n < rows {
			man := uint64(1) << (column*height + n)
			next[drop{d.all&^d.last | man, d.all | man}] = struct{}{}
		}
	}
}

// squares of a chess board, half of them empty before the first capture.
const squares, occupied = 64, 32

// A piece is a kind of chess man: how many of it a player has, and the bits of its word in the
// paper's Huffman code.
type piece struct {
	name        string
	count, bits int
}

// army is the men of one player: a code of 1 bit for an empty square, 3 for a pawn, 5 for a rook,
// knight or bishop and 6 for a queen or king of one colour.
var army = []piece{
	{"pawns", 8, 3},
	{"rooks", 2, 5},
	{"knights", 2, 5},
	{"bishops", 2, 5},
	{"queen", 1, 6},
	{"king", 1, 6},
}

// players of a game.
const players = 2

// codeLength returns the bits of the code of a position with all men.
func codeLength() int {
	bits := squares - occupied
	for _, p := range army {
		bits += players * p.count * p.bits
	}
	return bits
}

// arrangements returns the number of positions with all men: 64! divided by the factorials of the
// numbers of men and empty squares that look the same.
func arrangements() *big.Int {
	n := factorial(squares)
	n.Quo(n, factorial(squares-occupied))
	for _, p := range army {
		for range players {
			n.Quo(n, factorial(p.count))
		}
	}
	return n
}

// Chess returns the paper's upper bounds on the number of chess positions, and an estimate.
func Chess(ctx context.Context) (*Report, error) {
	start := time.Now()
	bound, all := pow(2, codeLength()), arrangements()
	if all.Cmp(bound) > 0 {
		return nil, result.InternalErrorf("a number computed for chess", "there are more positions with all men than words for them")
	}
	refined := new(big.Int).Mul(big.NewInt(45), pow(10, 45))
	goBoard, err := count.Legal(ctx, board.Size{Rows: 10, Cols: 10}, count.Options{})
	if err != nil {
		return nil, err
	}
	return &Report{
		Game:  "chess",
		Board: board.Size{Rows: 8, Cols: 8},
		Figures: []Figure{
			{
				Name: "upper bound by a Huffman code", Formula: "2^(32*1 + 2*(8*3 + 6*5 + 2*6)) = 2^164",
				Value: bound, Published: "2.3 x 10^49", Source: paper, Basis: result.Proved,
			},
			{Name: "arrangements of all 32 men", Formula: "64! / (32! 8!^2 2!^6)", Value: all, Basis: result.Proved},
			{Name: "refined upper bound", Published: "4.5 x 10^46", Source: paper, Basis: result.Quoted},
			{Name: "L(10,10), legal positions of Go on 10x10", Formula: "counted", Value: goBoard.Value, Basis: result.TwoWays},
			{
				Name: "refined bound / L(10,10)", Formula: "4.5 x 10^46 / L(10,10)",
				Real: ratio(new(big.Rat).SetInt(refined), goBoard.Value), Published: "less than half", Source: paper, Basis: result.Quoted,
			},
			{
				Name: "legal positions, estimated from a sample", Published: "(4.59 +- 0.38) x 10^44",
				Source: "J. Tromp, ChessPositionRanking, github.com/tromp/ChessPositionRanking", Basis: result.Quoted,
			},
		},
		Provenance: result.Provenance{
			Method: "formula", Description: "bounds worked out", Engine: "comparison", Threads: goBoard.Threads,
			Wall: time.Since(start), PeakMemory: result.PeakMemory(),
			Checks: []string{"no more arrangements of all men, which have words of 164 bits, than such words"},
		},
	}, nil
}
