package border

// A recolouring exchanges colours: c becomes the c-th entry.
type recolouring [MaxColours]uint8

func (p *recolouring) class(x class) class {
	if !x.stone() {
		return x
	}
	return free + 2*class(p[x.colour()]) + (x-free)&1
}

func (p *recolouring) letter(l letter) letter {
	return newLetter(l.end(), l.begin(), p.class(l.class()))
}

func (p *recolouring) word(w word) word {
	for i, l := range w.at[:w.n] {
		w.at[i] = p.letter(l)
	}
	return w
}

func (p *recolouring) crossing(k crossing) crossing {
	s := noStrands
	for i := k.depth() - 1; i >= 0; i-- {
		s = s<<2 | stack(p[k.stack>>(2*i)&3])
	}
	return crossing{p.class(k.class), s, k.begin}
}

// A colourOrder lists the colours of a crossing and of a word after it, in the order in which they
// appear: in the stack from below, in the class, in the letters.
type colourOrder struct {
	n    int
	list [MaxColours]uint8
}

// see adds a colour, unless it has appeared.
func (o *colourOrder) see(c int) {
	for _, d := range o.list[:o.n] {
		if int(d) == c {
			return
		}
	}
	o.list[o.n] = uint8(c)
	o.n++
}

// colourOrderOf returns the order of the colours of a crossing and a word. If colours have weights
// of their own they cannot be exchanged, and the order is always 0, 1, 2, 3.
func (s *shape) colourOrderOf(k crossing, w *word) *colourOrder {
	if s.weighted {
		return &colourOrder{s.colours, [MaxColours]uint8{0, 1, 2, 3}}
	}
	o := &colourOrder{}
	for i := k.depth() - 1; i >= 0; i-- {
		o.see(int(k.stack >> (2 * i) & 3))
	}
	if k.stone() {
		o.see(k.colour())
	}
	for _, l := range w.at[:w.n] {
		if l.class().stone() {
			o.see(l.class().colour())
		}
	}
	return o
}

// canonical reports whether the colours appear in ascending order, from 0.
func (o *colourOrder) canonical() bool {
	for i, c := range o.list[:o.n] {
		if int(c) != i {
			return false
		}
	}
	return true
}

// recolouring returns a recolouring that makes the order canonical.
func (o *colourOrder) recolouring() (p recolouring) {
	for i, c := range o.list[:o.n] {
		p[c] = uint8(i)
	}
	return p
}

// recolourings visits all recolourings that make the order canonical: colours that do not appear
// may become any of the remaining colours.
func (o *colourOrder) recolourings(colours int, visit func(recolouring)) {
	if o.n == colours {
		visit(o.recolouring())
		return
	}
	for c := range colours {
		longer := *o
		if longer.see(c); longer.n > o.n {
			longer.recolourings(colours, visit)
		}
	}
}

// recolouringCount returns how many words differ from a word with n colours by a recolouring, that
// word itself counted.
func (s *shape) recolouringCount(n int) int {
	all := 1
	if s.weighted {
		return all
	}
	for i := range n {
		all *= s.colours - i
	}
	return all
}
