package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

const (
	// maxCountSide bounds the sides of the form; what is too large for the memory or the time is
	// refused by the count.
	maxCountSide = 1000
	// maxColors is the most colours that can be chosen.
	maxColors = 6
	// maxWaiting is how many counts may wait for the one that runs.
	maxWaiting = 8
)

// question is what a count is asked for. It names the count in addresses: the same question is
// counted once.
type question struct {
	rows, cols int
	variant    count.Variant
}

func (q question) size() board.Size { return board.Size{Rows: q.rows, Cols: q.cols} }

func (q question) name() string {
	if q.variant.Plain() {
		return fmt.Sprintf("%dx%d", q.rows, q.cols)
	}
	return fmt.Sprintf("%dx%d, %s, colours: %d", q.rows, q.cols, q.variant.Lattice, q.variant.Colors)
}

// fields are those of the form that asks the question.
func (q question) fields() map[string]string {
	return map[string]string{"rows": strconv.Itoa(q.rows), "cols": strconv.Itoa(q.cols), "colors": strconv.Itoa(q.variant.Colors), "lattice": q.variant.Lattice.String()}
}

func (q question) id() string {
	return fmt.Sprintf("%dx%d-%s-%d", q.rows, q.cols, q.variant.Lattice, q.variant.Colors)
}

// job is a count, from its request on.
type job = answer[question, *result.Result]

// newCounts counts one question at a time, and keeps the others waiting.
func newCounts(ctx context.Context, opt Options) *memo[question, *result.Result] {
	q := queue{kept: maxKept, waiting: maxWaiting + 1, time: opt.JobTime}
	return newMemo(ctx, q, question.name, func(ctx context.Context, q question, progress func(float64)) (*result.Result, error) {
		o := opt.countOptions(q)
		o.Progress = progress
		r, err := count.Legal(ctx, q.size(), o)
		if r != nil {
			r.PeakMemory = 0 // that of the server says nothing of this count
		}
		return r, err
	})
}

// jobView is a count as its page shows it.
type jobView struct {
	ID, Name, State, Left, Short, Error, Percent string
	Result                                       *result.Result // nil if there is none
	Number, Shares                               string
	Page                                         template.HTML     // the answer
	Portion                                      float64           // of all positions
	Again                                        map[string]string // fields of the form
	Position                                     smallBoard        // one of those that were counted
	Running                                      bool
	Share                                        float64
}

func newJobView(j *job) *jobView {
	p := j.progress()
	v := &jobView{ID: j.key.id(), Name: j.key.name(), Running: !j.isFound(), Share: p.share, Percent: percent(p.share), Again: j.key.fields()}
	switch {
	case !v.Running && errors.Is(j.err, context.Canceled):
		v.State, v.Error = "no number", "it was cancelled"
	case !v.Running && j.err != nil:
		v.State, v.Error = "no number", j.err.Error()
	case !v.Running:
		v.State, v.Result, v.Number, v.Page = "counted", j.value, view.Grouped(j.value.Value.String()), view.Result(j.value).HTML()
		if v.Short = j.value.Value.String(); v.Long() {
			v.Short = fmt.Sprintf("%s... (%d digits)", v.Short[:50], len(v.Short))
		}
	case p.stopping:
		v.State = "stopping"
	case p.started.IsZero():
		v.State = "waiting for its turn"
	default:
		v.State, v.Left = "counting", left(p)
	}
	return v
}

// left guesses the time that remains.
func left(p progress) string {
	if p.share < 0.01 {
		return ""
	}
	rest := time.Duration(float64(time.Since(p.started)) * (1 - p.share) / p.share)
	return fmt.Sprintf("about %s left", rest.Round(time.Second))
}

// Long tells whether the number takes several lines.
func (v *jobView) Long() bool { return v.Result.Digits() > 60 }

// countOptions are the bounds of a count.
func (o Options) countOptions(q question) count.Options {
	return count.Options{Variant: q.variant, Options: par.Options{Memory: o.countMemory(), Threads: o.Threads}}
}

type countView struct {
	Rows, Cols, Colors int
	Lattices           []choice
	Memory, Time       string
	Jobs               []*jobView
	Waiting            int
	Quoted             *quotedView
	Squares            []link
}

// quotedView is what is in print on a board, and how to count one that is too large for the page.
type quotedView struct{ Symbol, Number, Source, Way string }

func symbol(size board.Size) string { return fmt.Sprintf("L(%d,%d)", size.Rows, size.Cols) }

func readQuestion(r *http.Request) (q question, err error) {
	f := &form{Request: r}
	q.rows, q.cols = f.whole("rows", "", 1, maxCountSide, 9), f.whole("cols", "", 1, maxCountSide, 9)
	q.variant.Colors = f.whole("colors", "", 1, maxColors, 2)
	q.variant.Lattice, err = lattice.ParseKind(r.PostFormValue("lattice"))
	return q, cmp.Or(f.err, err)
}

// addShare is how rare what was counted is, and a position of it.
func (v *jobView) addShare(p *goban.Position) {
	if share := v.Result.Share(); share != nil && share.Sign() > 0 {
		v.Portion, _ = share.Float64()
		v.Shares = view.OneIn(share)
	}
	if p != nil {
		v.Position = smallBoard{Drawing: drawPosition(p, nil), Name: "A random one of them", Path: boardPath(p, cycle)}
	}
}

// countPages are the pages of counts.
type countPages struct {
	*server
	counts *memo[question, *result.Result]
}

// countPage shows the form, for a board that the address may have, and what is in print on it.
func (s *countPages) countPage(w http.ResponseWriter, r *http.Request) {
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
func (s *countPages) showCounts(w http.ResponseWriter, r *http.Request, status int, q question, quoted *quotedView, err error) {
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
		p.Error, v.Quoted = large.Err.Error(), &quotedView{Symbol: symbol(q.size()), Source: large.Source, Way: large.Way}
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

func (s *countPages) startCount(w http.ResponseWriter, r *http.Request) {
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
func (s *countPages) refusal(q question) error {
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
func (s *countPages) withJob(w http.ResponseWriter, r *http.Request) (*job, bool) {
	id := r.PathValue("id")
	j := s.counts.get(func(q question) bool { return q.id() == id })
	if j == nil {
		s.fail(w, http.StatusNotFound, "This count is not kept any more.")
	}
	return j, j != nil
}

func (s *countPages) countJob(w http.ResponseWriter, r *http.Request) {
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
func (s *countPages) position(ctx context.Context, q question) *goban.Position {
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
func (s *countPages) countFile(w http.ResponseWriter, r *http.Request) {
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
	if r.PathValue("format") == "json" {
		err = view.Result(found).Write(&file, "json", view.Style{})
	} else {
		kind, err = "text/plain; charset=utf-8", result.BFile(&file, []result.Term{{Index: found.Board.Cols, Value: found.Value}}, found.Symbol+" "+found.OEIS)
	}
	if err != nil {
		s.fail(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	sendFile(w, kind, file.Bytes())
}

func (s *countPages) cancelCount(w http.ResponseWriter, r *http.Request) {
	if j, ok := s.withJob(w, r); ok {
		j.cancel()
		select {
		case <-j.found:
		case <-time.After(time.Second):
		}
		http.Redirect(w, r, "/count/"+j.key.id(), http.StatusSeeOther)
	}
}
