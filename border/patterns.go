package border

import (
	"cmp"
	"slices"
)

// masks are the points whose colours are frozen: in the stretch that a window belongs
// to, and, more of them, in the window. Classes are in the order of their patterns of
// the first mask, then of the second: so the classes of a window with the same
// colours outside the stretch follow each other.
type masks [2]word

func (m masks) compare(a, b word) int {
	for _, frozen := range m {
		if c := cmp.Compare((a & frozen).pattern(), (b & frozen).pattern()); c != 0 {
			return c
		}
	}
	return 0
}

// patterns numbers the colour patterns of some frozen points of a half.
type patterns struct {
	frozen word    // mask of the points
	words  []word  // in their order
	number []int32 // by trits
}

// patterns lists those of the frozen points of a half of n.
func (m masks) patterns(n int) *patterns {
	p := &patterns{frozen: m[1], number: make([]int32, power3(n))}
	colourings(n, func(w word) {
		if w&^m[1] == 0 && !w.whiteLast() {
			p.words = append(p.words, w)
		}
	})
	slices.SortFunc(p.words, m.compare)
	for f, w := range p.words {
		p.number[w.trits()] = int32(f)
	}
	return p
}

func (p *patterns) count() int { return len(p.words) }

// of returns the number of the pattern of a word.
func (p *patterns) of(w word) int32 { return p.number[(w & p.frozen).pattern().trits()] }
