package web

import (
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
	"combigo.dev/combigo/internal/view"
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
