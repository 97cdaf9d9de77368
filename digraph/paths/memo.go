package paths

import (
	"math/bits"
	"sync"
)

// tally is a number of walks and the length of the longest: 120 bits and 8.
type tally struct{ low, high uint64 }

// tallyBits is the width of the number.
const tallyBits = 120

// longestShift is where the length begins in the high word.
const longestShift = tallyBits - 64

// oneWalk is the walk that ends at once.
var oneWalk = newTally(1, 0, 0)

func newTally(low, high uint64, longest int) tally {
	return tally{low, high | uint64(longest)<<longestShift}
}

func (t tally) words() (low, high uint64) { return t.low, t.high & (1<<longestShift - 1) }
func (t tally) longest() int              { return int(t.high >> longestShift) }

// entry is what is known of a pair of sets. The reach of no key is empty.
type entry struct {
	reach, exits uint64
	value        tally
}

const (
	entryBytes  = 32
	memoShards  = 256
	firstRoom   = 1 << 8
	probeLength = 8
)

// memo remembers tallies. When it has grown to its ceiling it forgets: nothing is lost but time. It
// may be used by several goroutines at once.
type memo struct {
	shards [memoShards]shard
	limit  int // most entries of a shard, a power of 2
}

type shard struct {
	lock    sync.Mutex
	entries []entry
	used    int
	_       [24]byte // to have a cache line of its own
}

// newMemo returns a memo of at most the given number of bytes, or little more than nothing.
func newMemo(ceiling int64) *memo {
	limit := max(ceiling/(entryBytes*memoShards), firstRoom)
	return &memo{limit: 1 << (bits.Len64(uint64(limit)) - 1)}
}

func hash(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd6e8feb86659fd93|1)
	x := (high ^ low ^ a) * 0xff51afd7ed558ccd
	return x ^ x>>32
}

// recall returns what is known of a pair.
func (m *memo) recall(reach, exits uint64) (tally, bool) {
	h := hash(reach, exits)
	s := &m.shards[h%memoShards]
	s.lock.Lock()
	defer s.lock.Unlock()
	if len(s.entries) == 0 {
		return tally{}, false
	}
	for i := range uint64(probeLength) {
		if e := &s.entries[(h>>8+i)&uint64(len(s.entries)-1)]; e.reach == reach && e.exits == exits {
			return e.value, true
		}
	}
	return tally{}, false
}

// keep remembers a pair.
func (m *memo) keep(reach, exits uint64, value tally) {
	h := hash(reach, exits)
	s := &m.shards[h%memoShards]
	s.lock.Lock()
	defer s.lock.Unlock()
	if 4*s.used >= 3*len(s.entries) && len(s.entries) < m.limit {
		s.grow()
	}
	s.put(h>>8, entry{reach, exits, value})
}

func (s *shard) grow() {
	old := s.entries
	s.entries, s.used = make([]entry, max(2*len(old), firstRoom)), 0
	for _, e := range old {
		if e.reach != 0 {
			s.put(hash(e.reach, e.exits)>>8, e)
		}
	}
}

// put stores an entry where there is room within reach, or else in the place of another.
func (s *shard) put(at uint64, e entry) {
	last := uint64(len(s.entries) - 1)
	for i := range uint64(probeLength) {
		switch old := &s.entries[(at+i)&last]; {
		case old.reach == 0:
			*old = e
			s.used++
			return
		case old.reach == e.reach && old.exits == e.exits:
			return
		}
	}
	s.entries[(at+e.exits%probeLength)&last] = e
}

func (m *memo) entries() int {
	total := 0
	for i := range m.shards {
		total += m.shards[i].used
	}
	return total
}
