package plot

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/canvas/svgtest"
)

func testLines() *canvas.Canvas {
	return Lines(400, 300, Panel{Title: "Title & <text>", X: "n", Y: "values", Series: []asymptotic.Series{
		{Name: "first^2", Points: []asymptotic.Point{{N: 1, Y: 0.5}, {N: 2, Y: -0.01, Error: 1e-5}, {N: 3, Y: 1e-7}}},
		{Name: "<second>", Points: []asymptotic.Point{{N: 2, Y: 3}}},
		{Name: "none"},
	}, Link: func(n int) string { return fmt.Sprintf("/there?a&n=%d", n) }})
}

func testHeat() *canvas.Canvas {
	h := Heat{Title: "Heat", X: "columns", Y: "rows", Scale: "numbers", Values: [][]float64{{0, 1, 3}, {2, 4, math.NaN()}, {1, math.NaN(), math.NaN()}}}
	return h.Map(400, 300)
}

// The SVG is XML, with all texts, a mark for each point and each line of the legend, and what is
// near a link.
func TestSVG(t *testing.T) {
	text, elements := svgtest.Read(t, testLines().SVG())
	for _, want := range []string{"Title & <text>", "first2", "<second>", "10−2", "positive", "negative", "values"} {
		if !strings.Contains(text, want) {
			t.Errorf("the drawing does not say %q: %s", want, text)
		}
	}
	if elements["circle"] != 4+4+3+2 {
		t.Errorf("%d marks", elements["circle"])
	}
}

func TestWholeStep(t *testing.T) {
	for whole, want := range map[float64]float64{1: 1, 10: 1, 11: 2, 37: 5, 82: 10, 362: 50, 1000: 100} {
		if got := wholeStep(whole); got != want {
			t.Errorf("%v: %v, want %v", whole, got, want)
		}
	}
}

// Points that lead somewhere are links; nothing is black, and rings and the grid can be told apart.
func TestLinks(t *testing.T) {
	text := testLines().SVG()
	decoder := xml.NewDecoder(strings.NewReader(text))
	links := []string{}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "a" {
			line := ""
			for _, a := range e.Attr {
				line += a.Value + ";"
			}
			links = append(links, line)
		}
	}
	want := []string{
		"dot;/there?a&n=1;first^2, n = 1: 0.5, exact but for rounding;;", "dot;/there?a&n=2;first^2, n = 2: -0.01, error at most 1.0e-05;-1;;",
		"dot;/there?a&n=3;first^2, n = 3: 1.0000e-07, exact but for rounding;-1;;", "dot;/there?a&n=2;<second>, n = 2: 3, exact but for rounding;;",
	}
	if !slices.Equal(links, want) || !strings.Contains(text, "aria-label=\"Title &amp; &lt;text&gt;\"") {
		t.Errorf("the links are %q", links)
	}
	for _, w := range []string{`class="grid"`, `class="paper"`, `fill="currentColor"`} {
		if !strings.Contains(text, w) {
			t.Errorf("there is no %s", w)
		}
	}
	if strings.Contains(text, "#000000") {
		t.Error("something is black whatever the page is")
	}
}

// A heat map has a square for each number, and its scale.
func TestHeat(t *testing.T) {
	text, elements := svgtest.Read(t, testHeat().SVG())
	if elements["rect"] != 1+6+128 {
		t.Errorf("%d rectangles", elements["rect"])
	}
	for _, want := range []string{"Heat", "columns", "rows", "numbers", "104"} {
		if !strings.Contains(text, want) {
			t.Errorf("the map does not say %q: %s", want, text)
		}
	}
}

// A linear scale has round numbers around all points.
func TestLinear(t *testing.T) {
	file := Lines(400, 300, Panel{Linear: true, Series: []asymptotic.Series{{Name: "a", Points: []asymptotic.Point{{N: 1, Y: 2.28}, {N: 2, Y: 2.97}}}}}).SVG()
	for _, want := range []string{">2.2<", ">2.4<", ">3<"} {
		if !strings.Contains(file, want) {
			t.Errorf("the axis does not say %s", want)
		}
	}
	if strings.Contains(file, "negative") {
		t.Error("the legend speaks of signs")
	}
	for size, want := range map[float64]float64{0: 1, 0.72: 0.2, 6: 1, 7: 2, 25: 5, 40: 10} {
		if got := roundStep(size, 6); got != want {
			t.Errorf("%v: %v, want %v", size, got, want)
		}
	}
	for size, want := range map[float64]float64{0: 1, 0.5: 1, 10: 1, 11: 2, 20: 2, 21: 5, 51: 10, 1000: 100, 1001: 200} {
		if got := wholeStep(size); got != want {
			t.Errorf("%v in whole steps: %v, want %v", size, got, want)
		}
	}
}
