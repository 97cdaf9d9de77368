package comparison

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

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
	if r.Checks, err = checks(ctx, game, value, stats.StateSteps, opt); err != nil {
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

// checks compares a number of positions without a row with its bounds, and with a count modulo a
// prime with rows for columns, which meets other states; a square board is repeated as it is, in
// other arithmetic. So is one that is too long, and that is no second way. What takes long is left
// out.
func checks(ctx context.Context, game transfer.RowGame, value *big.Int, steps int64, opt par.Options) ([]string, error) {
	failed := func(format string, args ...any) error {
		return result.InternalErrorf("a number computed for gomoku", format, args...)
	}
	points, places := game.Rows*game.Columns, len(lines(game))
	all := pow(3, points)
	if value.Sign() <= 0 || value.Cmp(all) > 0 {
		return nil, failed("it is not from 1 to 3^%d", points)
	}
	if (value.Cmp(all) == 0) != (places == 0) {
		return nil, failed("it is 3^%d with %d places for a row", points, places)
	}
	passed := []string{fmt.Sprintf("at least 1 and at most 3^%d, which it is only without a place for a row", points)}
	if steps > turnedSteps {
		return passed, nil
	}
	prime := border.Primes(1)[0]
	residues, err := transfer.NewResidues(0, []uint64{prime})
	if err != nil {
		return nil, err
	}
	turned, how := transfer.RowGame{Rows: game.Columns, Columns: game.Rows, Length: game.Length}, fmt.Sprintf("recount modulo the prime %d", prime)
	switch {
	case turned.Rows > turnedRows:
		turned, how = game, fmt.Sprintf("the same modulo the prime %d", prime)
	case turned != game:
		how += " with rows for columns"
	}
	values, _, err := transfer.NoRow(ctx, turned, residues, par.Options{Threads: opt.Threads, Memory: opt.Memory})
	if err != nil {
		return nil, err
	}
	if new(big.Int).Mod(value, new(big.Int).SetUint64(prime)).Uint64() != values[0] {
		return nil, failed("%s: another number", how)
	}
	return append(passed, how+": equal"), nil
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
