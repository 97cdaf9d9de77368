package web

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

const (
	// defaultPatience is how long a page waits for an answer before it says that it is being found.
	defaultPatience = 60 * time.Millisecond
	// mostFindTime is the most that an answer may take.
	mostFindTime = 20 * time.Second
	// mostAsked is how many answers may be waited for at once.
	mostAsked = 4
	// errorKept is how long an error is an answer.
	errorKept = time.Minute
)

var (
	// errFinding says that an answer is being found.
	errFinding = errors.New("this is being computed: ask again")
	// errCrowded says that too many answers are waited for.
	errCrowded = fmt.Errorf("%d such computations are waiting already: try again in a moment", mostAsked)
)

// memo finds answers that may take longer than a page should, one at a time, and
// keeps those that were asked for last. The finding outlasts the request.
type memo[K comparable, V any] struct {
	ctx     context.Context
	most    int // answers that are kept
	find    func(ctx context.Context, key K, progress func(share float64)) (V, error)
	turn    chan struct{}
	mu      sync.Mutex
	answers []*answer[K, V] // the one asked for last first
}

type answer[K comparable, V any] struct {
	key   K
	found chan struct{} // closed when the rest is final
	mu    sync.Mutex
	share float64
	value V
	err   error
	ended time.Time
}

func newMemo[K comparable, V any](
	ctx context.Context, most int, find func(context.Context, K, func(float64)) (V, error),
) *memo[K, V] {
	return &memo[K, V]{ctx: ctx, most: most, find: find, turn: make(chan struct{}, 1)}
}

// ask returns an answer if it can be had within a time. Otherwise the error is
// errFinding, and share is how much of the work is done.
func (m *memo[K, V]) ask(ctx context.Context, key K, patience time.Duration) (value V, share float64, err error) {
	a, err := m.entry(key)
	if err != nil {
		return value, 0, err
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-a.found:
		return a.value, 1, a.err
	case <-late.C:
		return value, a.done(), errFinding
	case <-ctx.Done():
		return value, 0, ctx.Err()
	}
}

// kept returns an answer that is there already.
func (m *memo[K, V]) kept(key K) (value V, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := m.index(key)
	if i < 0 || !m.answers[i].isFound() || m.answers[i].err != nil {
		return value, false
	}
	m.toFront(i)
	return m.answers[0].value, true
}

func (m *memo[K, V]) index(key K) int {
	return slices.IndexFunc(m.answers, func(a *answer[K, V]) bool { return a.key == key })
}

func (m *memo[K, V]) toFront(i int) {
	a := m.answers[i]
	copy(m.answers[1:i+1], m.answers[:i])
	m.answers[0] = a
}

// entry returns the place of an answer, which is begun if it is not there.
func (m *memo[K, V]) entry(key K) (*answer[K, V], error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answers = slices.DeleteFunc(m.answers, (*answer[K, V]).isStale)
	if i := m.index(key); i >= 0 {
		m.toFront(i)
		return m.answers[0], nil
	}
	asked := 0
	for _, a := range m.answers {
		if !a.isFound() {
			asked++
		}
	}
	if asked >= mostAsked {
		return nil, errCrowded
	}
	a := &answer[K, V]{key: key, found: make(chan struct{})}
	m.answers = slices.Insert(m.answers, 0, a)
	m.forget()
	go m.work(a)
	return a, nil
}

// forget drops the answers that were not asked for longest, before the next one takes their memory.
func (m *memo[K, V]) forget() {
	for i := len(m.answers) - 1; i > 0 && len(m.answers) > m.most; i-- {
		if m.answers[i].isFound() {
			m.answers = slices.Delete(m.answers, i, i+1)
		}
	}
}

func (m *memo[K, V]) work(a *answer[K, V]) {
	defer close(a.found)
	select {
	case m.turn <- struct{}{}:
		defer func() { <-m.turn }()
	case <-m.ctx.Done():
		a.err = m.ctx.Err()
		return
	}
	ctx, cancel := context.WithTimeout(m.ctx, mostFindTime)
	defer cancel()
	a.value, a.err = m.find(ctx, a.key, a.progress)
	if errors.Is(a.err, context.DeadlineExceeded) {
		a.err = fmt.Errorf("it was stopped after %s, the most that this page may take", mostFindTime)
	}
	a.ended = time.Now()
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
func (a *answer[K, V]) isStale() bool {
	return a.isFound() && a.err != nil && time.Since(a.ended) > errorKept
}

func (a *answer[K, V]) progress(share float64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.share = share
}

func (a *answer[K, V]) done() float64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.share
}
