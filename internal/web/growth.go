package web

import (
	"context"
	"fmt"
	"html/template"
	"math/big"
	"slices"
	"strings"
	"time"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/figure"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

const (
	// baseDecimals is how many decimals of the approximations to the base are shown.
	baseDecimals = 16
	// estimateDigits is how many digits of an estimate are shown at most.
	estimateDigits = 30
	// maxEstimates is how many estimates are kept.
	maxEstimates = 100
	// maxSideText bounds what is read as a board.
	maxSideText = 2*asymptotic.MaxSideDigits + 10
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
	// maxPlotColors is the most colours that can be chosen.
	maxPlotColors = 6
)

// newSquares counts the square boards of a kind, as far as that goes within a time, or takes the
// numbers in print, and keeps their roots.
func newSquares(ctx context.Context, opt Options) *memo[squaresKey, asymptotic.Series] {
	q := pageQueue(maxPlotColors * len(plotLattices()))
	q.waiting = len(plotLattices())
	return newMemo(ctx, q, func(ctx context.Context, key squaresKey, progress func(float64)) (asymptotic.Series, error) {
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
		o := count.Options{Variant: count.Variant{Lattice: key.lattice, Colors: key.colors}, Options: par.Options{Memory: opt.recordMemory(), Threads: opt.Threads}}
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
func squarePath(n int) string { return fmt.Sprintf("/growth?board=%dx%[1]d", n) }

// newConvergence draws the plots that are the same on every page, once.
func newConvergence(ctx context.Context) *memo[struct{}, []template.HTML] {
	return newMemo(ctx, pageQueue(1), func(context.Context, struct{}, func(float64)) ([]template.HTML, error) {
		var all []template.HTML
		for _, plot := range figure.Linked(squarePath) {
			all = append(all, template.HTML(plot.SVG()))
		}
		return all, nil
	})
}

// sides are those of a board of any size, in digits.
type sides struct{ rows, cols string }

// newEstimates keeps estimates: those of huge boards take some tenths of a second.
func newEstimates(ctx context.Context) *memo[sides, *view.Estimate] {
	return newMemo(ctx, pageQueue(maxEstimates), func(_ context.Context, b sides, _ func(float64)) (*view.Estimate, error) {
		rows, cols, err := asymptotic.ParseSides(b.rows, b.cols)
		if err != nil {
			return nil, err
		}
		e, err := asymptotic.EstimateBoard(rows, cols)
		if err != nil {
			return nil, err
		}
		return view.NewEstimate(rows, cols, e, estimateDigits), nil
	})
}

// scientific writes a number as 1.2e-8.
func scientific(x interface{ Text(format byte) string }) string { return strings.ToLower(x.Text('E')) }

// figures draws the figure of the growth once.
func newFigures(ctx context.Context) *memo[canvas.Format, []byte] {
	return newMemo(ctx, pageQueue(3), func(_ context.Context, format canvas.Format, _ func(float64)) ([]byte, error) {
		return figure.Growth().Encode(canvas.Output{Format: format})
	})
}
