package transfer

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
		keys, ok := grown(l, t.keys, 1)
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
	t.slots = released(l, t.slots) // the states are enough to make the new ones
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
		t.slots = released(l, t.slots)
	}
	clear(t.slots)
}

// release gives up all.
func (t *table[S]) release(l *ledger) {
	t.keys, t.slots = released(l, t.keys), released(l, t.slots)
}
