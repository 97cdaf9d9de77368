package plot

import (
	"fmt"
	"image/color"
	"math"
)

// colors are told apart by most people (M. Okabe and K. Ito).
var colors = []color.NRGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255}, {0, 0, 0, 255}, {86, 180, 233, 255}, {230, 159, 0, 255},
}

// A Point is a number Y for a whole number N; on logarithmic scales it is not 0. On a page it may tell what it is, and
// lead somewhere.
type Point struct {
	N          int
	Y          float64
	Told, Link string
}

// A Series is points that a line joins.
type Series struct {
	Name   string
	Points []Point
}

// A Panel is series over whole numbers. On a logarithmic scale of their absolute values an exponential decrease is a
// straight line, and marks are filled for positive numbers, and rings for negative ones.
type Panel struct {
	Title  string
	X, Y   string // what the axes are of
	Linear bool   // else the scale is logarithmic
	Series []Series
}

// height is the place of a number on the scale.
func (p *Panel) height(y float64) float64 {
	if p.Linear {
		return y
	}
	return math.Log10(math.Abs(y))
}

// Lines draws panels, one below the other, on a page of a size in points. The legend of each stands beside its grid.
func Lines(width, height float64, panels []Panel) *Drawing {
	d := newDrawing(width, height)
	legend := 0.0
	for _, p := range panels {
		for _, s := range p.Series {
			legend = max(legend, textWidth(s.Name, textSize))
		}
	}
	each := height / float64(len(panels))
	for i := range panels {
		f := frame{
			left: margin + 48, right: width - margin - legend - 40,
			top: float64(i)*each + margin + 24, bottom: float64(i+1)*each - margin - 30,
		}
		d.panel(&panels[i], f)
	}
	return d
}

// fit sets the numbers of the sides: whole numbers, and powers of ten or round numbers.
func (f *frame) fit(panel *Panel) {
	f.x0, f.x1, f.y0, f.y1 = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, s := range panel.Series {
		for _, p := range s.Points {
			y := panel.height(p.Y)
			f.x0, f.x1 = min(f.x0, float64(p.N)), max(f.x1, float64(p.N))
			f.y0, f.y1 = min(f.y0, y), max(f.y1, y)
		}
	}
	if math.IsInf(f.x0, 0) {
		f.x0, f.x1, f.y0, f.y1 = 0, 1, 0, 1
	}
	step := 1.0
	if panel.Linear {
		step = roundStep(f.y1 - f.y0)
	}
	f.y0, f.y1 = step*math.Floor(f.y0/step), step*math.Ceil(f.y1/step)
	f.x0, f.x1 = f.x0-0.5, f.x1+0.5
	if f.y0 == f.y1 {
		f.y1 += step
	}
}

func (d *Drawing) panel(p *Panel, f frame) {
	f.fit(p)
	d.axes(p, &f)
	for i, s := range p.Series {
		c := colors[i%len(colors)]
		var line []point
		for _, q := range s.Points {
			line = append(line, point{f.x(float64(q.N)), f.y(p.height(q.Y))})
		}
		wider := float64(len(p.Series) - 1 - i) // so that no later one covers it
		d.line(line, lineWidth+0.5*wider, c)
		for k, q := range s.Points {
			d.mark(line[k], markRadius+0.4*wider, c, q.Y > 0 || p.Linear)
			last := &d.items[len(d.items)-1]
			last.told, last.link = q.Told, q.Link
		}
		y := f.top + 6 + 14*float64(i)
		d.line([]point{{f.right + 10, y}, {f.right + 28, y}}, lineWidth+0.5*wider, c)
		d.mark(point{f.right + 19, y}, markRadius+0.4*wider, c, true)
		d.label(f.right+34, y+3, textSize, Begin, s.Name)
	}
	if p.Linear {
		return
	}
	y := f.top + 6 + 14*float64(len(p.Series)) + 8
	for i, text := range []string{"positive", "negative"} {
		d.mark(point{f.right + 19, y + 14*float64(i)}, markRadius, black, i == 0)
		d.label(f.right+34, y+3+14*float64(i), textSize, Begin, text)
	}
}

// mark is a filled circle or a ring.
func (d *Drawing) mark(at point, radius float64, c color.NRGBA, filled bool) {
	if filled {
		d.circle(at, radius, c, c)
	} else {
		d.circle(at, radius, white, c)
	}
}

// axes draws the grid, and the numbers and texts around it.
func (d *Drawing) axes(p *Panel, f *frame) {
	every := 1.0
	if n := f.x1 - f.x0; n > 30 {
		every = wholeStep(n)
	}
	for n := every * math.Ceil(f.x0/every); n <= f.x1; n += every {
		d.line([]point{{f.x(n), f.top}, {f.x(n), f.bottom}}, 0.5, grey)
		d.label(f.x(n), f.bottom+13, textSize, Middle, fmt.Sprintf("%.0f", n))
	}
	step, name := max(1, math.Ceil((f.y1-f.y0)/10)), powerOfTen
	if p.Linear {
		step = roundStep(f.y1 - f.y0)
		name = short
	}
	for i := 0.0; f.y0+i*step <= f.y1+step/1000; i++ {
		k := f.y0 + i*step
		d.line([]point{{f.left, f.y(k)}, {f.right, f.y(k)}}, 0.5, grey)
		d.label(f.left-5, f.y(k)+3, textSize, End, name(k))
	}
	d.line([]point{{f.left, f.top}, {f.left, f.bottom}, {f.right, f.bottom}}, 0.8, black)
	d.label(f.left, f.top-10, titleSize, Begin, p.Title)
	d.label((f.left+f.right)/2, f.bottom+28, textSize, Middle, p.X)
	d.labelUp(f.left-40, (f.top+f.bottom)/2, textSize, Middle, p.Y)
}
