package main

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"combigo/border/borderstate"
	"combigo/goban"
	"combigo/internal/drawing"
	"combigo/liberties"
)

// The pictures in docs/figures are what the packages draw.
func TestFiguresAreUpToDate(t *testing.T) {
	plotOf := func(args ...string) []byte {
		t.Helper()
		file := filepath.Join(t.TempDir(), "plot.svg")
		outputOf(t, append(args, "--plot", file)...)
		svg, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return svg
	}
	compareFiles(t, "docs/figures", map[string][]byte{
		"border-state.svg":   borderStateFigure(t),
		"liberties-9x13.svg": libertiesFigure(t, 9, 13),
		"game-graph-1x3.svg": outputOf(t, "graph", "1", "3", "--format", "svg"),
		"growth.svg":         plotOf("asymptotic"),
		"hamilton-1x4.svg":   plotOf("hamilton", "4"),
		"liberties-12.svg":   plotOf("liberties", "--upto", "12"),
		"records-8.svg":      plotOf("records", "1-8"),
	})
}

// outputOf carries out a command and returns what it prints.
func outputOf(t *testing.T, args ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	root := newRootCommand()
	root.SetArgs(args)
	root.SetOut(&out)
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatalf("combigo %s: %v", strings.Join(args, " "), err)
	}
	return out.Bytes()
}

// cutPosition is a position that shows what a border state knows: black stones
// that are one string around a white one, with no liberty left of the cut.
const cutPosition = `
.OOO...
OXXX.X.
OXXXO..
OXO.O..
OXX.X..
.OO.XX.
.......
`

// borderStateFigure shows a position that is filled up to a kink, its border
// state, and what each colour of the next point leads to.
func borderStateFigure(t *testing.T) []byte {
	const filled = 24
	p, err := goban.ParsePosition(strings.TrimSpace(cutPosition))
	if err != nil || !p.Legal() {
		t.Fatalf("the position of the figure: %v", err)
	}
	cut, err := borderstate.New(p, filled)
	if err != nil {
		t.Fatal(err)
	}
	var s sheet
	s.put(drawing.Board(p, drawing.BoardOptions{
		Ring:   cut.Border(),
		Hidden: func(at goban.Point) bool { return at.Col*p.Rows()+at.Row >= filled },
		Marks:  map[goban.Point]string{cut.PointAt(filled): "?"},
	}), "24 points are filled")
	s.put(drawing.BorderState(cut.State()), "border state")
	legal := 0
	for _, next := range cut.Successors() {
		caption := "? is " + next.Color.String()
		if next.Legal {
			legal++
		} else {
			caption += ": illegal"
		}
		s.put(drawing.BorderState(next.State), caption)
	}
	if legal != 2 {
		t.Errorf("%d colours are legal; the figure is to show 2", legal)
	}
	return s.svg("A position cut after 24 points, its border state and the successors of that")
}

// libertiesFigure shows a group with the most liberties.
func libertiesFigure(t *testing.T, rows, cols int) []byte {
	p, err := liberties.Construct(rows, cols).Position()
	if err != nil {
		t.Fatal(err)
	}
	group := p.Strings()
	if len(group) != 1 {
		t.Fatalf("%d strings, want 1", len(group))
	}
	found := len(group[0].Liberties)
	if found != liberties.Formula(rows, cols) {
		t.Fatalf("%d liberties, want %d", found, liberties.Formula(rows, cols))
	}
	var s sheet
	caption := fmt.Sprintf("one group, %d liberties", found)
	s.put(drawing.Board(p, drawing.BoardOptions{}), caption)
	return s.svg(fmt.Sprintf("A group with the most liberties on %dx%d", rows, cols))
}

// A sheet is drawings side by side on white paper, each with a caption.
type sheet struct {
	body          strings.Builder
	right, height int
}

var drawingSize = regexp.MustCompile(` width="(\d+)" height="(\d+)"`)

const sheetMargin = 24

func (s *sheet) put(svg, caption string) {
	size := drawingSize.FindStringSubmatch(svg)
	width, _ := strconv.Atoi(size[1])
	height, _ := strconv.Atoi(size[2])
	const letter = 6 // on average, in units
	column := max(width, letter*len(caption))
	s.right += sheetMargin
	fmt.Fprintf(&s.body, "<svg overflow=\"visible\" x=\"%d\" y=\"%d\"%s", s.right+(column-width)/2, sheetMargin, strings.TrimPrefix(svg, "<svg"))
	fmt.Fprintf(&s.body, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"currentColor\">%s</text>\n",
		s.right+column/2, 2*sheetMargin+height, html.EscapeString(caption))
	s.right += column
	s.height = max(s.height, height)
}

func (s *sheet) svg(title string) []byte {
	width, height := s.right+sheetMargin, s.height+3*sheetMargin
	return fmt.Appendf(nil, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%[1]d\" height=\"%[2]d\" role=\"img\" color=\"#222\">\n<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n%s</svg>\n",
		width, height, html.EscapeString(title), s.body.String())
}
