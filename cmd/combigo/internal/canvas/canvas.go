// Package canvas is the model of all drawings: shapes, texts, and parts of a drawing that are
// moved, scaled or linked. Three writers put a drawing into a file: SVG, PDF and PNG.
//
// Lengths are in units from the upper left corner; a canvas says how long its unit is. SVG leaves
// the letters to the fonts of the reader; PDF and PNG have those of Go Regular, by Bigelow & Holmes
// (https://go.dev/blog/go-fonts). Lines in the colour [Ink] have the colour of the text of the page
// around an SVG, and are black elsewhere.
//
// In texts ^ raises the exponent after it, as pages do ([Exponent]): "10^-8", "L^(1/n)".
//
// The same drawing gives the same bytes every time.
package canvas

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"image/color"
	"image/png"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A Path is lines and curves, from one place to the next. The zero Path is empty.
type Path []segment

// A segment goes on from the last place. Its places are two numbers each: one place for M, which
// begins a contour, and for L, a line; three for C, a cubic curve, the first two of which bend it;
// none for Z, which closes the contour.
type segment struct {
	op     byte
	places []float64
}

// Move begins a contour.
func (p Path) Move(x, y float64) Path { return append(p, segment{'M', []float64{x, y}}) }

// Line draws a line.
func (p Path) Line(x, y float64) Path { return append(p, segment{'L', []float64{x, y}}) }

// Curve draws a cubic curve, bent by two places.
func (p Path) Curve(x1, y1, x2, y2, x, y float64) Path {
	return append(p, segment{'C', []float64{x1, y1, x2, y2, x, y}})
}

// Bend draws a quadratic curve, bent by one place.
func (p Path) Bend(x1, y1, x, y float64) Path {
	last := p[len(p)-1].places
	x0, y0 := last[len(last)-2], last[len(last)-1]
	return p.Curve(x0+(x1-x0)*2/3, y0+(y1-y0)*2/3, x+(x1-x)*2/3, y+(y1-y)*2/3, x, y)
}

// Close closes the contour.
func (p Path) Close() Path { return append(p, segment{op: 'Z'}) }

// Lines is a path through places, two numbers each.
func Lines(places ...float64) Path {
	path := Path{}.Move(places[0], places[1])
	for i := 2; i < len(places); i += 2 {
		path = path.Line(places[i], places[i+1])
	}
	return path
}

// moved returns the path scaled, and then moved.
func (p Path) moved(x, y, scale float64) Path {
	moved := make(Path, len(p))
	for i, s := range p {
		moved[i].op = s.op
		for k, place := range s.places {
			moved[i].places = append(moved[i].places, scale*place+[]float64{x, y}[k%2])
		}
	}
	return moved
}

