package drawing

import (
	"bytes"
	"image/png"
	"math"
	"strings"
	"testing"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/canvas/svgtest"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/plain"
)

// count counts the elements of a drawing, which must be well-formed.
func count(t *testing.T, c *canvas.Canvas) map[string]int {
	t.Helper()
	_, elements := svgtest.Read(t, c.SVG())
	return elements
}

func TestBoard(t *testing.T) {
	p, err := goban.ParsePosition("XO.\n..X\n")
	if err != nil {
		t.Fatal(err)
	}
	got := count(t, Board(p, BoardOptions{
		Marks: map[goban.Point]string{{Row: 0, Col: 2}: "<a>"}, Ring: []goban.Point{{Row: 1, Col: 2}},
		Hidden: func(at goban.Point) bool { return at.Col == 1 },
	}))
	if got["path"] != 1 || got["circle"] != 2+2+1 || got["text"] != 1 {
		t.Errorf("the drawing has %v", got)
	}
}

// A wheel has a spoke for each position, and its stones on it.
func TestWheel(t *testing.T) {
	var all []*goban.Position
	for _, text := range []string{"X.O", ".XX", "O.X", ".OO"} {
		p, err := goban.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	wheel := Wheel(all, "a & b", "c")
	got, svg := count(t, wheel), wheel.SVG()
	if got["path"] != 4 || got["circle"] != 1+8 || got["text"] != 2 {
		t.Errorf("the wheel has %v", got)
	}
	// The hub has a radius of 72, the wheel is 312 units wide: the first spoke is upright, the
	// second one to the right.
	for _, place := range []string{`cx="156" cy="72"`, `cx="156" cy="24"`, `cx="264" cy="156"`, `cx="288" cy="156"`} {
		if !strings.Contains(svg, place) {
			t.Errorf("no stone at %s:\n%s", place, svg)
		}
	}
}

func TestBorderState(t *testing.T) {
	p, err := goban.ParsePosition("XX.\nXO.\nXX.\n...\n")
	if err != nil {
		t.Fatal(err)
	}
	cut, err := plain.New(p, 7)
	if err != nil {
		t.Fatal(err)
	}
	drawn := BorderState(cut.State())
	got, svg := count(t, drawn), drawn.SVG()
	if got["circle"] != 3+strings.Count(svg, "#d9480f") || got["path"] != 1 {
		t.Errorf("%s: the drawing has %v", cut.State(), got)
	}
	if svg != BorderState(cut.State()).SVG() {
		t.Error("a drawing differs from time to time")
	}
}

func TestSheet(t *testing.T) {
	p, err := goban.ParsePosition("XO\n..\n")
	if err != nil {
		t.Fatal(err)
	}
	cut, err := plain.New(p, 2)
	if err != nil {
		t.Fatal(err)
	}
	var s Sheet
	s.Board(0, 0, 1, p, BoardOptions{})
	s.State(3, 0, 1, cut.State())
	s.Line(0, 0, 1, 1, Stroke{Head: true, Dashed: true})
	s.Line(1, 1, 1, 1, Stroke{Head: true}) // has no direction, so no head
	s.Loop(1, 1, 1, "")
	s.Word(1, 1, "a < b", 1)
	s.Frame(0, 0, 1, 1)
	s.Stone(2, 2, goban.White)
	svg := s.SVG(4, 3.5, "this & that")
	_, got := svgtest.Read(t, svg)
	if got["g"] != 3 || got["path"] != 1+2+1+2+1 || got["circle"] != 2+1+1+strings.Count(svg, "#d9480f") || got["rect"] != 1 || got["text"] != 1 {
		t.Errorf("the sheet has %v", got)
	}
	if !strings.Contains(svg, `width="96" height="84"`) || strings.Contains(svg, "NaN") {
		t.Error(svg)
	}
}

// Boards have the star points, the letters and the signs that players know.
func TestWood(t *testing.T) {
	for _, c := range []struct{ rows, cols, stars int }{{9, 9, 5}, {13, 13, 5}, {19, 19, 9}, {5, 5, 1}, {4, 4, 0}, {3, 7, 0}, {15, 15, 5}, {16, 16, 4}} {
		p, err := goban.New(c.rows, c.cols)
		if err != nil {
			t.Fatal(err)
		}
		drawn := Board(p, BoardOptions{Wood: true, Coordinates: true})
		got, svg := count(t, drawn), drawn.SVG()
		if got["circle"] != c.stars || got["text"] != c.rows+c.cols || got["path"] != 1 {
			t.Errorf("%dx%d: %v, want %d stars", c.rows, c.cols, got, c.stars)
		}
		if strings.Contains(svg, ">I<") || c.cols == 19 && !strings.Contains(svg, ">T<") {
			t.Errorf("%dx%d: the letters of the columns are wrong", c.rows, c.cols)
		}
	}
	p, err := goban.ParsePosition("XO.\n")
	if err != nil {
		t.Fatal(err)
	}
	for sign, circles := range map[Sign]int{LastMove: 3, Chosen: 3, Liberty: 3, Breathless: 3, 0: 2} {
		if got := count(t, Board(p, BoardOptions{Wood: true, Signs: map[goban.Point]Sign{{}: sign}})); got["circle"] != circles {
			t.Errorf("sign %d: %v", sign, got)
		}
	}
}

// Every kind of drawing of this package is written in all formats, with all signs; the wood is
// wood.
func TestEncode(t *testing.T) {
	p, err := goban.ParsePosition("XO.\n.XO\nOX.\n")
	if err != nil {
		t.Fatal(err)
	}
	cut, err := plain.New(p, 4)
	if err != nil {
		t.Fatal(err)
	}
	var sheet Sheet
	sheet.Board(0, 0, 0.5, p, BoardOptions{})
	sheet.Line(0, 0, 3, 3, Stroke{Dashed: true, Head: true, Bend: 0.1})
	sheet.Loop(1, 1, 1, "")
	sheet.Frame(0, 0, 2, 2)
	sheet.Word(1, 1, "a & b", 0.5)
	board := Board(p, BoardOptions{
		Wood: true, Coordinates: true, Marks: map[goban.Point]string{{Row: 0, Col: 2}: "a"}, Ring: []goban.Point{{}},
		Hidden: func(at goban.Point) bool { return at.Col == 2 && at.Row == 2 },
		Signs:  map[goban.Point]Sign{{Row: 0}: LastMove, {Row: 1, Col: 1}: Chosen, {Row: 1}: Liberty, {Row: 2}: Breathless},
	})
	all := newCanvas(4*Cell, 4*Cell, onWood, "a sheet")
	all.Add(sheet.c)
	for name, drawn := range map[string]*canvas.Canvas{"board": board, "state": BorderState(cut.State()), "wheel": Wheel([]*goban.Position{p, p, p}, "3"), "sheet": all} {
		for _, format := range canvas.Formats() {
			if file, err := drawn.Encode(canvas.Output{Format: format, Width: 5 * canvas.Centimeter}); err != nil || len(file) < 500 {
				t.Errorf("%s as %s: %d bytes, %v", name, format, len(file), err)
			}
		}
	}
	file, err := board.Encode(canvas.Output{Format: canvas.PNG, DPI: 96})
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil || float64(picture.Bounds().Dx()) != math.Round(3.95*Cell) {
		t.Fatalf("%v, %v", err, picture.Bounds())
	}
	if r, g, b, _ := picture.At(2, 2).RGBA(); r>>8 != 0xdc || g>>8 != 0xb3 || b>>8 != 0x5c {
		t.Errorf("the corner is %x %x %x", r>>8, g>>8, b>>8)
	}
}
