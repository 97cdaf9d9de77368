package goban

import "iter"

// Game is a game found in a text: where it begins from and the steps of its main line, none of them
// judged.
type Game struct {
	Start  *Position // the board with the stones that are set up before the first move
	ToMove Color     // who has the first turn: as PL says, else Black on an empty board; Empty if nothing tells
	Steps  []Step
	Line   int // where the game begins, from 1
	// Black, White, Result and Rules are PB, PW, RE and RU as they are written, without line
	// breaks; empty where nothing tells.
	Black, White, Result, Rules string
	Comments                    map[int][]string // C, by the number of steps that are made
	Variations                  int              // the number of variations beside the main line, which are left out
	Notes                       []Note
}

// A Note is on what a reader of SGF found, and how it was read.
type Note struct {
	Line, Column int    // of the first such place
	Text         string // on one line
	Kind         NoteKind
	Times        int // the number of such places
}

// A NoteKind says what FF[4] has to do with a note.
type NoteKind uint8

const (
	// Allowed is what FF[4] allows, but leaves to the reader.
	Allowed NoteKind = iota
	// Assumed is what FF[4] does not allow, and what is read depends on how it is taken.
	Assumed
	// Ignored is what FF[4] does not allow, but nothing that is read depends on it.
	Ignored
)

// Violation returns an error that says where and how a game breaks FF[4] first, or nil. The name is
// that of the text.
func (g *Game) Violation(name string) error {
	for _, n := range g.Notes {
		if n.Kind != Allowed {
			return &SyntaxError{Name: name, Line: n.Line, Column: n.Column, Msg: n.Text}
		}
	}
	return nil
}

// Step is a move, or a change of the position that is no move (AB, AW, AE and PL), and where it is
// written: a line and a column in characters, both from 1.
type Step struct {
	Move         Move
	SetUp        *SetUp // nil for a move
	Line, Column int
}

// SetUp is a change of the position after the first move.
type SetUp struct {
	Areas  []Area
	ToMove Color // who has the turn then, Empty if nothing tells
}

// Area is a rectangle of points, most often one, that get a color, or are cleared if the color is
// Empty.
type Area struct {
	Color    Color
	From, To Point // the top left and the bottom right point
}

// Points returns the points of an area, row by row.
func (a Area) Points() iter.Seq[Point] {
	return func(yield func(Point) bool) {
		for row := a.From.Row; row <= a.To.Row; row++ {
			for col := a.From.Col; col <= a.To.Col; col++ {
				if !yield(Point{row, col}) {
					return
				}
			}
		}
	}
}

// SetUp gives areas of the board their colors, whatever is there. Nothing is captured.
func (p *Position) SetUp(areas []Area) {
	for _, area := range areas {
		for at := range area.Points() {
			p.Set(at.Row, at.Col, area.Color)
		}
	}
}

// Execute makes a step as SGF demands, legal or not: a stone replaces whatever is on its point,
// then strings without liberties go, those of the opponent first.
func (p *Position) Execute(s Step) Outcome {
	switch {
	case s.SetUp != nil:
		p.SetUp(s.SetUp.Areas)
	case !s.Move.Pass:
		p.Set(s.Move.Point.Row, s.Move.Point.Col, s.Move.Color)
		return p.remove(p.index(s.Move.Point.Row, s.Move.Point.Col))
	}
	return Outcome{}
}

// Record is a position found in a text.
type Record struct {
	Position *Position
	Line     int   // where the diagram or game begins, from 1
	Moves    int   // the moves, passes included, that led from set-up stones to the position; 0 for a diagram
	Game     *Game // at whose end the position is; nil for a diagram
}
