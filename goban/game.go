package goban

import (
	"iter"
	"slices"
)

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

// empty reports whether there is no stone.
func (p *Position) empty() bool {
	return !slices.ContainsFunc(p.grid, Color.IsStone)
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
