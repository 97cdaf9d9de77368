package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"os"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/internal/states/plain"
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

// NoScratch is a directory that no system has: what is computed for pages keeps nothing in files,
// and is refused if the memory does not suffice.
const NoScratch = os.DevNull + "/none"

// question is what a count is asked for. It names the count in addresses: the same question is
// counted once.
type question struct {
	size    board.Size
	variant count.Variant
}

func (q question) name() string {
	if q.variant.Plain() {
		return q.size.String()
	}
	return fmt.Sprintf("%s, %s, colours: %d", q.size, q.variant.Lattice, q.variant.Colors)
}

func (q question) id() string {
	return fmt.Sprintf("%dx%d-%s-%d", q.size.Rows, q.size.Cols, q.variant.Lattice, q.variant.Colors)
}

// fields are those of the form that asks the question.
func (q question) fields() map[string]any {
	return map[string]any{"rows": q.size.Rows, "cols": q.size.Cols, "colors": q.variant.Colors, "lattice": q.variant.Lattice}
}

// readQuestion reads what a form asks.
func readQuestion(r *http.Request) (q question, err error) {
	f := &form{Request: r}
	q.size = f.countSize()
	q.variant.Colors = f.whole("colors", "", 1, maxColors, 2)
	q.variant.Lattice, err = lattice.ParseKind(r.PostFormValue("lattice"))
	return q, cmp.Or(f.err, err)
}

func (f *form) countSize() board.Size {
	return board.Size{Rows: f.whole("rows", "", 1, maxCountSide, 9), Cols: f.whole("cols", "", 1, maxCountSide, 9)}
}

// parseID reads what [question.id] writes.
func parseID(id string) (q question, ok bool) {
	size, rest, _ := strings.Cut(id, "-")
	last := max(0, strings.LastIndex(rest, "-"))
	kind, kindErr := lattice.ParseKind(rest[:last])
	boardSize, err := board.Parse(size)
	q = question{boardSize, count.Variant{Lattice: kind, Colors: atoi(strings.TrimPrefix(rest[last:], "-"))}}
	return q, err == nil && kindErr == nil && q.id() == id && q.size.Long() <= maxCountSide && 1 <= q.variant.Colors && q.variant.Colors <= maxColors
}

// job is a count, from its request on.
type job = answer[question, *result.Result]

// newCounts counts one question at a time, and keeps the others waiting.
func newCounts(ctx context.Context, opt Options) *memo[question, *result.Result] {
	return newMemo(ctx, queue{kept: maxKept, waiting: maxWaiting + 1}, func(ctx context.Context, j *job) (*result.Result, error) {
		o := opt.countOptions(j.key)
		o.Progress = j.report
		o.At = func(at par.Stage) { j.update(func(p *progress) { p.at = at }) }
		r, err := count.Legal(ctx, j.key.size, o)
		if r != nil {
			r.PeakMemory = 0 // that of the server says nothing of this count
		}
		return r, err
	})
}

// countOptions are the bounds of a count.
func (o Options) countOptions(q question) count.Options {
	return count.Options{Variant: q.variant, Scratch: NoScratch, Options: par.Options{Memory: o.countMemory(), Threads: o.Threads}}
}

// jobView is a count as its page shows it.
type jobView struct {
	ID, Name, State, Left, Short, Error, Percent string
	Result                                       *result.Result // nil if there is none
	Number, Shares                               string
	Page                                         template.HTML  // the answer
	Portion                                      float64        // of all positions
	Again                                        map[string]any // fields of the form
	Position                                     smallBoard     // one of those that were counted
	Running                                      bool
	Fraction                                     float64
	Border                                       template.HTML // where the count is
	Filled                                       string
}

func newJobView(j *job) *jobView {
	p := j.progress()
	v := &jobView{ID: j.key.id(), Name: j.key.name(), Running: !j.isDone(), Fraction: p.fraction, Percent: percent(p.fraction), Again: j.key.fields()}
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
	if p.fraction < 0.01 {
		return ""
	}
	rest := time.Duration(float64(time.Since(p.started)) * (1 - p.fraction) / p.fraction)
	return fmt.Sprintf("about %s left", rest.Round(time.Second))
}

