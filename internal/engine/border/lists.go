package border

import (
	"cmp"
	"slices"
	"sync"
)

const (
	// lanes is how many idle words go through a phase together: a chunk. Their values for one
	// active word are a row.
	lanes    = 32
	rowBytes = ValueBytes * lanes
)

func chunksOf(words int) int { return (words + lanes - 1) / lanes }

// A list is words of the same length in order.
type list []word

// indexOf returns the index of a word that is in the list.
func (l list) indexOf(w word) int {
	i, _ := slices.BinarySearchFunc(l, w, word.compare)
	return i
}

// Continuations are the words that begin after one crossing, by the crossing that they lead to.
type continuations struct {
	to        map[crossing]list
	crossings []crossing // sorted
}

// newContinuations finds the words of letters first to last, for a kink. There may be no letters:
// then there is the empty word.
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
		c.next(k, kink, point, func(l letter, to crossing) {
			extend(w.and(l), to, point+1)
		})
	}
	extend(word{}, from, first)
	slices.SortFunc(f.crossings, func(a, b crossing) int {
		return cmp.Or(cmp.Compare(a.stack, b.stack), cmp.Compare(a.class, b.class), cmp.Compare(a.begin, b.begin))
	})
	return f
}

// A section is a part of the border, with the continuations after each crossing. Each is found when
// it is first asked for.
type section struct {
	*column
	kink, first, last int
	memo[crossing, *continuations]
}

func (c *column) section(kink, first, last int) *section {
	return &section{column: c, kink: kink, first: first, last: last}
}

func (f *section) from(k crossing) *continuations {
	return f.get(k, func() *continuations { return f.newContinuations(k, f.kink, f.first, f.last) })
}

// A memo keeps what has been made. Several goroutines may use it.
type memo[K comparable, V any] struct{ made sync.Map }

// get returns what is kept for a key, and makes it if it is not there.
func (m *memo[K, V]) get(key K, make func() V) V {
	kept, ok := m.made.Load(key)
	if !ok {
		kept, _ = m.made.LoadOrStore(key, sync.OnceValue(make))
	}
	return kept.(func() V)()
}
