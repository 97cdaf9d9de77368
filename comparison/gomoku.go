package comparison

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// Five is how many stones in a row win a game of gomoku.
const Five = 5

// Gomoku counts the positions of a board, each point empty, black or white, that
// have no row of a given number of stones or more of one colour along a row, a column or a
// diagonal. A length of [Five] is gomoku.
//
// The error is a [result.MemoryError] if memory is too short, an
// [result.InternalError] if the number failed a check, the cause of the context's end if
// that came first, and otherwise says what about the board makes no sense.
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
	c := &rowCheck{game: game, value: value, steps: stats.StateSteps, opt: opt}
	if r.Checks, err = c.all(ctx); err != nil {
		return nil, err
	}
	r.Figures = gomokuFigures(game, value, result.ByChecks(r.Checks))
	r.Wall = time.Since(start)
	r.PeakMemory = result.PeakMemory()
	return r, nil
}

func gomokuFigures(g transfer.RowGame, value *big.Int, counted result.Basis) []Figure {
	points := g.Rows * g.Columns
	figures := []Figure{
		{Name: fmt.Sprintf("positions without %d in a row", g.Length), Formula: "counted", Value: value, Basis: counted},
		{Name: "all positions", Formula: fmt.Sprintf("3^%d", points), Value: pow(3, points), Basis: result.Proved},
		{Name: "places for a row", Formula: "counted", Value: big.NewInt(int64(places(g))), Basis: result.TwoWays},
		{Name: "growth with a point", Formula: fmt.Sprintf("positions^(1/%d)", points), Real: math.Exp(result.Ln(value) / float64(points)), Basis: counted},
	}
	if g.Length != Five {
		return figures
	}
	if g.Rows == 6 && g.Columns == 6 {
		figures[2].Published, figures[2].Source = "32", paper
	}
	return append(figures, Figure{
		Name: "its limit, were rows independent", Formula: "1 + 2 (1 - (1/3)^4)^4",
		Real: 1 + 2*math.Pow(1-math.Pow(1.0/3, Five-1), 4), Published: "2.90", Source: paper, Basis: result.Observed,
	})
}
