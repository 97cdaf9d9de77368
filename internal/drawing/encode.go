package drawing

import "combigo/internal/plot"

// Encode returns a drawing of this package, or of game graphs, as a file: SVG as it is unless a width is asked for, PDF or
// PNG.
func Encode(svg string, o plot.Output) ([]byte, error) {
	if o.Format == plot.SVG && o.Width == 0 {
		return []byte(svg), nil
	}
	d, err := plot.FromSVG(svg)
	if err != nil {
		return nil, err
	}
	return d.EncodeAs(o)
}
