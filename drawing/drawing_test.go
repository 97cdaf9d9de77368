package drawing

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"combigo/borderstate"
	"combigo/goban"
)

// count counts the elements of a drawing, which must be well-formed.
func count(t *testing.T, svg string) map[string]int {
	t.Helper()
	elements := map[string]int{}
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return elements
		}
		if err != nil {
			t.Fatal(err, svg)
		}
		if e, ok := token.(xml.StartElement); ok {
			elements[e.Name.Local]++
		}
	}
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
	if got["line"] != 5 || got["circle"] != 2+2+1 || got["text"] != 1 || got["title"] != 1 {
		t.Errorf("the drawing has %v", got)
	}
}

func TestBorderState(t *testing.T) {
	p, err := goban.ParsePosition("XX.\nXO.\nXX.\n...\n")
	if err != nil {
		t.Fatal(err)
	}
	cut, err := borderstate.New(p, 7)
	if err != nil {
		t.Fatal(err)
	}
	svg := BorderState(cut.State())
	got := count(t, svg)
	if got["circle"] != 3 || got["line"] != 2 || got["path"] != 0 {
		t.Errorf("%s: the drawing has %v", cut.State(), got)
	}
	if svg != BorderState(cut.State()) {
		t.Error("a drawing differs from time to time")
	}
}
