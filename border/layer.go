package border

import (
	"cmp"
	"fmt"
	"slices"
)

// list is the words of one half that go with one seam, in the order of
// compareWords.
type list struct {
	words []word
	start []int32 // the words of bin b are words[start[b]:start[b+1]]
	index map[word]int32
}

func newList(words []word) *list {
	slices.SortFunc(words, compareWords)
	l := &list{words: words, index: make(map[word]int32, len(words))}
	for i, w := range words {
		l.index[w] = int32(i)
	}
	return l
}

// bin returns the range of the words of bin b.
func (l *list) bin(b int) (lo, hi int) { return int(l.start[b]), int(l.start[b+1]) }

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
	prefixes map[int]map[seam]*list // by kink inside the prefix
	suffixes map[suffixKey]*list
	firsts   map[*list]*list
}

type suffixKey struct {
	from seam
	kink int
}

func newLister(s split) *lister {
	return &lister{
		split:    s,
		prefixes: map[int]map[seam]*list{},
		suffixes: map[suffixKey]*list{},
		firsts:   map[*list]*list{},
	}
}

// prefixLists returns the prefixes of kink y by the seam behind them.
func (l *lister) prefixLists(y int) map[seam]*list {
	kink := y
	if y > l.p || y == l.m {
		kink = 0
	}
	if lists, ok := l.prefixes[kink]; ok {
		return lists
	}
	words := map[seam][]word{}
	startSeam.words(l.p, kink, l.m-l.p, func(w word, c seam) {
		if !c.isWhite() {
			words[c] = append(words[c], w)
		}
	})
	lists := make(map[seam]*list, len(words))
	for c, ws := range words {
		lists[c] = newList(ws)
	}
	l.prefixes[kink] = lists
	return lists
}

// suffixList returns the suffixes of kink y that can follow a seam.
func (l *lister) suffixList(from seam, y int) *list {
	key := suffixKey{from: from}
	if y > l.p && y < l.m {
		key.kink = y - l.p
	}
	if list, ok := l.suffixes[key]; ok {
		return list
	}
	var words []word
	from.words(l.m-l.p, key.kink, 0, func(w word, _ seam) { words = append(words, w) })
	list := newList(words)
	l.suffixes[key] = list
	return list
}

// blackFirst returns the words of a list whose first stone is black, and the
// one without stones.
func (l *lister) blackFirst(all *list) *list {
	if first, ok := l.firsts[all]; ok {
		return first
	}
	var words []word
	for _, w := range all.words {
		if !w.whiteFirst() {
			words = append(words, w)
		}
	}
	first := newList(words)
	l.firsts[all] = first
	return first
}

// layer returns the shape at kink y of the phase in which the given half is active.
func (l *lister) layer(active half, y int) *layer {
	prefixes := l.prefixLists(y)
	lay := &layer{number: map[seam]int32{}}
	for c := range prefixes {
		if len(l.suffixList(c, y).words) > 0 {
			lay.seams = append(lay.seams, c)
		}
	}
	slices.SortFunc(lay.seams, func(a, b seam) int { return cmp.Compare(a.key(), b.key()) })
	for i, c := range lay.seams {
		lay.number[c] = int32(i)
		halves := [2]*list{prefixes[c], l.suffixList(c, y)}
		act, idle := halves[active], halves[active.other()]
		if c.isNeutral() {
			act = l.blackFirst(act)
		}
		lay.active = append(lay.active, act)
		lay.idle = append(lay.idle, idle)
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

// find returns the place of a word in the list of seam k.
func find(lists []*list, k int32, w word) (int32, error) {
	if i, ok := lists[k].index[w]; ok {
		return i, nil
	}
	return 0, fmt.Errorf("border: no word %x beside seam %d", uint64(w), k)
}
