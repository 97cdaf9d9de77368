package drawing

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"combigo/border/borderstate"
	"combigo/goban"
	"combigo/internal/plot"
)

// Every kind of drawing of this package is read for the other formats, with all signs; the wood is wood.
func TestEncode(t *testing.T) {
	p, err := goban.ParsePosition("XO.\n.XO\nOX.\n")
	if err != nil {
		t.Fatal(err)
	}
	cut, err := borderstate.New(p, 4)
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
	for name, svg := range map[string]string{"board": board, "state": BorderState(cut.State()), "wheel": Wheel([]*goban.Position{p, p, p}, "3"), "sheet": sheet.SVG(4, 4, "a sheet")} {
		for _, format := range []plot.Format{plot.SVG, plot.PDF, plot.PNG} {
			if file, err := Encode(svg, plot.Output{Format: format, Width: 5 * plot.Centimeter}); err != nil || len(file) < 500 {
				t.Errorf("%s as %s: %d bytes, %v", name, format, len(file), err)
			}
		}
	}
	if file, err := Encode(board, plot.Output{Format: plot.SVG}); err != nil || string(file) != board {
		t.Errorf("SVG of its own size is another one, %v", err)
	}
	file, err := Encode(board, plot.Output{Format: plot.PNG, DPI: 96})
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil || picture.Bounds().Dx() != 4*cell || !strings.Contains(board, wood) {
		t.Fatalf("%v, %v", err, picture.Bounds())
	}
	if r, g, b, _ := picture.At(2, 2).RGBA(); r>>8 != 0xdc || g>>8 != 0xb3 || b>>8 != 0x5c {
		t.Errorf("the corner is %x %x %x", r>>8, g>>8, b>>8)
	}
}
