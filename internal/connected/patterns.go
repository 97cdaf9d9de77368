package connected

import (
	"cmp"
	"slices"
)

// patterns numbers the colour patterns of some frozen points of a half.
type patterns struct {
	frozen word    // mask of the points
	words  []word  // in their order
	number []int32 // by trits
}

// newPatterns lists those of the frozen points of a half of n.
func newPatterns(frozen word, n int) *patterns {
	p := &patterns{frozen: frozen, number: make([]int32, power3(n))}
	colourings(n, func(w word) {
		if w&^frozen == 0 && !w.whiteLast() {
			p.words = append(p.words, w)
		}
	})
	slices.SortFunc(p.words, func(a, b word) int { return cmp.Compare(a.pattern(), b.pattern()) })
	for f, w := range p.words {
		p.number[w.trits()] = int32(f)
	}
	return p
}

func (p *patterns) count() int { return len(p.words) }

// of returns the number of the pattern of a word.
func (p *patterns) of(w word) int32 { return p.number[(w & p.frozen).pattern().trits()] }
