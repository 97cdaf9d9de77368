package connected

import (
	"cmp"
	"slices"
)

// layer is the vector's shape at one kink during a phase: for each interface class a
// dense block, active words times idle words.
//
// Of a state and its colour exchange only one is stored: the interface class is not
// white, and if it has no colour, the active word is not. (With a neutral interface class and
// an active half without stones both orientations of the idle half are kept;
// their values are equal.)
type layer struct {
	interfaces   []interfaceClass
	number       map[interfaceClass]int32
	active, idle []*list
}

// lister makes lists of words and remembers them, since many layers share them.
type lister struct {
	split
	*reader
	prefixes map[int]map[int32][]word // by kink inside the prefix and state after it
	suffixes map[suffixKey][]word
	lists    map[listKey]*list
}

type suffixKey struct {
	from int32
	kink int
}

type listKey struct {
	half      half
	from      int32
	kink      int
	order     order
	blackLast bool
}

func newLister(s split) *lister {
	return &lister{
		split:    s,
		reader:   newReader(),
		prefixes: map[int]map[int32][]word{},
		suffixes: map[suffixKey][]word{},
		lists:    map[listKey]*list{},
	}
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

// prefixWords returns the prefixes of kink y by the state after them.
func (l *lister) prefixWords(y int) map[int32][]word {
	kink := l.insideKink(prefix, y)
	if words, ok := l.prefixes[kink]; ok {
		return words
	}
	var byState [][]word
	l.words(l.state(startInterface), l.p, kink, l.m-l.p, func(w word, state int32) {
		for int(state) >= len(byState) {
			byState = append(byState, nil)
		}
		byState[state] = append(byState[state], w)
	})
	words := map[int32][]word{}
	for state, w := range byState {
		if w != nil && !l.interfaces[state].isWhite() {
			words[int32(state)] = w
		}
	}
	l.prefixes[kink] = words
	return words
}

// suffixWords returns the suffixes of kink y that can follow a state.
func (l *lister) suffixWords(from int32, y int) []word {
	key := suffixKey{from, l.insideKink(suffix, y)}
	if words, ok := l.suffixes[key]; ok {
		return words
	}
	var words []word
	l.words(from, l.m-l.p, key.kink, 0, func(w word, _ int32) { words = append(words, w) })
	l.suffixes[key] = words
	return words
}

// list returns the words of one half that go with an interface class at kink y.
func (l *lister) list(h half, from int32, y int, o order, blackLast bool) *list {
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
	lay := &layer{number: map[interfaceClass]int32{}}
	for state := range l.prefixWords(y) {
		if len(l.suffixWords(state, y)) > 0 {
			lay.interfaces = append(lay.interfaces, l.interfaces[state])
		}
	}
	slices.SortFunc(lay.interfaces, func(a, b interfaceClass) int { return cmp.Compare(a.key(), b.key()) })
	for i, c := range lay.interfaces {
		lay.number[c] = int32(i)
		lay.active = append(lay.active, l.list(active, l.state(c), y, o, c.isNeutral()))
		lay.idle = append(lay.idle, l.list(active.other(), l.state(c), y, order{}, false))
	}
	return lay
}

// states is the number of stored states.
func (l *layer) states() int64 {
	var n int64
	for k := range l.interfaces {
		n += int64(len(l.active[k].words)) * int64(len(l.idle[k].words))
	}
	return n
}

// binStates is the number of stored states whose idle half is in bin g.
func (l *layer) binStates(g int) int {
	n := 0
	for k := range l.interfaces {
		n += len(l.active[k].words) * l.idle[k].binSize(g)
	}
	return n
}

// bases returns where the block of each interface class begins in the vector of the
// states whose idle half is in bin g, in states.
func (l *layer) bases(g int, out []int) []int {
	out = out[:0]
	n := 0
	for k := range l.interfaces {
		out = append(out, n)
		n += len(l.active[k].words) * l.idle[k].binSize(g)
	}
	return out
}

// classStates is the number of states of bin g and frozen class f.
func (l *layer) classStates(g, f int) int {
	n := 0
	for k := range l.interfaces {
		lo, hi := l.active[k].classRows(f)
		n += (hi - lo) * l.idle[k].binSize(g)
	}
	return n
}

// classRows returns the range of the rows of frozen class f.
func (l *list) classRows(f int) (lo, hi int) {
	if f == allClasses {
		return 0, len(l.words)
	}
	return int(l.class[f]), int(l.class[f+1])
}

// allClasses stands for the active words of every frozen class.
const allClasses = -1
