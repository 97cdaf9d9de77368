package web

import (
	"context"
	"html/template"
	"io"
	"net/http"
	"strings"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/measure"
)

// measureRuns is how many random positions a page compares a position with.
const measureRuns = 1000

// newMeasures measures positions by their texts.
func newMeasures(ctx context.Context, opt Options) *memo[string, *measure.Measure] {
	return newMemo(ctx, pageLimits(maxKept), func(ctx context.Context, a *answer[string, *measure.Measure]) (*measure.Measure, error) {
		p, err := parsePositionText(a.key)
		if err != nil {
			return nil, err
		}
		return measure.Of(ctx, p, measure.Options{Runs: measureRuns, Options: opt.bounds(a.report)})
	})
}

// measureFiles are the files that a measure is sent as.
var measureFiles = []string{"png", "svg", "pdf", "json"}

type measureView struct {
	Position string // as addresses have it; empty if there is none yet
	Lead     []string
	Drawing  template.HTML
	Answer   template.HTML
	Edit     string
	Slow     string // why it is not measured yet, if a form may ask for it
}

// measure shows how unusual a position is, or asks for a game.
func (s *server) measure(f *form) (page, error) {
	v := &measureView{}
	here := page{Title: "Your game's number", Body: v}
	if f.FormValue("p") == "" {
		return here, nil
	}
	p := f.position()
	if f.err != nil {
		return here, nil
	}
	v.Position, v.Drawing, v.Edit, here.Position = positionText(p), drawPosition(p, pointViews(p)), boardPath(p, cycle), p
	if !p.Legal() {
		return here, forbidden("This position is not legal: a string has no liberty. Only legal positions have a number.")
	}
	m, slow, err := await(f, s.measures, v.Position)
	if v.Slow = slow; slow == "" && err == nil {
		v.Lead, v.Answer = view.MeasuredHeadline(m), view.Measured(m).HTML()
	}
	return here, err
}

// startMeasure begins to measure a position that a form of this site asks for.
func (s *server) startMeasure(f *form) (page, error) {
	p, err := f.position(), f.err
	if err == nil {
		_, err = s.measures.start(positionText(p), f.limit())
	}
	if err != nil {
		return page{Title: "Your game's number", Body: &measureView{}}, err
	}
	return goTo(positionPath("/measure", p)), nil
}

// measureFile sends what was measured as a picture to share, or for programs.
func (s *server) measureFile(f *form) (page, error) {
	p, name := f.position(), strings.TrimPrefix(f.URL.Path, "/measure.")
	if f.err != nil || !p.Legal() {
		return page{}, refusal{http.StatusBadRequest, "There is no legal position to measure."}
	}
	m, err := s.measures.ask(f.Context(), positionText(p), f.limit(), f.limit())
	if err != nil {
		return page{}, err
	}
	found := view.Measured(m)
	format, err := canvas.ParseFormat("." + name)
	if err != nil {
		return newFile("application/json", "measure."+name, func(w io.Writer) error { return found.Write(w, name, view.Style{}) })
	}
	drawn, err := found.Picture()
	if err != nil {
		return page{}, err
	}
	return newFile(format.MIME(), "measure."+name, encode(drawn, format))
}
