package border

import (
	"combigo/border/halves"
)

// colouring is the colours of points, two bits each, point 0 lowest: 0 empty, 1 black, 2 white.
type colouring uint64

func (w word) colouring(n int) colouring {
	var c colouring
	for i := range n {
		c |= colouring(w.at(i)) << (2 * i)
	}
	return c
}

func (c colouring) at(i int) colouring { return c >> (2 * i) & 3 }

const oddBits colouring = 0x5555555555555555

// swap exchanges black and white.
func (c colouring) swap() colouring { return c>>1&oddBits | c&oddBits<<1 }

// mirror returns the colours of n points upside down.
func (c colouring) mirror(n int) colouring {
	var m colouring
	for i := range n {
		m = m<<2 | c.at(i)
	}
	return m
}

// class is the smaller of a colouring and its exchange.
func (c colouring) class() colouring { return min(c, c.swap()) }

// span is the points lo..hi-1 of a run of stones of one colour.
type span struct{ lo, hi int }

// halfColours is a colouring of one half of the border, and its runs: only those that touch no empty point can be
// needy.
type halfColours struct {
	word     word // of live stones
	swapped  int32
	bin      int32
	colours  colouring
	mirrored colouring
	// inner are the runs that touch neither an empty point nor the split, from the top.
	inner []span
	runs  halves.Runs // of their colours
	// end is the run at the split, if there are stones; free tells that it touches no empty point of this half.
	end  span
	last colouring // its colour; 0: an empty point, or no points at all
	free bool
	none bool // whether the half has no points
	// spans and allRuns are inner and runs with the run at the split, unless it touches an empty point of this half.
	spans   []span
	allRuns halves.Runs
}

func newHalfColours(h half, w word, n int) halfColours {
	c := w.colouring(n)
	out := halfColours{word: w, colours: c, mirrored: c.mirror(n), runs: halves.NoRuns, none: n == 0}
	for lo := 0; lo < n; {
		hi := lo + 1
		for hi < n && c.at(hi) == c.at(lo) {
			hi++
		}
		free := c.at(lo) != 0 && (lo == 0 || c.at(lo-1) != 0) && (hi == n || c.at(hi) != 0)
		atSplit := h == prefix && hi == n || h == suffix && lo == 0
		switch {
		case atSplit:
			out.end, out.last, out.free = span{lo, hi}, c.at(lo), free
		case free:
			out.inner = append(out.inner, span{lo, hi})
			out.runs = out.runs.Then(uint32(c.at(lo) - 1))
		}
		lo = hi
	}
	out.spans, out.allRuns = out.all(h)
	return out
}

// all returns the runs of the half that touch none of its empty points, from the top.
func (c *halfColours) all(h half) ([]span, halves.Runs) {
	if !c.free {
		return c.inner, c.runs
	}
	end := halves.NoRuns.Then(uint32(c.last - 1))
	if h == prefix {
		return append(c.inner[:len(c.inner):len(c.inner)], c.end), c.runs.Append(end)
	}
	return append([]span{c.end}, c.inner...), end.Append(c.runs)
}

// letterOf returns the letter of a run of a half word.
func (w word) letterOf(s span) halves.Letter {
	first, last := w.at(s.lo), w.at(s.hi-1)
	switch {
	case !first.isNeedy():
		return halves.Live
	case first.prev() && last.next():
		return halves.Inner
	case first.prev():
		return halves.Last
	case last.next():
		return halves.First
	}
	return halves.Alone
}

// upsideDown is the letter of a run that is read from the other end.
func upsideDown(l halves.Letter) halves.Letter {
	switch l {
	case halves.First:
		return halves.Last
	case halves.Last:
		return halves.First
	}
	return l
}

// colourings calls visit for all 3^n words of empty points and live stones.
func colourings(n int, visit func(word)) {
	var extend func(w word, i int)
	extend = func(w word, i int) {
		if i == n {
			visit(w)
			return
		}
		for s := empty; s <= liveStone(1); s++ {
			extend(w.with(i, s), i+1)
		}
	}
	extend(0, 0)
}