// decimals writes a length with at most three decimals.
func decimals(x float64) string {
	text := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(x, 'f', 3, 64), "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

// svg writes the path as the attribute d has it.
func (p Path) svg() string {
	var b strings.Builder
	for _, s := range p {
		b.WriteByte(s.op)
		for k, place := range s.places {
			if k > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(decimals(place))
		}
	}
	return b.String()
}

// rounded is how far the places that bend a quarter of a circle are from its ends, as a share of
// the radius.
const rounded = 0.5523

// rectangle is a rectangle whose corners are quarters of circles.
func rectangle(x, y, width, height, radius float64) Path {
	if radius == 0 {
		return Lines(x, y, x+width, y, x+width, y+height, x, y+height).Close()
	}
	right, bottom, flat := x+width, y+height, radius*(1-rounded)
	return Lines(x+radius, y, right-radius, y).
		Curve(right-flat, y, right, y+flat, right, y+radius).Line(right, bottom-radius).
		Curve(right, bottom-flat, right-flat, bottom, right-radius, bottom).Line(x+radius, bottom).
		Curve(x+flat, bottom, x, bottom-flat, x, bottom-radius).Line(x, y+radius).
		Curve(x, y+flat, x+flat, y, x+radius, y).Close()
}

// Head is the head of an arrow that comes from one place to another: a triangle, half as wide as it
// is given to be. It is empty if the places are the same.
func Head(fromX, fromY, x, y, length, half float64) Path {
	norm := math.Hypot(x-fromX, y-fromY)
	if norm == 0 {
		return nil
	}
	ux, uy := (x-fromX)/norm, (y-fromY)/norm
	return Lines(x, y, x-length*ux-half*uy, y-length*uy+half*ux, x-length*ux+half*uy, y-length*uy-half*ux).Close()
}

// A Color is a colour as SVG has it: #rgb, #rrggbb, [Ink] or [None].
type Color string

// Colours that are no mixture of red, green and blue.
const (
	None Color = ""
	Ink  Color = "currentColor" // of the text around the drawing; black in PDF and PNG
)

// RGB returns the colour of three shares of 255.
func RGB(red, green, blue uint8) Color { return Color(fmt.Sprintf("#%02x%02x%02x", red, green, blue)) }

// rgba returns the colour for a painter: transparent for None, and ink for Ink. The opacity is a
// share of 1, and 0 stands for 1.
func (c Color) rgba(ink color.NRGBA, opacity float64) color.NRGBA {
	paint := color.NRGBA{A: 255}
	switch {
	case c == None:
		return color.NRGBA{}
	case c == Ink:
		paint = ink
	default:
		digits := c[1:]
		if len(digits) == 3 { // each of them twice
			digits = Color([]byte{c[1], c[1], c[2], c[2], c[3], c[3]})
		}
		if n, err := fmt.Sscanf(string(digits), "%2x%2x%2x", &paint.R, &paint.G, &paint.B); n < 3 || err != nil {
			panic("canvas: colour " + string(c)) // the program names its colours itself
		}
	}
	if opacity > 0 {
		paint.A = uint8(math.Round(255 * opacity))
	}
	return paint
}

// A Style says what a shape looks like.
type Style struct {
	Fill    Color
	Stroke  Color
	Width   float64 // of the stroke; 0 stands for 1
	Opacity float64 // of fill and stroke, a share of 1; 0 stands for 1
	Dash    float64 // the length of the dashes of the stroke, and of the gaps between them; 0 for a line without gaps
	Class   string  // names that style sheets of a page know
}

// A Text is a line of letters, with its base line at a place.
type Text struct {
	X, Y   float64
	Size   float64
	Anchor Anchor
	Upward bool  // turned to be read from below to above
	Color  Color // None stands for Ink
	Text   string
}

// An Anchor says which part of a text is at its place.
type Anchor int

// The anchors.
const (
	Begin Anchor = iota
	Middle
	End
)

// Central is how far below the middle of its letters the base line of a text is, as a share of its
// size.
const Central = 0.36

// letters reads the font.
var letters = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		panic("canvas: " + err.Error()) // the font is part of the program
	}
	return f
})

// known returns a letter, or a question mark if the font does not have the letter.
func known(r rune) rune {
	if i, err := letters().GlyphIndex(nil, r); i == 0 || err != nil {
		return '?'
	}
	return r
}

// advance returns the width of a letter of size 1.
func advance(r rune) float64 {
	const em = 2048                          // the size at which the width is read
	index, _ := letters().GlyphIndex(nil, r) // 0, a box, if there is no such letter
	width, err := letters().GlyphAdvance(nil, index, fixed.I(em), font.HintingNone)
	if err != nil {
		return 0
	}
	return float64(width) / 64 / em
}

// What is raised is smaller, and this much of the size higher.
const (
	raisedSize = 0.7
	raisedBy   = 0.35
)

var simpleExponent = regexp.MustCompile(`^(-?\d+(\.\d+)?|[A-Za-z]+)`)

