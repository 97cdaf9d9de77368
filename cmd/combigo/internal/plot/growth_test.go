package plot

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/canvas/svgtest"
)

// The drawing names all series, and is XML.
func TestGrowth(t *testing.T) {
	text, elements := svgtest.Read(t, Growth().SVG())
	points := 0
	for _, s := range append(asymptotic.Remainders(), asymptotic.Convergence()...) {
		if !strings.Contains(text, strings.ReplaceAll(s.Name, "^", "")) {
			t.Errorf("the drawing does not name %s", s.Name)
		}
		points += len(s.Points)
	}
	if elements["circle"] < points || points < 80 {
		t.Errorf("%d marks for %d points", elements["circle"], points)
	}
}

// A picture of the drawing has a white corner and some ink.
func TestGrowthPNG(t *testing.T) {
	file, err := Growth().Encode(canvas.Output{Format: canvas.PNG})
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	bounds := picture.Bounds()
	ink := 0
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if r, g, b, _ := picture.At(x, y).RGBA(); r+g+b < 0x8000 {
				ink++
			}
		}
	}
	if r, g, b, _ := picture.At(bounds.Min.X, bounds.Min.Y).RGBA(); r != 0xffff || g != 0xffff || b != 0xffff {
		t.Error("the corner is not white")
	}
	if share := float64(ink) / float64(bounds.Dx()*bounds.Dy()); share < 0.002 || share > 0.2 {
		t.Errorf("%.2f %% of the picture is ink", 100*share)
	}
}
