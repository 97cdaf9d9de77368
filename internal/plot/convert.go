package plot

import (
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// FromSVG reads a drawing from SVG, to be written in other formats. It knows what the drawings of this program consist of:
// rectangles, circles, lines, paths, texts and groups that are moved and scaled; colours as #rrggbb, currentColor (black)
// and none; opacity, dashes, and titles, which are passed over. Anything else is an error. A pixel of SVG is 3/4 of a
// point; curves become lines of many pieces.
func FromSVG(text string) (*Drawing, error) {
	r := &svgReader{decoder: xml.NewDecoder(strings.NewReader(text))}
	if err := r.read(); err != nil {
		return nil, fmt.Errorf("plot: SVG: %w", err)
	}
	return r.drawing, nil
}

// pixel is a pixel of SVG in points.
const pixel = 0.75

// svgReader reads elements one after the other.
type svgReader struct {
	decoder *xml.Decoder
	drawing *Drawing
	groups  []svgGroup // those that are open; the last one holds
	text    *item      // the text that is open
	skip    int        // depth within a title
}

// svgGroup is how what is in a group is moved and scaled, and what it inherits.
type svgGroup struct {
	x, y, scale float64
	opacity     float64
	attributes  map[string]string
}

func (r *svgReader) read() error {
	for {
		token, err := r.decoder.Token()
		if errors.Is(err, io.EOF) {
			if r.drawing == nil {
				return errors.New("there is no svg element")
			}
			return nil
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if r.skip > 0 || token.Name.Local == "title" {
				r.skip++
				continue
			}
			if err := r.start(token); err != nil {
				return fmt.Errorf("%s: %w", token.Name.Local, err)
			}
		case xml.CharData:
			if r.skip == 0 && r.text != nil {
				r.text.text += string(token)
			}
		case xml.EndElement:
			r.end(token.Name.Local)
		}
	}
}

func (r *svgReader) end(name string) {
	if r.skip > 0 {
		r.skip--
		return
	}
	if r.text != nil && name == "text" {
		if r.text.text != "" {
			r.drawing.add(*r.text)
		}
		r.text = nil
	}
	r.groups = r.groups[:len(r.groups)-1]
}

// inherited are the attributes that elements have from those around them.
var inherited = []string{"color", "fill", "stroke", "stroke-width", "stroke-opacity", "fill-opacity", "stroke-dasharray", "font-size", "text-anchor", "dominant-baseline"}

// start reads the beginning of an element.
func (r *svgReader) start(e xml.StartElement) error {
	a := map[string]string{}
	g := svgGroup{scale: pixel, opacity: 1, attributes: map[string]string{}}
	if len(r.groups) > 0 {
		g = r.groups[len(r.groups)-1]
		for _, name := range inherited {
			if value, ok := g.attributes[name]; ok {
				a[name] = value
			}
		}
	}
	for _, attribute := range e.Attr {
		a[attribute.Name.Local] = attribute.Value
	}
	g.attributes = a
	n := numbers{of: a}
	if text, ok := a["opacity"]; ok {
		g.opacity *= n.parse("opacity", text)
	}
	if text, ok := a["transform"]; ok {
		g.transform(&n, text)
	}
	r.groups = append(r.groups, g)
	if r.drawing == nil {
		if e.Name.Local != "svg" {
			return errors.New("want svg first")
		}
		box := strings.Fields(a["viewBox"])
		if len(box) != 4 {
			return errors.New("viewBox: want four numbers")
		}
		width, height := n.parse("viewBox", box[2]), n.parse("viewBox", box[3])
		if width <= 0 || height <= 0 {
			n.fail("viewBox", a["viewBox"])
		}
		r.drawing = newDrawing(width*pixel, height*pixel)
		return n.err
	}
	i, err := r.item(e.Name.Local, g, &n)
	if err == nil {
		err = n.err
	}
	if err != nil || i == nil {
		return err
	}
	if e.Name.Local == "text" {
		r.text = i
		return nil
	}
	r.drawing.add(*i)
	return nil
}

// transform moves and scales a group.
func (g *svgGroup) transform(n *numbers, text string) {
	for part := range strings.SplitSeq(text, ")") {
		name, values, ok := strings.Cut(strings.TrimSpace(part), "(")
		if !ok {
			continue
		}
		var by []float64
		for word := range strings.FieldsSeq(strings.ReplaceAll(values, ",", " ")) {
			by = append(by, n.parse("transform", word))
		}
		switch {
		case name == "translate" && len(by) == 2:
			g.x, g.y = g.x+g.scale*by[0], g.y+g.scale*by[1]
		case name == "scale" && len(by) == 1:
			g.scale *= by[0]
		default:
			n.fail("transform", text)
		}
	}
}

func (g *svgGroup) place(x, y float64) point { return point{g.x + g.scale*x, g.y + g.scale*y} }

// item is the shape or the text of an element, nil for groups.
func (r *svgReader) item(name string, g svgGroup, n *numbers) (*item, error) {
	i := &item{fill: n.color("fill", "#000000", g.opacity), stroke: n.color("stroke", "none", g.opacity), width: g.scale * n.get("stroke-width", 1)}
	switch name {
	case "svg", "g", "a":
		return nil, nil
	case "rect":
		x, y, w, h := n.get("x", 0), n.get("y", 0), n.length("width", r.drawing.width/g.scale), n.length("height", r.drawing.height/g.scale)
		i.contours = [][]point{roundedRectangle(g, x, y, w, h, n.get("rx", 0))}
	case "circle":
		i.contours, i.radius = [][]point{{g.place(n.get("cx", 0), n.get("cy", 0))}}, g.scale*n.get("r", 0)
	case "line":
		i.contours = [][]point{{g.place(n.get("x1", 0), n.get("y1", 0)), g.place(n.get("x2", 0), n.get("y2", 0))}}
		i.fill = color.NRGBA{}
	case "path":
		p := pathReader{numbers: n, group: g, rest: n.of["d"]}
		p.read()
		i.contours = p.contours
	case "text":
		i.size = g.scale * n.get("font-size", 16)
		i.at = g.place(n.get("x", 0), n.get("y", 0))
		if n.of["dominant-baseline"] == "central" {
			i.at.y += 0.36 * i.size
		}
		i.anchor = map[string]Anchor{"middle": Middle, "end": End}[n.of["text-anchor"]]
		i.stroke = color.NRGBA{}
	default:
		return nil, errors.New("such elements are not read")
	}
	if dash := n.of["stroke-dasharray"]; dash != "" && i.radius == 0 {
		i.contours = dashed(i.contours, n, g.scale, dash)
	}
	return i, nil
}

// numbers reads the numbers of an element, and keeps the first error.
type numbers struct {
	of  map[string]string
	err error
}

func (n *numbers) fail(name, text string) {
	if n.err == nil {
		n.err = fmt.Errorf("%s=%q is not read", name, text)
	}
}

func (n *numbers) parse(name, text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.Abs(x) > 1e6 {
		n.fail(name, text)
		return 0
	}
	return x
}

func (n *numbers) get(name string, otherwise float64) float64 {
	if text, ok := n.of[name]; ok {
		return n.parse(name, text)
	}
	return otherwise
}

// length is a number, or 100% of the page.
func (n *numbers) length(name string, page float64) float64 {
	if n.of[name] == "100%" {
		return page
	}
	return n.get(name, 0)
}

// color reads a colour with the opacities that hold for it.
func (n *numbers) color(name, otherwise string, opacity float64) color.NRGBA {
	text, ok := n.of[name]
	if !ok {
		text = otherwise
	}
	c := black
	switch {
	case text == "none" || text == "transparent":
		return color.NRGBA{}
	case text == "currentColor" && name != "color" && n.of["color"] != "":
		return n.color("color", "", opacity*n.get(name+"-opacity", 1))
	case text == "currentColor":
	case len(text) == 4 && text[0] == '#':
		text = "#" + strings.Repeat(text[1:2], 2) + strings.Repeat(text[2:3], 2) + strings.Repeat(text[3:4], 2)
		fallthrough
	default:
		rgb, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 24)
		if err != nil || len(text) != 7 {
			n.fail(name, text)
		}
		c = color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
	}
	opacity *= n.get(name+"-opacity", 1)
	c.A = uint8(math.Round(255 * min(max(opacity, 0), 1)))
	return c
}

