package canvas

import "image/color"

// A painter puts a drawing on a page. Lengths are in points, and colours that are transparent draw
// nothing.
type painter interface {
	// fill fills the contours of a path.
	fill(path Path, c color.NRGBA)
	// stroke draws a path, with dashes unless their length is 0.
	stroke(path Path, width, dash float64, c color.NRGBA)
	// text writes letters from a place on their base line, upward or to the right.
	text(x, y, size float64, upward bool, text string, c color.NRGBA)
}

// A frame says where a part is on the page.
type frame struct {
	x, y  float64     // the origin of the part in points
	scale float64     // its unit
	ink   color.NRGBA // what Ink is
}

// paint puts the drawing on a page, larger by a scale.
func (c *Canvas) paint(p painter, scale float64) {
	frame{scale: scale * c.Unit, ink: color.NRGBA{A: 255}}.items(p, c.items)
}

func (f frame) items(p painter, all []item) {
	for _, i := range all {
		switch {
		case i.part != nil:
			f.within(i.part).items(p, i.part.items)
		case i.shape != nil:
			f.shape(p, i.shape)
		default:
			f.text(p, i.text)
		}
	}
}

// within returns the frame of a part.
func (f frame) within(p *Part) frame {
	f.x, f.y = f.x+f.scale*p.X, f.y+f.scale*p.Y
	if p.Scale != 0 {
		f.scale *= p.Scale
	}
	if p.Color != None {
		f.ink = p.Color.mixed(f.ink, 0)
	}
	return f
}

func (f frame) shape(p painter, s *shape) {
	path, style := s.path.moved(f.x, f.y, f.scale), s.style
	if style.Fill != None {
		p.fill(path, style.Fill.mixed(f.ink, style.Opacity))
	}
	if style.Stroke != None {
		width := f.scale
		if style.Width != 0 {
			width *= style.Width
		}
		p.stroke(path, width, f.scale*style.Dash, style.Stroke.mixed(f.ink, style.Opacity))
	}
}

func (f frame) text(p painter, t *Text) {
	all, width := pieces(t.Text, t.Size)
	for _, q := range all {
		along := q.along - width*float64(t.Anchor)/2
		x, y := t.X+along, t.Y-q.above
		if t.Upward {
			x, y = t.X-q.above, t.Y-along
		}
		p.text(f.x+f.scale*x, f.y+f.scale*y, f.scale*q.size, t.Upward, q.text, t.color().mixed(f.ink, 0))
	}
}
