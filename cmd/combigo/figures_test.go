package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/plain"
	"combigo.dev/combigo/liberties"
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
		"game-graph-1x3.svg": plotOf("graph", "1", "3"),
		"growth.svg":         plotOf("asymptotic"),
		"hamilton-1x4.svg":   plotOf("hamilton", "1x4"),
	})
}

// outputOf carries out a command and returns what it prints.
func outputOf(t *testing.T, args ...string) []byte {
	t.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(lazyCollection)) // which a run changes for its process
	var out bytes.Buffer
	root := newCommands()
	root.SetArgs(args)
	root.SetOut(&out)
	if err := carryOut(t.Context(), root); err != nil {
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
	cut, err := plain.New(p, filled)
	if err != nil {
		t.Fatal(err)
	}
	var s sheet
	s.put(drawing.Board(p, drawing.BoardOptions{
		Ring:   cut.Border(),
		Hidden: cut.Hidden,
		Marks:  map[goban.Point]string{cut.PointAt(filled): "?"},
	}), "24 points are filled")
	s.put(drawing.BorderState(cut.State()), "border state")
	legal := 0
	for _, color := range plain.Colors {
		next, caption := cut.With(color), "? is "+color.String()
		if len(next.Doomed()) == 0 {
			legal++
		} else {
			caption += ": illegal"
		}
		s.put(drawing.BorderState(next.State()), caption)
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
	canvas.Part
	right, height float64
}

const sheetMargin = 24

func (s *sheet) put(c *canvas.Canvas, caption string) {
	const size = 12
	column := max(c.Width, canvas.TextWidth(caption, size))
	s.right += sheetMargin
	part := c.Part
	part.X, part.Y = s.right+(column-c.Width)/2, sheetMargin
	s.Add(part)
	s.Write(canvas.Text{X: s.right + column/2, Y: 2*sheetMargin + c.Height, Size: size, Anchor: canvas.Middle, Text: caption})
	s.right += column
	s.height = max(s.height, c.Height)
}

func (s *sheet) svg(title string) []byte {
	c := canvas.Canvas{Width: s.right + sheetMargin, Height: s.height + 3*sheetMargin, Unit: canvas.Pixel, Title: title}
	c.Paper()
	c.Add(s.Part)
	return []byte(c.SVG())
}
