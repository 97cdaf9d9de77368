package border

// A successor is a word that a step leads to, with its coefficient in two factors: before the new
// point is there, and after that.
type successor struct {
	word          word
	before, after ratio
}

// A change puts a new point in the place of a letter, the i-th one of some words. A hole is no
// point: the old one leaves, and that is all.
type change struct {
	i         int
	point     Point
	canVanish bool // words that the change leads to
}

func (o *change) has(p Point) bool { return o.point&p != 0 }

// changes lists what happens to the letters from a row on when the points of some rows are added.
func (c *column) changes(first, end int) (all []change) {
	for row := first; row < end; row++ {
		i := row - first
		all = append(all, change{i, c.points[row], c.canVanish(row + 1)})
		if row > first && !hasNeighbourIn(row-1, c.after) && c.hasNeighbourBelow(row-1) {
			all = append(all, change{i - 1, Hole, false})
		}
		if !hasNeighbourIn(row, c.after) && !c.hasNeighbourBelow(row) {
			all = append(all, change{i, Hole, false})
		}
	}
	return all
}

// A stepSite is what a change does to a word around the new point.
type stepSite struct {
	change
	w          *word
	above, x   class    // of the point above, and of the old one
	last       class    // of the point below
	k          crossing // before the old point
	between    stack    // between the runs of the point above and of the old one
	old, below letter
	joined     bool // the old point is of the run above
	goesOn     bool // the run of the old point goes on below
	visit      func(successor)
}

// step visits the words that lead on from w by a change. The old point leaves the border. The
// word begins after crossing left; there is a letter after the i-th one. Above the new point is the
// letter before, and below the old one the letter after it.
func (s *shape) step(w *word, o change, left crossing, visit func(successor)) {
	p := &stepSite{change: o, w: w, k: left.through(w, o.i), old: w.at[o.i], below: w.at[o.i+1], visit: visit}
	p.above, p.x, p.last = p.k.class, p.old.class(), p.below.class()
	p.between, _ = p.k.gap(p.old)
	p.joined = p.x.bad() && p.old.begin() == none
	p.goesOn = p.x.bad() && p.below.end() == none
	for z := empty; z < s.classes && (z == empty || o.point&Hole == 0); z++ {
		switch {
		case p.has(Above) && !p.above.beside(z) || p.has(Left) && !p.x.beside(z) || p.has(Diagonal) && !p.last.beside(z):
		case p.has(Safe) && z.bad():
		case p.has(Left) && z.bad() && z == p.x:
			p.replace(z)
		default:
			p.remove(func(end, begin sign, removed ratio) { p.add(z, end, begin, removed) })
		}
	}
}

// emit visits a word, unless it vanishes.
func (p *stepSite) emit(point, below letter, before, after ratio) {
	if p.canVanish && (crossing{point.class(), noStrands, point.begin()}).vanishes(below) {
		return
	}
	to := *p.w
	to.at[p.i], to.at[p.i+1] = point, below
	p.visit(successor{to, before, after})
}

// replace puts a new bad point in the place of the old one, of its class. Another run above becomes
// one with that run. If the old run goes on below, where the new point is not next to it, it is
// split there.
func (p *stepSite) replace(z class) {
	point, merged, at := p.old, one, p.k.stack
	switch {
	case p.above != z || !p.has(Above):
		at, _ = p.between.after(p.old.begin(), z.colour())
	case p.joined:
	case p.old.end() == p.old.begin():
		return
	default:
		point, merged = newLetter(none, none, z), merge(p.old.end(), p.k.height(z.colour()))
	}
	if !p.goesOn || p.has(Diagonal) {
		p.emit(point, p.below, merged, one)
		return
	}
	h := at.height(z.colour())
	p.emit(point, newLetter(plus, minus, p.last), merged, split(plus, h))
	p.emit(point, newLetter(minus, plus, p.last), merged, split(minus, h))
}

// remove takes the old point away. It visits the signs of the strand that ends the run above, and
// of the one that begins the run below, with the coefficient.
func (p *stepSite) remove(visit func(end, begin sign, removed ratio)) {
	switch {
	case !p.x.bad():
		visit(p.old.end(), p.below.begin(), one)
	case p.joined && p.goesOn: // the run is split
		h := p.k.height(p.x.colour())
		visit(plus, minus, split(plus, h))
		visit(minus, plus, split(minus, h))
	case p.joined:
		visit(p.below.end(), p.below.begin(), one)
	case p.goesOn:
		visit(p.old.end(), p.old.begin(), one)
	case p.old.begin() != p.below.end():
		visit(p.old.end(), p.below.begin(), remove(p.old.begin(), p.between.height(p.x.colour())))
	}
}

// add puts a new point between the points above and below. The signs are of the strands that end
// the run above, and that begin the run below.
func (p *stepSite) add(z class, end, begin sign, removed ratio) {
	// The new point is of the run above, or of the run below.
	above, below := p.has(Above) && p.above == z, p.has(Diagonal) && p.last == z
	switch {
	case !z.bad():
		p.emit(newLetter(end, none, z), newLetter(none, begin, p.last), removed, one)
	case above && below:
		if end != begin {
			p.emit(newLetter(none, none, z), newLetter(none, none, p.last), removed, merge(end, p.k.height(z.colour())))
		}
	case above:
		p.emit(newLetter(none, none, z), newLetter(end, begin, p.last), removed, one)
	case below:
		p.emit(newLetter(end, begin, z), newLetter(none, none, p.last), removed, one)
	default:
		at, _ := p.k.gap(newLetter(end, none, z))
		h := at.height(z.colour())
		p.emit(newLetter(end, plus, z), newLetter(minus, begin, p.last), removed, create(plus, h))
		if h > 0 {
			p.emit(newLetter(end, minus, z), newLetter(plus, begin, p.last), removed, create(minus, h))
		}
	}
}
