package border

import "slices"

// A strand is one end of a run of bad stones in a word.
type strand struct {
	sign
	begins bool // whether it begins its run, or ends it
	colour int
	before stack // the stack before the strand
}

// height returns the number of strands of the same colour on top of the stack before the strand.
func (s *strand) height() int { return s.before.height(s.colour) }

// strands visits the strands of a word after a crossing.
func (k crossing) strands(w *word, visit func(*strand)) {
	for _, l := range w.at[:w.n] {
		if l.end() != none {
			visit(&strand{l.end(), false, k.colour(), k.stack})
		}
		if l.begin() != none {
			gap, _ := k.gap(l)
			visit(&strand{l.begin(), true, l.class().colour(), gap})
		}
		k, _ = k.after(l)
	}
}

// joinFactors are what the join must know of a part of a word.
type joinFactors struct {
	norm        ratio
	denominator int // the value of a word times the denominators of its parts is an integer
}

// normOf returns the factor of a strand in the norm of a word. The stack before the strand has h
// strands of its colour on top.
func normOf(s sign, begins bool, h int) ratio {
	if s == plus {
		return one
	}
	n := newRatio(fibonacci[h+1], fibonacci[h])
	if begins {
		return n
	}
	return n.negative()
}

// prefixFactors returns the factors of a part that begins at the edge. A value is a sum of
// products, each with a factor F(h)/F(h+1) for each arc whose first strand has the sign minus.
func prefixFactors(_ crossing, w *word) joinFactors {
	x := joinFactors{one, 1}
	atEdge.strands(w, func(s *strand) {
		x.norm = x.norm.times(normOf(s.sign, s.begins, s.height()))
		if s.sign == minus {
			x.denominator *= fibonacci[s.height()+1]
		}
	})
	return x
}

// suffixFactors returns the factors of the part after a crossing. An arc whose first strand has the
// sign minus ends where the stack is again what it was before that strand: only such strands have a
// denominator.
func suffixFactors(k crossing, w *word) joinFactors {
	x := joinFactors{one, 1}
	var open []strand // strands with the sign minus whose arcs have not ended
	k.strands(w, func(s *strand) {
		x.norm = x.norm.times(normOf(s.sign, s.begins, s.height()))
		if s.sign == minus {
			open = append(open, *s)
			return
		}
		after, _ := s.before.after(plus, s.colour)
		open = slices.DeleteFunc(open, func(o strand) bool {
			back := o.before == after
			if back {
				x.denominator *= fibonacci[o.height()+1]
			}
			return back
		})
	})
	return x
}
