package plot

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
)

// A frame is where the grid is on the page, and what numbers its sides stand for.
type frame struct {
	left, right, top, bottom float64
	x0, x1, y0, y1           float64
}

func (f *frame) x(v float64) float64 { return f.left + (v-f.x0)/(f.x1-f.x0)*(f.right-f.left) }

func (f *frame) y(v float64) float64 { return f.bottom - (v-f.y0)/(f.y1-f.y0)*(f.bottom-f.top) }

// Sizes in points.
const (
	textSize   = 9
	titleSize  = 11
	margin     = 10
	markRadius = 2.2
	lineWidth  = 1.2
)

func powerOfTen(k float64) string {
	switch k {
	case 0:
		return "1"
	case 1:
		return "10"
	}
	return fmt.Sprintf("10^%.0f", k)
}

// roundStep returns a round number of which a range has some six.
func roundStep(size float64) float64 {
	if size == 0 {
		return 1
	}
	scale := math.Pow(10, math.Floor(math.Log10(size/6)))
	for _, step := range []float64{1, 2, 5} {
		if size/6 <= step*scale*(1+1e-9) {
			return step * scale
		}
	}
	return 10 * scale
}

// short writes a number of a linear scale.
func short(k float64) string { return strconv.FormatFloat(k, 'g', 6, 64) }

var grey = color.NRGBA{221, 221, 221, 255}
