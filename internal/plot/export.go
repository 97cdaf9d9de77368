package plot

import (
	"fmt"
)

// EncodeAs returns the drawing as a file.
func (d *Drawing) EncodeAs(o Output) ([]byte, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	scale := 1.0
	if o.Width > 0 {
		scale = o.Width / d.width
	}
	switch o.Format {
	case SVG:
		return d.svg(scale), nil
	case PDF:
		return d.pdf(scale), nil
	case PNG:
		dpi := o.DPI
		if dpi == 0 {
			dpi = DefaultDPI
		}
		if pixels := d.width * d.height * scale * scale * dpi * dpi / 72 / 72; pixels > maxPixels {
			return nil, fmt.Errorf("a picture of %.3g pixels: want at most %d: a smaller width or fewer pixels to an inch", pixels, maxPixels)
		}
		return d.png(dpi * scale)
	}
	return nil, fmt.Errorf("plot: format %q: want %s, %s or %s", o.Format, SVG, PDF, PNG)
}
