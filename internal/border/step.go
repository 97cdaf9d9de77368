package border

// A successor is a word that a step leads to, with its coefficient in two factors: before the new
// point is there, and after that.
type successor struct {
	word          word
	before, after ratio
}

// A place is what a step does to a word around the new point.
type place struct {
	*shape
	w          *word
	i          int
	above, x   class    // of the point above, and of the old one
	last       class    // of the point below
	k          crossing // before the old point
	between    stack    // between the runs of the point above and of the old one
	old, below letter
	joined     bool // the old point is of the run above
	goesOn     bool // the run of the old point goes on below
	visit      func(successor)
}

// step visits the words that lead on from w when a new point takes the place of letter i, which
// leaves the border. The word begins after crossing left; there is a letter after the i-th one.
// Above the new point is the letter before, and below the old one the letter after it. On the
// triangular lattice the new point is next to that one, too.
func (s *shape) step(w *word, i int, left crossing, visit func(successor)) {
	p := &place{shape: s, w: w, i: i, k: left.through(w, i), old: w.at[i], below: w.at[i+1], visit: visit}
	p.above, p.x, p.last = p.k.class, p.old.class(), p.below.class()
	p.between, _ = p.k.gap(p.old)
	p.joined = p.x.bad() && p.above == p.x && p.old.begin() == none
	p.goesOn = p.x.bad() && p.below.end() == none
	for z := empty; z < s.classes; z++ {
		switch {
		case !p.above.beside(z) || !p.x.beside(z) || s.triangular && !p.last.beside(z):
		case z.bad() && z == p.x:
			p.replace(z)
		default:
			p.remove(func(end, begin sign, removed ratio) { p.add(z, end, begin, removed) })
		}
	}
}

// lead visits a word.
func (p *place) lead(point, below letter, before, after ratio) {
	to := *p.w
	to.at[p.i], to.at[p.i+1] = point, below
	p.visit(successor{to, before, after})
}

// replace puts a new bad point in the place of the old one, of its class. Another run above becomes
// one with that run. If the old run goes on below, where the new point is not next to it, it is
// split there.
func (p *place) replace(z class) {
	point, merged, at := p.old, one, p.k.stack
	switch {
	case p.above != z:
		at, _ = p.between.after(p.old.begin(), z.colour())
	case p.joined:
	case p.old.end() == p.old.begin():
		return
	default:
		point, merged = newLetter(none, none, z), merge(p.old.end(), p.k.height(z.colour()))
	}
	if !p.goesOn || p.triangular {
		p.lead(point, p.below, merged, one)
		return
	}
	h := at.height(z.colour())
	p.lead(point, newLetter(plus, minus, p.last), merged, split(plus, h))
	p.lead(point, newLetter(minus, plus, p.last), merged, split(minus, h))
}

// remove takes the old point away. It visits the signs of the strand that ends the run above, and
// of the one that begins the run below, with the coefficient.
func (p *place) remove(visit func(end, begin sign, removed ratio)) {
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
func (p *place) add(z class, end, begin sign, removed ratio) {
	below := p.triangular && p.last == z // the new point is of the run below
	switch {
	case !z.bad():
		p.lead(newLetter(end, none, z), newLetter(none, begin, p.last), removed, one)
	case p.above == z && below:
		if end != begin {
			p.lead(newLetter(none, none, z), newLetter(none, none, p.last), removed, merge(end, p.k.height(z.colour())))
		}
	case p.above == z: // the new point is the last one of the run above
		p.lead(newLetter(none, none, z), newLetter(end, begin, p.last), removed, one)
	case below:
		p.lead(newLetter(end, begin, z), newLetter(none, none, p.last), removed, one)
	default:
		at, _ := p.k.gap(newLetter(end, none, z))
		h := at.height(z.colour())
		p.lead(newLetter(end, plus, z), newLetter(minus, begin, p.last), removed, create(plus, h))
		if h > 0 {
			p.lead(newLetter(end, minus, z), newLetter(plus, begin, p.last), removed, create(minus, h))
		}
	}
}
