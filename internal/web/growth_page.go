package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/plot"
	"combigo.dev/combigo/lattice"
)

// growth shows how the numbers of legal positions grow: plots of the kinds of boards that are
// chosen, as far as they are counted, and of the convergence.
func (s *server) growth(w http.ResponseWriter, r *http.Request) {
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
func (s *server) addPlots(ctx context.Context, v *growthView, colors int, late time.Time) error {
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
func (s *server) growthFigure(w http.ResponseWriter, r *http.Request) {
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
