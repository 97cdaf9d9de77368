package transfer

import (
	"math"
	"math/bits"
	"slices"
)

// signed reports whether an edge joins other stones than equal ones.
func (l *layout) signed() bool {
	return slices.ContainsFunc(l.steps, func(s step) bool {
		return slices.ContainsFunc(s.signs, func(sign sign) bool { return sign != joinsSame })
	})
}

// joined reports whether stones of colours 1 or 2 are of one string.
func (s sign) joined(c, d uint8) bool {
	if c == d {
		return s&joinsSame != 0
	}
	return s&joinsOpposite != 0
}

// signed is the [Spec] of the legal positions of two colours on a board that may be a
// [SignedGraph]. It says more about its arcs than legal, so that a semiring can tell the colours
// apart.
//
// A state has a symbol for each point of the frontier, canonical under exchange of the colours and
// renaming of strings; the first stone has colour 1:
//
//	0         empty
//	c         a live stone of colour c, 1 or 2
//	2+c       a needy stone of colour c, the first one of its string
//	4+2j+c    another needy stone of colour c, of string j; strings count from 0 in the order of their first stones
type signed[S packed[S]] struct {
	layout *layout
	bits   uint
	fields int // symbols in a word
}

// The symbols of a signed state.
const (
	signedNeedy = 2
	signedMore  = 4
)

// signedCodec says how many bits a symbol has and how many words a state, for a frontier of a
// width.
func signedCodec(width int) (symbolBits uint, stateWords int) {
	symbolBits = uint(bits.Len(uint(signedMore + 2*max(1, width))))
	perWord := 64 / int(symbolBits)
	return symbolBits, max(1, (width+perWord-1)/perWord)
}

func newSigned[S packed[S]](l *layout) *signed[S] {
	symbolBits, _ := signedCodec(l.width)
	return &signed[S]{l, symbolBits, 64 / int(symbolBits)}
}

// StoneChoice is a choice of [LegalSigned]. States are classes under exchange of the colours, each
// with a representative, in which the first stone on the frontier has colour 1.
type StoneChoice uint8

// Colors of the new point, in the names of the representative that the arc leaves: see
// [StoneChoice.Color].
const stoneColor StoneChoice = 3

const (
	// Renamed says that the colours have other names in the representative that the arc leads to.
	Renamed StoneChoice = 4
	// Cleared says that no stone is on the frontier any more, and that there was one, or that there
	// is one on the new point: a state that is its own exchange, to which all of the class come
	// that is left, not the representative alone.
	Cleared StoneChoice = 8
)

// Color returns 0 if the point is left empty, else 1 or 2, the colour of the stone.
func (c StoneChoice) Color() int { return int(c & stoneColor) }

// Levels implements [Spec].
func (l *signed[S]) Levels() int { return len(l.layout.steps) }

// Start implements [Spec].
func (l *signed[S]) Start() S { var s S; return s }

// Accept implements [Spec]: the last frontier is empty, and strings were checked when they left.
func (l *signed[S]) Accept(S) bool { return true }

// Width implements [Sizer].
func (l *signed[S]) Width() int { return l.layout.width }

// States implements [Sizer] as that of [Legal] does for two colours.
func (l *signed[S]) States(level int) float64 {
	width := float64(l.layout.widthAfter(level))
	return (math.Pow(3, width) + 1) / 2 * math.Pow(1.38, width)
}

// signedFront is an unpacked state of a signed board. Needy strings have numbers from 1; the last
// place is the new point's.
type signedFront struct {
	color  [MaxWidth + 1]uint8 // 0 for empty points, else 1 or 2
	str    [MaxWidth + 1]uint8 // 0 for live stones and empty points
	needy  uint8               // strings
	stones bool                // whether there is any on the frontier
}

// unpack reads the symbols of a frontier.
func (l *signed[S]) unpack(packed words, width int, f *signedFront) {
	mask := uint64(1)<<l.bits - 1
	place := 0
	for i := 0; place < width; i++ {
		word := packed[i]
		for end := min(place+l.fields, width); place < end; place++ {
			f.read(place, uint8(word&mask))
			word >>= l.bits
		}
	}
}

func (f *signedFront) read(place int, symbol uint8) {
	switch {
	case symbol == 0:
		return
	case symbol <= signedNeedy:
		f.color[place] = symbol
	case symbol <= signedMore:
		f.needy++
		f.color[place], f.str[place] = symbol-signedNeedy, f.needy
	default:
		f.color[place], f.str[place] = 1+(symbol-1)&1, 1+(symbol-signedMore-1)/2
	}
	f.stones = true
}

