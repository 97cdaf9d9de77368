package view

import (
	"fmt"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/game/hamilton"
	"combigo.dev/combigo/game/transcript"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/drawing"
)

// MaxWheel is the most points of a row whose cycle is drawn: on 8 points it has 2400 spokes.
const MaxWheel = 8

// CyclePlot draws the positions of a cycle of a board of one row in their order, as spokes of a
// wheel.
func CyclePlot(c *Certified) (*canvas.Canvas, error) {
	all, err := positionsOnce(c.Certificate.Whole())
	if err != nil {
		return nil, err
	}
	var positions []*goban.Position
	for _, p := range all {
		q, err := goban.ParsePosition(p.String())
		if err != nil {
			return nil, err
		}
		positions = append(positions, q)
	}
	return drawing.Wheel(positions, fmt.Sprintf("1 × %d", c.Certificate.Board.Len()), Plural(len(positions), "position")), nil
}

// TSP is a travelling-salesman instance that is in a file.
type TSP struct {
	Rows    int    `json:"rows"`
	Cols    int    `json:"cols"`
	File    string `json:"file"`
	Cities  int    `json:"cities"`
	Optimum int    `json:"optimum"`
	Missing int    `json:"missing_road"`
}

// Document says what the file has.
func (t *TSP) Document() *Document {
	d := &Document{}
	d.record("%s: %d cities; a tour of length %d is a colour-symmetric Hamiltonian cycle of %dx%d", t.File, t.Cities, t.Optimum, t.Rows, t.Cols)
	return d
}

// NoCycle says that there is no colour-symmetric cycle.
type NoCycle struct {
	Rows        int    `json:"rows"`
	Cols        int    `json:"cols"`
	Positions   int    `json:"positions"`
	Hamiltonian bool   `json:"hamiltonian_cycle"` // false
	Reason      string `json:"reason"`
}

// Document says so.
func (n *NoCycle) Document() *Document {
	d := &Document{}
	d.line("%dx%d: %s", n.Rows, n.Cols, n.Reason)
	d.hint("--all tells whether there is a Hamiltonian game")
	return d
}

// Census is all Hamiltonian cycles and games of a board.
type Census struct {
	Rows            int           `json:"rows"`
	Cols            int           `json:"cols"`
	Positions       int           `json:"positions"`
	Cycles          int           `json:"cycles"`
	SymmetricCycles int           `json:"color_symmetric_cycles"`
	Games           int           `json:"games"`
	GameClasses     int           `json:"game_classes"`
	Representatives []censusCycle `json:"cycle_classes"`
}

type censusCycle struct {
	Symmetric bool     `json:"color_symmetric"`
	Alike     int      `json:"alike"`
	Positions []string `json:"positions"`
	moves     *certificate.Certificate
}

// NewCensus checks the cycles of a census move by move.
func NewCensus(g *game.Graph, size board.Size, c *hamilton.Census) (*Census, error) {
	all := &Census{size.Rows, size.Cols, g.Len(), c.Cycles, c.SymmetricCycles, c.Games, c.GameClasses, []censusCycle{}}
	for _, cycle := range c.Representatives {
		moves, err := transcript.Cycle(g, cycle.Nodes)
		if err == nil && cycle.Symmetric {
			moves, err = transcript.SymmetricCycle(g, cycle.Nodes[:len(cycle.Nodes)/2])
		}
		if err == nil {
			_, err = moves.Check()
		}
		if err != nil {
			return nil, err
		}
		all.Representatives = append(all.Representatives, censusCycle{cycle.Symmetric, cycle.Alike, diagrams(transcript.Positions(g, cycle.Nodes)), moves})
	}
	return all, nil
}

// Document is the numbers, and a cycle of each class.
func (c *Census) Document() *Document {
	d := &Document{labels: 13}
	d.head("%dx%d: all Hamiltonian cycles and games", c.Rows, c.Cols)
	d.fact("  cycles", fmt.Sprintf("%d through all positions but the empty one", c.Cycles),
		fmt.Sprintf("%d of them are colour-symmetric", c.SymmetricCycles),
		fmt.Sprintf("%d up to reflection and exchange of colours", len(c.Representatives)))
	d.fact("  games", fmt.Sprintf("%d through all positions", c.Games), fmt.Sprintf("%d up to reflection and exchange of colours", c.GameClasses))
	for i, cycle := range c.Representatives {
		what := "cycle"
		if cycle.Symmetric {
			what = "half of the colour-symmetric cycle"
		}
		d.gap()
		d.head("%s %d, one of %d like it:", what, i+1, cycle.Alike)
		d.positions(cycle.moves)
	}
	return d
}

// Obstruction shows why a board has no Hamiltonian game.
type Obstruction struct {
	Rows        int      `json:"rows"`
	Cols        int      `json:"cols"`
	Hamiltonian bool     `json:"hamiltonian"` // false
	From        []string `json:"positions"`
	To          []string `json:"successors"`
	from        []*goban.Position
}

// NewObstruction takes an obstruction for a board.
func NewObstruction(size board.Size, o *hamilton.Obstruction) *Obstruction {
	return &Obstruction{size.Rows, size.Cols, false, diagrams(o.From), diagrams(o.To), o.From}
}

// Document draws it.
func (o *Obstruction) Document() *Document {
	d := &Document{labels: 2}
	d.head("%dx%d: no game visits all legal positions", o.Rows, o.Cols)
	d.fact("", fmt.Sprintf("Of the %d positions below all but the last of a game have one after them, and "+
		"no two the same; but moves lead from them to only %d positions.", len(o.From), len(o.To)))
	d.gap()
	d.sheet(diagrams(o.from))
	return d
}
