package view

import (
	"fmt"
	"io"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/game/hamilton"
	"combigo.dev/combigo/game/longest"
	"combigo.dev/combigo/game/transcript"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
)

const (
	pageLines    = 40 // positions are printed if they take at most as many lines
	maxPageWheel = 6  // points of a row whose cycle is drawn on a page, with 312 spokes
)

// Certified is a game or a cycle that was checked, with its positions if these are shown, drawn as
// a wheel.
func Certified(c *transcript.Certified, positions bool) *Answer {
	d := certifiedDocument(c)
	if positions {
		if c.Certificate.Kind == certificate.SymmetricCycle && c.Certificate.Board.Len() <= maxPageWheel {
			if wheel, err := wheel(c.Certificate); err == nil {
				d.picture(wheel)
				d.addPage("<p class=\"note\">" + wheelCaption + "</p>\n")
			}
		}
		d.positions(c.Certificate)
	}
	return certifiedAnswer(c, d)
}

const wheelCaption = "The cycle as a wheel. Each spoke is a position, from the hub to the rim; clockwise each comes from the one before it by a move. The spoke opposite to it has the colours exchanged."

// Longest is a long game, and what is known of longer ones.
func Longest(c *transcript.Certified, r *longest.Result) *Answer {
	d, proof, value, cuts := certifiedDocument(c), "all positions are visited at most once", float64(r.Upper), 0
	if r.Bound != nil {
		value, cuts = r.Bound.Value, len(r.Bound.Cuts)
		proof = fmt.Sprintf("linear program, value %.4f, with %d cuts", value, cuts)
	}
	d.fact("  bound", fmt.Sprintf("no game has more than %s (%s)", Plural(r.Upper, "move"), proof))
	if r.Optimal() {
		d.fact("  so", "the game is as long as possible")
	} else {
		d.fact("  so", fmt.Sprintf("the longest game has from %d to %d moves", r.Moves(), r.Upper))
	}
	d.saved()
	a := certifiedAnswer(c, d)
	a.json = struct {
		Certified   any     `json:",inline"`
		Lower       int     `json:"lower_bound"`
		Upper       int     `json:"upper_bound"`
		Value       float64 `json:"upper_bound_value"`
		Cuts        int     `json:"upper_bound_cuts"`
		Optimal     bool    `json:"optimal"`
		Interrupted bool    `json:"interrupted"`
	}{a.json, r.Moves(), r.Upper, value, cuts, r.Optimal(), r.Interrupted}
	return a
}

// certifiedDocument says in a few lines what was certified.
func certifiedDocument(c *transcript.Certified) *Document {
	what := map[certificate.Kind]string{
		certificate.Game: "a game", certificate.Cycle: "a cycle", certificate.SymmetricCycle: "a colour-symmetric cycle",
	}[c.Certificate.Kind]
	which, suicide := "", "no suicide"
	if c.Hamiltonian() {
		which = ", Hamiltonian"
	}
	if c.Certificate.Suicide {
		suicide = "suicide allowed"
	}
	d := &Document{labels: 13}
	d.head("%s: %s of %s%s", certificateBoard(c.Certificate), what, Plural(c.Report.Moves, "move"), which)
	d.fact("  visits", fmt.Sprintf("%d of %d legal positions", c.Report.Visited, c.Legal))
	d.fact("  rules", fmt.Sprintf("%s, %d of the moves are suicides", suicide, c.Report.Suicides))
	d.fact("  certified", "every move is legal and no position comes twice")
	if c.Wall > 0 {
		d.fact("  found in", fmt.Sprintf("%.2f s, seed %d", c.Wall.Seconds(), c.Seed))
	}
	return d
}

// certificateBoard returns 3x4 for a rectangle, and what the graph is otherwise.
func certificateBoard(c *certificate.Certificate) string {
	return strings.TrimPrefix(BoardName(c.Board), "square ")
}

