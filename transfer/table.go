package transfer

// shardBits is the logarithm of the number of shards that the states of a level are divided among by their hash. It
// is the same for any number of threads, so that the order of states is.
const shardBits = 7

const shards = 1 << shardBits

// shardOf returns the shard of a hash: its top bits, which the place in a table does not use.
func shardOf(hash uint64) int { return int(hash >> (64 - shardBits)) }

// table numbers states in the order of their first insertion: open addressing with linear probing, over slots that
// hold 1 + the number of a state.
type table[S State] struct {
	keys  []S
	slots []uint32
}

const minSlots = 16

// insert returns the number of a state and whether it is new.
func (t *table[S]) insert(key S, hash uint64) (number int, fresh bool) {
	if 8*len(t.keys) >= 5*len(t.slots) {
		t.grow()
	}
	mask := uint64(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		n := t.slots[i]
		if n == 0 {
			t.slots[i] = uint32(len(t.keys) + 1)
			t.keys = append(t.keys, key)
			return len(t.keys) - 1, true
		}
		if t.keys[n-1] == key {
			return int(n - 1), false
		}
	}
}

// grow doubles the slots and puts the states into them.
func (t *table[S]) grow() {
	t.slots = make([]uint32, max(minSlots, 2*len(t.slots)))
	mask := uint64(len(t.slots) - 1)
	for n, key := range t.keys {
		i := key.Hash() & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = uint32(n + 1)
	}
}

// reset removes all states. It keeps memory for about as many as before, and gives back what is far too much.
func (t *table[S]) reset() {
	if len(t.slots) > 8*len(t.keys)+minSlots {
		t.slots = make([]uint32, len(t.slots)/4)
	} else {
		clear(t.slots)
	}
	t.keys = t.keys[:0]
}

func (t *table[S]) bytes() int64 {
	return int64(cap(t.keys))*sizeOf[S]() + 4*int64(len(t.slots))
}
