package connected

import (
	"cmp"
	"slices"
	"testing"
)

// comparePatterns is the order byPattern, plainly.
func comparePatterns(a, b word) int {
	ca, sa := a.blackLast()
	cb, sb := b.blackLast()
	switch {
	case ca.colours() != cb.colours():
		return cmp.Compare(ca.colours(), cb.colours())
	case sa == sb:
		return cmp.Compare(ca, cb)
	case sb:
		return -1
	default:
		return 1
	}
}

// compare is the order of a list, plainly.
func (o order) compare(a, b, frozen word) int {
	if o.lex == byPattern {
		return comparePatterns(a, b)
	}
	if c := cmp.Compare((a & frozen).pattern(), (b & frozen).pattern()); c != 0 {
		return c
	}
	if o.lex == byLastPoint {
		return cmp.Compare(a, b)
	}
	return cmp.Compare(a.reversed(), b.reversed())
}

// Lists are in their order, and find their words and no others.
func TestListsAreInOrder(t *testing.T) {
	for height := 1; height <= 9; height++ {
		for _, ph := range newLayout(height).phases {
			for y := ph.low; y <= ph.high; y++ {
				var frozen word
				if y < ph.high {
					frozen = ph.windows[ph.windowOf(y)].classes.frozen
				}
				lay := ph.layer(y)
				for k := range lay.interfaces {
					checkList(t, lay.active[k], frozen)
					checkList(t, lay.idle[k], frozen)
				}
			}
		}
	}
}

func checkList(t *testing.T, l *list, frozen word) {
	t.Helper()
	if !slices.IsSortedFunc(l.words, func(a, b word) int { return l.order.compare(a, b, frozen) }) {
		t.Errorf("the words %x are not in order %+v", l.words, l.order.lex)
	}
	for i, w := range l.words {
		if at, ok := l.place(w); !ok || int(at) != i {
			t.Errorf("word %x is at %d, found at %d, %t", w, i, at, ok)
		}
		if _, ok := l.place(w ^ 1<<63); ok {
			t.Errorf("word %x with one point more is found", w)
		}
	}
}
