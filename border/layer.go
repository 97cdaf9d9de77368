package border

import (
	"cmp"
	"fmt"
	"slices"
)

// list is the words of one half that go with one seam.
type list struct {
	words []word
	order order
	start []int32 // byPattern: the words of bin b are words[start[b]:start[b+1]]
	class []int32 // the words of frozen class f are words[class[f]:class[f+1]]
	index map[word]int32
}

// order is a way to sort the words of a half: by frozen class, then by lex.
type order struct {
	lex    lex
	frozen masks // of the points whose colours make the class
}

type lex int

const (
	// byPattern is the order of comparePatterns: the words of a bin are together.
	byPattern lex = iota
	// byLastPoint and byFirstPoint are lexicographic, the last or the first
	// point counting most. A move touches the points near the kink and the
	// strings that reach it; of words that are equal there the successors too
	// are neighbours if the points far from the kink count least.
	byLastPoint
	byFirstPoint
)

func (o order) compare(a, b word) int {
	if c := o.frozen.compare(a, b); c != 0 {
		return c
	}
	switch o.lex {
	case byPattern:
		return comparePatterns(a, b)
	case byLastPoint:
		return cmp.Compare(a, b)
	default:
		return cmp.Compare(a.reversed(), b.reversed())
	}
}

func newList(words []word, o order) *list {
	l := &list{words: slices.Clone(words), order: o, index: make(map[word]int32, len(words))}
	slices.SortFunc(l.words, o.compare)
	for i, w := range l.words {
		l.index[w] = int32(i)
	}
	return l
}

// markClasses writes down where each frozen class begins.
func (l *list) markClasses(classes map[word]int) {
	if l.class != nil {
		return
	}
	l.class = make([]int32, len(classes)+1)
	for _, w := range l.words {
		l.class[classes[(w&l.order.frozen[1]).pattern()]+1]++
	}
	for f := range len(classes) {
		l.class[f+1] += l.class[f]
	}
}

// find returns the place of a word.
func (l *list) find(w word) (int, error) {
	if i, ok := l.index[w]; ok {
		return int(i), nil
	}
	return 0, fmt.Errorf("no word %x", uint64(w))
}

// bin returns the range of the words of bin b.
func (l *list) bin(b int) (lo, hi int) { return int(l.start[b]), int(l.start[b+1]) }

// inBin returns the words of bin b.
func (l *list) inBin(b int) []word { return l.words[l.start[b]:l.start[b+1]] }

func (l *list) binSize(b int) int { return int(l.start[b+1] - l.start[b]) }

// layer is the vector's shape at one kink during a phase: for each seam a
// dense block, active words times idle words.
//
// Of a state and its colour exchange only one is stored: the seam is not
// white, and if it has no colour, the active word is not. (With a neutral seam and
// an active half without stones both orientations of the idle half are kept;
// their values are equal.)
type layer struct {
	seams        []seam
	number       map[seam]int32
	active, idle []*list
}

// lister makes lists of words and remembers them, since many layers share them.
type lister struct {
	split
	prefixes map[int]map[seam][]word // by kink inside the prefix
	suffixes map[suffixKey][]word
	lists    map[listKey]*list
}

type suffixKey struct {
	from seam
	kink int
}

type listKey struct {
	half      half
	from      seam
	kink      int
	order     order
	blackLast bool
}

func newLister(s split) *lister {
	return &lister{
		split:    s,
		prefixes: map[int]map[seam][]word{},
		suffixes: map[suffixKey][]word{},
		lists:    map[listKey]*list{},
	}
}