// certifiedAnswer has the forms that all games and cycles have.
func certifiedAnswer(c *transcript.Certified, d *Document) *Answer {
	var letters strings.Builder
	for _, m := range c.Certificate.Moves {
		letters.WriteString(m.String())
	}
	var size *board.Size
	graph := c.Certificate.Board
	if s, err := board.Parse(certificateBoard(c.Certificate)); err == nil && graph.Kind() == lattice.Square {
		size, graph = &s, nil
	}
	return &Answer{
		Document: d, Numbers: []any{c.Report.Moves}, Picture: func() (*canvas.Canvas, error) { return wheel(c.Certificate) },
		json: struct {
			*board.Size
			Graph       *lattice.Graph   `json:"graph,omitempty"`
			Kind        certificate.Kind `json:"kind"`
			Suicide     bool             `json:"suicide"`
			Value       int              `json:"value,string"`
			Suicides    int              `json:"suicides"`
			Positions   int              `json:"positions"`
			Visited     int              `json:"visited"`
			Hamiltonian bool             `json:"hamiltonian"`
			Certified   bool             `json:"certified"`
			Seed        uint64           `json:"seed"`
			Wall        time.Duration    `json:"wall_seconds"`
			Start       string           `json:"start"`
			Letters     string           `json:"letters"`
		}{
			size, graph, c.Certificate.Kind, c.Certificate.Suicide, c.Report.Moves, c.Report.Suicides, c.Legal, c.Report.Visited,
			c.Hamiltonian(), true, c.Seed, c.Wall, c.Certificate.Start.String(), letters.String(),
		},
		Formats: map[string]func(io.Writer) error{
			"certificate": func(w io.Writer) error { return certificate.Write(w, c.Certificate) },
			"nodes": func(w io.Writer) error {
				positions, err := positionsOnce(c.Certificate)
				if err != nil {
					return err
				}
				return lines(w, positions...)
			},
			"sgf": func(w io.Writer) (err error) {
				if c.Certificate.Kind != certificate.Game { // the game that the cycle makes
					if c, err = c.Opened(); err != nil {
						return err
					}
				}
				return transcript.WriteSGF(w, c.Certificate, fmt.Sprintf("%s of %d moves, through %d of %d positions",
					c.Certificate.Kind, c.Report.Moves, c.Report.Visited, c.Legal))
			},
		},
	}
}

// positions are those of a certificate, of half of the cycle if it is symmetric, if they fit on a
// page or two. On the pages of the explorer they are drawn.
func (d *Document) positions(c *certificate.Certificate) {
	positions, err := positionsOnce(c)
	if err != nil {
		return // it was not checked
	}
	all, style := diagrams(positions), Style{}
	if strings.Count(style.sheet(all), "\n") > pageLines {
		d.saved()
		return
	}
	d.gap()
	d.sheet(all)
}

// saved says how the positions are written.
func (d *Document) saved() {
	d.twofold("  positions", "--format nodes prints them, --output saves a certificate", "")
}

// sheet is small positions side by side, on the command line.
func (d *Document) sheet(diagrams []string) {
	d.addText(drawings, func(s Style) string { return s.sheet(diagrams) })
}

// positionsOnce returns the positions of a certificate; that in which a cycle ends is the one in
// which it begins.
func positionsOnce(c *certificate.Certificate) ([]certificate.Position, error) {
	positions, err := c.Positions()
	if err == nil && c.Kind != certificate.Game {
		positions = positions[:len(positions)-1]
	}
	return positions, err
}

func diagrams[P fmt.Stringer](positions []P) []string {
	all := make([]string, len(positions))
	for i, p := range positions {
		all[i] = p.String()
	}
	return all
}

// MaxWheel is the most points of a row whose cycle is drawn: on 8 points it has 2400 spokes.
const MaxWheel = 8

// wheel draws the positions of a cycle of a board of one row in their order, as spokes.
func wheel(c *certificate.Certificate) (*canvas.Canvas, error) {
	all, err := positionsOnce(c.Whole())
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
	return drawing.Wheel(positions, fmt.Sprintf("1 × %d", c.Board.Len()), Plural(len(positions), "position")), nil
}

// NoCycle says that a board with a number of positions has no colour-symmetric cycle, and why.
func NoCycle(size board.Size, positions int, reason error) *Answer {
	d := &Document{}
	d.line("%s: %v", size, reason)
	d.hint("--all tells whether there is a Hamiltonian game")
	return &Answer{Document: d, json: struct {
		board.Size
		Positions int   `json:"positions"`
		Cycle     bool  `json:"hamiltonian_cycle"`
		Reason    error `json:"reason"`
	}{size, positions, false, reason}}
}

