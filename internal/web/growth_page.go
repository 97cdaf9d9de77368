package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/figure"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/lattice"
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

// addPlots plots the growth of the kinds of boards that are chosen, as far as they are counted, and
// the convergence.
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
	v.Plots = append(v.Plots, template.HTML(figure.Squares(all, squarePath).SVG()))
	drawn, _, err := s.convergence.ask(r.Context(), struct{}{}, time.Until(late))
	if errors.Is(err, errFinding) {
		v.Missing = "The plots of the convergence are being drawn."
		return nil
	}
	v.Plots = append(v.Plots, drawn...)
	return err
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

// growthFigure sends the figure of the convergence, when it is drawn: an image may be waited for.
func (s *server) growthFigure(w http.ResponseWriter, r *http.Request) {
	format, err := canvas.ParseFormat(strings.TrimPrefix(r.URL.Path, "/growth"))
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
