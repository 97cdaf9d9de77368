package transfer

import (
	"slices"
	"sync/atomic"
)

// ledger counts the bytes of all states, values and buffers of a run. What would exceed its ceiling
// is not allocated.
type ledger struct {
	ceiling int64 // 0 for none
	used    atomic.Int64
	peak    atomic.Int64
	refused atomic.Bool // whether something was not allocated
}

// take adds bytes before they are allocated, or reports false if they do not fit.
func (l *ledger) take(bytes int64) bool {
	used := l.used.Add(bytes)
	if l.ceiling > 0 && used > l.ceiling {
		l.used.Add(-bytes)
		l.refused.Store(true)
		return false
	}
	for peak := l.peak.Load(); used > peak && !l.peak.CompareAndSwap(peak, used); peak = l.peak.Load() {
	}
	return true
}

// give subtracts bytes that are garbage now.
func (l *ledger) give(bytes int64) { l.used.Add(-bytes) }

// tight reports whether memory is so scarce that what is not needed now is given up, at the price
// of some time.
func (l *ledger) tight() bool { return l.ceiling > 0 && l.used.Load() > l.ceiling/2 }

// grown returns a slice with the same elements and capacity for n more: half of what it had, or a
// quarter where memory is tight, or what is needed. It returns false if there is not the memory for
// it beside the old one, which is garbage afterwards.
func grown[T any](l *ledger, s []T, n int) ([]T, bool) {
	size := sizeOf[T]()
	target := cap(s) + cap(s)/2
	if l.tight() {
		target = cap(s) + cap(s)/4
	}
	target = max(len(s)+n, target)
	if !l.take(size * int64(target)) {
		return s, false
	}
	more := slices.Grow[[]T](nil, target)
	l.take(size * int64(cap(more)-target)) // rounded up by the runtime
	more = append(more, s...)
	l.give(size * int64(cap(s)))
	return more, true
}

// released counts a slice as garbage and returns nil.
func released[T any](l *ledger, s []T) []T {
	l.give(sizeOf[T]() * int64(cap(s)))
	return nil
}
