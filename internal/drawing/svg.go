package drawing

import (
	"fmt"
	"html"
	"strings"

	"combigo/goban"
)

// cell is the distance of two lines, in units of the drawing.
const cell = 24

// canvas gathers the elements of a drawing.
type canvas struct {
	strings.Builder
	class string // of the drawing, by which a page knows what to put it on
}

// onWood is the class of drawings that pages put on wood, light or dark.
const onWood = "wood"

func (c *canvas) add(format string, args ...any) { fmt.Fprintf(c, format+"\n", args...) }

// svg returns the whole drawing.
func (c *canvas) svg(width, height int, title string) string {
	return fmt.Sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%[1]d\" height=\"%[2]d\" role=\"img\" class=\"%s\">\n<title>%s</title>\n%s</svg>\n",
		width, height, c.class, html.EscapeString(title), c.String())
}

// line draws a line between two places in units.
func (c *canvas) line(x1, y1, x2, y2 float64, width float64) {
	c.add(`<line x1="%g" y1="%g" x2="%g" y2="%g" stroke="currentColor" stroke-width="%g"/>`, x1, y1, x2, y2, width)
}

const stoneRadius = 0.44 * cell

// stone draws a stone; faint ones are small, as needy stones are.
func (c *canvas) stone(x, y float64, color goban.Color, radius float64) {
	fill := "#111"
	if color == goban.White {
		fill = "#fff"
	}
	c.add(`<circle cx="%g" cy="%g" r="%g" fill="%s" stroke="#777" stroke-width="1.2"/>`, x, y, radius, fill)
}

// word writes letters in the middle of a place.
func (c *canvas) word(x, y float64, text string, size float64, color string) {
	c.add(`<text x="%g" y="%g" font-family="system-ui, sans-serif" font-size="%g" text-anchor="middle" dominant-baseline="central" fill="%s">%s</text>`,
		x, y, size, color, html.EscapeString(text))
}

// at is the place of line i.
func at(i int) float64 { return cell * (float64(i) + 0.5) }
