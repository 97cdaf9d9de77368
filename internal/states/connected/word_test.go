package connected

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// labels reads a border the slow way, with a stack for each reading of the parentheses: 0 for what
// is not linked, else the number of the string.
func labels(w Word, width int) []int {
	list := make([]int, width)
	var open []int
	count := 0
	for i := range width {
		s := w.At(i)
		if !s.Linked() {
			continue
		}
		if s&Earlier != 0 {
			list[i] = open[len(open)-1]
			open = open[:len(open)-1]
		} else {
			count++
			list[i] = count
		}
		if s&Later != 0 {
			open = append(open, list[i])
		}
	}
	return list
}

// write is the inverse of labels.
func write(list []int) Word {
	var w Word
	for i, label := range list {
		if label == 0 {
			continue
		}
		s := Symbol(4)
		if slices.Contains(list[:i], label) {
			s |= Earlier
		}
		if slices.Contains(list[i+1:], label) {
			s |= Later
		}
		w = w.With(i, s)
	}
	return w
}

func renumbered(list []int) []int {
	names := map[int]int{0: 0}
	out := make([]int, len(list))
	for i, label := range list {
		if _, ok := names[label]; !ok {
			names[label] = len(names)
		}
		out[i] = names[label]
	}
	return out
}

// Random sequences of operations do to the marks what they do to labels.
func TestOperationsAreThoseOnLabels(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		width := 2 + random.IntN(MaxPoints-1)
		w, list := Repeat(0, width), make([]int, width)
		for step := range 40 {
			i := random.IntN(width)
			switch linked := w.At(i).Linked(); {
			case !linked:
				w, list[i] = w.With(i, 4), 100+step
			case i > 0 && list[i-1] != 0 && random.IntN(4) > 0:
				w = w.Join(i-1, i)
				from, to := list[i], list[i-1]
				for k := range list {
					if list[k] == from {
						list[k] = to
					}
				}
			case random.IntN(3) > 0:
				rest := 0
				for _, label := range list {
					if label == list[i] {
						rest++
					}
				}
				var connected bool
				if w, connected = w.Leave(i, 0); connected != (rest > 1) {
					t.Fatalf("%v: leaving %d is connected: %t", list, i, connected)
				}
				list[i] = 0
			default:
				if got, want := w.First(i), slices.Index(list, list[i]); got != want {
					t.Fatalf("%v: the first of %d is %d", list, i, got)
				}
				if got := w.last(i); list[got] != list[i] || slices.Contains(list[got+1:], list[i]) {
					t.Fatalf("%v: the last of %d is %d", list, i, got)
				}
				w = w.Dissolve(i, 3)
				gone := list[i]
				for k := range list {
					if list[k] == gone {
						list[k] = 0
						if w.At(k) != 3 {
							t.Fatalf("%d is not dissolved", k)
						}
						w = w.With(k, 0)
					}
				}
			}
			if got := labels(w, width); !slices.Equal(got, renumbered(list)) || w != write(list) {
				t.Fatalf("%016x says %v, want %v", w, got, renumbered(list))
			}
		}
	}
}

func TestSet(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var s Set
	for range 2 {
		seen := map[Word]uint32{}
		for range 5000 {
			w := Word(random.Uint64N(3000)) << 20
			number, known := seen[w]
			if got, ok := s.Find(w); ok != known || got != number {
				t.Fatalf("%x has number %d, %t; want %d, %t", w, got, ok, number, known)
			}
			if !known {
				number = uint32(len(seen))
				seen[w] = number
			}
			if got := s.Number(w); got != number || s.Members()[got] != w {
				t.Fatalf("%x gets number %d, want %d", w, got, number)
			}
		}
		s.Clear()
	}
}

func TestColourExchangeOfStates(t *testing.T) {
	table := map[Symbol]Symbol{
		Empty: Empty, Live + Black: Live + White, Edge: Edge, Needy * Black: Needy * White,
		Needy*Black + Earlier: Needy*White + Earlier, Needy*Black + Later: Needy*White + Later,
		Needy*Black + Earlier + Later: Needy*White + Earlier + Later,
	}
	random := rand.New(rand.NewPCG(3, 4))
	symbols := make([]Symbol, 0, 2*len(table))
	both := map[Symbol]Symbol{}
	for s, r := range table {
		both[s], both[r] = r, s
		symbols = append(symbols, s, r)
	}
	slices.Sort(symbols)
	for range 1000 {
		var b, want Word
		for i := range MaxPoints {
			s := symbols[random.IntN(len(symbols))]
			b, want = b.With(i, s), want.With(i, both[s])
		}
		if got := b.Swapped(); got != want {
			t.Fatalf("%016x becomes %016x, want %016x", b, got, want)
		}
		c, exchanged := b.Canonical()
		if c != b && c != want || exchanged != (c != b) {
			t.Fatalf("the class of %016x is %016x", b, c)
		}
		for i := range MaxPoints {
			if color := c.At(i).Color(); color == Black {
				break
			} else if color == White {
				t.Fatalf("the first stone of %016x is white", c)
			}
		}
	}
}

// Turning upside down is that of labels.
func TestMirrorIsThatOfLabels(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		width := 1 + random.IntN(MaxPoints)
		w, list := Repeat(Empty, width), make([]int, width)
		for i := range width {
			if random.IntN(3) > 0 {
				w, list[i] = w.With(i, Needy), i+1
			}
			if i > 0 && list[i] != 0 && list[i-1] != 0 && random.IntN(2) > 0 {
				w, list[i] = w.Join(i-1, i), list[i-1]
			}
		}
		slices.Reverse(list)
		if got := w.Mirror(width); got != write(list) || got.Mirror(width) != w {
			t.Fatalf("the mirror image of %016x is %016x", w, got)
		}
	}
}
