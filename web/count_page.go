package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"combigo/lattice"
)

// mostCountSide bounds the sides of the form; what is too large for the memory or the
// time is refused by the count.
const mostCountSide = 1000

type countView struct {
	Rows, Cols, Colors int
	Lattice            string
	Lattices           []string
	Memory, Time       string
	Jobs               []*jobView
}

func (s *server) countPage(w http.ResponseWriter, _ *http.Request) {
	v := &countView{
		Rows: 9, Cols: 9, Colors: 2, Lattice: lattice.Square.String(),
		Memory: s.options.countMemory().String(), Time: s.options.JobTime.String(),
	}
	for _, k := range lattice.Kinds() {
		v.Lattices = append(v.Lattices, k.String())
	}
	for _, j := range s.counts.list() {
		v.Jobs = append(v.Jobs, j.view())
	}
	s.pages.render(w, http.StatusOK, "count", page{Title: "Count", Here: "/count", Body: v})
}

func (s *server) startCount(w http.ResponseWriter, r *http.Request) {
	q, err := readQuestion(r)
	if err != nil {
		s.fail(w, http.StatusBadRequest, err.Error())
		return
	}
	j, err := s.counts.start(q)
	if errors.Is(err, errBusy) {
		s.fail(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	http.Redirect(w, r, "/count/"+j.id, http.StatusSeeOther)
}

func readQuestion(r *http.Request) (question, error) {
	var q question
	if err := r.ParseForm(); err != nil {
		return q, err
	}
	var err error
	if q.rows, err = number(r, "rows", mostCountSide); err != nil {
		return q, err
	}
	if q.cols, err = number(r, "cols", mostCountSide); err != nil {
		return q, err
	}
	if q.variant.Colors, err = number(r, "colors", 6); err != nil {
		return q, err
	}
	if q.variant.Lattice, err = lattice.ParseKind(r.PostFormValue("lattice")); err != nil {
		return q, err
	}
	q.name = fmt.Sprintf("%dx%d", q.rows, q.cols)
	if !q.variant.Plain() {
		q.name += fmt.Sprintf(", %s, colours: %d", q.variant.Lattice, q.variant.Colors)
	}
	return q, nil
}

// number reads a number of a form, from 1 to most.
func number(r *http.Request, name string, most int) (int, error) {
	text := r.PostFormValue(name)
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%s %q: want a number from 1 to %d", name, text, most)
	}
	return n, nil
}

// withJob finds the count that a request is about.
func (s *server) withJob(w http.ResponseWriter, r *http.Request) (*job, bool) {
	j, ok := s.counts.get(r.PathValue("id"))
	if !ok {
		s.fail(w, http.StatusNotFound, "This count is not kept any more.")
	}
	return j, ok
}

func (s *server) countJob(w http.ResponseWriter, r *http.Request) {
	if j, ok := s.withJob(w, r); ok {
		s.pages.render(w, http.StatusOK, "job", page{Title: "Count " + j.question.name, Here: "/count", Body: j.view()})
	}
}

func (s *server) cancelCount(w http.ResponseWriter, r *http.Request) {
	if j, ok := s.withJob(w, r); ok {
		j.cancel()
		select {
		case <-j.over:
		case <-time.After(time.Second):
		}
		http.Redirect(w, r, "/count/"+j.id, http.StatusSeeOther)
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
		v := j.view()
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
		case <-j.over:
		case <-r.Context().Done():
			return
		}
	}
}
