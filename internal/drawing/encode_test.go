package drawing

import (
	"bytes"
	"image/png"
	"testing"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/borderstate"
	"combigo.dev/combigo/internal/canvas"
)

// Every kind of drawing of this package is written in all formats, with all signs; the wood is
// wood.
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
	all := newCanvas(4*cell, 4*cell, onWood, "a sheet")
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
	if err != nil || float64(picture.Bounds().Dx()) != 4.5*cell {
		t.Fatalf("%v, %v", err, picture.Bounds())
	}
	if r, g, b, _ := picture.At(2, 2).RGBA(); r>>8 != 0xdc || g>>8 != 0xb3 || b>>8 != 0x5c {
		t.Errorf("the corner is %x %x %x", r>>8, g>>8, b>>8)
	}
}
