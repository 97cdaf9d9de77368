package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"time"

	"combigo/count"
	"combigo/result"
)

const (
	// mostWaiting is how many counts may wait for the one that runs.
	mostWaiting = 8
	// mostKept is how many counts are kept when they are over.
	mostKept = 100
	// tellEvery is how often clients are told of progress.
	tellEvery = 200 * time.Millisecond
)

// errBusy says that too many counts wait.
var errBusy = fmt.Errorf("%d counts are waiting already: try again when some are over", mostWaiting)

// question is what a count is asked for.
type question struct {
	rows, cols int
	variant    count.Variant
	name       string
}

// job is a count, from its request on.
type job struct {
	id       string
	question question
	quit     context.CancelFunc
	mu       sync.Mutex
	share    float64
	heap     result.Bytes // the most that was seen during the count
	started  time.Time    // zero while it waits
	stopping bool         // on request
	ended    bool
	result   *result.Result
	err      error
	over     chan struct{} // closed when it has ended
}

// counts runs one count at a time, and keeps the others waiting.
type counts struct {
	ctx     context.Context
	options Options
	turn    chan struct{} // held by the count that runs
	mu      sync.Mutex
	jobs    []*job // the oldest first
}

func newCounts(ctx context.Context, opt Options) *counts {
	return &counts{ctx: ctx, options: opt, turn: make(chan struct{}, 1)}
}

// start begins a count, or lets it wait.
func (c *counts) start(q question) (*job, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	waiting := 0
	for _, j := range c.jobs {
		if !j.isOver() {
			waiting++
		}
	}
	if waiting > mostWaiting {
		return nil, errBusy
	}
	ctx, cancel := context.WithCancel(c.ctx)
	j := &job{id: rand.Text(), question: q, quit: cancel, over: make(chan struct{})}
	c.jobs = append(c.jobs, j)
	c.forget()
	go c.run(ctx, j)
	return j, nil
}

// forget drops the oldest counts that are over.
func (c *counts) forget() {
	for len(c.jobs) > mostKept {
		i := slices.IndexFunc(c.jobs, (*job).isOver)
		if i < 0 {
			return
		}
		c.jobs = slices.Delete(c.jobs, i, i+1)
	}
}

func (c *counts) get(id string) (*job, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.jobs, func(j *job) bool { return j.id == id })
	if i < 0 {
		return nil, false
	}
	return c.jobs[i], true
}

// list returns the counts, the newest first.
func (c *counts) list() []*job {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := slices.Clone(c.jobs)
	slices.Reverse(all)
	return all
}

// run waits for its turn, and counts.
func (c *counts) run(ctx context.Context, j *job) {
	defer j.quit()
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		j.end(nil, ctx.Err())
		return
	}
	ctx, cancel := context.WithTimeout(ctx, c.options.JobTime)
	defer cancel()
	j.begin()
	opt := c.countOptions(j.question)
	opt.Progress = j.progress
	before := heap()
	r, err := count.Legal(ctx, j.question.rows, j.question.cols, opt)
	if r != nil {
		r.PeakMemory = j.peak(before) // of this count, not of all that the server has done
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("it was stopped after %s, the most that a count may take here: combigo count has no such limit", c.options.JobTime)
	}
	j.end(r, err)
}

// countOptions are the bounds of a count.
func (c *counts) countOptions(q question) count.Options {
	return count.Options{Variant: q.variant, Memory: c.options.countMemory(), Threads: c.options.Threads}
}

// heap is the memory that is held by objects, whether they are in use or not.
func heap() result.Bytes {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return result.Bytes(sample[0].Value.Uint64())
}

// peak is the most that a count was seen to add to the heap, 0 if it was over too soon to be seen.
func (j *job) peak(before result.Bytes) result.Bytes {
	j.mu.Lock()
	defer j.mu.Unlock()
	return max(0, j.heap-before)
}

// found returns the result of a count, nil if there is none.
func (j *job) found() *result.Result {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.result
}

func (j *job) begin() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.started = time.Now()
}

func (j *job) progress(share float64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.share, j.heap = share, max(j.heap, heap())
}

func (j *job) end(r *result.Result, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if errors.Is(err, context.Canceled) {
		err = errors.New("it was cancelled")
	}
	j.result, j.err, j.ended = r, err, true
	close(j.over)
}

// cancel asks a count to stop, which takes a moment.
func (j *job) cancel() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.stopping = true
	j.quit()
}

func (j *job) isOver() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.ended
}

// jobView is a count as its page shows it.
type jobView struct {
	ID, Name, State, Left, Short, Text, Error, Percent string
	Symbol, Number, OEIS                               string
	Long                                               bool
	Running                                            bool
	Share                                              float64
}

func (j *job) view() *jobView {
	j.mu.Lock()
	defer j.mu.Unlock()
	v := &jobView{
		ID: j.id, Name: j.question.name, Running: !j.ended, Share: j.share, Percent: fmt.Sprintf("%.0f %%", 100*j.share),
	}
	switch {
	case j.ended && j.err != nil:
		v.State, v.Error = "no number", j.err.Error()
	case j.ended:
		v.State, v.Short, v.Text = "counted", short(j.result), text(j.result)
		v.Symbol, v.OEIS, v.Number, v.Long = j.result.Symbol, j.result.OEIS, grouped(j.result.Value.String()), j.result.Digits() > 60
	case j.stopping:
		v.State = "stopping"
	case j.started.IsZero():
		v.State = "waiting for its turn"
	default:
		v.State = "counting"
		v.Left = left(time.Since(j.started), j.share)
	}
	return v
}

// left guesses the time that remains.
func left(spent time.Duration, share float64) string {
	if share < 0.01 {
		return ""
	}
	rest := time.Duration(float64(spent) * (1 - share) / share)
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

// grouped writes digits in threes.
func grouped(digits string) string {
	var b strings.Builder
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(' ')
		}
		b.WriteByte(digits[i])
	}
	return b.String()
}

func text(r *result.Result) string {
	var b strings.Builder
	_ = result.Text(&b, r) // a builder takes everything
	return b.String()
}
