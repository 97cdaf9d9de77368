package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

const (
	// defaultPatience is how long a page waits for an answer before it says that it is being
	// computed.
	defaultPatience = 60 * time.Millisecond
	// maxPending is how many unfinished answers a memo of pages may have at once.
	maxPending = 4
	// maxKept is how many answers are kept.
	maxKept = 100
	// errorKept is how long an error is kept as an answer.
	errorKept = time.Minute
)

// errQueueFull says that there are too many unfinished answers.
var errQueueFull = errors.New("computations are waiting already: try again in a moment")

// A pendingError says that an answer is being computed, or waits for its turn.
type pendingError struct{ progress }

func (e *pendingError) Error() string { return "this is being computed" }

// A slowError says that a computation was stopped at its time limit.
type slowError struct{ limit time.Duration }

func (e *slowError) Error() string {
	return fmt.Sprintf("it was stopped after %s, the most that it may take here: the command line has no such limit", e.limit)
}

// limits are the limits of a memo.
type limits struct {
	kept       int           // answers that are kept
	unfinished int           // answers that may be unfinished, the one that is being computed among them
	retry      time.Duration // how long an error is kept as an answer
}

// pageLimits returns the limits of a memo of answers that pages show.
func pageLimits(kept int) limits { return limits{kept, maxPending, errorKept} }

// A memo computes answers that may take longer than a page should, one at a time, and keeps the
// answers that were asked for last. A computation goes on after its request has ended: the next
// request finds its progress or its value.
type memo[K comparable, V any] struct {
	ctx     context.Context
	limits  limits
	compute func(ctx context.Context, a *answer[K, V]) (V, error) // for a.key
	running chan struct{}                                         // a semaphore: full while an answer is being computed
	mu      sync.Mutex
	kept    *simplelru.LRU[K, *answer[K, V]]
}

// An answer is a computation and its value, from its request on.
type answer[K comparable, V any] struct {
	key   K
	limit time.Duration // of the computation once it begins
	quit  context.CancelFunc
	done  chan struct{} // closed when value, err and ended are final
	value V
	err   error
	ended time.Time
	mu    sync.Mutex // of state
	state progress
}

// progress says how far a computation is.
type progress struct {
	Fraction float64
	started  time.Time // zero before its turn
	stopping bool      // it was cancelled
	at       par.Stage // the stage of a count; without residues if the stage is not known
}

// Percent returns the fraction as a text.
func (p progress) Percent() string { return fmt.Sprintf("%.0f %%", 100*p.Fraction) }

// newMemo returns a memo without answers. Its computations end with the context.
func newMemo[K comparable, V any](ctx context.Context, l limits, compute func(context.Context, *answer[K, V]) (V, error)) *memo[K, V] {
	kept, err := simplelru.NewLRU(l.kept, func(_ K, a *answer[K, V]) { a.cancel() })
	if err != nil {
		panic(err) // nothing is kept
	}
	return &memo[K, V]{ctx: ctx, limits: l, compute: compute, running: make(chan struct{}, 1), kept: kept}
}

// ask returns the value for a key. It begins the computation, with a time limit, if there is none,
// and waits for at most the patience. If the computation is not finished then, the error is a
// [*pendingError].
func (m *memo[K, V]) ask(ctx context.Context, key K, patience, limit time.Duration) (value V, err error) {
	a, err := m.start(key, limit)
	if err != nil {
		return value, err
	}
	a.wait(ctx, patience)
	switch {
	case !a.isDone():
		return value, cmp.Or(ctx.Err(), error(&pendingError{a.progress()}))
	case errors.Is(a.err, context.Canceled) && m.ctx.Err() == nil: // it was evicted
		return value, fmt.Errorf("other %w", errQueueFull)
	}
	return a.value, a.err
}

// get returns the answer for a key, finished or not, or nil if it is not kept.
func (m *memo[K, V]) get(key K) *answer[K, V] {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, _ := m.kept.Get(key)
	return a
}

// list returns all answers that are kept, the one asked for last first.
func (m *memo[K, V]) list() []*answer[K, V] {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.kept.Values()
	slices.Reverse(all)
	return all
}

// start returns the answer for a key. It begins the computation if there is no answer, or if the
// answer that is kept is not valid for the time limit.
func (m *memo[K, V]) start(key K, limit time.Duration) (*answer[K, V], error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before, ok := m.kept.Get(key)
	if ok && before.valid(m.limits.retry, limit) {
		return before, nil
	}
	unfinished := 0
	for _, a := range m.kept.Values() {
		if a != before && !a.isDone() {
			unfinished++
		}
	}
	if unfinished >= m.limits.unfinished {
		return nil, fmt.Errorf("%d such %w", m.limits.unfinished, errQueueFull)
	}
	if ok {
		before.cancel()
	}
	ctx, cancel := context.WithCancel(m.ctx)
	a := &answer[K, V]{key: key, limit: limit, quit: cancel, done: make(chan struct{})}
	m.kept.Add(key, a)
	go m.run(ctx, a)
	return a, nil
}

// run computes an answer when its turn comes, and makes it final.
func (m *memo[K, V]) run(ctx context.Context, a *answer[K, V]) {
	defer close(a.done)
	defer a.quit()
	defer func() { a.ended = time.Now() }()
	defer func() { // one answer is lost, and not the server: as package http has it for a page
		if p := recover(); p != nil {
			log.Printf("explorer: panic in a computation: %v\n%s", p, debug.Stack())
			a.err = result.InternalErrorf("this computation", "%v", p)
		}
	}()
	select {
	case m.running <- struct{}{}:
		defer func() { <-m.running }()
	case <-ctx.Done():
		a.err = ctx.Err()
		return
	}
	a.update(func(p *progress) { p.started = time.Now() })
	alarm := time.AfterFunc(a.limit, a.quit)
	a.value, a.err = m.compute(ctx, a)
	if late := !alarm.Stop(); late && a.err != nil {
		a.err = &slowError{a.limit}
	}
}

// wait waits until the answer is final, for at most the patience.
func (a *answer[K, V]) wait(ctx context.Context, patience time.Duration) {
	select {
	case <-a.done:
	case <-time.After(patience):
	case <-ctx.Done():
	}
}

// isDone reports whether the answer is final.
func (a *answer[K, V]) isDone() bool {
	select {
	case <-a.done:
		return true
	default:
		return false
	}
}

// valid reports whether the answer, final or not, serves a request with a time limit: it is no
// error that is older than retry, and a higher limit would not change it.
func (a *answer[K, V]) valid(retry, limit time.Duration) bool {
	switch {
	case !a.isDone():
		return limit <= a.limit
	case a.err == nil:
		return true
	}
	return time.Since(a.ended) < retry && (limit <= a.limit || !errors.As(a.err, new(*slowError)))
}

// progress returns how far the computation is.
func (a *answer[K, V]) progress() progress {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.state
}

// update changes the state.
func (a *answer[K, V]) update(change func(*progress)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	change(&a.state)
}

// report sets the fraction of the work that is done.
func (a *answer[K, V]) report(fraction float64) {
	a.update(func(p *progress) { p.Fraction = fraction })
}

// cancel asks the computation to stop, and does not wait for it.
func (a *answer[K, V]) cancel() {
	a.update(func(p *progress) { p.stopping = true })
	a.quit()
}
