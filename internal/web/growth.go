package web

import (
	"context"
	"fmt"
	"html/template"
	"math/big"
	"slices"
	"sync"
	"time"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/plot"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// squaresKey is a kind of square boards with a number of colours.
type squaresKey struct {
	lattice lattice.Kind
	colors  int
}

const (
	// squaresTime is what counting the squares of a kind may take, and maxSquare the largest.
	squaresTime = 1500 * time.Millisecond
	maxSquare   = 12
	// maxColors is the most colours that can be chosen.
	maxColors = 6
	// baseDecimals is how many decimals of the approximations to the base are shown.
	baseDecimals = 16
)

// newSquares counts the square boards of a kind, as far as that goes within a time, or takes the
// numbers in print, and keeps their roots.
func newSquares(ctx context.Context, opt Options) *memo[squaresKey, asymptotic.Series] {
	q := pageQueue(maxColors * len(plotLattices()))
	q.waiting = len(plotLattices())
	what := func(key squaresKey) string {
		return fmt.Sprintf("The boards of the lattice %s are being counted.", key.lattice)
	}
	return newMemo(ctx, q, what, func(ctx context.Context, key squaresKey, progress func(float64)) (asymptotic.Series, error) {
		find := countSquares
		if key == (squaresKey{lattice.Square, 2}) {
			find = publishedSquares
		}
		squares, err := find(ctx, opt, key, progress)
		if err != nil {
			return asymptotic.Series{}, err
		}
		return asymptotic.Roots(key.lattice.String(), squares), nil
	})
}

func countSquares(ctx context.Context, opt Options, key squaresKey, progress func(float64)) ([]*big.Int, error) {
	ctx, cancel := context.WithTimeout(ctx, squaresTime)
	defer cancel()
	var all []*big.Int
	for n := 1; n <= maxSquare; n++ {
		o := count.Options{Variant: count.Variant{Lattice: key.lattice, Colors: key.colors}, Options: par.Options{Memory: opt.squareMemory(), Threads: opt.Threads}}
		r, err := count.Legal(ctx, board.Size{Rows: n, Cols: n}, o)
		if err != nil {
			if len(all) > 0 { // those are enough, whether time or memory ended it
				err = nil
			}
			return all, err
		}
		all = append(all, r.Value)
		progress(float64(n) / maxSquare)
	}
	return all, nil
}

func publishedSquares(context.Context, Options, squaresKey, func(float64)) ([]*big.Int, error) {
	var all []*big.Int
	for n := 1; n <= asymptotic.LastSquare; n++ {
		entry, ok := published.Legal(board.Size{Rows: n, Cols: n})
		if !ok {
			break
		}
		all = append(all, entry.Int())
	}
	return all, nil
}

// plotLattices are the kinds of boards that have squares.
func plotLattices() []lattice.Kind {
	return slices.DeleteFunc(lattice.Kinds(), func(k lattice.Kind) bool { return k == lattice.Cycle })
}

// squarePath is the address of the estimate of a square board.
func squarePath(n int) string { return fmt.Sprintf("/numbers/estimate?board=%dx%[1]d", n) }

// newPlots draws the plots that are the same on every page, once: those of the convergence.
func newPlots(ctx context.Context) *memo[struct{}, []*canvas.Canvas] {
	what := func(struct{}) string { return "The plots of the convergence are being drawn." }
	return newMemo(ctx, pageQueue(1), what, func(context.Context, struct{}, func(float64)) ([]*canvas.Canvas, error) {
		return plot.GrowthPages(squarePath), nil
	})
}

// growthRow is a line of the table of L(n,n).
type growthRow struct {
	N, Digits            int
	Number, Base, Source string
}

type growthView struct {
	Rows     []growthRow
	Lattices []choice
	Plots    []template.HTML // of the chosen boards, and of the convergence
	Missing  *findingError   // what is still being counted
}

// growthRows are the published numbers of squares.
var growthRows = sync.OnceValue(func() []growthRow {
	bases := asymptotic.BaseApproximations(asymptotic.LastSquare - 1)
	var rows []growthRow
	for n := 1; n <= asymptotic.LastSquare; n++ {
		entry, ok := published.Legal(board.Size{Rows: n, Cols: n})
		if !ok {
			continue
		}
		row := growthRow{N: n, Digits: len(entry.Printed), Number: entry.Printed, Source: entry.Source()}
		if n <= len(bases) {
			row.Base = bases[n-1].FloatString(baseDecimals)
		}
		rows = append(rows, row)
	}
	return rows
})
