package drawing

import (
	"fmt"
	"math"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/canvas"
)

// Wheel draws positions of one row as the spokes of a wheel of wood: the first one upright, the
// others clockwise, each from the hub outward. Words are written in the hub.
func Wheel(positions []*goban.Position, words ...string) *canvas.Canvas {
	const smallest = 3 * cell // radius of the hub
	points := positions[0].Rows() * positions[0].Cols()
	turn := 2 * math.Pi / float64(len(positions))
	hub := math.Max(smallest, cell/turn) // stones beside each other do not touch
	rim := hub + float64(points)*cell
	middle := rim + cell/2
	side := math.Ceil(2 * middle)
	c := newCanvas(side, side, wheel, fmt.Sprintf("a wheel of %d positions of %d points", len(positions), points))
	c.Circle(middle, middle, (hub+rim)/2, canvas.Style{Stroke: wood, Width: rim - hub + cell/2})
	for i, p := range positions {
		sin, cos := math.Sincos(float64(i) * turn)
		place := func(radius float64) (x, y float64) { return middle + radius*sin, middle - radius*cos }
		x1, y1 := place(hub + cell/2)
		x2, y2 := place(rim - cell/2)
		c.Draw(canvas.Lines(x1, y1, x2, y2), canvas.Style{Stroke: wire, Width: 1.2})
		for k := range points {
			if color := p.At(k/p.Cols(), k%p.Cols()); color.IsStone() {
				x, y := place(hub + at(k))
				stone(&c.Part, x, y, color, stoneRadius)
			}
		}
	}
	size := hub / 5
	for i, word := range words {
		write(&c.Part, middle, middle+size*1.4*(float64(i)-float64(len(words)-1)/2), word, size, canvas.Ink)
	}
	return c
}