// Long tells whether the number takes several lines.
func (v *jobView) Long() bool { return v.Result.Digits() > 60 }

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

// addBorder draws where the count of a plain board is: the border before the phase of the column at
// which the vector is, or after the last column while vectors are joined. What is filled is an
// example.
func (v *jobView) addBorder(p *goban.Position, at par.Stage) error {
	half := (p.Cols() + 1) / 2
	filled, told, check := half*p.Rows(), "The vectors of the two halves are joined", ""
	if at.Column > 0 {
		filled = (at.Column-1)*p.Rows() + (at.Phase-1)*p.Rows()/2
		told = fmt.Sprintf("Column %d of %d, phase %d of 2", at.Column, at.Columns, at.Phase)
	}
	if at.Columns > half {
		check = "; those beyond are a check"
	}
	cut, err := plain.New(p, filled)
	if err != nil {
		return err
	}
	v.Border = drawBoard(p, drawing.BoardOptions{Ring: cut.Border(), Hidden: cut.Hidden})
	v.Filled = fmt.Sprintf("%s: residue %d of %d. Half of the %d columns will do%s. The vector has a value for each of the %s words that the ringed border can have; the stones are an example.",
		told, at.Residue, at.Residues, p.Cols(), check, view.Grouped(connected.ValidStatesAt(p.Rows(), cut.Kink()).String()))
	return nil
}

type countView struct {
	Rows, Cols, Colors int
	Lattices           []choice
	Memory, Time       string
	Jobs               []*jobView
	Waiting            int
	Quoted             *quotedView
	Quick              []map[string]any // questions that take a moment
	Squares            []link           // that are in print only
	Slow               map[string]any   // a question that a form may ask for
	Why                string           // it is not counted yet
}

// quotedView is what is in print on a board, and how to count one that is too large for the page.
type quotedView struct{ Symbol, Number, Source, Way string }

func symbol(size board.Size) string { return fmt.Sprintf("L(%d,%d)", size.Rows, size.Cols) }

// countPages are the pages of counts.
type countPages struct {
	*server
	counts *memo[question, *result.Result]
}

// countPage shows the form, for a board that the address may have, and what is in print on it.
func (s *countPages) countPage(w http.ResponseWriter, r *http.Request) {
	f := &form{Request: r}
	q := question{size: f.countSize()}
	var quoted *quotedView
	if entry, ok := published.Legal(q.size); ok && f.FormValue("rows") != "" {
		quoted = &quotedView{Symbol: symbol(q.size), Number: view.Grouped(entry.Printed), Source: entry.Source()}
	}
	s.showCounts(w, r, statusOf(f.err), q, quoted, f.err)
}

