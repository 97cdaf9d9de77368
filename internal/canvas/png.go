package canvas

import (
	"bytes"
	"image/color"
	"image/png"
	"math"

	"git.sr.ht/~sbinet/gg"
)

// png returns a picture with a number of pixels to a point.
func (c *Canvas) png(pixels float64) ([]byte, error) {
	side := func(units float64) int { return max(1, int(math.Round(units*c.Unit*pixels))) }
	context := gg.NewContext(side(c.Width), side(c.Height))
	context.SetColor(color.White)
	context.Clear()
	context.SetLineCapRound()
	context.SetLineJoinRound()
	c.paint(pngPainter{context}, pixels)
	var file bytes.Buffer
	err := png.Encode(&file, context.Image())
	return file.Bytes(), err
}

// pngPainter takes pixels for points.
type pngPainter struct{ *gg.Context }

func (p pngPainter) path(path Path) {
	for _, s := range path {
		at := s.places
		switch s.op {
		case 'M':
			p.MoveTo(at[0], at[1])
		case 'L':
			p.LineTo(at[0], at[1])
		case 'C':
			p.CubicTo(at[0], at[1], at[2], at[3], at[4], at[5])
		case 'Z':
			p.ClosePath()
		}
	}
}

func (p pngPainter) fill(path Path, c color.NRGBA) {
	p.SetColor(c)
	p.path(path)
	p.Fill()
}

func (p pngPainter) stroke(path Path, width, dash float64, c color.NRGBA) {
	p.SetColor(c)
	p.SetLineWidth(width)
	p.SetDash()
	if dash > 0 {
		p.SetDash(dash, dash)
	}
	p.path(path)
	p.Stroke()
}

// text fills the outlines of the letters.
func (p pngPainter) text(x, y, size float64, upward bool, text string, c color.NRGBA) {
	for _, r := range text {
		letter := outline(r)
		if upward {
			letter = letter.turned()
		}
		p.fill(letter.moved(x, y, size), c)
		if upward {
			y -= size * advance(r)
		} else {
			x += size * advance(r)
		}
	}
}