// relaxedLayer is the layer of the suffix phase at kink p with two points at the kink that are no neighbours, not even
// where one could have what it has only through the point between them. So the prefixes are those of kink 0, the
// suffixes those of any kink, and each interface class has its two points apart.
func (l *lister) relaxedLayer(o order) *layer {
	lay := &layer{number: map[seam]int32{}}
	prefixes := map[seam][]word{}
	for c, words := range l.prefixWords(0) {
		c.adjacent = false
		prefixes[c] = append(prefixes[c], words...)
	}
	for c := range prefixes {
		if len(l.suffixWords(c, l.p)) > 0 {
			lay.seams = append(lay.seams, c)
		}
	}
	slices.SortFunc(lay.seams, func(a, b seam) int { return cmp.Compare(a.key(), b.key()) })
	for i, c := range lay.seams {
		lay.number[c] = int32(i)
		lay.active = append(lay.active, l.list(suffix, c, l.p, o, c.isNeutral()))
		lay.idle = append(lay.idle, newList(prefixes[c], order{}))
	}
	return lay
}

// insideKink returns the kink as the points of one half count it, 0 if it is
// not inside the half.
func (s split) insideKink(h half, y int) int {
	switch {
	case h == prefix && y <= s.p && y < s.m:
		return y
	case h == suffix && y > s.p && y < s.m:
		return y - s.p
	default:
		return 0
	}
}

// prefixWords returns the prefixes of kink y by the seam behind them.
func (l *lister) prefixWords(y int) map[seam][]word {
	kink := l.insideKink(prefix, y)
	if words, ok := l.prefixes[kink]; ok {
		return words
	}
	words := map[seam][]word{}
	startSeam.words(l.p, kink, l.m-l.p, func(w word, c seam) {
		if !c.isWhite() {
			words[c] = append(words[c], w)
		}
	})
	l.prefixes[kink] = words
	return words
}

// suffixWords returns the suffixes of kink y that can follow a seam.
func (l *lister) suffixWords(from seam, y int) []word {
	key := suffixKey{from, l.insideKink(suffix, y)}
	if words, ok := l.suffixes[key]; ok {
		return words
	}
	var words []word
	from.words(l.m-l.p, key.kink, 0, func(w word, _ seam) { words = append(words, w) })
	l.suffixes[key] = words
	return words
}

// list returns the words of one half that go with a seam at kink y.
func (l *lister) list(h half, from seam, y int, o order, blackLast bool) *list {
	key := listKey{h, from, l.insideKink(h, y), o, blackLast}
	if known, ok := l.lists[key]; ok {
		return known
	}
	var words []word
	if h == prefix {
		words = l.prefixWords(y)[from]
	} else {
		words = l.suffixWords(from, y)
	}
	if blackLast {
		words = slices.DeleteFunc(slices.Clone(words), word.whiteLast)
	}
	list := newList(words, o)
	l.lists[key] = list
	return list
}

// layer returns the shape at kink y of the phase in which the given half is
// active, its active words in the order given.
func (l *lister) layer(active half, y int, o order) *layer {
	lay := &layer{number: map[seam]int32{}}
	for c := range l.prefixWords(y) {
		if len(l.suffixWords(c, y)) > 0 {
			lay.seams = append(lay.seams, c)
		}
	}
	slices.SortFunc(lay.seams, func(a, b seam) int { return cmp.Compare(a.key(), b.key()) })
	for i, c := range lay.seams {
		lay.number[c] = int32(i)
		lay.active = append(lay.active, l.list(active, c, y, o, c.isNeutral()))
		lay.idle = append(lay.idle, l.list(active.other(), c, y, order{}, false))
	}
	return lay
}

// states is the number of stored states.
func (l *layer) states() int64 {
	var n int64
	for k := range l.seams {
		n += int64(len(l.active[k].words)) * int64(len(l.idle[k].words))
	}
	return n
}

// binStates is the number of stored states whose idle half is in bin g.
func (l *layer) binStates(g int) int {
	n := 0
	for k := range l.seams {
		n += len(l.active[k].words) * l.idle[k].binSize(g)
	}
	return n
}

// bases returns where the block of each seam begins in the vector of the
// states whose idle half is in bin g, in states.
func (l *layer) bases(g int, out []int) []int {
	out = out[:0]
	n := 0
	for k := range l.seams {
		out = append(out, n)
		n += len(l.active[k].words) * l.idle[k].binSize(g)
	}
	return out
}
