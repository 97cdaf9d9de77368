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
)

func testLines() *Drawing {
	return Lines(400, 300, []Panel{{"Title & <text>", "n", "values", []Series{
		{"first^2", []Point{{1, 0.5}, {2, -0.01}, {3, 1e-7}}}, {"second", []Point{{2, 3}}}, {"none", nil},
	}}})
}

func testHeat() *Drawing {
	h := Heat{"Heat", "columns", "rows", "numbers", [][]float64{{0, 1, 3}, {2, 4, math.NaN()}, {1, math.NaN(), math.NaN()}}}
	return h.Map(400, 300)
}

func encode(t *testing.T, d *Drawing, f Format) []byte {
	t.Helper()
	file, err := d.Encode(f)
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
	if _, err := testLines().Encode("gif"); err == nil {
		t.Error("gif is a format")
	}
}

// The SVG is XML, with all texts, and a mark for each point and each line of the legend.
func TestSVG(t *testing.T) {
	decoder := xml.NewDecoder(bytes.NewReader(encode(t, testLines(), SVG)))
	var text bytes.Buffer
	elements := map[string]int{}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.CharData:
			text.Write(token)
		case xml.StartElement:
			elements[token.Name.Local]++
		}
	}
	for _, want := range []string{"Title & <text>", "first2", "second", "10−2", "positive", "negative", "values"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the drawing does not say %q: %s", want, &text)
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
		d := New(20, 20)
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