// leaveEmpty makes the strings next to the new point live.
func (f *signedFront) leaveEmpty(at *step) {
	for _, place := range at.near {
		f.join(at, f.str[place], 0)
	}
	f.color[at.width], f.str[at.width] = 0, 0
}

// join gives the stones of a needy string to another one, 0 for a liberty.
func (f *signedFront) join(at *step, from, to uint8) {
	if from == 0 {
		return
	}
	for i, s := range f.str[:at.width+1] {
		if s == from {
			f.str[i] = to
		}
	}
}

// put puts a stone on the new point, and reports false if a string dies of it: a needy one that has
// no stone on the frontier any more.
func (f *signedFront) put(at *step, c uint8) bool {
	own := f.needy + 1
	live := at.safe
	f.color[at.width], f.str[at.width] = c, own
	for i, place := range at.near {
		d := f.color[place]
		switch {
		case d == 0:
			live = true
		case !at.signs[i].joined(c, d):
		case f.str[place] == 0:
			live = true
		default:
			f.join(at, f.str[place], own)
		}
	}
	if live {
		f.join(at, own, 0)
	}
	f.needy++
	return !f.dies(at)
}

// dies reports whether a needy string leaves the frontier.
func (f *signedFront) dies(at *step) bool {
	kept := uint64(0)
	for _, place := range at.old {
		kept |= 1 << f.str[place]
	}
	if at.stays {
		kept |= 1 << f.str[at.width]
	}
	for _, place := range at.gone {
		if s := f.str[place]; s > 0 && kept>>s&1 == 0 {
			return true
		}
	}
	own := f.str[at.width]
	return own > 0 && kept>>own&1 == 0
}

// pack writes the frontier that stays, canonical, and says what became of the colours.
func (l *signed[S]) pack(f *signedFront, at *step, c uint8, stones bool) (words, StoneChoice) {
	p := signedPacker{bits: l.bits, fields: l.fields}
	for _, place := range at.old {
		p.write(f.color[place], f.str[place])
	}
	if at.stays {
		p.write(f.color[at.width], f.str[at.width])
	}
	choice := StoneChoice(c)
	switch {
	case p.first == 2:
		choice |= Renamed
	case p.first == 0 && (stones || c > 0):
		choice |= Cleared
	}
	return p.packed, choice
}

// signedPacker writes a canonical state, symbol by symbol.
type signedPacker struct {
	packed words
	bits   uint
	fields int
	place  int
	first  uint8 // colour of the first stone
	needy  uint8 // strings named
	names  [MaxWidth + 3]uint8
}

func (p *signedPacker) write(color, str uint8) {
	if symbol := p.symbol(color, str); symbol > 0 {
		p.packed[p.place/p.fields] |= uint64(symbol) << (uint(p.place%p.fields) * p.bits)
	}
	p.place++
}

func (p *signedPacker) symbol(color, str uint8) uint8 {
	if color == 0 {
		return 0
	}
	if p.first == 0 {
		p.first = color
	}
	if p.first == 2 {
		color = 3 - color
	}
	switch {
	case str == 0:
		return color
	case p.names[str] == 0:
		p.needy++
		p.names[str] = p.needy
		return signedNeedy + color
	default:
		return signedMore + 2*(p.names[str]-1) + color
	}
}

// Step implements [Spec]; choices are a [StoneChoice].
func (l *signed[S]) Step(level int, from S, arcs []Arc[S]) []Arc[S] {
	at := &l.layout.steps[level]
	var f signedFront
	l.unpack(from.unpack(), at.width, &f)
	arcs = append(arcs, l.arc(from, at, &f, 0))
	for c := uint8(1); c <= 2; c++ {
		if c == 2 && !f.stones {
			break // the exchange of colour 1
		}
		next := f
		if next.put(at, c) {
			arcs = append(arcs, l.arc(from, at, &next, c))
		}
	}
	return arcs
}

// arc returns the arc to what is left of a front after a choice; an empty point is put by it.
func (l *signed[S]) arc(from S, at *step, f *signedFront, c uint8) Arc[S] {
	next := *f
	if c == 0 {
		next.leaveEmpty(at)
	}
	packed, choice := l.pack(&next, at, c, f.stones)
	by := One
	if !f.stones && c > 0 {
		by = 0 // either colour
	}
	return Arc[S]{from.pack(packed), uint8(choice), by}
}
