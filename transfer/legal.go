package transfer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// MaxColors is the largest number of colours of [Legal] other than any number.
const MaxColors = 1 << 20

// rules is the encoding of the states of legal positions, for a board and a number of colours.
// Every string of stones must have an adjacent empty point or a safe one.
//
// A state has a symbol for each point of the frontier, canonical under renaming of colours and of
// strings:
//
//	0       empty
//	c       a stone of colour c whose string has a liberty (live), 1 <= c <= C
//	C+c     a stone of colour c whose string has none yet (needy), the first one of its string
//	2C+1+j  another stone of needy string j
//
// Colours and strings are numbered in the order of their first stones, colours from 1 and strings
// from 0. C is the largest number of colours that a frontier can have. On a signed board a string
// has stones of both colours, and two symbols for stones other than the first one: 2C+2j+c.
type rules struct {
	layout *layout
	colors int    // C
	limit  int    // the number of colours; MaxColors for AnyColors
	signs  uint   // 1 on a signed board, else 0
	bits   uint   // of a symbol
	mask   uint64 // of a symbol
	fields int    // symbols in a word
}

// newRules returns the encoding for a layout and a number of colours.
func newRules(l *layout, colors int) rules {
	r := rules{layout: l, limit: colors, colors: colors}
	if colors == AnyColors || colors > l.width {
		r.colors = l.width
	}
	if colors == AnyColors {
		r.limit = MaxColors
	}
	if l.signed() {
		r.signs = 1
	}
	symbols := 1 + 2*r.colors + max(0, l.width-1)<<r.signs
	r.bits = uint(max(1, bits.Len(uint(symbols-1))))
	r.mask = 1<<r.bits - 1
	r.fields = 64 / int(r.bits)
	return r
}

// words returns how many words a state has.
func (r *rules) words() int { return max(1, (r.layout.width+r.fields-1)/r.fields) }

// Levels implements [Spec].
func (r *rules) Levels() int { return len(r.layout.steps) }

// Width implements [Sizer].
func (r *rules) Width() int { return r.layout.width }

// States implements [Sizer]. The colourings of the frontier by live stones, up to the names of the
// colours, are the partitions of its points and one more element into at most C+1 blocks; the empty
// points are in the block of that element. Needy stones multiply this number by a factor for each
// point, which was measured on square and toroidal boards.
func (r *rules) States(level int) float64 {
	width := r.layout.widthAfter(level)
	sum := 0.0
	for _, p := range stirling(width + 1)[1 : min(width, r.colors)+2] {
		sum += p
	}
	needy := []float64{1, 1, 1.38, 1.53, 1.6}
	return sum * math.Pow(needy[min(r.colors, len(needy)-1)], float64(width))
}

// stirling returns the numbers of partitions of n elements into 0, 1, ..., n blocks.
func stirling(n int) []float64 {
	row := []float64{1}
	for range n {
		next := make([]float64, len(row)+1)
		for k, x := range row {
			next[k] += float64(k) * x
			next[k+1] += x
		}
		row = next
	}
	return row
}

// frontierState is an unpacked state, with a place for the new point after those of the frontier.
// Needy strings have numbers from 1.
type frontierState struct {
	color [MaxWidth + 1]uint8 // 0 for empty points
	str   [MaxWidth + 1]uint8 // 0 for live stones and empty points
	needy uint8               // strings
	used  uint8               // colours
}

// unpack reads the symbols of a frontier.
func (r *rules) unpack(packed words, width int, f *frontierState) {
	var firsts [MaxWidth + 1]uint8 // the colour of the first stone of each needy string
	colors, place := uint8(r.colors), 0
	for i := 0; place < width; i++ {
		word := packed[i]
		for end := min(place+r.fields, width); place < end; place++ {
			symbol := uint8(word & r.mask)
			word >>= r.bits
			switch {
			case symbol <= colors:
				f.color[place] = symbol
			case symbol <= 2*colors:
				f.needy++
				firsts[f.needy] = symbol - colors
				f.color[place], f.str[place] = symbol-colors, f.needy
			default:
				more := symbol - 2*colors - 1
				f.str[place] = 1 + more>>r.signs
				f.color[place] = firsts[f.str[place]]
				if r.signs > 0 {
					f.color[place] = 1 + more&1
				}
			}
			f.used = max(f.used, f.color[place])
		}
	}
}

