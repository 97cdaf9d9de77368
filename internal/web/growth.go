package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"math/big"
	"net/http"
	"slices"
	"strings"
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

// growthPages are the pages of how the numbers grow.
type growthPages struct {
	*server
	squares *memo[squaresKey, asymptotic.Series]
	plots   *memo[struct{}, []*canvas.Canvas]
}

// growth shows how the numbers of legal positions grow: plots of the kinds of boards that are
// chosen, as far as they are counted, and of the convergence.
func (s *growthPages) growth(w http.ResponseWriter, r *http.Request) {
	f, v := &form{Request: r}, &growthView{Rows: growthRows()}
	late := time.Now().Add(s.options.patience) // the page waits once for all that it shows
	colors := f.whole("colors", "", 1, maxColors, 2)
	chosen := r.Form["lattice"]
	if len(chosen) == 0 {
		chosen = []string{lattice.Square.String()}
	}
	for _, k := range plotLattices() {
		v.Lattices = append(v.Lattices, choice{Name: k.String(), Chosen: slices.Contains(chosen, k.String())})
	}
	for _, name := range chosen {
		if !slices.ContainsFunc(v.Lattices, func(c choice) bool { return c.Name == name }) {
			f.refuse(fmt.Errorf("lattice %s: want some of those that the form has", shortened(name)))
		}
	}
	err := f.err
	if err == nil {
		err = s.addPlots(r.Context(), v, colors, late)
	}
	s.show(w, r, "growth", page{Title: "Growth", Here: "/growth", Body: v}, err)
}

// addPlots plots the chosen lattices, and the convergence.
func (s *growthPages) addPlots(ctx context.Context, v *growthView, colors int, late time.Time) error {
	var all []asymptotic.Series
	for _, k := range plotLattices() {
		if !slices.ContainsFunc(v.Lattices, func(c choice) bool { return c.Chosen && c.Name == k.String() }) {
			continue
		}
		series, err := s.squares.ask(ctx, squaresKey{k, colors}, time.Until(late))
		if errors.As(err, &v.Missing) {
			continue
		}
		if err != nil {
			return err
		}
		all = append(all, series)
	}
	drawn, err := s.plots.ask(ctx, struct{}{}, time.Until(late))
	if err != nil && !errors.As(err, &v.Missing) {
		return err
	}
	for _, plot := range append([]*canvas.Canvas{plot.Squares(all, squarePath)}, drawn...) {
		v.Plots = append(v.Plots, template.HTML(plot.SVG()))
	}
	return nil
}

// growthFigure sends the figure of the convergence.
func (s *growthPages) growthFigure(w http.ResponseWriter, r *http.Request) {
	format, err := canvas.ParseFormat(strings.TrimPrefix(r.URL.Path, "/growth"))
	var drawn []byte
	if err == nil {
		drawn, err = plot.Growth().Encode(canvas.Output{Format: format})
	}
	if err != nil {
		s.fail(w, http.StatusInternalServerError, err.Error())
		return
	}
	w.Header().Set("Cache-Control", "max-age=300")
	sendFile(w, format.MIME(), drawn)
}
