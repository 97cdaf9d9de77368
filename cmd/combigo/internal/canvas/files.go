package canvas

import (
	"bytes"
	"cmp"
	"fmt"
	"image/color"
	"image/png"
	"math"
	"slices"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font/gofont/goregular"
)

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
	all, width := pieces(t.Text, t.Size)
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
