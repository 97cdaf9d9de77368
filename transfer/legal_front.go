package transfer

import "math/bits"

// In a front, a label says what is on a point: 0 nothing, c a live stone of colour c, and firstNeedy+j a stone of needy
// string j. One colour and one string more than a frontier can have make room for the new stone.
const (
	firstNeedy = MaxWidth + 2
	maxLabels  = firstNeedy + MaxWidth + 1
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

// meaning is what a symbol says, in numbers that make the label without a branch.
type meaning struct {
	label uint8 // of the stone; for the first one of a needy string, of string 0
	first uint8 // 1 for the first stone of a needy string, else 0
	color uint8 // of a live stone or the first one of a needy string, else 0
	known uint8 // 0 for another stone of a needy string, whose colour was noted before, else all ones
}

// meanings returns what all symbols say.
func meanings(colors, strings int) (table []meaning) {
	for c := range colors + 1 {
		table = append(table, meaning{label: uint8(c), color: uint8(c), known: 0xff})
	}
	for c := 1; c <= colors; c++ {
		table = append(table, meaning{label: firstNeedy, first: 1, color: uint8(c), known: 0xff})
	}
	for j := range strings {
		table = append(table, meaning{label: uint8(firstNeedy + j)})
	}
	return table
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
