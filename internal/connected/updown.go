package connected

import (
	"context"
	"math/big"

	"combigo.dev/combigo/par"
)

// Turning a board upside down turns its border states upside down, if the
// border has no kink. A class and its mirror image are one up-down class; a
// mirror image may be the class itself, so there are
//
//	(classes + classes that are their own mirror image) / 2
//
// of them, by Burnside's lemma. The number of constructible up-down classes is
// an upper bound on the order of the recurrence of L(m,n) for this height m.
//
// Source: Combinatorics of Go, section 5.4, Lemma 10 and Table 2.

// ValidUpDownClasses returns the number of valid up-down classes of the given
// height at kink 0.
func ValidUpDownClasses(height int) *big.Int {
	n := new(big.Int).Add(ValidClassesAt(height, 0), symmetricClasses(height))
	return n.Rsh(n, 1)
}

// symmetricClasses counts the valid classes that are their own mirror image.
// Each is given by its upper half and, if the height is odd, its middle point.
// A state is its own mirror image, or the mirror image exchanges its colours;
// of the two states of a class with stones either both are of the one kind or
// both of the other, and the stoneless state is of both kinds.
func symmetricClasses(height int) *big.Int {
	states := new(big.Int)
	var ways, kinds big.Int
	for c, n := range prefixCounts(height, height/2)[height/2] {
		ways.SetUint64(n)
		kinds.SetInt64(int64(mirrorKinds(c, height%2 == 1)))
		states.Add(states, ways.Mul(&ways, &kinds))
	}
	return states.Rsh(states, 1)
}

// mirrorKinds returns in how many ways an upper half with the interface class c can be
// followed by its mirror image, as it is or with the colours exchanged, and
// with any middle point if there is one.
func mirrorKinds(c interfaceClass, middle bool) int {
	kinds := 0
	for _, exchanged := range []bool{false, true} {
		if exchanged && c.stack != emptyStack {
			continue // a string that reaches over the middle has one colour
		}
		if !middle {
			if c.class == classNone || joins(c, exchanged) {
				kinds++
			}
			continue
		}
		for _, s := range symbols {
			if isOwnMirror(s, exchanged) && joinsMiddle(c, s) {
				kinds++
			}
		}
	}
	return kinds
}

// isOwnMirror reports whether s can be the middle point: one that belongs to a
// string with an earlier point belongs to it with a later one.
func isOwnMirror(s symbol, exchanged bool) bool {
	if exchanged {
		return s == empty
	}
	return s.prev() == s.next() || !s.isNeedy()
}

// joinsMiddle reports whether s may follow the upper half. That the lower half
// may follow s is the same.
func joinsMiddle(c interfaceClass, s symbol) bool {
	_, ok := c.read(s, false)
	return ok
}

// joins reports whether the last point of an upper half and its mirror image
// can be neighbours.
func joins(c interfaceClass, exchanged bool) bool {
	k := c.class
	switch {
	case exchanged || k == classEmpty:
		return true // unlike colours, or two empty points
	case !k.isNeedy():
		return true // two live stones of one colour
	}
	return k.isOpen() // two needy stones of one colour are in one string
}

// ConstructibleUpDownClasses returns the numbers of constructible classes and
// of constructible up-down classes of the given height, both at kink 0, in the
// time of [ConstructibleClasses].
func ConstructibleUpDownClasses(ctx context.Context, height int, opt par.Options) (classes, upDown int64, err error) {
	s, err := searchStates(ctx, height, opt)
	if err != nil {
		return 0, 0, err
	}
	classes = s.kinks[prefix][0].classes()
	return classes, (classes + s.symmetric()) / 2, nil
}

// symmetric counts the classes at kink 0 that are their own mirror image.
func (s *search) symmetric() int64 {
	var n int64
	m := &s.kinks[prefix][0]
	for k, c := range m.interfaces {
		columns := len(m.idle[k].words)
		for a, u := range m.active[k].words {
			row := m.marks[m.base[k]+a*columns:][:columns]
			for i, v := range m.idle[k].words {
				w := u | v<<(4*s.p)
				image := w.mirror(s.m)
				if image != w && image != w.swap() {
					continue
				}
				if !c.isNeutral() || u != 0 {
					n += seen(row[i])
				} else if !v.whiteLast() {
					n += seen(max(row[i], row[m.idle[k].known(v.swap())]))
				}
			}
		}
	}
	return n
}

func seen(m mark) int64 {
	if m == unseen {
		return 0
	}
	return 1
}

// mirror returns a word of n points upside down: earlier points become later
// ones, and so do the connections to them.
func (w word) mirror(n int) word {
	w = w.reversed() >> (4 * (wordPoints - n))
	isNeedy := w >> 3 & nibbleOnes
	prev, next := w>>1&isNeedy, w&isNeedy
	return w&^(isNeedy*3) | prev | next<<1
}
