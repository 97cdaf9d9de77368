package canvas

import (
	"cmp"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A Text is a line of letters, with its base line at a place.
type Text struct {
	X, Y   float64
	Size   float64
	Anchor Anchor
	Upward bool  // turned to be read from below to above
	Color  Color // None stands for Ink
	Text   string
}

// An Anchor says which part of a text is at its place.
type Anchor int

// The anchors.
const (
	Begin Anchor = iota
	Middle
	End
)

// Central is how far below the middle of its letters the base line of a text is, as a share of its
// size.
const Central = 0.36

// letters reads the font.
var letters = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		panic("canvas: " + err.Error()) // the font is part of the program
	}
	return f
})

// em is the size at which the font is read, and the size of its outlines.
const em = 2048

// glyph returns the number of a letter in the font, that of a question mark for letters that the
// font does not have.
func glyph(r rune) sfnt.GlyphIndex {
	for _, r := range []rune{r, '?'} {
		if i, err := letters().GlyphIndex(nil, r); err == nil && i > 0 {
			return i
		}
	}
	return 0 // a box
}

// advance returns the width of a letter of size 1.
func advance(r rune) float64 {
	width, err := letters().GlyphAdvance(nil, glyph(r), fixed.I(em), font.HintingNone)
	if err != nil {
		return 0
	}
	return float64(width) / 64 / em
}

// outline returns the outline of a letter of size 1, with the origin at its left on the base line.
func outline(r rune) Path {
	segments, err := letters().LoadGlyph(nil, glyph(r), fixed.I(em), nil)
	if err != nil {
		return nil
	}
	var path Path
	for _, s := range segments {
		at := func(i int) (x, y float64) { return float64(s.Args[i].X) / 64 / em, float64(s.Args[i].Y) / 64 / em }
		x, y := at(0)
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			path = path.Move(x, y)
		case sfnt.SegmentOpLineTo:
			path = path.Line(x, y)
		case sfnt.SegmentOpQuadTo:
			toX, toY := at(1)
			path = path.Bend(x, y, toX, toY)
		}
	}
	return path
}

// What is raised is smaller, and this much of the size higher.
const (
	raisedSize = 0.7
	raisedBy   = 0.35
)

// raisedLength returns the length of what ^ raises of the text after it.
func raisedLength(text string) int {
	if strings.HasPrefix(text, "(") {
		if end := strings.IndexByte(text, ')'); end > 0 {
			return end + 1
		}
	}
	sign := len(text) - len(strings.TrimPrefix(text, "-"))
	for i, r := range text[sign:] {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return sign + i
		}
	}
	return len(text)
}

// A piece is a part of a text at one height, with its place: the distance along the base line from
// the beginning of the text, and the height above the base line.
type piece struct {
	text               string
	size, along, above float64
}

// pieces splits a text of a size at what ^ raises, and returns the width of the text.
func pieces(text string, size float64) (all []piece, width float64) {
	add := func(text string, size, above float64) {
		if text != "" {
			all = append(all, piece{text, size, width, above})
		}
		for _, c := range text {
			width += size * advance(c)
		}
	}
	for {
		plain, rest, found := strings.Cut(text, "^")
		if add(plain, size, 0); !found {
			return all, width
		}
		n := raisedLength(rest)
		add(strings.ReplaceAll(rest[:n], "-", "−"), raisedSize*size, raisedBy*size)
		text = rest[n:]
	}
}

// TextWidth returns the width of a text of a size.
func TextWidth(text string, size float64) float64 {
	_, width := pieces(text, size)
	return width
}

// color returns the colour of the text.
func (t *Text) color() Color { return cmp.Or(t.Color, Ink) }
