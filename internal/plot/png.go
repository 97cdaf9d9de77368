package plot

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
)

// png paints the drawing.
func (d *Drawing) png(dpi float64) ([]byte, error) {
	scale := dpi / 72
	w, h := int(math.Round(d.width*scale)), int(math.Round(d.height*scale))
	p := &painter{scale: scale, image: image.NewNRGBA(image.Rect(0, 0, w, h)), cover: make([]float32, (w+2)*h)}
	for i := range p.image.Pix {
		p.image.Pix[i] = 255
	}
	for i := range d.items {
		p.paint(&d.items[i])
	}
	var b bytes.Buffer
	err := png.Encode(&b, p.image)
	return b.Bytes(), err
}

// A painter fills polygons. For each pixel it knows how much of the area right of it in its row an edge cuts
// off; the sums along a row are what is covered. Turning the other way takes away, and what is covered twice counts once.
type painter struct {
	scale  float64
	image  *image.NRGBA
	cover  []float32
	top    int // the rows that have been touched
	bottom int
}

func (p *painter) paint(i *item) {
	p.top, p.bottom = p.image.Rect.Dy(), 0
	switch {
	case i.text != "":
		for _, letter := range i.letters() {
			p.outline(letter)
		}
		p.fill(i.fill)
	case i.radius > 0:
		if i.fill.A > 0 {
			p.polygon(circlePoints(i.contours[0][0], i.radius))
			p.fill(i.fill)
		}
		p.polygon(circlePoints(i.contours[0][0], i.radius+i.width/2))
		inner := circlePoints(i.contours[0][0], i.radius-i.width/2)
		for k := range len(inner) / 2 {
			inner[k], inner[len(inner)-1-k] = inner[len(inner)-1-k], inner[k]
		}
		p.polygon(inner)
		p.fill(i.stroke)
	default:
		if i.fill.A > 0 {
			for _, points := range i.contours {
				p.polygon(points)
			}
			p.fill(i.fill)
		}
		for _, points := range i.contours {
			if i.stroke.A == 0 {
				break
			}
			if i.fill.A > 0 {
				points = append(slices.Clone(points), points[0]) // it is closed
			}
			p.stroke(points, i.width)
		}
		p.fill(i.stroke)
	}
}

// stroke covers a rectangle for each segment, and a circle for each joint.
func (p *painter) stroke(points []point, width float64) {
	for k := 1; k < len(points); k++ {
		a, b := points[k-1], points[k]
		length := math.Hypot(b.x-a.x, b.y-a.y)
		if length == 0 {
			continue
		}
		dx, dy := (b.x-a.x)/length*width/2, (b.y-a.y)/length*width/2
		p.polygon([]point{{a.x + dy, a.y - dx}, {b.x + dy, b.y - dx}, {b.x - dy, b.y + dx}, {a.x - dy, a.y + dx}})
		if k+1 < len(points) {
			p.polygon(circlePoints(b, width/2))
		}
	}
}

// outline covers a letter. Outlines turn the other way than polygons here do, which does not matter among themselves.
func (p *painter) outline(g placed) {
	var contour []point
	for _, s := range g.segments {
		switch s.op {
		case 'M':
			p.polygon(contour)
			contour = []point{g.place(s.to)}
		case 'L':
			contour = append(contour, g.place(s.to))
		default:
			const pieces = 6
			from, ctrl, to := contour[len(contour)-1], g.place(s.ctrl), g.place(s.to)
			for k := 1; k <= pieces; k++ {
				t := float64(k) / pieces
				u := 1 - t
				contour = append(contour, point{
					u*u*from.x + 2*u*t*ctrl.x + t*t*to.x, u*u*from.y + 2*u*t*ctrl.y + t*t*to.y,
				})
			}
		}
	}
	p.polygon(contour)
}

// polygon adds the edges of a closed polygon.
func (p *painter) polygon(points []point) {
	for k, a := range points {
		b := points[(k+1)%len(points)]
		p.edge(point{a.x * p.scale, a.y * p.scale}, point{b.x * p.scale, b.y * p.scale})
	}
}

// edge adds what an edge cuts off, row by row.
func (p *painter) edge(a, b point) {
	sign := float32(1)
	if a.y > b.y {
		a, b, sign = b, a, -1
	}
	if a.y == b.y {
		return
	}
	stride, height := p.image.Rect.Dx()+2, p.image.Rect.Dy()
	slope := (b.x - a.x) / (b.y - a.y)
	for row := max(0, int(math.Floor(a.y))); row < height && float64(row) < b.y; row++ {
		low, high := max(a.y, float64(row)), min(b.y, float64(row+1))
		if low >= high {
			continue
		}
		p.top, p.bottom = min(p.top, row), max(p.bottom, row+1)
		p.span(p.cover[row*stride:(row+1)*stride], a.x+(low-a.y)*slope, a.x+(high-a.y)*slope, sign*float32(high-low))
	}
}

// span adds a piece of an edge within a row, from one x to another, that has a height.
func (p *painter) span(row []float32, x0, x1 float64, height float32) {
	if x0 > x1 {
		x0, x1 = x1, x0
	}
	last := float64(len(row) - 2)
	x0, x1 = min(max(x0, 0), last), min(max(x1, 0), last)
	first := int(x0)
	if int(x1) == first { // in one pixel
		right := float32(1 - ((x0+x1)/2 - float64(first)))
		row[first] += height * right
		row[first+1] += height * (1 - right)
		return
	}
	for i := first; i <= int(x1); i++ {
		from, to := max(x0, float64(i)), min(x1, float64(i+1))
		part := height * float32((to-from)/(x1-x0))
		right := float32(1 - ((from+to)/2 - float64(i)))
		row[i] += part * right
		row[i+1] += part * (1 - right)
	}
}

// fill paints what is covered, and clears it.
func (p *painter) fill(c color.NRGBA) {
	width := p.image.Rect.Dx()
	for y := p.top; y < p.bottom; y++ {
		row := p.cover[y*(width+2) : (y+1)*(width+2)]
		sum := float32(0)
		for x := range width {
			sum += row[x]
			share := min(max(sum, -sum), 1) * float32(c.A) / 255
			if share < 1.0/512 {
				continue
			}
			at := p.image.Pix[p.image.PixOffset(x, y):]
			for k, v := range [3]uint8{c.R, c.G, c.B} {
				at[k] = uint8(float32(at[k]) + (float32(v)-float32(at[k]))*share + 0.5)
			}
		}
		clear(row)
	}
}
