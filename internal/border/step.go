package border

// A successor is a word that a step leads to, with its coefficient in two factors: before the new
// point is there, and after that.
type successor struct {
	word          word
	before, after ratio
}

// step visits the words that lead on from w when a new point takes the place of letter i, which
// leaves the border. The word begins after crossing left; there is a letter after the i-th one.
// Above the new point is the letter before, and below the old one the letter after it.
func (s *shape) step(w *word, i int, left crossing, visit func(successor)) {
	k := left.through(w, i)
	old, below := w.at[i], w.at[i+1]
	above, x := k.class, old.class()
	gap, _ := k.gap(old) // between the runs of the point above and of the old one
	goesOn := x.bad() && below.end() == none

	// What is left without the old point, if anything.
	rest, removed, removable := below, one, true
	switch {
	case !x.bad():
	case goesOn:
		rest = newLetter(none, old.begin(), below.class())
	case old.begin() != below.end():
		rest, removed = newLetter(none, below.begin(), below.class()), remove(old.begin(), gap.height(x.colour()))
	default:
		removable = false
	}
	lead := func(point, below letter, before, after ratio) {
		to := *w
		to.at[i], to.at[i+1] = point, below
		visit(successor{to, before, after})
	}
	for z := empty; z < s.classes; z++ {
		if !above.beside(z) || !x.beside(z) {
			continue
		}
		// stays puts the new point in the place of the old one, of its class. If the old run goes
		// on below, it is split there.
		stays := func(point letter, before ratio, at stack) {
			if !goesOn {
				lead(point, below, before, one)
				return
			}
			h := at.height(z.colour())
			lead(point, newLetter(plus, minus, below.class()), before, split(plus, h))
			lead(point, newLetter(minus, plus, below.class()), before, split(minus, h))
		}
		switch {
		case above == z && x == z && z.bad():
			if old.end() != old.begin() {
				stays(newLetter(none, none, z), merge(old.end(), k.height(z.colour())), k.stack)
			}
		case x == z && z.bad():
			begun, _ := gap.after(old.begin(), z.colour())
			stays(old, one, begun)
		case !removable:
		case !z.bad():
			lead(newLetter(old.end(), none, z), rest, removed, one)
		case above == z: // the new point is the last one of the run above
			lead(newLetter(none, none, z), newLetter(old.end(), rest.begin(), rest.class()), removed, one)
		default:
			h := gap.height(z.colour())
			lead(newLetter(old.end(), plus, z), newLetter(minus, rest.begin(), rest.class()), removed, create(plus, h))
			if h > 0 {
				lead(newLetter(old.end(), minus, z), newLetter(plus, rest.begin(), rest.class()), removed, create(minus, h))
			}
		}
	}
}
