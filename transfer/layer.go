package transfer

import (
	"iter"
	"sync/atomic"

	"combigo.dev/combigo/result"
)

// layer is the states of one level and their values, in shards.
type layer[S State] [shards]shard[S]

// shard is the states of a level whose hashes have the same top bits, and their values in rows of
// stride words.
type shard[S State] struct {
	table[S]
	values []uint64
	stride int
}

// follow empties a layer to take in the states of the level after another one.
func (l *layer[S]) follow(from *layer[S], stride int, memory *ledger) {
	for i := range l {
		l[i].drop(memory)
		l[i].values, l[i].stride = l[i].values[:0], stride
		l[i].inherit(memory, &from[i].table)
	}
}

// states returns the number of states.
func (l *layer[S]) states() int {
	n := 0
	for i := range l {
		n += len(l[i].keys)
	}
	return n
}

// value returns the value of the n-th state.
func (s *shard[S]) value(n int) []uint64 { return s.values[n*s.stride : (n+1)*s.stride] }

// row returns the row of a state, which is zeros if it is new, or nil if there is no memory for it.
func (s *shard[S]) row(l *ledger, key S, hash uint64) []uint64 {
	n, fresh := s.insert(l, key, hash)
	if n < 0 {
		return nil
	}
	if fresh {
		if len(s.values)+s.stride > cap(s.values) {
			var ok bool
			if s.values, ok = growSlice(l, s.values, s.stride); !ok {
				return nil
			}
		}
		s.values = s.values[:len(s.values)+s.stride]
		clear(s.value(n))
	}
	return s.value(n)
}

// take adds what arrives from a shard of the level before. It returns false if there is no memory
// for it, or if a value is beyond the semiring; the shard is invalid then.
func (s *shard[S]) take(l *ledger, parcel []arrival[S], from *shard[S], add Adder, beyond *atomic.Bool) bool {
	for i := range parcel {
		a := &parcel[i]
		row := s.row(l, a.key, a.key.Hash())
		if row == nil {
			return false
		}
		if !add(row, from.value(int(a.from)), a.choice, a.by) {
			beyond.Store(true)
			return false
		}
	}
	return true
}

// drop gives up the states and values of a shard, which are not needed any more, where memory is
// tight.
func (s *shard[S]) drop(l *ledger) {
	if l.tight() {
		s.keys, s.slots, s.values = releaseSlice(l, s.keys), releaseSlice(l, s.slots), releaseSlice(l, s.values)
	}
}

// part is some states of a shard, by number.
type part struct {
	shard    int
	from, to int
}

// chunkStates is the number of states that one goroutine takes at a time. A wave is a number of
// chunks: enough for many goroutines, and few enough that their arcs stay in the cache; fewer where
// memory is scarce. No result depends on that.
const (
	chunkStates   = 1024
	chunksPerWave = 64
	fewChunks     = 8
	scarceMemory  = 64 << 20
)

// newChunks returns the chunks of a wave, fewer where memory is scarce.
func newChunks[S State](memory result.Bytes) []*chunk[S] {
	n := chunksPerWave
	if 0 < memory && memory < scarceMemory {
		n = fewChunks
	}
	chunks := make([]*chunk[S], n)
	for i := range chunks {
		chunks[i] = new(chunk[S])
	}
	return chunks
}

// waves divides the states of a layer into parts of at most chunkStates, and yields a number of
// parts at a time in a slice that is used again.
func (l *layer[S]) waves(parts int) iter.Seq[[]part] {
	return func(yield func([]part) bool) {
		wave := make([]part, 0, parts)
		for shard := range l {
			states := len(l[shard].keys)
			for from := 0; from < states; from += chunkStates {
				wave = append(wave, part{shard, from, min(from+chunkStates, states)})
				if len(wave) < parts {
					continue
				}
				if !yield(wave) {
					return
				}
				wave = wave[:0]
			}
		}
		if len(wave) > 0 {
			yield(wave)
		}
	}
}

// arrival is an arc on its way to the shard of its target.
type arrival[S State] struct {
	key    S
	from   uint32 // number of the source in its shard
	choice uint8
	by     Factor
}

// chunk is the arcs of some states, sorted by the shard of their target.
type chunk[S State] struct {
	parcels  [shards][]arrival[S]
	arcs     []Arc[S] // of one state
	arcsDone int64
	counted  int64 // bytes in the ledger
}
