package transfer

import "iter"

// layer is the states of one level and their values, in shards.
type layer[S State] [shards]shard[S]

// shard is the states of a level whose hashes have the same top bits, and their values in rows of stride words.
type shard[S State] struct {
	table[S]
	values []uint64
	stride int
}

func (l *layer[S]) reset(stride int) {
	for i := range l {
		l[i].reset()
		l[i].values, l[i].stride = l[i].values[:0], stride
	}
}

func (l *layer[S]) states() int {
	n := 0
	for i := range l {
		n += len(l[i].keys)
	}
	return n
}

func (l *layer[S]) bytes() int64 {
	var b int64
	for i := range l {
		b += l[i].table.bytes() + 8*int64(cap(l[i].values))
	}
	return b
}

func (s *shard[S]) value(n int) []uint64 { return s.values[n*s.stride : (n+1)*s.stride] }

// row returns the row of a state, which is zeros if it is new.
func (s *shard[S]) row(key S, hash uint64) []uint64 {
	n, fresh := s.insert(key, hash)
	if fresh {
		s.values = extended(s.values, s.stride)
	}
	return s.value(n)
}

// extended returns a slice with so many zeros more.
func extended(values []uint64, n int) []uint64 {
	if len(values)+n > cap(values) {
		grown := make([]uint64, len(values), max(2*n, n+cap(values)+cap(values)/2))
		copy(grown, values)
		values = grown
	}
	end := len(values) + n
	clear(values[len(values):end])
	return values[:end]
}

// take adds what arrives from a shard of the level before.
func (s *shard[S]) take(parcel []arrival[S], from *shard[S], add Adder) {
	for i := range parcel {
		a := &parcel[i]
		add(s.row(a.key, a.key.Hash()), from.value(int(a.from)), a.choice, a.by)
	}
}

// part is some states of a shard, by number.
type part struct {
	shard    int
	from, to int
}

// chunkStates is the number of states that one goroutine takes at a time. A wave is so many chunks: enough for many
// goroutines, and not so many that their arcs fall out of the cache.
const (
	chunkStates   = 1024
	chunksPerWave = 64
)

// waves divides the states of a layer.
func (l *layer[S]) waves(size int) iter.Seq[[]part] {
	var counts [shards][2]int
	for i := range l {
		counts[i] = [2]int{0, len(l[i].keys)}
	}
	return waves(counts, size)
}

// waves divides ranges of states, one for each shard, into parts of at most so many, and yields up to chunksPerWave
// parts at a time in a slice that is used again.
func waves(ranges [shards][2]int, size int) iter.Seq[[]part] {
	return func(yield func([]part) bool) {
		wave := make([]part, 0, chunksPerWave)
		for shard, r := range ranges {
			for from := r[0]; from < r[1]; from += size {
				wave = append(wave, part{shard, from, min(from+size, r[1])})
				if len(wave) < chunksPerWave {
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