// roundedRectangle is a rectangle whose corners are quarters of circles.
func roundedRectangle(g svgGroup, x, y, w, h, radius float64) []point {
	if radius == 0 {
		return []point{g.place(x, y), g.place(x+w, y), g.place(x+w, y+h), g.place(x, y+h)}
	}
	const pieces = 8
	var points []point
	for corner, middle := range []point{{x + w - radius, y + radius}, {x + w - radius, y + h - radius}, {x + radius, y + h - radius}, {x + radius, y + radius}} {
		for k := range pieces + 1 {
			sin, cos := math.Sincos(math.Pi / 2 * (float64(corner-1) + float64(k)/pieces))
			points = append(points, g.place(middle.x+radius*cos, middle.y+radius*sin))
		}
	}
	return points
}

// pathReader reads the commands of a path.
type pathReader struct {
	*numbers
	group    svgGroup
	rest     string
	at       point
	contours [][]point
}

// pathArguments is how many numbers a command has.
var pathArguments = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'Q': 4, 'C': 6, 'Z': 0}

func (p *pathReader) read() {
	command := byte(0)
	for p.err == nil {
		p.rest = strings.TrimLeft(p.rest, " ,\n")
		if p.rest == "" {
			return
		}
		if c := p.rest[0]; c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			command, p.rest = c, p.rest[1:]
		}
		upper := command &^ 0x20
		n, ok := pathArguments[upper]
		if !ok || upper != 'M' && len(p.contours) == 0 {
			p.fail("d", p.rest)
			return
		}
		values := make([]float64, n)
		for i := range values {
			values[i] = p.number()
		}
		relative := point{}
		if command != upper {
			relative = p.at
		}
		p.draw(upper, relative, values)
		if upper == 'Z' {
			command = 0
		}
	}
}

