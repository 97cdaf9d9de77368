package border

import (
	"cmp"
	"slices"
	"sync"
)

const (
	// lanes is how many idle words go through a phase together, as a chunk. A row is the values of
	// these words with one active word.
	lanes    = 32
	rowBytes = ValueBytes * lanes
)

// chunkCount returns how many chunks some idle words take.
func chunkCount(words int) int { return (words + lanes - 1) / lanes }

// A list is words of the same length, sorted.
type list []word

// indexOf returns the index of a word that is in the list.
func (l list) indexOf(w word) int {
	i, _ := slices.BinarySearchFunc(l, w, word.compare)
	return i
}

// continuations are the words that can follow one crossing, by the crossing that they lead to.
type continuations struct {
	to        map[crossing]list
	crossings []crossing // those that the words lead to, sorted
}

// newContinuations finds the words of the letters first to last of a border, for a kink, that can
// follow a crossing. Without letters this is the empty word.
func (c *column) newContinuations(from crossing, kink, first, last int) *continuations {
	f := &continuations{to: make(map[crossing]list)}
	var extend func(w word, k crossing, point int)
	extend = func(w word, k crossing, point int) {
		if point > last {
			if f.to[k] == nil {
				f.crossings = append(f.crossings, k)
			}
			f.to[k] = append(f.to[k], w)
			return
		}
		c.visitLetters(k, kink, point, func(l letter, to crossing) {
			extend(w.append(l), to, point+1)
		})
	}
	extend(word{}, from, first)
	slices.SortFunc(f.crossings, func(a, b crossing) int {
		return cmp.Or(cmp.Compare(a.stack, b.stack), cmp.Compare(a.class, b.class), cmp.Compare(a.begin, b.begin))
	})
	return f
}

// A section is the letters first to last of a border, for a kink, with the continuations of each
// crossing before them. They are found when they are first asked for.
type section struct {
	*column
	kink, first, last int
	memo[crossing, *continuations]
}

func (c *column) newSection(kink, first, last int) *section {
	return &section{column: c, kink: kink, first: first, last: last}
}

// after returns the continuations of a crossing.
func (f *section) after(k crossing) *continuations {
	return f.get(k, func() *continuations { return f.newContinuations(k, f.kink, f.first, f.last) })
}

// A memo keeps values by their keys. Several goroutines may use it.
type memo[K comparable, V any] struct{ made sync.Map }

// get returns the value of a key, and makes it when the key is first asked for.
func (m *memo[K, V]) get(key K, make func() V) V {
	kept, ok := m.made.Load(key)
	if !ok {
		kept, _ = m.made.LoadOrStore(key, sync.OnceValue(make))
	}
	return kept.(func() V)()
}
