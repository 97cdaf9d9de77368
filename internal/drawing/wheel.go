package drawing

import (
	"fmt"
	"math"

	"combigo/goban"
)

// Wheel draws positions of one row as the spokes of a wheel of wood: the first one upright, the others clockwise, each from the
// hub outward. Words are written in the hub.
func Wheel(positions []*goban.Position, words ...string) string {
	const smallest = 3 * cell // radius of the hub
	points := positions[0].Rows() * positions[0].Cols()
	turn := 2 * math.Pi / float64(len(positions))
	hub := math.Max(smallest, cell/turn) // stones beside each other do not touch
	rim := hub + float64(points)*cell
	middle := rim + cell/2
	c := canvas{class: "wheel"}
	c.add(`<circle cx="%g" cy="%g" r="%g" fill="none" stroke="%s" stroke-width="%g"/>`, middle, middle, (hub+rim)/2, wood, rim-hub+cell/2)
	for i, p := range positions {
		sin, cos := math.Sincos(float64(i) * turn)
		place := func(radius float64) (x, y float64) { return round(middle + radius*sin), round(middle - radius*cos) }
		x1, y1 := place(hub + cell/2)
		x2, y2 := place(rim - cell/2)
		c.add(`<path d="M%g %gL%g %g" fill="none" stroke="%s" stroke-width="1.2"/>`, x1, y1, x2, y2, wire)
		for k := range points {
			if color := p.At(k/p.Cols(), k%p.Cols()); color.IsStone() {
				x, y := place(hub + at(k))
				c.stone(x, y, color, stoneRadius)
			}
		}
	}
	size := hub / 5
	for i, word := range words {
		c.word(middle, middle+size*1.4*(float64(i)-float64(len(words)-1)/2), word, size, "currentColor")
	}
	side := int(math.Ceil(2 * middle))
	return c.svg(side, side, fmt.Sprintf("a wheel of %d positions of %d points", len(positions), points))
}

// round leaves two decimals.
func round(x float64) float64 { return math.Round(100*x) / 100 }
