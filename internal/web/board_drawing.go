package web

import (
	"fmt"
	"html/template"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/drawing"
)

// pointView is a point as it is drawn.
type pointView struct {
	Index int
	First bool // at the left side
	Stone string
	Sign  drawing.Sign
	Label string
}

// Class is what the style sheet knows of a point.
func (v pointView) Class() string {
	return v.Stone + map[drawing.Sign]string{drawing.Breathless: " breathless", drawing.Liberty: " liberty", drawing.Chosen: " shown"}[v.Sign]
}

// pointViews looks at all points of a position.
func pointViews(p *goban.Position) []pointView {
	var views []pointView
	for i := range p.Rows() * p.Cols() {
		at := pointAt(p, i)
		v := pointView{Index: i, First: at.Col == 0}
		c := p.At(at.Row, at.Col)
		if v.Label = fmt.Sprintf("%s %s", p.Label(at), c); c.IsStone() {
			v.Stone = c.String()
		}
		views = append(views, v)
	}
	for _, s := range p.Illegal() {
		for _, at := range s.Points {
			v := &views[numberOf(p, at)]
			v.Sign, v.Label = drawing.Breathless, v.Label+", no liberty"
		}
	}
	return views
}

// drawPosition draws a position with the signs of its points, if any are given.
func drawPosition(p *goban.Position, points []pointView) template.HTML {
	return drawBoard(p, drawing.BoardOptions{Coordinates: true, Signs: signsOf(p, points)})
}

// drawSmall draws one of several positions.
func drawSmall(p *goban.Position) template.HTML { return drawBoard(p, drawing.BoardOptions{}) }

// drawBoard draws a position on wood.
func drawBoard(p *goban.Position, opt drawing.BoardOptions) template.HTML {
	opt.Wood = true
	return template.HTML(drawing.Board(p, opt).SVG())
}

func signsOf(p *goban.Position, points []pointView) map[goban.Point]drawing.Sign {
	signs := map[goban.Point]drawing.Sign{}
	for _, v := range points {
		signs[pointAt(p, v.Index)] = v.Sign
	}
	return signs
}

// mark puts a sign on a point that has none. Where the last move left no stone there is no sign.
func mark(points []pointView, i int, sign drawing.Sign) {
	if i >= 0 && points[i].Sign == 0 && (sign != drawing.LastMove || points[i].Stone != "") {
		points[i].Sign = sign
	}
}
