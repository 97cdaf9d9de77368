package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"combigo.dev/combigo/internal/drawing"
	"combigo.dev/combigo/ranking"
)

// question shows a command as a page: its numbers, and what came out.
func (s *server) question(w http.ResponseWriter, r *http.Request) {
	name, asJSON := strings.CutSuffix(r.PathValue("name"), ".json")
	a := findAsker(name)
	if a == nil {
		s.notFound(w, r)
		return
	}
	v := &questionView{asker: a, Chosen: r.FormValue("of")}
	q, err := a.read(v, r)
	found, share := (*reply)(nil), 0.0
	if err == nil {
		found, share, err = s.replies.ask(r.Context(), q, s.options.patience)
	}
	var beyond *ranking.RangeError
	switch {
	case errors.Is(err, errFinding), errors.Is(err, errCrowded):
		s.wait(w, a.Path(), fmt.Sprintf("%s: this is being computed.", a.Title), share)
		return
	case errors.Is(err, context.Canceled):
		return
	case errors.As(err, &beyond):
		err = badInput(err)
		fallthrough
	case err != nil:
		v.Error = err.Error()
	case asJSON:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(found.json) // a client that is gone needs no answer
		return
	default:
		v.add(q, found)
	}
	s.pages.render(w, statusOf(err), "question", page{Title: a.Title, Here: a.Path(), Body: v, Position: v.position})
}

// add shows what came out.
func (v *questionView) add(q query, found *reply) {
	v.Headline, v.Text, v.SGF = found.headline, string(found.text), string(found.sgf)
	v.Command = "combigo " + v.command
	numbers := url.Values{}
	if q.which != "" {
		v.Command += " " + q.which
		numbers.Set("of", q.which)
	}
	for _, f := range v.Numbers {
		v.Command += fmt.Sprintf("%s %d", f.flag, *q.number(f.Name))
		numbers.Set(f.Name, strconv.Itoa(*q.number(f.Name)))
	}
	if v.Whole != nil {
		v.Command += fmt.Sprintf("%s %d", v.Whole.flag, q.whole)
		if v.Whole != seed {
			numbers.Set(v.Whole.Name, strconv.FormatUint(q.whole+uint64(q.more), 10))
		}
		v.Again = v.Path() + "?" + numbers.Encode()
		numbers.Set(v.Whole.Name, strconv.FormatUint(q.whole, 10))
	}
	v.Caption, v.Page = found.caption, found.page
	v.Picture = template.HTML(found.picture)
	v.JSON = v.Path() + ".json?" + numbers.Encode()
	if v.position = found.position; found.position != nil {
		v.Drawing = template.HTML(drawing.Board(found.position, drawing.BoardOptions{Wood: true, Coordinates: true}).SVG())
		v.Edit = boardPath(found.position, cycle)
	}
	for _, step := range found.steps {
		v.Steps = append(v.Steps, smallBoard{template.HTML(drawing.Board(step.position, drawing.BoardOptions{Wood: true}).SVG()), step.name, boardPath(step.position, cycle)})
	}
}
