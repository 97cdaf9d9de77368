package connected

// fateLive marks a string that got a liberty; other fates number groups.
const fateLive = -1

// operation is what a move in one half does to the other, idle half: each
// string that crosses the split, and the string of the last prefix point,
// gets a liberty or ends in a group; strings of one group are joined; a group
// crosses the split or does not. The colours of the idle half stay, but for
// an exchange of all colours.
type operation struct {
	fates    [maxSlots]int8
	crossing uint16 // bit set of groups
	swap     bool
}

// apply does the operation to a word of n points of the idle half.
func (op *operation) apply(h half, w word, n int, from interfaceClass) word {
	var s needyStrings
	s.read(h, w, n, from)
	var groups [maxSlots]word
	count := int8(0)
	for j, str := range s.slots[:s.count] {
		g := op.fates[j]
		if g == fateLive {
			w = w.revive(s.points[str])
			continue
		}
		groups[g] |= s.points[str]
		count = max(count, g+1)
	}
	for g, points := range groups[:count] {
		w = w.connect(points, h, op.crossing>>g&1 == 1)
	}
	if op.swap {
		return w.swap()
	}
	return w
}
