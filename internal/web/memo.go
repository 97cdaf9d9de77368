package web

import (
	"context"
	"errors"
	"fmt"
	"log"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"combigo.dev/combigo/result"
)

const (
	// defaultPatience is how long a page waits for an answer before it says that it is being
	// computed.
	defaultPatience = 60 * time.Millisecond
	// maxFindTime is the most that an answer may take, except for counts.
	maxFindTime = 20 * time.Second
	// maxAsked is how many answers may be waited for at once, except for counts.
	maxAsked = 4
	// maxKept is how many answers are kept.
	maxKept = 100
	// errorKept is how long an error is an answer.
	errorKept = time.Minute
)

// errCrowded says that too many answers are waited for.
var errCrowded = errors.New("computations are waiting already: try again in a moment")

// findingError says that an answer is being computed, or waits until others are.
type findingError struct {
	What  string
	Share float64 // of the work that is done
	error         // errCrowded, or nil
}

func (e *findingError) Error() string { return e.What }

func (e *findingError) Unwrap() error { return e.error }

// Percent is the share for people.
func (e *findingError) Percent() string { return percent(e.Share) }

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// queue bounds the computations of a memo.
type queue struct {
	kept    int           // answers that are kept
	waiting int           // answers that may be waited for, the one that is computed among them
	time    time.Duration // that an answer may take
	retry   time.Duration // after which an error is no answer any more
}

// pageQueue is the queue of what belongs to pages.
func pageQueue(kept int) queue { return queue{kept, maxAsked, maxFindTime, errorKept} }

// memo computes answers that may take longer than a page should, one at a time, and
// keeps those that were asked for last. The computation outlasts the request.
type memo[K comparable, V any] struct {
	ctx     context.Context
	queue   queue
	what    func(key K) string // says that an answer is being found
	find    func(ctx context.Context, key K, progress func(share float64)) (V, error)
	turn    chan struct{}
	mu      sync.Mutex
	answers []*answer[K, V] // the one asked for last first
}

// answer is a computation, from its request on.
type answer[K comparable, V any] struct {
	key   K
	quit  context.CancelFunc
	found chan struct{} // closed when value, err and ended are final
	value V
	err   error
	ended time.Time
	mu    sync.Mutex
	state progress
}

func newMemo[K comparable, V any](
	ctx context.Context, q queue, what func(K) string, find func(context.Context, K, func(float64)) (V, error),
) *memo[K, V] {
	return &memo[K, V]{ctx: ctx, queue: q, what: what, find: find, turn: make(chan struct{}, 1)}
}

// ask returns an answer if it can be had within a time. Otherwise the error is a *findingError.
func (m *memo[K, V]) ask(ctx context.Context, key K, patience time.Duration) (value V, err error) {
	a, err := m.entry(key)
	if err != nil {
		return value, &findingError{What: m.what(key), error: err}
	}
	if a.isFound() { // whatever the patience
		return a.value, a.err
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-a.found:
		return a.value, a.err
	case <-late.C:
		return value, &findingError{What: m.what(key), Share: a.progress().share}
	case <-ctx.Done():
		return value, ctx.Err()
	}
}

// get returns the first computation that a condition holds for, over or not, nil if there is none.
// It becomes the one that was asked for last.
func (m *memo[K, V]) get(is func(K) bool) *answer[K, V] {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.front(is)
}

// list returns all computations, the one asked for last first.
func (m *memo[K, V]) list() []*answer[K, V] {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.answers)
}

// front is get under the lock.
func (m *memo[K, V]) front(is func(K) bool) *answer[K, V] {
	i := slices.IndexFunc(m.answers, func(a *answer[K, V]) bool { return is(a.key) })
	if i < 0 {
		return nil
	}
	a := m.answers[i]
	copy(m.answers[1:i+1], m.answers[:i])
	m.answers[0] = a
	return a
}

// entry returns the place of an answer, which is begun if it is not there.
func (m *memo[K, V]) entry(key K) (*answer[K, V], error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if a := m.front(func(k K) bool { return k == key }); a != nil {
		if !a.isStale(m.queue.retry) {
			return a, nil
		}
		m.answers = m.answers[1:]
	}
	asked := 0
	for _, a := range m.answers {
		if !a.isFound() {
			asked++
		}
	}
	if asked >= m.queue.waiting {
		return nil, fmt.Errorf("%d such %w", m.queue.waiting, errCrowded)
	}
	ctx, cancel := context.WithCancel(m.ctx)
	a := &answer[K, V]{key: key, quit: cancel, found: make(chan struct{})}
	m.answers = slices.Insert(m.answers, 0, a)
	m.release()
	go m.work(ctx, a)
	return a, nil
}

// release drops the answers that were not asked for longest, before the next one takes their
// memory.
func (m *memo[K, V]) release() {
	for i := len(m.answers) - 1; i > 0 && len(m.answers) > m.queue.kept; i-- {
		if m.answers[i].isFound() {
			m.answers = slices.Delete(m.answers, i, i+1)
		}
	}
}

func (m *memo[K, V]) work(ctx context.Context, a *answer[K, V]) {
	defer close(a.found)
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
	ctx, cancel := context.WithTimeout(ctx, m.queue.time)
	defer cancel()
	a.update(func(p *progress) { p.started = time.Now() })
	a.value, a.err = m.find(ctx, a.key, func(share float64) { a.update(func(p *progress) { p.share = share }) })
	if errors.Is(a.err, context.DeadlineExceeded) {
		a.err = fmt.Errorf("it was stopped after %s, the most that it may take here: the command line has no such limit", m.queue.time)
	}
}

func (a *answer[K, V]) isFound() bool {
	select {
	case <-a.found:
		return true
	default:
		return false
	}
}

// isStale tells whether an answer is an error that may be gone.
func (a *answer[K, V]) isStale(after time.Duration) bool {
	return a.isFound() && a.err != nil && time.Since(a.ended) >= after
}

// progress is how far a computation is.
type progress struct {
	share    float64
	started  time.Time // zero while it waits
	stopping bool      // on request
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

// cancel asks a computation to stop, which takes a moment.
func (a *answer[K, V]) cancel() {
	a.update(func(p *progress) { p.stopping = true })
	a.quit()
}
