package canvas

import (
	"fmt"
	"strings"
)

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
	switch f := Format(strings.ToLower(strings.TrimPrefix(extension, "."))); f {
	case SVG, PDF, PNG:
		return f, nil
	}
	return "", fmt.Errorf("want a file name that ends in .svg, .pdf or .png")
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
		dpi := o.DPI
		if dpi == 0 {
			dpi = DefaultDPI
		}
		scale *= dpi / 72
		if pixels := c.Width * c.Height * c.Unit * c.Unit * scale * scale; pixels > maxPixels {
			return nil, fmt.Errorf("a picture of %.3g pixels: want at most %d: a smaller width or fewer pixels to an inch", pixels, maxPixels)
		}
		return c.png(scale)
	}
	return nil, fmt.Errorf("canvas: format %q: want %s, %s or %s", o.Format, SVG, PDF, PNG)
}
