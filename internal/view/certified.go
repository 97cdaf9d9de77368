package view

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"combigo/game/certificate"
	"combigo/goban"
)

// A Certified is a certificate that was checked, and what the checks say.
type Certified struct {
	Certificate *certificate.Certificate
	Report      *certificate.Report
	Legal       int // positions of the board
	Seed        uint64
	Wall        time.Duration
}

const pageLines = 40 // positions are printed if they take at most as many lines

// positions are those of a certificate, of half of the cycle if it is symmetric, if they fit on a page or two. On the pages of the
// explorer they are drawn.
func (d *Document) positions(c *certificate.Certificate) {
	positions, err := positionsOnce(c)
	if err != nil {
		return // it was not checked
	}
	columns := max(1, (pageWidth+1)/(c.Board.Len()+1))
	if lines := (len(positions) + columns - 1) / columns; lines > pageLines {
		d.terminal("  positions  --format nodes prints them, --output saves a certificate\n")
		return
	}
	d.gap()
	for line := range slices.Chunk(diagrams(positions), columns) {
		d.terminal(strings.Join(line, " ") + "\n")
	}
}

// positionsOnce returns the positions of a certificate; that in which a cycle ends is the one in which it begins.
func positionsOnce(c *certificate.Certificate) ([]certificate.Position, error) {
	positions, err := c.Positions()
	if err == nil && c.Kind != certificate.Game {
		positions = positions[:len(positions)-1]
	}
	return positions, err
}

// diagramsText is diagrams side by side.
func diagramsText(positions []*goban.Position, cols int) string {
	text, across := "", max(1, (pageWidth+2)/(cols+2))
	for group := range slices.Chunk(positions, across) {
		for row := range group[0].Rows() {
			parts := make([]string, len(group))
			for i, p := range group {
				parts[i] = strings.Split(p.String(), "\n")[row]
			}
			text += strings.Join(parts, "  ") + "\n"
		}
		text += "\n"
	}
	return text
}

func diagrams[P fmt.Stringer](positions []P) []string {
	all := make([]string, len(positions))
	for i, p := range positions {
		all[i] = p.String()
	}
	return all
}
