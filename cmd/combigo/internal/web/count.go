package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
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
	// maxWaiting is how many counts may wait for the one that runs.
	maxWaiting = 8
	// maxColors is the most colours that can be chosen.
	maxColors = 6
)

// Name says what is counted.
func (q question) Name() string {
	if q.Plain() {
		return q.Size.String()
	}
	return fmt.Sprintf("%s, %s, colours: %d", q.Size, q.Lattice, q.Colors)
}

// ID is the name in addresses.
func (q question) ID() string {
	return fmt.Sprintf("%dx%d-%s-%d", q.Size.Rows, q.Size.Cols, q.Lattice, q.Colors)
}

// parseID reads what [question.ID] writes.
func parseID(id string) (q question, ok bool) {
	size, rest, _ := strings.Cut(id, "-")
	last := max(0, strings.LastIndex(rest, "-"))
	kind, kindErr := lattice.ParseKind(rest[:last])
	boardSize, err := board.Parse(size)
	q = question{boardSize, count.Variant{Lattice: kind, Colors: atoi(strings.TrimPrefix(rest[last:], "-"))}}
	return q, err == nil && kindErr == nil && q.ID() == id && q.Size.Long() <= maxCountSide && 1 <= q.Colors && q.Colors <= maxColors
}

// NoScratch is a directory that no system has: what is computed for pages keeps nothing in files,
// and is refused if the memory does not suffice.
const NoScratch = os.DevNull + "/none"

// job is a count, from its request on.
type job = answer[question, *result.Result]

// newCounts counts one question at a time, and keeps the others waiting.
func newCounts(ctx context.Context, opt Options) *memo[question, *result.Result] {
	return newMemo(ctx, limits{kept: maxKept, unfinished: maxWaiting + 1}, func(ctx context.Context, j *job) (*result.Result, error) {
		o := opt.countOptions(j.key)
		o.Progress = j.report
		o.At = func(at par.Stage) { j.update(func(p *progress) { p.at = at }) }
		r, err := count.Legal(ctx, j.key.Size, o)
		if r != nil {
			r.PeakMemory = 0 // that of the server says nothing of this count
		}
		return r, err
	})
}

// countOptions are the bounds of a count.
func (o Options) countOptions(q question) count.Options {
	return count.Options{Variant: q.Variant, Scratch: NoScratch, Options: par.Options{Memory: o.countMemory(), Threads: o.Threads}}
}

// jobView is a count as pages show it.
type jobView struct {
	question
	progress
	Running            bool
	State, Left, Error string
	Result             *result.Result // nil if there is none
	Number, Short      string
	Page               template.HTML // the answer
	Portion            float64       // of all positions
	Shares             string
	Position           *smallBoard   // one of those that were counted
	Border             template.HTML // where the count is
	Filled             string
}

// newJobView returns the view of a count: its number, its error or its progress.
func newJobView(j *job) *jobView {
	v := &jobView{question: j.key, progress: j.progress(), Running: !j.isDone()}
	switch {
	case !v.Running && j.err != nil:
		v.State, v.Error = "no number", j.err.Error()
		if errors.Is(j.err, context.Canceled) {
			v.Error = "it was cancelled"
		}
	case !v.Running:
		v.State, v.Result, v.Number, v.Page = "counted", j.value, view.Grouped(j.value.Value.String()), view.Result(j.value).HTML()
		if v.Short = j.value.Value.String(); v.Long() {
			v.Short = fmt.Sprintf("%s... (%d digits)", v.Short[:50], len(v.Short))
		}
	case v.stopping:
		v.State = "stopping"
	case v.started.IsZero():
		v.State = "waiting for its turn"
	default:
		v.State = "counting"
		if v.Fraction > 0.01 {
			rest := time.Duration(float64(time.Since(v.started)) * (1 - v.Fraction) / v.Fraction)
			v.Left = fmt.Sprintf("about %s left", rest.Round(time.Second))
		}
	}
	return v
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
		v.Position = &smallBoard{Drawing: drawPosition(p, nil), Name: "A random one of them", Path: boardPath(p, cycle)}
	}
}

// addBorder draws where the count of a plain board is: the border before the phase of the column at
// which the vector is, or after the last column while vectors are joined. What is filled is an
// example.
func (v *jobView) addBorder(p *goban.Position) error {
	half := (p.Cols() + 1) / 2
	filled, told, check := half*p.Rows(), "The vectors of the two halves are joined", ""
	if v.at.Column > 0 {
		filled = (v.at.Column-1)*p.Rows() + (v.at.Phase-1)*p.Rows()/2
		told = fmt.Sprintf("Column %d of %d, phase %d of 2", v.at.Column, v.at.Columns, v.at.Phase)
	}
	if v.at.Columns > half {
		check = "; those beyond are a check"
	}
	cut, err := plain.New(p, filled)
	if err != nil {
		return err
	}
	v.Border = drawBoard(p, drawing.BoardOptions{Ring: cut.Border(), Hidden: cut.Hidden})
	v.Filled = fmt.Sprintf("%s: residue %d of %d. Half of the %d columns will do%s. The vector has a value for each of the %s words that the ringed border can have; the stones are an example.",
		told, v.at.Residue, v.at.Residues, p.Cols(), check, view.Grouped(connected.ValidStatesAt(p.Rows(), cut.Kink()).String()))
	return nil
}

// countView is the form for a count, and what is known of its board.
type countView struct {
	question
	Lattices     []choice
	Memory, Time string
	Jobs         []*jobView
	Waiting      int
	Quoted       *quotedView
	Slow         string // why it is not counted yet, if a form may ask for it
}

// quotedView is what is in print on a board, and how to count one that is too large for the page.
type quotedView struct{ Symbol, Number, Source, Way string }

