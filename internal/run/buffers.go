package run

import (
	"sync"

	"combigo.dev/combigo/internal/border"
)

// buffers are memory for values, which is used again: the system takes as long to find fresh pages
// as the disk to read them.
type buffers struct {
	mu   sync.Mutex
	free []buffer
}

// A buffer is memory for values.
type buffer struct {
	values []uint64
	free   func()
}

// take returns memory for n values, which hold anything.
func (b *buffers) take(n int) (buffer, error) {
	b.mu.Lock()
	best := -1
	for i := range b.free {
		if cap(b.free[i].values) >= n && (best < 0 || cap(b.free[i].values) < cap(b.free[best].values)) {
			best = i
		}
	}
	var found, small buffer
	if last := len(b.free) - 1; last >= 0 {
		i := max(best, 0)
		found, b.free[i] = b.free[i], b.free[last]
		b.free = b.free[:last]
		if best < 0 {
			found, small = small, found
		}
	}
	b.mu.Unlock()
	if best >= 0 {
		found.values = found.values[:n]
		return found, nil
	}
	if small.free != nil {
		small.free() // a larger one takes its place
	}
	values, free, err := border.NewValues(n)
	return buffer{values, free}, err
}

// give takes a buffer back.
func (b *buffers) give(one buffer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free = append(b.free, one)
}

// close gives all memory back to the system.
func (b *buffers) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, one := range b.free {
		one.free()
	}
	b.free = nil
}
