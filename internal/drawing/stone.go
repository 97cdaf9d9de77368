package drawing

import (
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/canvas"
)

// cell is the distance of two lines, in pixels.
const cell = 24

// Classes of drawings: what pages put them on.
const (
	onWood = "wood" // light or dark
	wheel  = "wheel"
)

// newCanvas returns an empty drawing of a size in pixels.
func newCanvas(width, height float64, class, title string) *canvas.Canvas {
	return &canvas.Canvas{Part: canvas.Part{Class: class}, Width: width, Height: height, Unit: canvas.Pixel, Title: title}
}

const stoneRadius = 0.44 * cell

// stone draws a stone.
func stone(c *canvas.Part, x, y float64, color goban.Color, radius float64) {
	style := canvas.Style{Fill: "#111", Stroke: "#777", Width: 1.2}
	if color == goban.White {
		style.Fill = "#fff"
	}
	c.Circle(x, y, radius, style)
}

// write writes letters in the middle of a place.
func write(c *canvas.Part, x, y float64, text string, size float64, color canvas.Color) {
	c.Write(canvas.Text{X: x, Y: y + canvas.Central*size, Size: size, Anchor: canvas.Middle, Color: color, Text: text})
}

// at is the place of line i.
func at(i int) float64 { return cell * (float64(i) + 0.5) }
