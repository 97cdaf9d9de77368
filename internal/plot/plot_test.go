package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"combigo/internal/plot/svgtest"
)

func testLines() *Drawing {
	return Lines(400, 300, []Panel{{Title: "Title & <text>", X: "n", Y: "values", Series: []Series{
		{"first^2", []Point{{N: 1, Y: 0.5, Told: "n = 1: <one half>", Link: "/there?a&b"}, {N: 2, Y: -0.01}, {N: 3, Y: 1e-7}}},
		{"second", []Point{{N: 2, Y: 3, Told: "three", Link: "/"}}},
		{"none", nil},
	}}})
}

func testHeat() *Drawing {
	h := Heat{Title: "Heat", X: "columns", Y: "rows", Scale: "numbers", Values: [][]float64{{0, 1, 3}, {2, 4, math.NaN()}, {1, math.NaN(), math.NaN()}}}
	return h.Map(400, 300)
}

func encode(t *testing.T, d *Drawing, f Format) []byte {
	t.Helper()
	file, err := d.EncodeAs(Output{Format: f})
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestEncodeIsDeterministic(t *testing.T) {
	for _, f := range []Format{SVG, PDF, PNG} {
		if !bytes.Equal(encode(t, testLines(), f), encode(t, testLines(), f)) || !bytes.Equal(encode(t, testHeat(), f), encode(t, testHeat(), f)) {
			t.Errorf("two %s files differ", f)
		}
	}
	if _, err := testLines().EncodeAs(Output{Format: "gif"}); err == nil {
		t.Error("gif is a format")
	}
}

// The SVG is XML, with all texts, and a mark for each point and each line of the legend.
func TestSVG(t *testing.T) {
	text, elements := svgtest.Read(t, string(encode(t, testLines(), SVG)))
	for _, want := range []string{"Title & <text>", "first2", "second", "10−2", "positive", "negative", "values"} {
		if !strings.Contains(text, want) {
			t.Errorf("the drawing does not say %q: %s", want, text)
		}
	}
	if elements["circle"] != 4+3+2 {
		t.Errorf("%d marks", elements["circle"])
	}
}

// The table of a PDF says where its objects are, streams are as long as they say, and texts can be read back.
func TestPDF(t *testing.T) {
	file := string(encode(t, testLines(), PDF))
	start, err := strconv.Atoi(regexp.MustCompile(`startxref\n([0-9]+)\n%%EOF\n$`).FindStringSubmatch(file)[1])
	if err != nil || !strings.HasPrefix(file[start:], "xref\n0 ") {
		t.Fatalf("the table is not at %d", start)
	}
	for i, line := range regexp.MustCompile(`([0-9]{10}) 00000 n `).FindAllStringSubmatch(file[start:], -1) {
		at, err := strconv.Atoi(line[1])
		if want := fmt.Sprintf("%d 0 obj\n", i+1); err != nil || !strings.HasPrefix(file[at:], want) {
			t.Errorf("object %d is not at %d", i+1, at)
		}
	}
	for _, at := range regexp.MustCompile(`/Length ([0-9]+) >>\nstream\n`).FindAllStringSubmatchIndex(file, -1) {
		n, _ := strconv.Atoi(file[at[2]:at[3]])
		if !strings.HasPrefix(file[at[1]+n:], "\nendstream") {
			t.Errorf("the stream at %d has not %d bytes", at[1], n)
		}
	}
	letters := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^<([0-9a-f]{2})> <([0-9a-f]{4})>$`).FindAllStringSubmatch(file, -1) {
		n, _ := strconv.ParseUint(m[2], 16, 32)
		letters[m[1]] = string(rune(n))
	}
	var texts []string
	for _, m := range regexp.MustCompile(`<([0-9a-f]+)> Tj`).FindAllStringSubmatch(file, -1) {
		text := ""
		for code := range slices.Chunk([]byte(m[1]), 2) {
			text += letters[string(code)]
		}
		texts = append(texts, text)
	}
	for _, want := range []string{"Title & <text>", "first", "2", "second", "−2"} {
		if !slices.Contains(texts, want) {
			t.Errorf("the page does not say %q: %q", want, texts)
		}
	}
}

// A picture has a white corner, ink, and the colours of the series.
func TestPNG(t *testing.T) {
	picture, err := png.Decode(bytes.NewReader(encode(t, testLines(), PNG)))
	if err != nil {
		t.Fatal(err)
	}
	if got := picture.Bounds().Size(); got.X != 800 || got.Y != 600 {
		t.Errorf("400 x 300 points at 144 dpi are %v pixels", got)
	}
	seen := map[color.Color]int{}
	for y := range 600 {
		for x := range 800 {
			seen[color.NRGBAModel.Convert(picture.At(x, y))]++
		}
	}
	if seen[colors[0]] < 100 || seen[colors[1]] < 20 || seen[black] < 100 || picture.At(0, 0) != color.Color(color.RGBA{255, 255, 255, 255}) && seen[color.NRGBA{255, 255, 255, 255}] < 400_000 {
		t.Errorf("%d pixels of the first series, %d of the second, %d black", seen[colors[0]], seen[colors[1]], seen[black])
	}
}

// What polygons cover is their area, wherever they lie between the pixels, whichever way they turn, and also where they
// stand out of the page; what is covered twice counts once.
func TestPainterCoversAreas(t *testing.T) {
	square := func(x, y, side float64) []point {
		return []point{{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}}
	}
	reversed := square(3.3, 2.7, 5)
	slices.Reverse(reversed)
	for name, test := range map[string]struct {
		contours [][]point
		want     float64
	}{
		"pixels":   {[][]point{square(2, 3, 4)}, 16},
		"between":  {[][]point{square(2.25, 3.5, 4.3)}, 4.3 * 4.3},
		"reversed": {[][]point{reversed}, 25},
		"triangle": {[][]point{{{1.5, 1.25}, {17.5, 4}, {3, 18.75}}}, (16*17.5 - 1.5*2.75) / 2},
		"circle":   {[][]point{circlePoints(point{10, 10}, 7)}, 16 * 49 * math.Sin(2*math.Pi/32)},
		"outside":  {[][]point{square(15, -5, 10)}, 25},
		"left":     {[][]point{square(-4, 4, 10)}, 60},
		"twice":    {[][]point{square(2, 2, 4), square(4, 2, 4)}, 24},
		"hole":     {[][]point{square(2, 2, 10), {{4, 4}, {4, 8}, {8, 8}, {8, 4}}}, 84},
	} {
		d := newDrawing(20, 20)
		d.add(item{contours: test.contours, fill: black})
		file, err := d.png(72)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		ink := 0.0
		for y := range 20 {
			for x := range 20 {
				r, _, _, _ := picture.At(x, y).RGBA()
				ink += 1 - float64(r)/0xffff
			}
		}
		if math.Abs(ink-test.want) > 0.1 {
			t.Errorf("%s: the ink is %.2f pixels, want %.2f", name, ink, test.want)
		}
	}
}

func TestRuns(t *testing.T) {
	for text, want := range map[string][]run{
		"":            nil,
		"plain":       {{"plain", false}},
		"10^-8":       {{"10", false}, {"−8", true}},
		"L^(1/n) + x": {{"L", false}, {"(1/n)", true}, {" + x", false}},
		"n^2x y":      {{"n", false}, {"2x", true}, {" y", false}},
		"a^(b":        {{"a", false}, {"", true}, {"(b", false}},
		"^":           {{"", true}},
	} {
		if got := runs(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if a, b := textWidth("10^8", 10), textWidth("108", 10); a >= b || a <= textWidth("10", 10) {
		t.Errorf("with the 8 raised 108 is %.2f wide, else %.2f", a, b)
	}
	if glyphOf('\u4e00') != glyphOf('?') || glyphOf('λ') == glyphOf('?') {
		t.Error("letters that are not in the font are not question marks, or λ is not there")
	}
}

func TestWholeStep(t *testing.T) {
	for whole, want := range map[float64]float64{1: 1, 10: 1, 11: 2, 37: 5, 82: 10, 362: 50, 1000: 100} {
		if got := wholeStep(whole); got != want {
			t.Errorf("%v: %v, want %v", whole, got, want)
		}
	}
}

func TestParseFormat(t *testing.T) {
	for extension, want := range map[string]Format{".svg": SVG, ".PNG": PNG, ".pdf": PDF, ".gif": "", "": "", ".": ""} {
		got, err := ParseFormat(extension)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", extension, got, err)
		}
	}
}

// On a page, points that say what they are are links; nothing is black, and rings and the grid can be told apart.
func TestInline(t *testing.T) {
	text := strings.ReplaceAll(testLines().Inline("A & B"), " data-swap", ` data-swap=""`) // as XML has it
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
	want := []string{"dot;/there?a&b;0;n = 1: <one half>;n = 1: <one half>;;", "dot;/;0;three;three;;"}
	if !slices.Equal(links, want) || !strings.Contains(text, "aria-label=\"A &amp; B\"") {
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

// A linear scale has round numbers around all points.
func TestLinear(t *testing.T) {
	file := string(encode(t, Lines(400, 300, []Panel{{Linear: true, Series: []Series{{"a", []Point{{N: 1, Y: 2.28}, {N: 2, Y: 2.97}}}}}}), SVG))
	for _, want := range []string{">2.2<", ">2.4<", ">3<"} {
		if !strings.Contains(file, want) {
			t.Errorf("the axis does not say %s", want)
		}
	}
	if strings.Contains(file, "negative") {
		t.Error("the legend speaks of signs")
	}
	for size, want := range map[float64]float64{0: 1, 0.72: 0.2, 6: 1, 7: 2, 25: 5, 40: 10} {
		if got := roundStep(size); got != want {
			t.Errorf("%v: %v, want %v", size, got, want)
		}
	}
}

// Files are as wide as they are asked for, with as many pixels; what is out of range is refused by name.
func TestOutput(t *testing.T) {
	picture := func(o Output) ([]byte, error) { return testLines().EncodeAs(o) }
	file, err := picture(Output{Format: PNG, Width: 200, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	if c, err := png.DecodeConfig(bytes.NewReader(file)); err != nil || c.Width != 200 || c.Height != 150 {
		t.Errorf("200 points are %d x %d pixels, %v", c.Width, c.Height, err)
	}
	for format, want := range map[Format]string{SVG: `width="200pt" height="150pt" viewBox="0 0 400 300"`, PDF: "/MediaBox [0 0 200 150]"} {
		if file, err := picture(Output{Format: format, Width: 200}); err != nil || !strings.Contains(string(file), want) {
			t.Errorf("%s: no %s, %v", format, want, err)
		}
	}
	for want, o := range map[string]Output{
		"cm: want":             {Format: SVG, Width: 1e6},
		"to an inch: want":     {Format: PNG, DPI: -1},
		"pixels: want":         {Format: PNG, Width: 10000, DPI: 9000},
		"want svg, pdf or png": {Format: "gif"},
	} {
		if _, err := picture(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

const testSVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40" width="80" height="40">
<title>a <b>title</b></title>
<rect width="100%" height="100%" fill="#ffffff"/>
<g transform="translate(20 10) scale(2)" color="#f00"><rect width="5" height="5" fill="currentColor"/></g>
<g class="x" fill="none"><path d="M0 0h10v10h-10Z" fill="#0000ff" opacity="0.5"/></g>
<a href="/"><circle cx="60" cy="20" r="8" fill="none" stroke="#00ff00" stroke-width="2"/></a>
<line x1="40" y1="30" x2="80" y2="30" stroke="currentColor" stroke-dasharray="4 4"/>
<text x="40" y="35" font-size="6" text-anchor="middle" dominant-baseline="central" fill="currentColor">Go</text>
</svg>`

// A drawing read from SVG covers what the SVG does.
func TestFromSVG(t *testing.T) {
	d, err := FromSVG(testSVG)
	if err != nil {
		t.Fatal(err)
	}
	file, err := d.EncodeAs(Output{Format: PNG, DPI: 96}) // a pixel of SVG each
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil || picture.Bounds().Dx() != 80 || picture.Bounds().Dy() != 40 {
		t.Fatalf("%v, %v", err, picture.Bounds())
	}
	seen := map[color.NRGBA]int{}
	for y := range 40 {
		for x := range 80 {
			seen[color.NRGBAModel.Convert(picture.At(x, y)).(color.NRGBA)]++
		}
	}
	if red, blue := seen[color.NRGBA{255, 0, 0, 255}], seen[color.NRGBA{127, 127, 255, 255}]+seen[color.NRGBA{128, 128, 255, 255}]; red != 100 || blue != 100 {
		t.Errorf("%d red pixels, %d that are half blue", red, blue)
	}
	dark := 0
	for x := 40; x < 80; x++ {
		if r, _, _, _ := picture.At(x, 29).RGBA(); r < 0xd000 {
			dark++
		}
	}
	if dark != 20 {
		t.Errorf("%d of 40 pixels are in dashes", dark)
	}
	if text := string(encode(t, d, PDF)); !strings.Contains(text, "/ca 0.502") {
		t.Error("the PDF has no opacity")
	}
	for _, wrong := range []string{"", "<svg", "<g/>", `<svg viewBox="0 0 1"/>`, `<svg viewBox="0 0 9 9"><image/></svg>`, `<svg viewBox="0 0 9 9"><path d="A1"/></svg>`, `<svg viewBox="0 0 9 9"><circle r="x"/></svg>`, `<svg viewBox="0 0 9 9"><rect fill="red"/></svg>`} {
		if _, err := FromSVG(wrong); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}

func FuzzFromSVG(f *testing.F) {
	f.Add(testSVG)
	f.Add(`<svg viewBox="0 0 9 9"><path d="M1 2Q3 4 5 6C1 2 3 4 5 6zl1-1" stroke="#123456" stroke-dasharray="1 2"/></svg>`)
	f.Add(`<svg viewBox="0 0 9 9" color="currentColor"><rect fill="currentColor"/></svg>`)
	f.Fuzz(func(t *testing.T, text string) {
		if d, err := FromSVG(text); err == nil {
			if _, err := d.EncodeAs(Output{Format: SVG}); err != nil {
				t.Error(err)
			}
		}
	})
}
