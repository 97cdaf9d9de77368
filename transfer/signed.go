package transfer

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/bits"
	"slices"
)

// A SignedGraph is a board on which stones of one string need not look alike: a board folded up along a symmetry that
// exchanges the colours, see [combigo/lattice.QuotientExchanged].
type SignedGraph interface {
	Graph
	// Joins says whether stones on two adjacent vertices are of one string if they are equal, and whether they are if
	// they are opposite.
	Joins(u, v int) (same, opposite bool)
}

// sign says which stones on two adjacent vertices are of one string.
type sign uint8

const (
	joinsSame sign = 1 << iota
	joinsOpposite
)

func signOf(g Graph, u, v int) sign {
	signed, ok := g.(SignedGraph)
	if !ok {
		return joinsSame
	}
	var s sign
	same, opposite := signed.Joins(u, v)
	if same {
		s |= joinsSame
	}
	if opposite {
		s |= joinsOpposite
	}
	return s
}

var errSigned = errors.New("transfer: the board has edges between opposite stones: want LegalSigned")

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

// signed is the [Spec] of the legal positions of two colours on a board that may be a [SignedGraph]. It says more about
// its arcs than legal, so that a semiring can tell the colours apart.
//
// A state has a symbol for each point of the frontier, canonical under exchange of the colours and renaming of strings;
// the first stone has colour 1:
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

// signedCodec says how many bits a symbol has and how many words a state, for a frontier of a width.
func signedCodec(width int) (symbolBits uint, stateWords int) {
	symbolBits = uint(bits.Len(uint(signedMore + 2*max(1, width))))
	perWord := 64 / int(symbolBits)
	return symbolBits, max(1, (width+perWord-1)/perWord)
}

func newSigned[S packed[S]](l *layout) *signed[S] {
	symbolBits, _ := signedCodec(l.width)
	return &signed[S]{l, symbolBits, 64 / int(symbolBits)}
}

// LegalSigned evaluates the legal positions of two colours on a board that may be a [SignedGraph]; the semiring's λ
// must be 2. It does what [Legal] does, in more time, and says of every choice what a [StoneChoice] says.
func LegalSigned[T any](
	ctx context.Context, g Graph, order []int, ev Semiring[T], opt Options,
) (none T, _ Stats, _ error) {
	l, err := newLayout(g, order)
	if err != nil {
		return none, Stats{}, err
	}
	switch _, n := signedCodec(l.width); n {
	case 1:
		return Run(ctx, newSigned[Word1](l), ev, opt)
	case 2:
		return Run(ctx, newSigned[Word2](l), ev, opt)
	default:
		return Run(ctx, newSigned[Word4](l), ev, opt)
	}
}

// CountLegalSigned returns the number of legal positions of two colours: [LegalSigned] with [Integers].
func CountLegalSigned(ctx context.Context, g Graph, order []int, opt Options) (*big.Int, Stats, error) {
	integers, err := NewIntegers(2, 3)
	if err != nil {
		return nil, Stats{}, err
	}
	return LegalSigned(ctx, g, order, integers, opt)
}

// StoneChoice is a choice of [LegalSigned]. States are classes under exchange of the colours, each with a
// representative, in which the first stone on the frontier has colour 1.
type StoneChoice uint8

// Colors of the new point, in the names of the representative that the arc leaves: see [StoneChoice.Color].
const stoneColor StoneChoice = 3

const (
	// Renamed says that the colours have other names in the representative that the arc leads to.
	Renamed StoneChoice = 4
	// Cleared says that no stone is on the frontier any more, and that there was one, or that there is one on the new
	// point: a state that is its own exchange, to which all of the class come that is left, not the representative alone.
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
