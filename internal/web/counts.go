package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"strconv"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

const (
	// maxWaiting is how many counts may wait for the one that runs.
	maxWaiting = 8
	// maxKept is how many counts are kept.
	maxKept = 100
	// tellEvery is how often clients are told of progress.
	tellEvery = 200 * time.Millisecond
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
	Symbol, Number, OEIS                         string
	Page                                         template.HTML // the answer
	Long                                         bool
	Portion                                      float64 // of all positions
	Shares, Digits                               string
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
		v.State, v.Short, v.Page = "counted", short(j.value), view.Result(j.value).HTML()
		v.Symbol, v.OEIS, v.Number, v.Long = j.value.Symbol, j.value.OEIS, view.Grouped(j.value.Value.String()), j.value.Digits() > 60
	case p.stopping:
		v.State = "stopping"
	case p.started.IsZero():
		v.State = "waiting for its turn"
	default:
		v.State, v.Left = "counting", left(p)
	}
	return v
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// left guesses the time that remains.
func left(p progress) string {
	if p.share < 0.01 {
		return ""
	}
	rest := time.Duration(float64(time.Since(p.started)) * (1 - p.share) / p.share)
	return fmt.Sprintf("about %s left", rest.Round(time.Second))
}

// short is the number, or its beginning and length.
func short(r *result.Result) string {
	digits := r.Value.String()
	if len(digits) <= 60 {
		return digits
	}
	return fmt.Sprintf("%s... (%d digits)", digits[:50], len(digits))
}

// countOptions are the bounds of a count.
func (o Options) countOptions(q question) count.Options {
	return count.Options{Variant: q.variant, Options: par.Options{Memory: o.countMemory(), Threads: o.Threads}}
}
