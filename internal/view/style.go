package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"combigo.dev/combigo/goban"
)

// A Style is how a document is written as text. The zero value is that of a pipe: lines of 80
// columns, and letters for stones.
type Style struct {
	Width    int  // columns of the lines; 0 for 80
	Terminal bool // stones are round
	Color    bool // boards are of wood
}

// width returns the number of columns of a line.
func (s Style) width() int { return cmp.Or(s.Width, 80) }

// Colours of a terminal: the wood with black and with white stones, and the end of these.
const (
	blackOnWood = "\x1b[48;5;179;38;5;16m"
	whiteOnWood = "\x1b[48;5;179;38;5;231m"
	plainColor  = "\x1b[0m"
)

// diagram draws a position with coordinates, and marks on points without a stone.
func (s Style) diagram(p *goban.Position, marks map[goban.Point]string) string {
	var b strings.Builder
	numbers, letters := len(fmt.Sprint(p.Rows())), len(goban.ColumnLabel(p.Cols()-1))
	b.WriteString(strings.Repeat(" ", numbers))
	for col := range p.Cols() {
		fmt.Fprintf(&b, " %*s", letters, goban.ColumnLabel(col))
	}
	b.WriteByte('\n')
	for row := range p.Rows() {
		fmt.Fprintf(&b, "%*d", numbers, p.Rows()-row)
		for col := range p.Cols() {
			point := cmp.Or(marks[goban.Point{Row: row, Col: col}], s.stone(p.At(row, col)))
			b.WriteString(s.wood(p.At(row, col)) + strings.Repeat(" ", letters) + point)
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

func (s Style) stone(c goban.Color) string { return s.stones(".XO"[c:][:1]) }

// stones replaces the letters of diagrams on a terminal.
func (s Style) stones(text string) string {
	if s.Terminal {
		return strings.NewReplacer(".", "·", "X", "●", "O", "○").Replace(text)
	}
	return text
}

// sheet is small diagrams of one size side by side, in as many columns as fit.
func (s Style) sheet(diagrams []string) string {
	lines := strings.Split(diagrams[0], "\n")
	gap := strings.Repeat(" ", min(len(lines), 2))
	across := max(1, (s.width()+len(gap))/(len(lines[0])+len(gap)))
	var b strings.Builder
	for group := range slices.Chunk(diagrams, across) {
		for row := range lines {
			parts := make([]string, len(group))
			for i, diagram := range group {
				parts[i] = strings.Split(diagram, "\n")[row]
			}
			b.WriteString(s.stones(strings.Join(parts, gap)) + "\n")
		}
		if len(lines) > 1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
