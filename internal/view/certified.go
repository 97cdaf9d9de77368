package view

import (
	"fmt"
	"strings"
	"time"

	"combigo.dev/combigo/game/certificate"
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

// positions are those of a certificate, of half of the cycle if it is symmetric, if they fit on a
// page or two. On the pages of the explorer they are drawn.
func (d *Document) positions(c *certificate.Certificate) {
	positions, err := positionsOnce(c)
	if err != nil {
		return // it was not checked
	}
	all, style := diagrams(positions), Style{}
	if strings.Count(style.sheet(all), "\n") > pageLines {
		d.saved()
		return
	}
	d.gap()
	d.sheet(all)
}

// saved says how the positions are written.
func (d *Document) saved() {
	d.twofold("  positions", "--format nodes prints them, --output saves a certificate", "")
}

// sheet is small positions side by side, on the command line.
func (d *Document) sheet(diagrams []string) {
	d.text = append(d.text, func(s Style) string { return s.sheet(diagrams) })
}

// positionsOnce returns the positions of a certificate; that in which a cycle ends is the one in
// which it begins.
func positionsOnce(c *certificate.Certificate) ([]certificate.Position, error) {
	positions, err := c.Positions()
	if err == nil && c.Kind != certificate.Game {
		positions = positions[:len(positions)-1]
	}
	return positions, err
}

func diagrams[P fmt.Stringer](positions []P) []string {
	all := make([]string, len(positions))
	for i, p := range positions {
		all[i] = p.String()
	}
	return all
}
