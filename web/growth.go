package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"math/big"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"combigo/asymptotic"
	"combigo/asymptotic/figure"
	"combigo/board"
	"combigo/count"
	"combigo/internal/view"
	"combigo/lattice"
	"combigo/published"
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

// growthRow is a line of the table of L(n,n).
type growthRow struct {
	N, Digits            int
	Number, Base, Source string
}

// constantView is a constant of the asymptotic formula.
type constantView struct{ Name, Value, Error string }

type growthView struct {
	Asked, Error string // the board as it was typed, and what is wrong with it or with the choice
	Estimate     *view.Estimate
	Rows         []growthRow
	Constants    []constantView
	Lattices     []choice
	ColorsTyped  string
	Plots        []template.HTML // of the chosen boards, and of the convergence
	Missing      string          // what is still being counted
	Share        float64
}

// growth shows how the numbers of legal positions grow, and estimates for any board.
func (s *server) growth(w http.ResponseWriter, r *http.Request) {
	v := &growthView{Asked: strings.TrimSpace(r.FormValue("board")), Rows: growthRows(), Constants: constantViews()}
	if v.Asked == "" {
		v.Asked = "19x19"
	}
	late := time.Now().Add(s.options.patience) // the page waits once for all that it shows
	err := s.addEstimate(r, v, late)
	var finding *findingError
	if !errors.As(err, &finding) {
		err = cmp.Or(err, s.addPlots(r, v, late))
	}
	switch {
	case errors.As(err, &finding):
		s.wait(w, "/growth", finding.what, finding.share)
	case errors.Is(err, context.Canceled):
	default:
		if err != nil {
			v.Error = err.Error()
		}
		s.pages.render(w, statusOf(err), "growth", page{Title: "Growth", Here: "/growth", Body: v})
	}
}

// addEstimate estimates the board that is asked for.
func (s *server) addEstimate(r *http.Request, v *growthView, late time.Time) error {
	if len(v.Asked) > maxSideText {
		return badInput(fmt.Errorf("board %s: want a size such as 19, 9x13 or 10^9", shortened(v.Asked)))
	}
	rows, cols, err := asymptotic.ParseSides(strings.Fields(v.Asked)...)
	if err != nil {
		return badInput(err)
	}
	estimate, share, err := s.estimates.ask(r.Context(), sides{rows.String(), cols.String()}, time.Until(late))
	if errors.Is(err, errFinding) {
		return &findingError{fmt.Sprintf("The estimate for the %vx%v board is being computed.", rows, cols), share}
	}
	v.Estimate = estimate
	return err
}

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

// newSquares counts the square boards of a kind, as far as that goes within a time, or takes the numbers in print, and keeps
// their roots.
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
		o := count.Options{Variant: count.Variant{Lattice: key.lattice, Colors: key.colors}, Memory: opt.recordMemory(), Threads: opt.Threads}
		r, err := count.Legal(ctx, n, n, o)
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

// addPlots plots the growth of the kinds of boards that are chosen, as far as they are counted, and the convergence.
func (s *server) addPlots(r *http.Request, v *growthView, late time.Time) error {
	v.ColorsTyped = cmp.Or(r.FormValue("colors"), "2")
	chosen := r.Form["lattice"]
	if len(chosen) == 0 {
		chosen = []string{lattice.Square.String()}
	}
	for _, k := range plotLattices() {
		v.Lattices = append(v.Lattices, choice{Name: k.String(), Chosen: slices.Contains(chosen, k.String())})
	}
	colors, err := strconv.Atoi(v.ColorsTyped)
	if err != nil || colors < 1 || colors > maxPlotColors {
		return badInput(fmt.Errorf("colors %s: want a number from 1 to %d", shortened(v.ColorsTyped), maxPlotColors))
	}
	var all []asymptotic.Series
	for _, name := range chosen {
		k, err := lattice.ParseKind(name)
		if err != nil || k == lattice.Cycle {
			return badInput(fmt.Errorf("lattice %s: want some of those that the form has", shortened(name)))
		}
		series, share, err := s.squares.ask(r.Context(), squaresKey{k, colors}, time.Until(late))
		if errors.Is(err, errFinding) {
			v.Missing, v.Share = fmt.Sprintf("The boards of the lattice %s are being counted.", k), share
			continue
		}
		if err != nil {
			return err
		}
		all = append(all, series)
	}
	v.Plots = append(v.Plots, template.HTML(figure.Squares(all, squarePath)))
	drawn, _, err := s.convergence.ask(r.Context(), struct{}{}, time.Until(late))
	if errors.Is(err, errFinding) {
		v.Missing = "The plots of the convergence are being drawn."
		return nil
	}
	v.Plots = append(v.Plots, drawn...)
	return err
}

// squarePath is the address of the estimate of a square board.
func squarePath(n int) string { return fmt.Sprintf("/growth?board=%dx%[1]d", n) }

// newConvergence draws the plots that are the same on every page, once.
func newConvergence(ctx context.Context) *memo[struct{}, []template.HTML] {
	return newMemo(ctx, pageQueue(1), func(context.Context, struct{}, func(float64)) ([]template.HTML, error) {
		var all []template.HTML
		for _, plot := range figure.Inline(squarePath) {
			all = append(all, template.HTML(plot))
		}
		return all, nil
	})
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

// constantViews are the constants of the asymptotic formula.
var constantViews = sync.OnceValue(func() []constantView {
	best := asymptotic.Best()
	var views []constantView
	for _, c := range []struct {
		name string
		asymptotic.Estimate
	}{{"L", best.L}, {"B", best.B}, {"A", best.A}} {
		views = append(views, constantView{c.name, c.Value.Rounded(c.Value.Decimals(estimateDigits)), scientific(c.Value.Radius())})
	}
	return views
})

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
func newFigures(ctx context.Context) *memo[figure.Format, []byte] {
	return newMemo(ctx, pageQueue(3), func(_ context.Context, format figure.Format, _ func(float64)) ([]byte, error) {
		return figure.Draw(format)
	})
}

// growthFigure sends the figure of the convergence, when it is drawn: an image may be waited for.
func (s *server) growthFigure(w http.ResponseWriter, r *http.Request) {
	format, err := figure.ParseFormat(strings.TrimPrefix(r.URL.Path, "/growth"))
	if err != nil {
		s.notFound(w, r)
		return
	}
	drawn, _, err := s.figures.ask(r.Context(), format, maxFindTime)
	if err != nil {
		s.failFinding(w, err)
		return
	}
	w.Header().Set("Cache-Control", "max-age=300")
	sendPicture(w, format, drawn)
}
