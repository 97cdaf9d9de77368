package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"combigo.dev/combigo/count"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

// countPage shows the form, for a board that the address may have, and what is in print on it.
func (s *server) countPage(w http.ResponseWriter, r *http.Request) {
	f := &form{Request: r}
	q := question{rows: f.whole("rows", "", 1, maxCountSide, 9), cols: f.whole("cols", "", 1, maxCountSide, 9)}
	var quoted *quotedView
	if entry, ok := published.Legal(q.size()); ok && f.FormValue("rows") != "" {
		quoted = &quotedView{Symbol: symbol(q.size()), Number: view.Grouped(entry.Printed), Source: entry.Source()}
	}
	s.showCounts(w, r, statusOf(f.err), q, quoted, f.err)
}

// showCounts shows the form as it was filled in, what is in print on the board, the counts of the
// session, and why there is no new one, if there is an error.
func (s *server) showCounts(w http.ResponseWriter, r *http.Request, status int, q question, quoted *quotedView, err error) {
	v := &countView{
		Rows: q.rows, Cols: q.cols, Colors: cmp.Or(q.variant.Colors, 2), Quoted: quoted,
		Memory: s.options.countMemory().String(), Time: view.Roughly(s.options.JobTime),
	}
	p := page{Title: "Count", Here: "/count", Body: v, request: r}
	if err != nil {
		p.Error = err.Error()
	}
	var large *count.LargeError
	if errors.As(err, &large) {
		p.Error, v.Quoted = large.Err.Error(), &quotedView{Symbol: symbol(q.size()), Source: large.Source(), Way: large.Way()}
		if large.Published != "" {
			v.Quoted.Number = view.Grouped(large.Published)
		}
	}
	for _, n := range []int{5, 9, 13, 16, 19} {
		v.Squares = append(v.Squares, link{Name: fmt.Sprintf("%dx%[1]d", n), Path: fmt.Sprintf("/count?rows=%d&cols=%[1]d", n), Chosen: quoted != nil && q.rows == n && q.cols == n})
	}
	for _, k := range lattice.Kinds() {
		v.Lattices = append(v.Lattices, choice{Name: k.String(), Chosen: k == q.variant.Lattice || k == lattice.Square && q.variant.Lattice == lattice.None})
	}
	for _, j := range s.counts.list() {
		job := newJobView(j)
		if v.Jobs = append(v.Jobs, job); job.Running {
			v.Waiting++
		}
	}
	s.pages.render(w, status, "count", p)
}

func (s *server) startCount(w http.ResponseWriter, r *http.Request) {
	q, err := readQuestion(r)
	status := http.StatusBadRequest
	if err == nil {
		err, status = s.refusal(q), http.StatusUnprocessableEntity
	}
	var j *job
	if err == nil {
		j, err = s.counts.entry(q)
		status = http.StatusServiceUnavailable
	}
	if err != nil {
		s.showCounts(w, r, status, q, nil, err)
		return
	}
	http.Redirect(w, r, "/count/"+j.key.id(), http.StatusSeeOther)
}

// refusal is the error with which a count would be refused, if that is known within a moment: else
// the count says so itself.
func (s *server) refusal(q question) error {
	if !q.variant.Plain() { // what other boards need is found out as they are counted
		return nil
	}
	refused := make(chan error, 1)
	go func() { refused <- count.Check(q.size(), s.options.countOptions(q)) }()
	late := time.NewTimer(s.options.patience)
	defer late.Stop()
	select {
	case err := <-refused:
		return err
	case <-late.C:
		return nil
	}
}

// withJob finds the count that a request is about.
func (s *server) withJob(w http.ResponseWriter, r *http.Request) (*job, bool) {
	id := r.PathValue("id")
	j := s.counts.get(func(q question) bool { return q.id() == id })
	if j == nil {
		s.fail(w, http.StatusNotFound, "This count is not kept any more.")
	}
	return j, j != nil
}

func (s *server) countJob(w http.ResponseWriter, r *http.Request) {
	if j, ok := s.withJob(w, r); ok {
		v := newJobView(j)
		if v.Result != nil {
			v.addShare(s.position(r.Context(), j.key))
		}
		s.show(w, r, "job", page{Title: "Count " + j.key.name(), Here: "/count", Body: v}, nil)
	}
}

// position is a random position of a board that pages can draw, always the same one, or nil: the
// page is as good without one.
func (s *server) position(ctx context.Context, q question) *goban.Position {
	if !q.variant.Plain() || max(q.rows, q.cols) > maxSide {
		return nil
	}
	p, err := s.drawLegal(ctx, q.size(), 1)
	if err != nil {
		return nil
	}
	return p
}

// countFile sends the number of a count in a format for programs.
func (s *server) countFile(w http.ResponseWriter, r *http.Request) {
	j, ok := s.withJob(w, r)
	if !ok {
		return
	}
	if !j.isFound() || j.err != nil {
		s.fail(w, http.StatusNotFound, "This count has no number yet.")
		return
	}
	found := j.value
	var file bytes.Buffer
	kind, err := "application/json", error(nil)
	switch format := canvas.Format(r.PathValue("format")); format {
	case "json":
		err = view.Result(found).Write(&file, "json", view.Style{})
	case canvas.SVG, canvas.PNG:
		var picture []byte
		picture, err = view.CountCard(found, s.position(r.Context(), j.key)).Encode(canvas.Output{Format: format})
		kind = format.MIME()
		file.Write(picture)
	default:
		kind, err = "text/plain; charset=utf-8", result.BFile(&file, []result.Term{{Index: found.Board.Cols, Value: found.Value}}, found.Symbol+" "+found.OEIS)
	}
	if err != nil {
		s.fail(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	sendFile(w, kind, file.Bytes())
}

func (s *server) cancelCount(w http.ResponseWriter, r *http.Request) {
	if j, ok := s.withJob(w, r); ok {
		j.cancel()
		select {
		case <-j.found:
		case <-time.After(time.Second):
		}
		http.Redirect(w, r, "/count/"+j.key.id(), http.StatusSeeOther)
	}
}