// newQuoted returns the view of a number of a source.
func newQuoted(size board.Size, number, source string) *quotedView {
	return &quotedView{Symbol: fmt.Sprintf("L(%d,%d)", size.Rows, size.Cols), Number: view.Grouped(number), Source: source}
}

// question reads what a form asks.
func (f *form) question() question {
	kind := lattice.Square
	if f.Method == http.MethodPost {
		chosen, err := lattice.ParseKind(f.PostFormValue("lattice"))
		if f.refuse(err); err == nil {
			kind = chosen
		}
	}
	return question{f.size(maxCountSide, 9), count.Variant{Lattice: kind, Colors: f.whole("colors", "", 1, maxColors, 2)}}
}

// count shows the form, for a board that the address may have, and what is in print on it.
func (s *server) count(f *form) (page, error) {
	v := s.countView(f.question())
	if entry, ok := published.Legal(v.Size); ok && f.FormValue("rows") != "" {
		v.Quoted = newQuoted(v.Size, entry.Printed, entry.Source())
	}
	return page{Title: "Count", Body: v}, nil
}

// refusedCount shows the form as it was filled in, and why there is no count. A number in print is
// an answer.
func (s *server) refusedCount(q question, err error) (page, error) {
	v := s.countView(q)
	p := page{Title: "Count", Body: v, template: "count", status: statusOf(err)}
	if v.Slow = s.slowVisit(err); v.Slow != "" {
		return p, nil
	}
	if large := (*count.LargeError)(nil); errors.As(err, &large) {
		err, v.Quoted = large.Err, newQuoted(q.Size, large.Published, large.Source)
		if v.Quoted.Way = view.Way(large); large.Published != "" {
			v.Quoted.Way = view.Capital(err.Error()) + "; " + v.Quoted.Way
			p.status, err = http.StatusOK, nil
		}
	}
	return p, err
}

// countView is the form as it was filled in, and the counts of the session.
func (s *server) countView(q question) *countView {
	v := &countView{question: q, Memory: s.countMemory().String(), Time: view.Roughly(s.JobTime)}
	for _, k := range lattice.Kinds() {
		v.Lattices = append(v.Lattices, choice{Name: k.String(), Chosen: k == q.Lattice})
	}
	for _, j := range s.counts.list() {
		job := newJobView(j)
		if v.Jobs = append(v.Jobs, job); job.Running {
			v.Waiting++
		}
	}
	return v
}

// startCount begins a count that the form asks for, and leads to its page.
func (s *server) startCount(f *form) (page, error) {
	q := f.question()
	if f.err != nil {
		return page{Title: "Count", Body: s.countView(q)}, nil
	}
	if _, err := s.begin(q, s.JobTime); err != nil {
		return s.refusedCount(q, err)
	}
	return goTo("/count/" + q.ID()), nil
}

// begin begins a count, or says why not. Whether a plain board fits is known within a moment; what
// other boards need is found out as they are counted.
func (s *server) begin(q question, limit time.Duration) (*job, error) {
	if q.Plain() {
		if err := count.Check(q.Size, s.countOptions(q)); err != nil {
			return nil, err
		}
	}
	return s.counts.start(q, limit)
}

// withJob finds the count that a request is about, and answers by it. A count that is not kept,
// such as that of a link to a server that has ended, is counted again if that takes less than
// [Options.visitTime].
func (s *server) withJob(f *form, use func(j *job) (page, error)) (page, error) {
	q, ok := parseID(f.PathValue("id"))
	if !ok {
		return page{}, missing("There is no such count.")
	}
	j := s.counts.get(q)
	if j == nil {
		var err error
		if j, err = s.begin(q, s.visitTime()); err != nil {
			return s.refusedCount(q, err)
		}
		j.wait(f.Context(), 2*s.visitTime()) // or longer: others are before it
	}
	if j.isDone() && (errors.As(j.err, new(*count.LargeError)) || s.slowVisit(j.err) != "") {
		return s.refusedCount(q, j.err)
	}
	return use(j)
}

// countJob answers the page of a count.
func (s *server) countJob(f *form) (page, error) {
	return s.withJob(f, func(j *job) (p page, err error) {
		v := newJobView(j)
		size := v.Size
		if v.Running {
			size = board.Size{Rows: size.Short(), Cols: size.Long()} // as counts have it
		}
		var example *goban.Position // always the same one
		if v.Plain() && size.Long() <= maxSide {
			example, err = randomPosition(f.Context(), size, 1)
		}
		switch {
		case v.Result != nil:
			v.addShare(example)
		case v.Running && example != nil && v.at.Residues > 0:
			err = v.addBorder(example)
		}
		return page{Title: "Count " + v.Name(), Body: v}, err
	})
}

// countFile sends the number of a count in a format for programs.
func (s *server) countFile(f *form) (page, error) {
	return s.withJob(f, func(j *job) (page, error) {
		if !j.isDone() || j.err != nil {
			return page{}, missing("This count has no number yet.")
		}
		found := j.value
		if f.PathValue("format") == "json" {
			return newFile("application/json", "", func(w io.Writer) error { return view.Result(found).Write(w, "json", view.Style{}) })
		}
		return newFile("text/plain; charset=utf-8", "", func(w io.Writer) error {
			return result.BFile(w, []result.Term{{Index: found.Board.Cols, Value: found.Value}}, found.Symbol+" "+found.OEIS)
		})
	})
}

// cancelCount cancels a count and leads to its page.
func (s *server) cancelCount(f *form) (page, error) {
	return s.withJob(f, func(j *job) (page, error) {
		j.cancel()
		j.wait(f.Context(), time.Second)
		return goTo("/count/" + j.key.ID()), nil
	})
}
