package border

// A successor is a word that a step leads to, with its coefficient in two factors: that of removing
// the old point, and that of adding the new one.
type successor struct {
	word          word
	before, after ratio
}

// A change replaces the i-th letter of words by a new point. If the new point is a Hole, the old
// point is removed and an empty point takes its place.
type change struct {
	i         int
	point     Point
	canVanish bool // whether words that the change leads to may vanish
}

func (o *change) has(p Point) bool { return o.point&p != 0 }

// changes lists the changes that add the points of the rows first to end-1, in words whose first
// letter is at the row first. A point without further neighbours is replaced by a hole.
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

// A stepSite is the surroundings of the new point in the word that a change is made to.
type stepSite struct {
	change
	w                    *word
	aboveClass, oldClass class    // of the point above, and of the old one
	belowClass           class    // of the point below
	before               crossing // before the old point
	between              stack    // between the runs of the point above and of the old one
	old, below           letter
	joinedAbove          bool // the old point is of the run above
	joinedBelow          bool // the run of the old point goes on below
	visit                func(successor)
}

// step visits the words to which a change leads from w. The word w follows the crossing left, and
// has a letter after the i-th one. The letter before the i-th one is the point above the new point,
// the letter after it is the point below the old one.
func (s *shape) step(w *word, o change, left crossing, visit func(successor)) {
	p := &stepSite{change: o, w: w, before: left.through(w, o.i), old: w.at[o.i], below: w.at[o.i+1], visit: visit}
	p.aboveClass, p.oldClass, p.belowClass = p.before.class, p.old.class(), p.below.class()
	p.between, _ = p.before.gap(p.old)
	p.joinedAbove = p.oldClass.bad() && p.old.begin() == none
	p.joinedBelow = p.oldClass.bad() && p.below.end() == none
	for z := empty; z < s.classes && (z == empty || o.point&Hole == 0); z++ {
		switch {
		case p.has(Above) && !p.aboveClass.beside(z) || p.has(Left) && !p.oldClass.beside(z) || p.has(Diagonal) && !p.belowClass.beside(z):
		case p.has(Safe) && z.bad():
		case p.has(Left) && z.bad() && z == p.oldClass:
			p.replace(z)
		default:
			p.remove(func(end, begin sign, removed ratio) { p.add(z, end, begin, removed) })
		}
	}
}

// emit visits the word with a new point and a new letter below it, unless that word vanishes.
func (p *stepSite) emit(point, below letter, before, after ratio) {
	if p.canVanish && (crossing{point.class(), noStrands, point.begin()}).vanishes(below) {
		return
	}
	to := *p.w
	to.at[p.i], to.at[p.i+1] = point, below
	p.visit(successor{to, before, after})
}

// replace puts a new bad point in the place of an old one of the same class, in the same run. If
// another run of the class ends above, it is merged with this run. If the old run continues below
// and the new point is not next to the point there, the run is split.
func (p *stepSite) replace(z class) {
	point, merged, at := p.old, one, p.before.stack
	switch {
	case p.aboveClass != z || !p.has(Above):
		at, _ = p.between.after(p.old.begin(), z.colour())
	case p.joinedAbove:
	case p.old.end() == p.old.begin():
		return
	default:
		point, merged = newLetter(none, none, z), merge(p.old.end(), p.before.height(z.colour()))
	}
	if !p.joinedBelow || p.has(Diagonal) {
		p.emit(point, p.below, merged, one)
		return
	}
	h := at.height(z.colour())
	p.emit(point, newLetter(plus, minus, p.belowClass), merged, split(plus, h))
	p.emit(point, newLetter(minus, plus, p.belowClass), merged, split(minus, h))
}

// remove removes the old point. It visits the signs of two strands, each with its coefficient: of
// the strand that ends the run above, and of the strand that begins the run below.
func (p *stepSite) remove(visit func(end, begin sign, removed ratio)) {
	switch {
	case !p.oldClass.bad():
		visit(p.old.end(), p.below.begin(), one)
	case p.joinedAbove && p.joinedBelow: // the run is split
		h := p.before.height(p.oldClass.colour())
		visit(plus, minus, split(plus, h))
		visit(minus, plus, split(minus, h))
	case p.joinedAbove:
		visit(p.below.end(), p.below.begin(), one)
	case p.joinedBelow:
		visit(p.old.end(), p.old.begin(), one)
	case p.old.begin() != p.below.end():
		visit(p.old.end(), p.below.begin(), remove(p.old.begin(), p.between.height(p.oldClass.colour())))
	}
}

// add adds a new point of class z between the points above and below. The signs are those of the
// strand that ends the run above, and of the strand that begins the run below.
func (p *stepSite) add(z class, end, begin sign, removed ratio) {
	// Whether the new point belongs to the run above, and to the run below.
	above, below := p.has(Above) && p.aboveClass == z, p.has(Diagonal) && p.belowClass == z
	switch {
	case !z.bad():
		p.emit(newLetter(end, none, z), newLetter(none, begin, p.belowClass), removed, one)
	case above && below:
		if end != begin {
			p.emit(newLetter(none, none, z), newLetter(none, none, p.belowClass), removed, merge(end, p.before.height(z.colour())))
		}
	case above:
		p.emit(newLetter(none, none, z), newLetter(end, begin, p.belowClass), removed, one)
	case below:
		p.emit(newLetter(end, begin, z), newLetter(none, none, p.belowClass), removed, one)
	default:
		at, _ := p.before.gap(newLetter(end, none, z))
		h := at.height(z.colour())
		p.emit(newLetter(end, plus, z), newLetter(minus, begin, p.belowClass), removed, create(plus, h))
		if h > 0 {
			p.emit(newLetter(end, minus, z), newLetter(plus, begin, p.belowClass), removed, create(minus, h))
		}
	}
}
