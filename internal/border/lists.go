package border

import (
	"cmp"
	"math/big"
	"slices"
	"sync"
)

// A Board is boards of one height, on the square or the triangular lattice. On the triangular
// lattice each point is next to the one that is a row below and a column to the left, too.
type Board struct {
	Height, Colours int
	Triangular      bool
}

// Turns reports whether [Engine.Count] takes half of a board of a width, and the other half by half
// a turn.
func (b Board) Turns(width int) bool { return b.Height%2 == 0 && width%2 == 0 && !b.Triangular }

// A shape is the border of such boards: points 0 to height-1, and an edge at both ends, the points
// -1 and height.
type shape struct {
	height     int
	colours    int
	triangular bool
	classes    class // those of points are below
	// words are the numbers of words, by kink, counted when they are asked for first.
	count sync.Once
	words []*big.Int
	// excesses are those of [shape.excess], found when a limit is asked for first.
	bound    sync.Once
	excesses []float64
}

func newShape(b Board) *shape {
	return &shape{height: b.Height, colours: b.Colours, triangular: b.Triangular, classes: free + 2*class(b.Colours)}
}

func (s *shape) turns(width int) bool {
	return Board{s.height, s.colours, s.triangular}.Turns(width)
}

// split is the point before which the border is cut in two halves.
func (s *shape) split() int { return s.height / 2 }

// classesAt returns the first class that a point may have, and the one after the last.
func (s *shape) classesAt(point int) (first, end class) {
	if point == s.height {
		return edge, empty
	}
	return empty, s.classes
}

// next visits the letters of a point that can follow a crossing. On the triangular lattice all
// points that follow each other on the border are neighbours, also at the kink.
func (s *shape) next(k crossing, point int, broken bool, visit func(letter, crossing)) {
	broken = broken && !s.triangular
	for x, end := s.classesAt(point); x < end; x++ {
		k.next(x, broken, func(l letter, to crossing) {
			// Each point left takes at most two strands from the stack.
			if to.depth() <= 2*(s.height-point)-1 || to == atEdge {
				visit(l, to)
			}
		})
	}
}

const (
	// lanes is how many idle words go through a phase together: a chunk. Their values for one
	// active word are a row.
	lanes    = 16
	rowBytes = 8 * lanes
)

func chunksOf(words int) int { return (words + lanes - 1) / lanes }

// A list is words of the same length in order.
type list []word

// place returns the place of a word that is in the list.
func (l list) place(w word) int {
	i, _ := slices.BinarySearchFunc(l, w, word.compare)
	return i
}

// A fan is the words that begin after one crossing, by the crossing that they lead to.
type fan struct {
	to    map[crossing]list
	order []crossing // sorted
}

// newFan finds the words of points first to last. If broken, the first point and the one before are
// no neighbours. There may be no points: then there is the empty word.
func (s *shape) newFan(from crossing, first, last int, broken bool) *fan {
	f := &fan{to: make(map[crossing]list)}
	var extend func(w word, k crossing, point int)
	extend = func(w word, k crossing, point int) {
		if point > last {
			if f.to[k] == nil {
				f.order = append(f.order, k)
			}
			f.to[k] = append(f.to[k], w)
			return
		}
		s.next(k, point, broken && point == first, func(l letter, to crossing) {
			extend(w.and(l), to, point+1)
		})
	}
	extend(word{}, from, first)
	slices.SortFunc(f.order, func(a, b crossing) int {
		return cmp.Or(cmp.Compare(a.stack, b.stack), cmp.Compare(a.class, b.class))
	})
	return f
}

// fans are those of one part of the border. Each is found when it is first asked for.
type fans struct {
	*shape
	first, last int
	broken      bool
	memo[crossing, *fan]
}

func (s *shape) fans(first, last int, broken bool) *fans {
	return &fans{shape: s, first: first, last: last, broken: broken}
}

func (f *fans) from(k crossing) *fan {
	return f.get(k, func() *fan { return f.newFan(k, f.first, f.last, f.broken) })
}

// A memo keeps what has been made. Several goroutines may use it.
type memo[K comparable, V any] struct {
	lock sync.Mutex
	made map[K]*kept[V]
}

type kept[V any] struct {
	once  sync.Once
	value V
}

// get returns what is kept for a key, and makes it if it is not there.
func (m *memo[K, V]) get(key K, make func() V) V {
	m.lock.Lock()
	e, ok := m.made[key]
	if !ok {
		if m.made == nil {
			m.made = map[K]*kept[V]{}
		}
		e = &kept[V]{}
		m.made[key] = e
	}
	m.lock.Unlock()
	e.once.Do(func() { e.value = make() })
	return e.value
}