// number reads the next number of the path.
func (p *pathReader) number() float64 {
	p.rest = strings.TrimLeft(p.rest, " ,\n")
	end := 0
	for end < len(p.rest) && (strings.IndexByte("0123456789.", p.rest[end]) >= 0 || end == 0 && strings.IndexByte("+-", p.rest[end]) >= 0) {
		end++
	}
	word := p.rest[:end]
	p.rest = p.rest[end:]
	return p.parse("d", word)
}

// curvePieces is of how many lines a curve consists.
const curvePieces = 24

func (p *pathReader) draw(command byte, from point, v []float64) {
	to := func(i int) point { return point{from.x + v[i], from.y + v[i+1]} }
	start := p.at
	switch command {
	case 'M':
		p.contours = append(p.contours, nil)
		p.line(to(0))
	case 'L':
		p.line(to(0))
	case 'H':
		p.line(point{from.x + v[0], start.y})
	case 'V':
		p.line(point{start.x, from.y + v[0]})
	case 'Q', 'C':
		control := []point{start}
		for i := 0; i < len(v); i += 2 {
			control = append(control, to(i))
		}
		for k := 1; k <= curvePieces; k++ {
			p.line(bezier(control, float64(k)/curvePieces))
		}
	case 'Z':
		last := &p.contours[len(p.contours)-1]
		*last = append(*last, (*last)[0])
	}
}

func (p *pathReader) line(to point) {
	p.at = to
	last := &p.contours[len(p.contours)-1]
	*last = append(*last, p.group.place(to.x, to.y))
}

// bezier is a place of a curve, by de Casteljau's algorithm.
func bezier(control []point, t float64) point {
	points := slices.Clone(control)
	for n := len(points) - 1; n > 0; n-- {
		for i := range n {
			a, b := points[i], points[i+1]
			points[i] = point{a.x + t*(b.x-a.x), a.y + t*(b.y-a.y)}
		}
	}
	return points[0]
}

// dashed cuts lines in dashes and the gaps between them.
func dashed(contours [][]point, n *numbers, scale float64, text string) [][]point {
	var lengths []float64
	for word := range strings.FieldsSeq(text) {
		lengths = append(lengths, scale*n.parse("stroke-dasharray", word))
	}
	if len(lengths)%2 != 0 || len(lengths) == 0 || slices.Min(lengths) < 0.01 {
		n.fail("stroke-dasharray", text)
		return nil
	}
	var all [][]point
	for _, points := range contours {
		at, left := 0, lengths[0]
		dash := []point{points[0]}
		for k := 1; k < len(points); k++ {
			a, b := points[k-1], points[k]
			for n.err == nil {
				length := math.Hypot(b.x-a.x, b.y-a.y)
				if length > 1e5 {
					n.fail("stroke-dasharray", text) // no page is as large
				}
				if length <= left {
					left -= length
					dash = append(dash, b)
					break
				}
				a = point{a.x + (b.x-a.x)*left/length, a.y + (b.y-a.y)*left/length}
				if at%2 == 0 {
					all = append(all, append(dash, a))
				}
				at++
				left, dash = lengths[at%len(lengths)], []point{a}
			}
		}
		if at%2 == 0 && len(dash) > 1 {
			all = append(all, dash)
		}
	}
	return all
}