// join makes the stones of the needy string from stones of string to; 0 makes them live.
func (f *frontierState) join(width int, from, to uint8) {
	if from == 0 {
		return
	}
	for i, s := range f.str[:width+1] {
		if s == from {
			f.str[i] = to
		}
	}
}

// put makes a choice for the new point: a stone of colour c, or none for 0. It returns false if a
// needy string has no stone on the frontier afterwards.
func (f *frontierState) put(at *FrontierStep, c uint8) bool {
	own, live := f.needy+1, at.Safe
	if c == 0 {
		own = 0
	}
	f.color[at.Width], f.str[at.Width] = c, own
	for i, place := range at.Near {
		d := f.color[place]
		switch {
		case c == 0:
			f.join(at.Width, f.str[place], 0)
		case d == 0:
			live = true
		case !at.signs[i].joined(c, d):
		case f.str[place] == 0:
			live = true
		default:
			f.join(at.Width, f.str[place], own)
		}
	}
	if live {
		f.join(at.Width, own, 0)
	}
	return !f.dies(at)
}

// dies reports whether a needy string leaves the frontier.
func (f *frontierState) dies(at *FrontierStep) bool {
	for _, place := range at.Gone {
		if s := f.str[place]; s > 0 && !slices.ContainsFunc(at.Kept, func(kept uint8) bool { return f.str[kept] == s }) {
			return true
		}
	}
	return false
}

// A packer gives the colours and strings of a frontier new names, in the order of their first
// stones.
type packer struct {
	used   uint8               // colours that have a new name
	needy  uint8               // strings that have a new name
	colors [MaxWidth + 2]uint8 // the new names of the colours, 0 for none
	names  [MaxWidth + 2]uint8 // the new names of the needy strings, 0 for none
}

// pack returns the canonical state of the points that stay on the frontier.
func (r *rules) pack(f *frontierState, at *FrontierStep, p *packer) (packed words) {
	shift, word, bits, colors := uint(0), 0, r.bits, uint8(r.colors)
	for _, place := range at.Kept {
		if shift+bits > 64 {
			shift, word = 0, word+1
		}
		if color, str := f.color[place], f.str[place]; color > 0 {
			if p.colors[color] == 0 {
				p.used++
				p.colors[color] = p.used
			}
			symbol := p.colors[color]
			switch {
			case str == 0:
			case p.names[str] == 0:
				p.needy++
				p.names[str] = p.needy
				symbol += colors
			default:
				symbol = 2*colors + 1 + (p.names[str]-1)<<r.signs + (symbol-1)&uint8(r.signs)
			}
			packed[word] |= uint64(symbol) << shift
		}
		shift += bits
	}
	return packed
}

// StoneChoice is a choice of [Legal]. Of two colours, states are classes under exchange of the
// colours, each with a representative, in which the first stone on the frontier has colour 1.
type StoneChoice uint8

// stoneColor has the colour of the new point: see [StoneChoice.Color].
const stoneColor StoneChoice = 1<<6 - 1

const (
	// Renamed says that colour 2 is colour 1 in the representative that the arc leads to.
	Renamed StoneChoice = 1 << 6
	// Cleared says that there are no stones on the frontier any more, but were before or are on the
	// new point. The state that the arc leads to is its own exchange, so that both members of the
	// class that the arc leaves lead to it.
	Cleared StoneChoice = 1 << 7
)

// Color returns 0 if the point is left empty, else the colour of the stone, in the names of the
// representative that the arc leaves.
func (c StoneChoice) Color() int { return int(c & stoneColor) }

// legal is the [Spec] of legal positions.
type legal[S packed[S]] struct{ rules }

// Start implements [Spec].
func (l *legal[S]) Start() S { var s S; return s }

// Accept implements [Spec]: no string may be without a liberty.
func (l *legal[S]) Accept(s S) bool {
	var f frontierState
	l.unpack(s.unpack(), l.layout.width, &f)
	return f.needy == 0
}

