package web

import (
	"bytes"
	"context"
	"html/template"
	"net/http"
	"strings"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/measure"
	"combigo.dev/combigo/par"
)

// measureRuns is how many random positions a page compares a position with.
const measureRuns = 1000

// measurePages are the pages that say how unusual a position is.
type measurePages struct {
	*server
	found *memo[string, *measure.Measure] // by the text of the position
}

func newMeasurePages(ctx context.Context, s *server) *measurePages {
	return &measurePages{s, newMemo(ctx, pageQueue(maxKept), func(ctx context.Context, a *answer[string, *measure.Measure]) (*measure.Measure, error) {
		p, err := parsePositionText(a.key)
		if err != nil {
			return nil, err
		}
		opt := par.Options{Threads: s.options.Threads, Memory: s.options.questionMemory(), Progress: a.report}
		return measure.Of(ctx, p, measure.Options{Runs: measureRuns, Options: opt})
	})}
}

// measureFiles are the files that a measure is sent as.
var measureFiles = []string{"png", "svg", "pdf", "json"}

type measureView struct {
	Position string // as addresses have it; empty if there is none yet
	Lead     string
	Lines    []string
	Drawing  template.HTML
	Answer   template.HTML
	Edit     string
	Files    []link
	Slow     string // why it is not measured yet, if a form may ask for it
}

// measure shows how unusual a position is, or asks for a game.
func (s *measurePages) measure(w http.ResponseWriter, r *http.Request) {
	v, here := &measureView{}, page{Title: "Your game's number", Here: "/measure"}
	here.Body = v
	if r.FormValue("p") == "" {
		s.show(w, r, "measure", here, nil)
		return
	}
	f := &form{Request: r}
	p := f.position()
	if f.err != nil {
		s.show(w, r, "measure", here, f.err)
		return
	}
	v.Position, v.Drawing, v.Edit, here.Position = positionText(p), drawPosition(p, pointViews(p)), boardPath(p, cycle), p
	if !p.Legal() {
		s.show(w, r, "measure", here, ruleError("This position is not legal: a string has no liberty. Only legal positions have a number."))
		return
	}
	m, err := s.found.ask(r.Context(), v.Position, s.patience(r), s.limit(r))
	v.Slow, err = s.slowAnswer(r, err)
	if m != nil && err == nil {
		lines := view.MeasuredHeadline(m)
		v.Lead, v.Lines, v.Answer = lines[0], lines[1:], view.Measured(m).HTML()
		for _, name := range measureFiles {
			v.Files = append(v.Files, link{Name: strings.ToUpper(name), Path: positionPath("/measure."+name, p)})
		}
	}
	s.show(w, r, "measure", here, err)
}

// compute begins to measure a position that a form of this site asks for.
func (s *measurePages) compute(w http.ResponseWriter, r *http.Request) {
	f := &form{Request: r}
	p, err := f.position(), f.err
	if err == nil {
		_, err = s.found.entry(positionText(p), s.limit(r))
	}
	if err != nil {
		s.show(w, r, "measure", page{Title: "Your game's number", Here: "/measure", Body: &measureView{}}, err)
		return
	}
	http.Redirect(w, r, positionPath("/measure", p), http.StatusSeeOther)
}

// measureFile sends what was measured as a picture to share, or for programs.
func (s *measurePages) measureFile(w http.ResponseWriter, r *http.Request) {
	f := &form{Request: r}
	p, name := f.position(), strings.TrimPrefix(r.URL.Path, "/measure.")
	if f.err != nil || !p.Legal() {
		s.fail(w, http.StatusBadRequest, "There is no legal position to measure.")
		return
	}
	m, err := s.found.ask(r.Context(), positionText(p), s.limit(r), s.limit(r))
	if err != nil {
		s.show(w, r, "measure", page{}, err)
		return
	}
	kind, file, err := measuredFile(view.Measured(m), name)
	if err != nil {
		s.fail(w, http.StatusInternalServerError, err.Error())
		return
	}
	sendFile(w, kind, "measure."+name, file)
}

// measuredFile is an answer as a picture, or as JSON, and the type of the file.
func measuredFile(a *view.Answer, name string) (kind string, file []byte, err error) {
	format, err := canvas.ParseFormat("." + name)
	if err != nil {
		var b bytes.Buffer
		err = a.Write(&b, name, view.Style{})
		return "application/json", b.Bytes(), err
	}
	drawn, err := a.Picture()
	if err == nil {
		file, err = drawn.Encode(canvas.Output{Format: format})
	}
	return format.MIME(), file, err
}
