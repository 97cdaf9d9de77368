package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

// maxCountSide bounds the sides of the form; what is too large for the memory or the
// time is refused by the count.
const maxCountSide = 1000

type countView struct {
	Rows, Cols, Colors int
	Lattice            string
	Lattices           []string
	Memory, Time       string
	Jobs               []*jobView
	Waiting            int
	Error              string
	Quoted             *quotedView
	Squares            []link
}

// quotedView is what is in print on a board, and how to count one that is too large for the page.
type quotedView struct{ Symbol, Number, Source, Way string }

// countPage shows the form, for a board that the address may have, and what is in print on it.
func (s *server) countPage(w http.ResponseWriter, r *http.Request) {
	q := question{rows: 9, cols: 9}
	asked := r.FormValue("rows") != ""
	var wrong error
	for name, side := range map[string]*int{"rows": &q.rows, "cols": &q.cols} {
		if !asked {
			break
		}
		if n, err := number(r, name, maxCountSide); err != nil {
			wrong = badInput(err)
		} else {
			*side = n
		}
	}
	s.showCounts(w, statusOf(wrong), q, wrong, asked)
}

// quotedOf is what is in print on a board, nil if nothing is.
func quotedOf(size board.Size) *quotedView {
	entry, ok := published.Legal(size)
	if !ok {
		return nil
	}
	return &quotedView{Symbol: fmt.Sprintf("L(%d,%d)", size.Rows, size.Cols), Number: view.Grouped(entry.Printed), Source: entry.Source()}
}

// showCounts shows the form as it was filled in, the counts of the session, and why there is no new
// one, if there is an error. The number in print is shown if the board was asked for.
func (s *server) showCounts(w http.ResponseWriter, status int, q question, err error, asked bool) {
	kind := q.variant.Lattice
	if kind == lattice.None {
		kind = lattice.Square
	}
	v := &countView{
		Rows: q.rows, Cols: q.cols, Colors: max(q.variant.Colors, 0), Lattice: kind.String(),
		Memory: s.options.countMemory().String(), Time: view.Roughly(s.options.JobTime),
	}
	if v.Colors == 0 {
		v.Colors = 2
	}
	var large *count.LargeError
	switch {
	case errors.As(err, &large):
		v.Error, v.Quoted = large.Err.Error(), &quotedView{Symbol: fmt.Sprintf("L(%d,%d)", q.rows, q.cols), Source: large.Source(), Way: large.Way()}
		if large.Published != "" {
			v.Quoted.Number = view.Grouped(large.Published)
		}
	case err != nil:
		v.Error = err.Error()
	case asked:
		v.Quoted = quotedOf(q.size())
	}
	for _, n := range []int{5, 9, 13, 16, 19} {
		v.Squares = append(v.Squares, link{Name: fmt.Sprintf("%dx%[1]d", n), Path: fmt.Sprintf("/count?rows=%d&cols=%[1]d", n), Chosen: asked && q.rows == n && q.cols == n})
	}
	for _, k := range lattice.Kinds() {
		v.Lattices = append(v.Lattices, k.String())
	}
	for _, j := range s.counts.list() {
		job := newJobView(j)
		if v.Jobs = append(v.Jobs, job); job.Running {
			v.Waiting++
		}
	}
	s.pages.render(w, status, "count", page{Title: "Count", Here: "/count", Body: v})
}

func (s *server) startCount(w http.ResponseWriter, r *http.Request) {
	q, err := readQuestion(r)
	if err != nil {
		s.showCounts(w, http.StatusBadRequest, q, err, false)
		return
	}
	if err := s.refusal(q); err != nil {
		s.showCounts(w, http.StatusUnprocessableEntity, q, err, false)
		return
	}
	j, err := s.counts.entry(q)
	if err != nil {
		s.showCounts(w, http.StatusServiceUnavailable, q, err, false)
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

func readQuestion(r *http.Request) (question, error) {
	var q question
	if err := r.ParseForm(); err != nil {
		return q, err
	}
	var err error
	if q.rows, err = number(r, "rows", maxCountSide); err != nil {
		return q, err
	}
	if q.cols, err = number(r, "cols", maxCountSide); err != nil {
		return q, err
	}
	if q.variant.Colors, err = number(r, "colors", 6); err != nil {
		return q, err
	}
	if q.variant.Lattice, err = lattice.ParseKind(r.PostFormValue("lattice")); err != nil {
		return q, err
	}
	return q, nil
}

// number reads a number of a form, from 1 to most.
func number(r *http.Request, name string, most int) (int, error) {
	text := r.FormValue(name)
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%s %q: want a number from 1 to %d", name, text, most)
	}
	return n, nil
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
		if v.Number != "" {
			v.addShare(j.value, j.key)
		}
		s.pages.render(w, http.StatusOK, "job", page{Title: "Count " + j.key.name(), Here: "/count", Body: v})
	}
}

// addShare is how rare what was counted is, and a position of it.
func (v *jobView) addShare(r *result.Result, q question) {
	if share := r.Share(); share != nil && share.Sign() > 0 {
		v.Portion, _ = share.Float64()
		v.Shares = view.OneIn(share)
	}
	v.Digits = view.Plural(r.Digits(), "digit")
	if p := q.position(); p != nil {
		v.Position = smallBoard{template.HTML(view.BoardPlot(p).SVG()), "A random one of them", boardPath(p, cycle)}
	}
}

// position is a random position of a board that pages can draw, always the same one, or nil.
func (q question) position() *goban.Position {
	if !q.variant.Plain() || max(q.rows, q.cols) > maxSide {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	p, err := drawPosition(ctx, q.size(), 1)
	if err != nil {
		return nil // the page is as good without it
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
	if format := canvas.Format(r.PathValue("format")); format == canvas.SVG || format == canvas.PNG {
		picture, err := view.CountCard(found, j.key.position()).Encode(canvas.Output{Format: format})
		if err != nil {
			s.fail(w, http.StatusInternalServerError, err.Error())
			return
		}
		sendPicture(w, format, picture)
		return
	}
	if r.PathValue("format") == "json" {
		w.Header().Set("Content-Type", "application/json")
		_ = result.JSON(w, found) // a client that is gone needs no file
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if err := result.BFile(w, []result.Term{{Index: found.Board.Cols, Value: found.Value}}, found.Symbol+" "+found.OEIS); err != nil {
		s.fail(w, http.StatusUnprocessableEntity, err.Error())
	}
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

// countEvents tells a client of the progress of a count, until the end of either.
func (s *server) countEvents(w http.ResponseWriter, r *http.Request) {
	j, ok := s.withJob(w, r)
	if !ok {
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	stream := http.NewResponseController(w)
	every := time.NewTicker(tellEvery)
	defer every.Stop()
	for {
		v := newJobView(j)
		told, err := json.Marshal(map[string]any{"share": v.Share, "state": v.State, "left": v.Left})
		if err != nil {
			return
		}
		name := "progress"
		if !v.Running {
			name = "done"
		}
		// The events of a count go on as long as it does, but each must be read in time.
		if err := stream.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return
		}
		if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", name, told); err != nil || stream.Flush() != nil || !v.Running {
			return
		}
		select {
		case <-every.C:
		case <-j.found:
		case <-r.Context().Done():
			return
		}
	}
}
