package canvas

import (
	"bytes"
	"compress/zlib"
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// testCanvas has everything that a drawing may have, 80 by 40 pixels large.
func testCanvas() *Canvas {
	c := &Canvas{Part: Part{Class: "all"}, Width: 80, Height: 40, Unit: Pixel, Title: "a <b> title"}
	c.Paper()
	red := c.Add(Part{X: 20, Y: 10, Scale: 2, Color: "#f00", Class: "part"})
	red.Rectangle(0, 0, 5, 5, 0, Style{Fill: Ink})
	c.Draw(Lines(0, 0, 10, 0, 10, 10, 0, 10).Close(), Style{Fill: "#0000ff", Opacity: 0.5, Class: "x"})
	link := c.Add(Part{Class: "dot", Link: &Link{To: "/?a&b", Label: "<there>", Unlisted: true, Swap: true}})
	link.Circle(60, 20, 8, Style{Stroke: "#00ff00", Width: 2})
	c.Draw(Lines(40, 30, 80, 30), Style{Stroke: Ink, Dash: 5})
	c.Write(Text{X: 40, Y: 37, Size: 6, Anchor: Middle, Text: "Go^2 & x"})
	c.Write(Text{X: 76, Y: 38, Size: 6, Upward: true, Color: "#123456", Text: "up"})
	c.Draw(Head(1, 1, 1, 1, 3, 2), Style{Fill: Ink}) // has no direction, so there is none
	return c
}

func encode(t *testing.T, c *Canvas, o Output) []byte {
	t.Helper()
	file, err := c.Encode(o)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func picture(t *testing.T, c *Canvas, dpi float64) image.Image {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(encode(t, c, Output{Format: PNG, DPI: dpi})))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

func TestEncodeIsDeterministic(t *testing.T) {
	for _, f := range Formats() {
		if !bytes.Equal(encode(t, testCanvas(), Output{Format: f}), encode(t, testCanvas(), Output{Format: f})) {
			t.Errorf("two %s files differ", f)
		}
	}
}

// The elements of SVG are those that were drawn, in their order, with what the styles say.
func TestSVG(t *testing.T) {
	var got []string
	for d := xml.NewDecoder(strings.NewReader(testCanvas().SVG())); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			line := token.Name.Local
			for _, a := range token.Attr {
				if a.Name.Local != "font-family" && a.Name.Local != "xmlns" {
					line += " " + a.Name.Local + "=" + a.Value
				}
			}
			got = append(got, line)
		case xml.CharData:
			if text := strings.TrimSpace(string(token)); text != "" {
				got = append(got, "'"+text+"'")
			}
		}
	}
	want := []string{
		"svg viewBox=0 0 80 40 width=80 height=40 role=group aria-label=a <b> title class=all fill=none stroke-linecap=round stroke-linejoin=round",
		"rect x=0 y=0 width=80 height=40 class=paper fill=#ffffff",
		"g class=part transform=translate(20 10) scale(2) color=#f00",
		"rect x=0 y=0 width=5 height=5 fill=currentColor",
		"path d=M0 0L10 0L10 10L0 10Z class=x fill=#0000ff opacity=0.5",
		"a class=dot href=/?a&b aria-label=<there> tabindex=-1 data-swap=",
		"circle cx=60 cy=20 r=8 stroke=#00ff00 stroke-width=2",
		"path d=M40 30L80 30 stroke=currentColor stroke-dasharray=5",
		"text x=40 y=37 font-size=6 text-anchor=middle fill=currentColor",
		"'Go'",
		"tspan dy=-2.1 font-size=4.2",
		"'2'",
		"tspan dy=2.1 font-size=6",
		"'& x'",
		"text transform=translate(76 38) rotate(-90) font-size=6 fill=#123456",
		"'up'",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the elements are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A PDF is a page of the size of the drawing, with the numbers of the shapes and the way from
// letters back to texts.
func TestPDF(t *testing.T) {
	file := string(encode(t, testCanvas(), Output{Format: PDF}))
	if !strings.HasPrefix(file, "%PDF-1.") || !strings.Contains(file, "/MediaBox [0 0 60.00 30.00]") {
		t.Error("the file is no page of 60 by 30 points")
	}
	var all strings.Builder
	for _, m := range regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`).FindAllStringSubmatch(file, -1) {
		r, err := zlib.NewReader(strings.NewReader(m[1]))
		if err != nil {
			continue // not compressed
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for _, want := range []string{
		"15.00 22.50 m\n22.50 22.50 l\n22.50 15.00 l", // the red square, from its upper left corner
		"1.000 0.000 0.000 rg",                        // which is red
		"0.00 1.00 0.00 RG|0.000 1.000 0.000 RG",      // the circle
		`3.75 3.75] 0.00 d`,                           // the dashes
	} {
		if !slices.ContainsFunc(strings.Split(want, "|"), func(w string) bool { return strings.Contains(all.String(), w) }) {
			t.Errorf("the page has no %q:\n%.3000s", want, all.String())
		}
	}
	if !strings.Contains(file, "/ca 0.502") || !strings.Contains(file, "/ToUnicode") {
		t.Error("the file has no opacity, or no way back to texts")
	}
}

// A picture has the colours of the shapes, on as many pixels as the shapes cover.
func TestPNG(t *testing.T) {
	shown := picture(t, testCanvas(), 96) // a pixel of SVG each
	if got := shown.Bounds().Size(); got.X != 80 || got.Y != 40 {
		t.Fatalf("the picture is %v large", got)
	}
	seen := map[color.NRGBA]int{}
	for y := range 40 {
		for x := range 80 {
			seen[color.NRGBAModel.Convert(shown.At(x, y)).(color.NRGBA)]++
		}
	}
	blue := seen[color.NRGBA{127, 127, 255, 255}] + seen[color.NRGBA{128, 128, 255, 255}] + seen[color.NRGBA{126, 126, 255, 255}]
	if red := seen[color.NRGBA{255, 0, 0, 255}]; red != 100 || blue != 100 {
		t.Errorf("%d red pixels, %d that are half blue", red, blue)
	}
	dark := 0
	for x := 40; x < 80; x++ {
		if r, _, _, _ := shown.At(x, 29).RGBA(); r < 0xd000 {
			dark++
		}
	}
	if dark < 20 || dark > 30 { // dashes have round ends
		t.Errorf("%d of 40 pixels are in dashes", dark)
	}
	ink := func(x0, y0, x1, y1 int) int {
		n := 0
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				if r, _, _, _ := shown.At(x, y).RGBA(); r < 0xa000 {
					n++
				}
			}
		}
		return n
	}
	if across, up := ink(28, 32, 54, 40), ink(70, 31, 77, 38); across < 15 || up < 5 {
		t.Errorf("%d pixels of the text across, %d of the text upward", across, up)
	}
}

// Upright letters are as dark as others, wherever between pixels they are.
func TestUprightTextIsSharp(t *testing.T) {
	for _, place := range []float64{20, 20.25, 20.5, 20.75} {
		c := &Canvas{Width: 40, Height: 40, Unit: Pixel}
		c.Write(Text{X: place, Y: 30 + place - 20, Size: 20, Upward: true, Text: "HHH"})
		shown, black := picture(t, c, 96), 0
		for y := range 40 {
			for x := range 40 {
				if r, _, _, _ := shown.At(x, y).RGBA(); r < 0x3000 {
					black++
				}
			}
		}
		if black < 100 { // where x and y are whole there are 102
			t.Errorf("at %v only %d pixels are black", place, black)
		}
	}
}

// What shapes cover is their area, wherever they lie between the pixels, and also where they stand
// out of the page.
func TestAreas(t *testing.T) {
	square := func(x, y, side float64) Path { return Lines(x, y, x+side, y, x+side, y+side, x, y+side).Close() }
	fill := Style{Fill: "#000000"}
	for name, test := range map[string]struct {
		draw func(c *Canvas)
		want float64
	}{
		"pixels":   {func(c *Canvas) { c.Draw(square(2, 3, 4), fill) }, 16},
		"between":  {func(c *Canvas) { c.Draw(square(2.25, 3.5, 4.3), fill) }, 4.3 * 4.3},
		"triangle": {func(c *Canvas) { c.Draw(Lines(1.5, 1.25, 17.5, 4, 3, 18.75).Close(), fill) }, (16*17.5 - 1.5*2.75) / 2},
		"circle":   {func(c *Canvas) { c.Circle(10, 10, 7, fill) }, math.Pi * 49},
		"ring":     {func(c *Canvas) { c.Circle(10, 10, 7, Style{Stroke: Ink, Width: 2}) }, math.Pi * (64 - 36)},
		"rounded":  {func(c *Canvas) { c.Rectangle(2, 2, 12, 8, 3, fill) }, 96 - (4-math.Pi)*9},
		"outside":  {func(c *Canvas) { c.Draw(square(15, -5, 10), fill) }, 25},
		"left":     {func(c *Canvas) { c.Draw(square(-4, 4, 10), fill) }, 60},
		"curve":    {func(c *Canvas) { c.Draw(Lines(2, 2).Bend(2, 17, 17, 17).Line(2, 17).Close(), fill) }, 37.5},
		"parts": {func(c *Canvas) {
			c.Add(Part{X: 3, Y: 4, Scale: 2}).Add(Part{X: 1, Scale: 1.5}).Rectangle(0, 0, 3, 2, 0, fill)
		}, 54},
		"line": {func(c *Canvas) { c.Draw(Lines(4, 10, 14, 10), Style{Stroke: Ink, Width: 3}) }, 30 + math.Pi*2.25},
	} {
		c := &Canvas{Width: 20, Height: 20, Unit: Point}
		test.draw(c)
		shown, ink := picture(t, c, 72), 0.0
		for y := range 20 {
			for x := range 20 {
				r, _, _, _ := shown.At(x, y).RGBA()
				ink += 1 - float64(r)/0xffff
			}
		}
		if math.Abs(ink-test.want) > 0.02*test.want {
			t.Errorf("%s: the ink is %.2f pixels, want %.2f", name, ink, test.want)
		}
	}
}

func TestPieces(t *testing.T) {
	type run struct {
		text   string
		raised bool
	}
	for text, want := range map[string][]run{
		"":            nil,
		"plain":       {{"plain", false}},
		"10^-8":       {{"10", false}, {"−8", true}},
		"L^(1/n) + x": {{"L", false}, {"(1/n)", true}, {" + x", false}},
		"n^2x y":      {{"n", false}, {"2", true}, {"x y", false}},
		"a^(b":        {{"a", false}, {"(b", false}},
		"^":           nil,
	} {
		all, _ := pieces(text, 10)
		var got []run
		for _, p := range all {
			if got = append(got, run{p.text, p.above > 0}); (p.size < 10) != (p.above > 0) {
				t.Errorf("%q: %q is not smaller where it is higher", text, p.text)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if a, b := TextWidth("10^8", 10), TextWidth("108", 10); a >= b || a <= TextWidth("10", 10) {
		t.Errorf("with the 8 raised 108 is %.2f wide, else %.2f", a, b)
	}
	if known('\u4e00') != '?' || known('λ') != 'λ' || known('−') != '−' {
		t.Error("letters that are not in the font are not question marks, or λ is not there")
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

// Files are as wide as they are asked for, with as many pixels; what is out of range is refused by
// name.
func TestOutput(t *testing.T) {
	c := &Canvas{Width: 400, Height: 300, Unit: Point}
	if p, err := png.DecodeConfig(bytes.NewReader(encode(t, c, Output{Format: PNG, Width: 200, DPI: 72}))); err != nil || p.Width != 200 || p.Height != 150 {
		t.Errorf("200 points are %d x %d pixels, %v", p.Width, p.Height, err)
	}
	for format, want := range map[Format]string{SVG: `viewBox="0 0 400 300" width="266.667" height="200"`, PDF: "/MediaBox [0 0 200.00 150.00]"} {
		if file := encode(t, c, Output{Format: format, Width: 200}); !strings.Contains(string(file), want) {
			t.Errorf("%s: no %s", format, want)
		}
	}
	for want, o := range map[string]Output{
		"cm: want":             {Format: SVG, Width: 1e6},
		"to an inch: want":     {Format: PNG, DPI: -1},
		"pixels: want":         {Format: PNG, Width: 10000, DPI: 9000},
		"want svg, pdf or png": {Format: "gif"},
	} {
		if _, err := c.Encode(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

func TestColors(t *testing.T) {
	blue := color.NRGBA{B: 255, A: 255}
	for c, want := range map[Color]color.NRGBA{None: {}, Ink: blue, "#123": {0x11, 0x22, 0x33, 255}, RGB(1, 2, 250): {1, 2, 250, 255}} {
		if got := c.rgba(blue, 0); got != want {
			t.Errorf("%q is %v, want %v", c, got, want)
		}
	}
}
