package plot

import (
	"math"

	"combigo.dev/combigo/internal/canvas"
)

// A Span is an interval, and a number that is known or estimated, as places on a line of the length
// 1; Middle is NaN if there is none.
type Span struct {
	Name              string
	Low, High, Middle float64
	LowText, HighText string
}

const (
	spanHeight = 40
	spanInset  = 76 // of the line, for the texts of its ends
)

// Spans draws intervals below each other, each on the same line, on a page of a width in points.
func Spans(width float64, title string, spans []Span) *canvas.Canvas {
	d := newPage(width, spanHeight*float64(len(spans))+2*margin, title)
	at := func(place float64) float64 { return spanInset + place*(width-2*spanInset) }
	for i, s := range spans {
		y := margin + spanHeight*(float64(i)+0.7)
		low, high, color := at(s.Low), at(s.High), colors[i%len(colors)]
		d.label(margin, y-16, textSize, canvas.Begin, s.Name)
		d.gridLine(at(0), y, at(1), y)
		d.Draw(canvas.Lines(low, y, high, y).Move(low, y-5).Line(low, y+5).Move(high, y-5).Line(high, y+5), canvas.Style{Stroke: color, Width: 2})
		d.label(low-6, y+3, textSize, canvas.End, s.LowText)
		d.label(high+6, y+3, textSize, canvas.Begin, s.HighText)
		if !math.IsNaN(s.Middle) {
			mark(&d.Part, at(s.Middle), y, 1.6*markRadius, color, true)
		}
	}
	return d.Canvas
}