// RowCover says what the cover of a row was seen to be.
func RowCover(size board.Size, r *hamilton.CoverReport, wall time.Duration) *Answer {
	d := &Document{labels: 13}
	d.head("%s: %d disjoint cycles of moves cover all positions but the empty one", size, r.Cycles)
	d.fact("  positions", fmt.Sprintf("%d, each in one cycle", r.Positions))
	d.fact("  longest", fmt.Sprintf("a cycle of %d moves", r.Longest))
	d.fact("  colours", fmt.Sprintf("exchanged, %d of the cycles are the same, and the others in pairs", r.Symmetric))
	d.fact("  certified", "every step is a move and no position comes twice")
	d.fact("  checked in", fmt.Sprintf("%.2f s", wall.Seconds()))
	d.twofold("  cycles", "--format nodes prints the positions of each", "")
	return &Answer{Document: d, Numbers: []any{r.Cycles}, json: struct {
		board.Size
		*hamilton.CoverReport
		Certified bool          `json:"certified"`
		Wall      time.Duration `json:"wall_seconds"`
	}{size, r, true, wall}}
}

// Salesman says that a travelling-salesman problem has been written to a file.
func Salesman(size board.Size, file string, t *hamilton.TSP) *Answer {
	d := &Document{}
	d.line("%s: %d cities; a tour of length %d is a colour-symmetric Hamiltonian cycle", file, t.Cities(), t.Optimum())
	return &Answer{Document: d, Numbers: []any{t.Optimum()}, json: struct {
		board.Size
		File   string `json:"file"`
		Cities int    `json:"cities"`
		Length int    `json:"length"`
	}{size, file, t.Cities(), t.Optimum()}}
}

// Census is the numbers of all Hamiltonian cycles and games of a board, and a cycle of each class,
// which was checked move by move.
func Census(g *game.Graph, size board.Size, c *hamilton.Census, checked []*certificate.Certificate) *Answer {
	d := &Document{labels: 13}
	d.head("%s: all Hamiltonian cycles and games", size)
	d.fact("  cycles", fmt.Sprintf("%d through all positions but the empty one", c.Cycles),
		fmt.Sprintf("%d of them are colour-symmetric", c.SymmetricCycles),
		fmt.Sprintf("%d up to reflection and exchange of colours", len(c.Representatives)))
	d.fact("  games", fmt.Sprintf("%d through all positions", c.Games), fmt.Sprintf("%d up to reflection and exchange of colours", c.GameClasses))
	type classJSON struct {
		Symmetric bool     `json:"color_symmetric"`
		Alike     int      `json:"alike"`
		Positions []string `json:"positions"`
	}
	var classes []classJSON
	for i, cycle := range c.Representatives {
		what := "cycle"
		if cycle.Symmetric {
			what = "half of the colour-symmetric cycle"
		}
		classes = append(classes, classJSON{cycle.Symmetric, cycle.Alike, diagrams(transcript.Positions(g, cycle.Nodes))})
		d.head("%s %d, one of %d like it:", what, i+1, cycle.Alike)
		d.positions(checked[i])
	}
	return &Answer{Document: d, json: struct {
		board.Size
		Positions int `json:"positions"`
		*hamilton.Census
		Classes []classJSON `json:"cycle_classes"`
	}{size, g.Len(), c, classes}}
}

// Obstruction shows why a board has no Hamiltonian game.
func Obstruction(size board.Size, o *hamilton.Obstruction) *Answer {
	d := &Document{labels: 2}
	d.head("%s: no game visits all legal positions", size)
	d.fact("", fmt.Sprintf("Of the %d positions below all but the last of a game have one after them, and "+
		"no two the same; but moves lead from them to only %d positions.", len(o.From), len(o.To)))
	d.sheet(diagrams(o.From))
	return &Answer{Document: d, json: struct {
		board.Size
		Hamiltonian bool     `json:"hamiltonian"`
		Positions   []string `json:"positions"`
		Successors  []string `json:"successors"`
	}{size, false, diagrams(o.From), diagrams(o.To)}}
}
