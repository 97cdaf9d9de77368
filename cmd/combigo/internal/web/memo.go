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
	// maxPending is how many answers may be waited for at once, except for counts.
	maxPending = 4
	// maxKept is how many answers are kept.
	maxKept = 100
	// errorKept is how long an error is an answer.
	errorKept = time.Minute
)

// errQueueFull says that too many answers are waited for.
var errQueueFull = errors.New("computations are waiting already: try again in a moment")

// pendingError says that an answer is being computed, or waits until others are.
type pendingError struct{ progress }

func (e *pendingError) Error() string { return "this is being computed" }

// slowError says that a computation took longer than it may.
type slowError struct{ limit time.Duration }

func (e *slowError) Error() string {
	return fmt.Sprintf("it was stopped after %s, the most that it may take here: the command line has no such limit", e.limit)
}

// queue bounds the computations of a memo.
type queue struct {
	kept    int           // answers that are kept
	waiting int           // answers that may be waited for, the one that is computed among them
	retry   time.Duration // after which an error is no answer any more
}

// pageQueue is the queue of what belongs to pages.
func pageQueue(kept int) queue { return queue{kept, maxPending, errorKept} }

// memo computes answers that may take longer than a page should, one at a time, and keeps those
// that were asked for last. The computation outlasts the request: the next one asks how far it is.
type memo[K comparable, V any] struct {
	ctx     context.Context
	queue   queue
	compute func(ctx context.Context, a *answer[K, V]) (V, error) // for a.key
	turn    chan struct{}
	mu      sync.Mutex
	kept    *simplelru.LRU[K, *answer[K, V]]
}

// answer is a computation, from its request on.
type answer[K comparable, V any] struct {
	key   K
	limit time.Duration // that it may take once it begins
	quit  context.CancelFunc
	done  chan struct{} // closed when value, err and ended are final
	value V
	err   error
	ended time.Time
	mu    sync.Mutex
	state progress
}

// progress is how far a computation is.
type progress struct {
	Fraction float64
	started  time.Time // zero while it waits
	stopping bool      // on request
	at       par.Stage // where a count is; without residues if nothing is known
}

// Percent is the fraction for people.
func (p progress) Percent() string { return fmt.Sprintf("%.0f %%", 100*p.Fraction) }

func newMemo[K comparable, V any](ctx context.Context, q queue, compute func(context.Context, *answer[K, V]) (V, error)) *memo[K, V] {
	kept, err := simplelru.NewLRU(q.kept, func(_ K, a *answer[K, V]) { a.cancel() })
	if err != nil {
		panic(err) // nothing is kept
	}
	return &memo[K, V]{ctx: ctx, queue: q, compute: compute, turn: make(chan struct{}, 1), kept: kept}
}

// ask returns an answer that may take as long as the limit, if it can be had with patience. If it
// is still being computed by then, the error is a [*pendingError].
func (m *memo[K, V]) ask(ctx context.Context, key K, patience, limit time.Duration) (value V, err error) {
	a, err := m.entry(key, limit)
	if err != nil {
		return value, err
	}
	a.wait(ctx, patience)
	switch {
	case !a.isDone():
		return value, cmp.Or(ctx.Err(), error(&pendingError{a.progress()}))
	case errors.Is(a.err, context.Canceled) && m.ctx.Err() == nil: // others took its place
		return value, fmt.Errorf("other %w", errQueueFull)
	}
	return a.value, a.err
}

// get returns a computation, over or not, nil if it is not kept.
func (m *memo[K, V]) get(key K) *answer[K, V] {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, _ := m.kept.Get(key)
	return a
}

// list returns all computations, the one asked for last first.
func (m *memo[K, V]) list() []*answer[K, V] {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.kept.Values()
	slices.Reverse(all)
	return all
}

// entry returns the place of an answer, which is begun if it is not there, and anew if it may take
// longer now.
func (m *memo[K, V]) entry(key K, limit time.Duration) (*answer[K, V], error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before, ok := m.kept.Get(key)
	if ok && before.holds(m.queue.retry, limit) {
		return before, nil
	}
	asked := 0
	for _, a := range m.kept.Values() {
		if a != before && !a.isDone() {
			asked++
		}
	}
	if asked >= m.queue.waiting {
		return nil, fmt.Errorf("%d such %w", m.queue.waiting, errQueueFull)
	}
	if ok {
		before.cancel()
	}
	ctx, cancel := context.WithCancel(m.ctx)
	a := &answer[K, V]{key: key, limit: limit, quit: cancel, done: make(chan struct{})}
	m.kept.Add(key, a)
	go m.work(ctx, a)
	return a, nil
}

func (m *memo[K, V]) work(ctx context.Context, a *answer[K, V]) {
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
	case m.turn <- struct{}{}:
		defer func() { <-m.turn }()
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

// wait waits until an answer is there, no longer than with patience.
func (a *answer[K, V]) wait(ctx context.Context, patience time.Duration) {
	select {
	case <-a.done:
	case <-time.After(patience):
	case <-ctx.Done():
	}
}

func (a *answer[K, V]) isDone() bool {
	select {
	case <-a.done:
		return true
	default:
		return false
	}
}

// holds tells whether an answer, there or to come, is good: no error that may be gone by now, and
// nothing that more time would change.
func (a *answer[K, V]) holds(retry, limit time.Duration) bool {
	switch {
	case !a.isDone():
		return limit <= a.limit
	case a.err == nil:
		return true
	}
	return time.Since(a.ended) < retry && (limit <= a.limit || !errors.As(a.err, new(*slowError)))
}

func (a *answer[K, V]) progress() progress {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.state
}

func (a *answer[K, V]) update(change func(*progress)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	change(&a.state)
}

// report notes which fraction of the work is done.
func (a *answer[K, V]) report(fraction float64) {
	a.update(func(p *progress) { p.Fraction = fraction })
}

// cancel asks a computation to stop, which takes a moment.
func (a *answer[K, V]) cancel() {
	a.update(func(p *progress) { p.stopping = true })
	a.quit()
}