// showCounts shows the form as it was filled in, what is in print on the board, the counts of the
// session, and why there is no new one, if there is an error. A number in print is an answer.
func (s *countPages) showCounts(w http.ResponseWriter, r *http.Request, status int, q question, quoted *quotedView, err error) {
	v := &countView{
		Rows: q.size.Rows, Cols: q.size.Cols, Colors: cmp.Or(q.variant.Colors, 2), Quoted: quoted,
		Memory: s.options.countMemory().String(), Time: view.Roughly(s.options.JobTime),
	}
	p := page{Title: "Count", Here: "/count", Body: v, request: r}
	if err != nil {
		p.Error = err.Error()
	}
	if v.Why = s.slowVisit(err); v.Why != "" {
		p.Error, v.Slow = "", q.fields()
	}
	if large := (*count.LargeError)(nil); errors.As(err, &large) {
		p.Error, v.Quoted = large.Err.Error(), &quotedView{Symbol: symbol(q.size), Source: large.Source, Way: view.Way(large)}
		if large.Published != "" {
			p.Error, status = "", http.StatusOK
			v.Quoted.Number, v.Quoted.Way = view.Grouped(large.Published), view.Capital(large.Err.Error())+"; "+view.Way(large)
		}
	}
	for _, n := range []int{5, 9, 13} {
		v.Quick = append(v.Quick, question{board.Size{Rows: n, Cols: n}, count.Variant{Colors: 2, Lattice: lattice.Square}}.fields())
	}
	for _, n := range []int{16, 17, 18, 19} {
		v.Squares = append(v.Squares, link{Name: fmt.Sprintf("%dx%[1]d", n), Path: fmt.Sprintf("/count?rows=%d&cols=%[1]d", n), Chosen: v.Quoted != nil && q.size == board.Size{Rows: n, Cols: n}})
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

// startCount begins a count that the form asks for, and leads to its page.
func (s *countPages) startCount(w http.ResponseWriter, r *http.Request) {
	q, err := readQuestion(r)
	if err != nil {
		s.showCounts(w, r, http.StatusBadRequest, q, nil, err)
		return
	}
	if _, ok := s.begin(w, r, q, s.options.JobTime); ok {
		http.Redirect(w, r, "/count/"+q.id(), http.StatusSeeOther)
	}
}

// begin begins a count, or says why not. Whether a plain board fits is known within a moment; what
// other boards need is found out as they are counted.
func (s *countPages) begin(w http.ResponseWriter, r *http.Request, q question, limit time.Duration) (j *job, ok bool) {
	if q.variant.Plain() {
		if err := count.Check(q.size, s.options.countOptions(q)); err != nil {
			s.showCounts(w, r, http.StatusUnprocessableEntity, q, nil, err)
			return nil, false
		}
	}
	j, err := s.counts.entry(q, limit)
	if err != nil {
		s.showCounts(w, r, http.StatusServiceUnavailable, q, nil, err)
	}
	return j, err == nil
}

// withJob finds the count that a request is about. A count that is not kept, such as that of a link
// to a server that has ended, is counted again if that takes less than [Options.visitTime].
func (s *countPages) withJob(w http.ResponseWriter, r *http.Request) (j *job, ok bool) {
	q, ok := parseID(r.PathValue("id"))
	if !ok {
		s.fail(w, http.StatusNotFound, "There is no such count.")
		return nil, false
	}
	if j = s.counts.get(q); j == nil {
		if j, ok = s.begin(w, r, q, s.options.visitTime()); !ok {
			return nil, false
		}
		select {
		case <-j.done:
		case <-time.After(2 * s.options.visitTime()): // it waits for its turn
		case <-r.Context().Done():
		}
	}
	if j.isDone() && (errors.As(j.err, new(*count.LargeError)) || s.slowVisit(j.err) != "") {
		s.showCounts(w, r, http.StatusOK, q, nil, j.err)
		return nil, false
	}
	return j, true
}

func (s *countPages) countJob(w http.ResponseWriter, r *http.Request) {
	j, ok := s.withJob(w, r)
	if !ok {
		return
	}
	v := newJobView(j)
	q, err := j.key, error(nil)
	if v.Running {
		q.size = board.Size{Rows: q.size.Short(), Cols: q.size.Long()} // as counts have it
	}
	p := s.position(r.Context(), q)
	switch {
	case v.Result != nil:
		v.addShare(p)
	case v.Running && p != nil:
		if at := j.progress().at; at.Residues > 0 {
			err = v.addBorder(p, at)
		}
	}
	s.show(w, r, "job", page{Title: "Count " + j.key.name(), Here: "/count", Body: v}, err)
}

// position is a random position of a board that pages can draw, always the same one, or nil: the
// page is as good without one.
func (s *countPages) position(ctx context.Context, q question) *goban.Position {
	if !q.variant.Plain() || q.size.Long() > maxSide {
		return nil
	}
	p, _ := s.positions.ask(ctx, draw{q.size, 1}, s.options.visitTime(), s.options.visitTime())
	return p
}

// countFile sends the number of a count in a format for programs.
func (s *countPages) countFile(w http.ResponseWriter, r *http.Request) {
	j, ok := s.withJob(w, r)
	if !ok {
		return
	}
	if !j.isDone() || j.err != nil {
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
	sendFile(w, kind, "", file.Bytes())
}

func (s *countPages) cancelCount(w http.ResponseWriter, r *http.Request) {
	if j, ok := s.withJob(w, r); ok {
		j.cancel()
		select {
		case <-j.done:
		case <-time.After(time.Second):
		}
		http.Redirect(w, r, "/count/"+j.key.id(), http.StatusSeeOther)
	}
}
