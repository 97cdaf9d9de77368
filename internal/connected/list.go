package connected

import (
	"fmt"
	"math/bits"
	"slices"
)

// list is the words of one half that go with one interface class.
type list struct {
	words    []word
	order    order
	patterns []patternRun // byPattern: in their order
	start    []int32      // byPattern: the words of bin b are words[start[b]:start[b+1]]
	class    []int32      // the words of frozen class f are words[class[f]:class[f+1]]
	index    index
}

// patternRun is the words of one colour pattern, which follow each other from the place
// first on.
type patternRun struct {
	pattern int // in trits
	first   int32
}

// order is a way to sort the words of a half.
type order struct {
	lex    lex
	frozen *patterns // of the frozen points, whose order comes first; nil if byPattern
}

type lex int

const (
	// byPattern sorts by colour pattern, the last point counting most, the two
	// orientations one after the other and each in the same order. Words of one
	// pattern are thus neighbours, and exchanging colours keeps runs. So are the words
	// with one pattern of the points from some point on.
	byPattern lex = iota
	// byLastPoint and byFirstPoint are lexicographic, the last or the first
	// point counting most. A move touches the points near the kink and the
	// strings that reach it; of words that are equal there the successors too
	// are neighbours if the points far from the kink count least.
	byLastPoint
	byFirstPoint
)

// newList sorts words, which come with the first point counting most. Each order is
// a stable sort by a small number, of words in one of the two lexicographic orders.
func newList(words []word, o order) *list {
	if o.lex != byFirstPoint {
		words = slices.Sorted(slices.Values(words))
	}
	keys := make([]uint64, len(words))
	for i, w := range words {
		keys[i] = uint64(o.rank(w))<<32 | uint64(i)
	}
	slices.Sort(keys)
	l := &list{words: make([]word, len(words)), order: o}
	for i, key := range keys {
		l.words[i] = words[uint32(key)]
		if pattern := int(key >> 33); o.lex == byPattern && (i == 0 || pattern != l.patterns[len(l.patterns)-1].pattern) {
			l.patterns = append(l.patterns, patternRun{pattern, int32(i)})
		}
	}
	l.index = newIndex(l.words)
	return l
}

// rank is what counts most in an order.
func (o order) rank(w word) int {
	if o.lex != byPattern {
		return int(o.frozen.of(w))
	}
	if w.whiteLast() {
		return 2*w.swap().trits() + 1
	}
	return 2 * w.trits()
}

// runs returns the places of the words of each pattern.
func (l *list) runs(visit func(pattern int, n int)) {
	for i, run := range l.patterns {
		end := len(l.words)
		if i+1 < len(l.patterns) {
			end = int(l.patterns[i+1].first)
		}
		visit(run.pattern, end-int(run.first))
	}
}

// markClasses writes down where each frozen class begins.
func (l *list) markClasses(frozen *patterns) {
	if l.class != nil {
		return
	}
	l.class = make([]int32, frozen.count()+1)
	for _, w := range l.words {
		l.class[frozen.of(w)+1]++
	}
	for f := range frozen.count() {
		l.class[f+1] += l.class[f]
	}
}

// place returns the place of a word, and whether it is there.
func (l *list) place(w word) (int32, bool) { return l.index.find(w, l.words) }

// known is place for a word that is there.
func (l *list) known(w word) int {
	i, ok := l.place(w)
	if !ok {
		panic(fmt.Sprintf("border: no word %x", uint64(w)))
	}
	return int(i)
}

// find is place for a word that should be there.
func (l *list) find(w word) (int, error) {
	if i, ok := l.place(w); ok {
		return int(i), nil
	}
	return 0, fmt.Errorf("no word %x", uint64(w))
}

// bin returns the range of the words of bin b.
func (l *list) bin(b int) (lo, hi int) { return int(l.start[b]), int(l.start[b+1]) }

// inBin returns the words of bin b.
func (l *list) inBin(b int) []word { return l.words[l.start[b]:l.start[b+1]] }

func (l *list) binSize(b int) int { return int(l.start[b+1] - l.start[b]) }

// index finds the places of words: a hash table with open addressing.
type index struct {
	slots []int32 // one more than a place, or 0; twice as many as words at least
	shift uint8
}

func newIndex(words []word) index {
	width := bits.Len(uint(2 * len(words)))
	x := index{slots: make([]int32, 1<<width), shift: uint8(64 - width)}
	for i, w := range words {
		at := x.slot(w)
		for x.slots[at] != 0 {
			at = (at + 1) & (len(x.slots) - 1)
		}
		x.slots[at] = int32(i + 1)
	}
	return x
}

// slot is the place where the search for a word begins.
func (x *index) slot(w word) int { return int(uint64(w) * 0x9E3779B97F4A7C15 >> x.shift) }

func (x *index) find(w word, words []word) (int32, bool) {
	for at := x.slot(w); x.slots[at] != 0; at = (at + 1) & (len(x.slots) - 1) {
		if i := x.slots[at] - 1; words[i] == w {
			return i, true
		}
	}
	return 0, false
}