// Step implements [Spec]; choices are a [StoneChoice].
func (l *legal[S]) Step(level int, from S, arcs []Arc[S]) []Arc[S] {
	at := &l.layout.steps[level]
	var f frontierState
	l.unpack(from.unpack(), at.Width, &f)
	for c := uint8(0); c <= f.used || c == f.used+1 && int(f.used) < l.limit; c++ {
		next := f
		if !next.put(at, c) {
			continue
		}
		var p packer
		to, choice, by := l.pack(&next, at, &p), StoneChoice(c), One
		if c > f.used {
			by = Factor(f.used)
		}
		switch {
		case p.colors[2] == 1:
			choice |= Renamed
		case p.used == 0 && (f.used > 0 || c > 0):
			choice |= Cleared
		}
		arcs = append(arcs, Arc[S]{from.pack(to), uint8(choice), by})
	}
	return arcs
}

// newLegal returns the encoding for a board and a number of colours, or an error if they do not
// fit.
func newLegal(g Graph, order []int, colors int) (rules, error) {
	if colors != AnyColors && (colors < 0 || colors > MaxColors) {
		return rules{}, fmt.Errorf("transfer: %d colours are not in 0..%d", colors, MaxColors)
	}
	l, err := newLayout(g, order, MaxWidth)
	if err != nil {
		return rules{}, err
	}
	if colors != 2 && l.signed() {
		return rules{}, errors.New("transfer: the board has edges between opposite stones: want two colours")
	}
	return newRules(l, colors), nil
}

// Legal evaluates the legal positions of a board: those in which every string (a maximal connected
// set of stones of one colour) has an adjacent empty point or a safe one. The order of the points
// decides on time and memory: see [combigo.dev/combigo/lattice.Order].
//
// The number of colours is one that is at least 0, and then the semiring's λ must be the same; or
// [AnyColors], and then λ is free and may be a symbol: the sum of the evaluated positions is Farr's
// Go polynomial Go#(G; λ). A board that is a [SignedGraph] with edges between opposite stones has
// two colours. The choices are those of [StoneChoice].
func Legal[T any](
	ctx context.Context, g Graph, order []int, colors int, ev Semiring[T], opt par.Options,
) (none T, _ Stats, _ error) {
	if e, ok := any(ev).(interface{ colors() int64 }); ok && colors != AnyColors && e.colors() != int64(colors) {
		return none, Stats{}, fmt.Errorf("transfer: %d colours with a semiring of another λ: want the same number, or AnyColors", colors)
	}
	r, err := newLegal(g, order, colors)
	if err != nil {
		return none, Stats{}, err
	}
	switch r.words() {
	case 1:
		return Run(ctx, &legal[Word1]{r}, ev, opt)
	case 2:
		return Run(ctx, &legal[Word2]{r}, ev, opt)
	default:
		return Run(ctx, &legal[Word4]{r}, ev, opt)
	}
}

// ExpectLegal estimates what [Legal] takes with values of a number of words at each level: the
// states after each level from 0, and the memory. The error is one with which [Legal] refuses to
// begin with that ceiling on memory, 0 for none.
func ExpectLegal(g Graph, order []int, colors int, words func(level int) int, ceiling result.Bytes) ([]float64, result.Bytes, error) {
	r, err := newLegal(g, order, colors)
	if err != nil {
		return nil, 0, err
	}
	bytes := [...]int64{1: sizeOf[Word1](), 2: sizeOf[Word2](), 3: sizeOf[Word4](), 4: sizeOf[Word4]()}
	o := newMemoryEstimate(r.Levels(), bytes[r.words()], &r, words, ceiling)
	return o.states, result.BytesOf(o.from(0, 1)), o.check(0, 1)
}

// CountLegal returns the number of legal positions of a number of colours: [Legal] with [Integers].
func CountLegal(ctx context.Context, g Graph, order []int, colors int, opt par.Options) (*big.Int, Stats, error) {
	integers, err := NewIntegers(colors, colors+1)
	if err != nil {
		return nil, Stats{}, err
	}
	return Legal(ctx, g, order, colors, integers, opt)
}
