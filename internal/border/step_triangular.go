package border

// stepTriangular is step for the triangular lattice: the new point is next to all three points of
// the border, the one above, the old one, and the one below the old one. Points that follow each
// other on the border are neighbours.
func (s *shape) stepTriangular(w *word, i int, left crossing, visit func(successor)) {
	k := left.through(w, i)
	old, below := w.at[i], w.at[i+1]
	above, x, last := k.class, old.class(), below.class()
	gap, _ := k.gap(old) // between the runs of the point above and of the old one
	lead := func(point, below letter, before, after ratio) {
		to := *w
		to.at[i], to.at[i+1] = point, below
		visit(successor{to, before, after})
	}
	for z := empty; z < s.classes; z++ {
		if !above.beside(z) || !x.beside(z) || !last.beside(z) {
			continue
		}
		// place puts the new point between the points above and below, without the old one. The sign of
		// the strand that ends the run above is given, and of the one that begins the run below.
		place := func(end, begin sign, before ratio) {
			switch {
			case !z.bad():
				lead(newLetter(end, none, z), newLetter(none, begin, last), before, one)
			case above == z && last == z:
				if end != begin {
					lead(newLetter(none, none, z), newLetter(none, none, last), before, merge(end, k.height(z.colour())))
				}
			case above == z:
				lead(newLetter(none, none, z), newLetter(end, begin, last), before, one)
			case last == z:
				lead(newLetter(end, begin, z), newLetter(none, none, last), before, one)
			default:
				at, _ := k.gap(newLetter(end, none, z))
				h := at.height(z.colour())
				lead(newLetter(end, plus, z), newLetter(minus, begin, last), before, create(plus, h))
				if h > 0 {
					lead(newLetter(end, minus, z), newLetter(plus, begin, last), before, create(minus, h))
				}
			}
		}
		switch {
		case !x.bad():
			place(old.end(), below.begin(), one)
		case z == x: // the new point takes the place of the old one in its run
			lead(old, below, one, one)
		case above == x && last == x: // the run is split
			h := k.height(x.colour())
			place(plus, minus, split(plus, h))
			place(minus, plus, split(minus, h))
		case above == x:
			place(below.end(), below.begin(), one)
		case last == x:
			place(old.end(), old.begin(), one)
		case old.begin() != below.end():
			place(old.end(), below.begin(), remove(old.begin(), gap.height(x.colour())))
		}
	}
}
