package transfer

import (
	"math/bits"
)

// front is an unpacked state.
type front struct {
	labels [MaxWidth + 1]uint8 // of the frontier and of the new point
	color  [maxLabels]uint8    // of the stones with a label
	needy  int                 // needy strings
	used   int                 // colours
}

// group is a set of needy strings.
type group uint64

func (g group) has(label uint8) bool { return g>>(label-firstNeedy)&1 != 0 }

func (g *group) add(label uint8) {
	if label >= firstNeedy {
		*g |= 1 << (label - firstNeedy)
	}
}

// unpack reads the symbols of a frontier.
func (r *rules) unpack(packed words, width int, f *front) {
	place, needy, used := 0, uint8(0), uint8(0)
	for i := 0; place < width; i++ {
		word := packed[i]
		for end := min(place+r.fields, width); place < end; place++ {
			m := r.meanings[word&r.mask]
			word >>= r.bits
			label := m.label + m.first*needy
			f.labels[place] = label
			f.color[label&m.known] = m.color
			needy += m.first
			used = max(used, m.color)
		}
	}
	f.needy, f.used = int(needy), int(used)
}

// around is what a new point sees.
type around struct {
	needy   group  // strings next to it
	leaving group  // strings with a stone that leaves the frontier
	kept    group  // strings with a stone that stays, where that matters
	live    uint64 // colours of the live stones next to it
	empty   bool   // whether there is an empty point next to it, or one is known beyond the board
}

func (f *front) look(at *step) around {
	a := around{empty: at.safe}
	for _, place := range at.near {
		switch label := f.labels[place]; {
		case label == 0:
			a.empty = true
		case label < firstNeedy:
			a.live |= 1 << label
		default:
			a.needy.add(label)
		}
	}
	for _, place := range at.gone {
		a.leaving.add(f.labels[place])
	}
	if a.leaving == 0 && at.stays {
		return a
	}
	for _, place := range at.old {
		a.kept.add(f.labels[place])
	}
	return a
}

// ofColor returns the strings of a group that have a colour.
func (f *front) ofColor(g group, c int) group {
	var of group
	for rest := g; rest != 0; rest &= rest - 1 {
		j := bits.TrailingZeros64(uint64(rest))
		if int(f.color[firstNeedy+j]) == c {
			of |= 1 << j
		}
	}
	return of
}
