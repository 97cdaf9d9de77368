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

// growSlice returns a slice with the same elements and capacity for n more: half of what it had, or
// a quarter where memory is tight, or what is needed. It returns false if there is not the memory
// for it next to the old one, which is garbage afterwards.
func growSlice[T any](l *ledger, s []T, n int) ([]T, bool) {
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

// releaseSlice counts a slice as garbage and returns nil.
func releaseSlice[T any](l *ledger, s []T) []T {
	l.give(sizeOf[T]() * int64(cap(s)))
	return nil
}

// shardBits is the logarithm of the number of shards that the states of a level are divided among
// by their hash. It is the same for any number of threads, so that the order of states is.
const shardBits = 7

const shards = 1 << shardBits

// shardOf returns the shard of a hash: its top bits, which the place in a table does not use.
func shardOf(hash uint64) int { return int(hash >> (64 - shardBits)) }

// table numbers states in the order of their first insertion: open addressing with linear probing,
// over slots that hold 1 + the number of a state.
type table[S State] struct {
	keys  []S
	slots []uint32
}

const minSlots = 16

// insert returns the number of a state and whether it is new. The number is -1 if there is no
// memory for it; the table is of no use then.
func (t *table[S]) insert(l *ledger, key S, hash uint64) (number int, fresh bool) {
	if 8*len(t.keys) >= 5*len(t.slots) && !t.grow(l) {
		return -1, false
	}
	mask := uint64(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		n := t.slots[i]
		if n == 0 {
			return t.append(l, key, i)
		}
		if t.keys[n-1] == key {
			return int(n - 1), false
		}
	}
}

// append puts a new state into a slot.
func (t *table[S]) append(l *ledger, key S, slot uint64) (number int, fresh bool) {
	if len(t.keys) == cap(t.keys) {
		keys, ok := growSlice(l, t.keys, 1)
		if !ok {
			return -1, false
		}
		t.keys = keys
	}
	t.keys = append(t.keys, key)
	t.slots[slot] = uint32(len(t.keys))
	return len(t.keys) - 1, true
}

// grow doubles the slots and puts the states into them. It returns false if there is no memory for
// that.
func (t *table[S]) grow(l *ledger) bool {
	const slotBytes = 4
	n := max(minSlots, 2*len(t.slots))
	t.slots = releaseSlice(l, t.slots) // the states are enough to make the new ones
	if !l.take(slotBytes * int64(n)) {
		return false
	}
	t.slots = make([]uint32, n)
	mask := uint64(n - 1)
	for n, key := range t.keys {
		i := key.Hash() & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = uint32(n + 1)
	}
	return true
}

// inherit empties a table and takes over the slots of another one, whose states need not be found
// any more.
func (t *table[S]) inherit(l *ledger, from *table[S]) {
	t.keys = t.keys[:0]
	t.slots, from.slots = from.slots, nil
	if len(t.slots) > minSlots && len(t.slots) > 8*len(from.keys) {
		t.slots = releaseSlice(l, t.slots)
	}
	clear(t.slots)
}
