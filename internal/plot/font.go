package plot

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

//go:embed font.txt
var fontText string

// em is the size of letters in units of the outlines.
const em = 2048

// A segment goes on from the last point of a contour, or begins one.
type segment struct {
	op   byte // M, L or Q
	ctrl point
	to   point
}

type glyph struct {
	width    float64
	segments []segment
}

// font reads the outlines.
var font = sync.OnceValue(func() map[rune]*glyph {
	glyphs := map[rune]*glyph{}
	for line := range strings.Lines(fontText) {
		words := strings.Fields(line)
		number := func(i int) float64 {
			n, err := strconv.Atoi(words[i])
			if err != nil {
				panic("plot: font.txt: " + err.Error()) // it is part of the program
			}
			return float64(n)
		}
		code, err := strconv.ParseUint(words[0], 16, 32)
		if err != nil {
			panic("plot: font.txt: " + err.Error())
		}
		g := &glyph{width: number(1)}
		for i := 2; i < len(words); {
			s := segment{op: words[i][0], to: point{number(i + 1), number(i + 2)}}
			i += 3
			if s.op == 'Q' {
				s.ctrl, s.to = s.to, point{number(i), number(i + 1)}
				i += 2
			}
			g.segments = append(g.segments, s)
		}
		glyphs[rune(code)] = g
	}
	return glyphs
})

// glyphOf returns the outline of a letter, that of a question mark for letters that are not there.
func glyphOf(r rune) *glyph {
	if g := font()[r]; g != nil {
		return g
	}
	return font()['?']
}

// A run is a part of a text at one height.
type run struct {
	text   string
	raised bool
}

// Raised runs are smaller, and this much of the size higher.
const (
	raisedSize = 0.7
	raisedBy   = 0.35
)

// runs splits a text at what ^ raises.
func runs(text string) []run {
	var all []run
	for {
		plain, rest, found := strings.Cut(text, "^")
		if plain != "" {
			all = append(all, run{plain, false})
		}
		if !found {
			return all
		}
		n := raisedLength(rest)
		all = append(all, run{strings.ReplaceAll(rest[:n], "-", "−"), true})
		text = rest[n:]
	}
}

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

// textWidth returns the width of a text of a size.
func textWidth(text string, size float64) float64 {
	width := 0.0
	for _, r := range runs(text) {
		scale := size / em
		if r.raised {
			scale *= raisedSize
		}
		for _, c := range r.text {
			width += scale * glyphOf(c).width
		}
	}
	return width
}

// A placed is a letter of a text: its outline is scaled, turned and then moved.
type placed struct {
	letter rune
	*glyph
	at     point
	scale  float64 // points a unit
	upward bool
}

// letters places the letters of a text.
func (i *item) letters() []placed {
	along := -textWidth(i.text, i.size) * float64(i.anchor) / 2
	var all []placed
	for _, r := range runs(i.text) {
		scale, above := i.size/em, 0.0
		if r.raised {
			scale, above = scale*raisedSize, i.size*raisedBy
		}
		for _, c := range r.text {
			p := placed{letter: c, glyph: glyphOf(c), at: point{i.at.x + along, i.at.y - above}, scale: scale, upward: i.upward}
			if i.upward {
				p.at = point{i.at.x - above, i.at.y - along}
			}
			all = append(all, p)
			along += scale * p.width
		}
	}
	return all
}

// place returns where a point of the outline is on the page.
func (p placed) place(q point) point {
	if p.upward {
		return point{p.at.x - p.scale*q.y, p.at.y - p.scale*q.x}
	}
	return point{p.at.x + p.scale*q.x, p.at.y - p.scale*q.y}
}