// Exponent returns the length of the exponent that a text begins with: a number, a name, what is in
// parentheses, or a name with something in parentheses.
func Exponent(text string) int {
	n := len(simpleExponent.FindString(text))
	if n > 0 && text[n-1] <= '9' || n == len(text) || text[n] != '(' {
		return n
	}
	depth := 0
	for i, c := range text[n:] {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return n + i + 1
			}
		}
	}
	return n
}

// A piece is a part of a text at one height, with its place: the distance along the base line from
// the beginning of the text, and the height above the base line.
type piece struct {
	text               string
	size, along, above float64
}

// pieces splits a text of a size at what ^ raises, and returns the width of the text.
func pieces(text string, size float64) (all []piece, width float64) {
	add := func(text string, size, above float64) {
		if text != "" {
			all = append(all, piece{text, size, width, above})
		}
		for _, c := range text {
			width += size * advance(c)
		}
	}
	for {
		plain, rest, found := strings.Cut(text, "^")
		if add(plain, size, 0); !found {
			return all, width
		}
		n := Exponent(rest)
		add(strings.ReplaceAll(rest[:n], "-", "−"), raisedSize*size, raisedBy*size)
		text = rest[n:]
	}
}

// TextWidth returns the width of a text of a size.
func TextWidth(text string, size float64) float64 {
	_, width := pieces(text, size)
	return width
}

func (t *Text) color() Color { return cmp.Or(t.Color, Ink) }

// A Canvas is a page with a drawing.
type Canvas struct {
	Part                  // what is drawn; its class is that of the svg element
	Width, Height float64 // in units
	Unit          float64 // the length of a unit in points, such as [Pixel]
	Title         string  // for those who cannot see the drawing
}

// Lengths in points, of which there are 72 to an inch.
const (
	Point      = 1.0
	Pixel      = 0.75 // of SVG
	Centimeter = 72 / 2.54
)

// A Part is shapes, texts and parts, in the order in which they cover each other.
type Part struct {
	X, Y  float64 // where the origin of the part is
	Scale float64 // how large its unit is; 0 stands for 1
	Class string  // names that style sheets of a page know
	Color Color   // what Ink is in the part; None for what it is around the part
	Link  *Link
	items []item
}

// A Link leads from a part of a drawing on a page to an address.
type Link struct {
	To, Label string
	Unlisted  bool // the Tab key passes over the link
	Swap      bool // the script of the page loads the address into the page
}

// An item is a part, a shape or a text.
type item struct {
	part  *Part
	shape *shape
	text  *Text
}

// A shape is a path, and the element of SVG for the path.
type shape struct {
	path    Path
	style   Style
	element string // without what the style says
}

// Add adds a part, to which things may be added later.
func (p *Part) Add(part Part) *Part {
	p.items = append(p.items, item{part: &part})
	return &part
}

// Write adds a text.
func (p *Part) Write(t Text) { p.items = append(p.items, item{text: &t}) }

func (p *Part) add(s shape) { p.items = append(p.items, item{shape: &s}) }

// Draw adds a path. An empty one is not added.
func (p *Part) Draw(path Path, s Style) {
	if len(path) > 0 {
		p.add(shape{path, s, `path d="` + path.svg() + `"`})
	}
}

// Rectangle adds a rectangle, whose corners are quarters of circles of a radius.
func (p *Part) Rectangle(x, y, width, height, radius float64, s Style) {
	name := fmt.Sprintf(`rect x="%s" y="%s" width="%s" height="%s"`, decimals(x), decimals(y), decimals(width), decimals(height))
	if radius > 0 {
		name += fmt.Sprintf(` rx="%s"`, decimals(radius))
	}
	p.add(shape{rectangle(x, y, width, height, radius), s, name})
}

// Circle adds a circle.
func (p *Part) Circle(x, y, radius float64, s Style) {
	name := fmt.Sprintf(`circle cx="%s" cy="%s" r="%s"`, decimals(x), decimals(y), decimals(radius))
	p.add(shape{rectangle(x-radius, y-radius, 2*radius, 2*radius, radius), s, name})
}

