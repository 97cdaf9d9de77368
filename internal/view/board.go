package view

import (
	"fmt"
	"strings"

	"combigo/goban"
)

// A Style is how boards are drawn in text. The zero value is that of [goban.WriteDiagram].
type Style struct {
	Terminal bool // with coordinates, and round stones
	Color    bool // on a board of wood
}

// Colours of a terminal: the wood with black and with white stones, and the end of these.
const (
	blackOnWood = "\x1b[48;5;179;38;5;16m"
	whiteOnWood = "\x1b[48;5;179;38;5;231m"
	plainColor  = "\x1b[0m"
)

// diagram draws a position.
func (s Style) diagram(p *goban.Position) string {
	var b strings.Builder
	if !s.Terminal {
		_ = goban.WriteDiagram(&b, p) // a builder takes everything
		return b.String()
	}
	numbers, letters := len(fmt.Sprint(p.Rows())), len(goban.ColumnLabel(p.Cols()-1))
	b.WriteString(strings.Repeat(" ", numbers))
	for col := range p.Cols() {
		fmt.Fprintf(&b, " %*s", letters, goban.ColumnLabel(col))
	}
	b.WriteByte('\n')
	for row := range p.Rows() {
		fmt.Fprintf(&b, "%*d", numbers, p.Rows()-row)
		for col := range p.Cols() {
			fmt.Fprintf(&b, "%s%s", s.wood(p.At(row, col)), strings.Repeat(" ", letters)+stone(p.At(row, col)))
		}
		if s.Color {
			b.WriteString(" " + plainColor)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// wood returns what colours a point.
func (s Style) wood(c goban.Color) string {
	switch {
	case !s.Color:
		return ""
	case c == goban.White:
		return whiteOnWood
	}
	return blackOnWood
}

func stone(c goban.Color) string {
	switch c {
	case goban.Black:
		return "●"
	case goban.White:
		return "○"
	}
	return "·"
}