// Paper covers the canvas with white. Its class is paper: a page may show its own colour instead.
func (c *Canvas) Paper() {
	c.Rectangle(0, 0, c.Width, c.Height, 0, Style{Fill: "#ffffff", Class: "paper"})
}

// SVG returns the drawing as an svg element, which is a file, too.
func (c *Canvas) SVG() string { return c.svg(1) }

// svg returns the drawing, larger by a scale.
func (c *Canvas) svg(scale float64) string {
	w := &svgWriter{}
	size := func(units float64) string { return decimals(units * c.Unit / Pixel * scale) }
	w.items(c.items)
	role := "img"
	if w.linked {
		role = "group" // of links, which an image could not have
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="%s" aria-label="%s"%s `+
		`font-family="Go, Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif" fill="none" stroke-linecap="round" stroke-linejoin="round">`+"\n%s</svg>\n",
		decimals(c.Width), decimals(c.Height), size(c.Width), size(c.Height), role, html.EscapeString(c.Title), attribute("class", c.Class), w.String())
}

// svgWriter gathers elements.
type svgWriter struct {
	strings.Builder
	linked bool // whether there is a link
}

// attribute writes an attribute, unless its value is empty.
func attribute(name, value string) string {
	if value == "" {
		return ""
	}
	return " " + name + `="` + html.EscapeString(value) + `"`
}

func (w *svgWriter) items(all []item) {
	for _, i := range all {
		switch {
		case i.part != nil:
			w.part(i.part)
		case i.shape != nil:
			fmt.Fprintf(w, "<%s%s/>\n", i.shape.element, i.shape.style.svg())
		default:
			w.text(i.text)
		}
	}
}

// part writes a group, or a link around what is in the part.
func (w *svgWriter) part(p *Part) {
	name, link, place := "g", "", ""
	if p.Link != nil {
		w.linked = true
		name, link = "a", attribute("href", p.Link.To)+attribute("aria-label", p.Link.Label)
		if p.Link.Unlisted {
			link += ` tabindex="-1"`
		}
		if p.Link.Swap {
			link += ` data-swap=""`
		}
	}
	if p.X != 0 || p.Y != 0 {
		place = fmt.Sprintf("translate(%s %s)", decimals(p.X), decimals(p.Y))
	}
	if p.Scale != 0 {
		place = strings.TrimSpace(fmt.Sprintf("%s scale(%s)", place, decimals(p.Scale)))
	}
	fmt.Fprintf(w, "<%s%s%s%s%s>\n", name, attribute("class", p.Class), link, attribute("transform", place), attribute("color", string(p.Color)))
	w.items(p.items)
	fmt.Fprintf(w, "</%s>\n", name)
}

// svg is the attributes of a style.
func (s Style) svg() string {
	text := attribute("class", s.Class) + attribute("fill", string(s.Fill)) + attribute("stroke", string(s.Stroke))
	for i, x := range []float64{s.Width, s.Dash, s.Opacity} {
		if x != 0 {
			text += attribute([]string{"stroke-width", "stroke-dasharray", "opacity"}[i], decimals(x))
		}
	}
	return text
}

// text writes a text, whose raised runs are moved up and back.
func (w *svgWriter) text(t *Text) {
	place := fmt.Sprintf(` x="%s" y="%s"`, decimals(t.X), decimals(t.Y))
	if t.Upward {
		place = fmt.Sprintf(` transform="translate(%s %s) rotate(-90)"`, decimals(t.X), decimals(t.Y))
	}
	anchor := [...]string{"", "middle", "end"}[t.Anchor]
	fmt.Fprintf(w, `<text%s font-size="%s"%s%s>`, place, decimals(t.Size), attribute("text-anchor", anchor), attribute("fill", string(t.color())))
	all, _ := pieces(t.Text, t.Size)
	above := 0.0
	for _, p := range all {
		text := html.EscapeString(p.text)
		if p.above != above || p.size != t.Size {
			text = fmt.Sprintf(`<tspan dy="%s" font-size="%s">%s</tspan>`, decimals(above-p.above), decimals(p.size), text)
		}
		w.WriteString(text)
		above = p.above
	}
	w.WriteString("</text>\n")
}

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
		f.ink = p.Color.rgba(f.ink, 0)
	}
	return f
}

func (f frame) shape(p painter, s *shape) {
	path, style := s.path.moved(f.x, f.y, f.scale), s.style
	if style.Fill != None {
		p.fill(path, style.Fill.rgba(f.ink, style.Opacity))
	}
	if style.Stroke != None {
		width := f.scale
		if style.Width != 0 {
			width *= style.Width
		}
		p.stroke(path, width, f.scale*style.Dash, style.Stroke.rgba(f.ink, style.Opacity))
	}
}

func (f frame) text(p painter, t *Text) {
	all, width := pieces(strings.Map(known, t.Text), t.Size)
	for _, q := range all {
		along := q.along - width*float64(t.Anchor)/2
		x, y := t.X+along, t.Y-q.above
		if t.Upward {
			x, y = t.X-q.above, t.Y-along
		}
		p.text(f.x+f.scale*x, f.y+f.scale*y, f.scale*q.size, t.Upward, q.text, t.color().rgba(f.ink, 0))
	}
}

// Format is a file format.
type Format string

// The formats.
const (
	SVG Format = "svg"
	PDF Format = "pdf"
	PNG Format = "png"
)

// Formats returns all formats.
func Formats() []Format { return []Format{SVG, PDF, PNG} }

// ParseFormat returns the format for the extension of a file name, such as ".svg".
func ParseFormat(extension string) (Format, error) {
	f := Format(strings.ToLower(strings.TrimPrefix(extension, ".")))
	if !slices.Contains(Formats(), f) {
		return "", fmt.Errorf("want a file name that ends in .svg, .pdf or .png")
	}
	return f, nil
}

// MIME returns the type of the format on the web.
func (f Format) MIME() string {
	return map[Format]string{SVG: "image/svg+xml", PDF: "application/pdf", PNG: "image/png"}[f]
}

// DefaultDPI is the number of pixels to an inch of PNG files, if nothing is said.
const DefaultDPI = 144

// maxPixels bounds the pixels of a PNG file: 400 million bytes of memory, about.
const maxPixels = 50_000_000

// Output says what file a drawing is written as.
type Output struct {
	Format Format
	Width  float64 // in points, the height in proportion; 0 for that of the drawing
	DPI    float64 // pixels to an inch, of PNG; 0 for [DefaultDPI]
}

// Check returns an error that names what is out of range.
func (o Output) Check() error {
	switch {
	case o.Width != 0 && !(o.Width >= 1 && o.Width <= 14400): // that of PDF
		return fmt.Errorf("width %.3g cm: want from 0.04 to 508", o.Width/Centimeter)
	case o.DPI != 0 && !(o.DPI >= 1 && o.DPI <= 10000):
		return fmt.Errorf("%g pixels to an inch: want from 1 to 10000", o.DPI)
	}
	return nil
}

// Encode returns the drawing as a file.
func (c *Canvas) Encode(o Output) ([]byte, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	scale := 1.0
	if o.Width > 0 {
		scale = o.Width / (c.Width * c.Unit)
	}
	switch o.Format {
	case SVG:
		return []byte(c.svg(scale)), nil
	case PDF:
		return c.pdf(scale)
	case PNG:
		scale *= cmp.Or(o.DPI, DefaultDPI) / 72
		if pixels := c.Width * c.Height * c.Unit * c.Unit * scale * scale; pixels > maxPixels {
			return nil, fmt.Errorf("a picture of %.3g pixels: want at most %d: a smaller width or fewer pixels to an inch", pixels, maxPixels)
		}
		return c.png(scale)
	}
	return nil, fmt.Errorf("canvas: format %q: want %s, %s or %s", o.Format, SVG, PDF, PNG)
}

// trace repeats a path for a library that draws.
func trace(to interface {
	MoveTo(x, y float64)
	LineTo(x, y float64)
	ClosePath()
}, curveTo func(x1, y1, x2, y2, x, y float64), path Path,
) {
	for _, s := range path {
		at := s.places
		switch s.op {
		case 'M':
			to.MoveTo(at[0], at[1])
		case 'L':
			to.LineTo(at[0], at[1])
		case 'C':
			curveTo(at[0], at[1], at[2], at[3], at[4], at[5])
		case 'Z':
			to.ClosePath()
		}
	}
}

// pdf returns a file of one page, whose texts can be found and copied.
func (c *Canvas) pdf(scale float64) ([]byte, error) {
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: c.Width * c.Unit * scale, Ht: c.Height * c.Unit * scale}})
	doc.SetCatalogSort(true) // the same bytes every time
	doc.SetCreationDate(time.Unix(0, 0).UTC())
	doc.SetModificationDate(time.Unix(0, 0).UTC())
	doc.SetTitle(c.Title, true)
	doc.AddUTF8FontFromBytes(pdfFont, "", goregular.TTF)
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.AddPage()
	doc.SetLineCapStyle("round")
	doc.SetLineJoinStyle("round")
	c.paint(pdfPainter{doc}, scale)
	var file bytes.Buffer
	err := doc.Output(&file)
	return file.Bytes(), err
}

const pdfFont = "Go"

type pdfPainter struct{ *fpdf.Fpdf }

func (p pdfPainter) opacity(c color.NRGBA) { p.SetAlpha(float64(c.A)/255, "Normal") }

func (p pdfPainter) fill(path Path, c color.NRGBA) {
	p.opacity(c)
	p.SetFillColor(int(c.R), int(c.G), int(c.B))
	trace(p, p.CurveBezierCubicTo, path)
	p.DrawPath("F")
}

func (p pdfPainter) stroke(path Path, width, dash float64, c color.NRGBA) {
	p.opacity(c)
	p.SetDrawColor(int(c.R), int(c.G), int(c.B))
	p.SetLineWidth(width)
	var dashes []float64
	if dash > 0 {
		dashes = []float64{dash, dash}
	}
	p.SetDashPattern(dashes, 0)
	trace(p, p.CurveBezierCubicTo, path)
	p.DrawPath("D")
}

func (p pdfPainter) text(x, y, size float64, upward bool, text string, c color.NRGBA) {
	p.opacity(c)
	p.SetFont(pdfFont, "", size)
	p.SetTextColor(int(c.R), int(c.G), int(c.B))
	if upward {
		p.TransformBegin()
		p.TransformRotate(90, x, y)
		defer p.TransformEnd()
	}
	p.Text(x, y, text)
}

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

func (p pngPainter) fill(path Path, c color.NRGBA) {
	p.SetColor(c)
	trace(p, p.CubicTo, path)
	p.Fill()
}

func (p pngPainter) stroke(path Path, width, dash float64, c color.NRGBA) {
	p.SetColor(c)
	p.SetLineWidth(width)
	p.SetDash()
	if dash > 0 {
		p.SetDash(dash, dash)
	}
	trace(p, p.CubicTo, path)
	p.Stroke()
}

func (p pngPainter) text(x, y, size float64, upward bool, text string, c color.NRGBA) {
	face, err := opentype.NewFace(letters(), &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic("canvas: " + err.Error()) // the font is part of the program
	}
	p.SetFontFace(face)
	p.SetColor(c)
	p.Push()
	defer p.Pop()
	if upward {
		x, y = math.Round(x), math.Round(y) // letters that are turned between pixels are grey
		p.RotateAbout(-math.Pi/2, x, y)
	}
	p.DrawString(text, x, y)
}
