package view

import (
	"fmt"
	"io"
	"math"
	"math/big"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/digraph/paths"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/game/hamilton"
	"combigo.dev/combigo/game/longest"
	"combigo.dev/combigo/game/transcript"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

// Games is the number of games.
func Games(g *game.Games) *Answer {
	a := Result(g.Result)
	if g.Lengths != nil {
		t := a.table(">moves", ">"+g.Symbol)
		for moves, games := range g.Lengths {
			t.row(moves, games)
		}
		a.Numbers = mapSlice(g.Lengths, func(n uint64) any { return n })
	}
	a.json = struct {
		*board.Size
		Graph string   `json:"graph,omitempty"`
		Value *big.Int `json:"value"`
		*game.Games
		Method  string        `json:"method"`
		Engine  string        `json:"engine"`
		Threads int           `json:"threads"`
		Wall    time.Duration `json:"wall_seconds"`
		Memory  result.Bytes  `json:"peak_memory_bytes"`
		Checks  []string      `json:"checks"`
	}{&g.Board, g.Where, g.Value, g, g.Description, g.Engine, g.Threads, g.Wall, g.PeakMemory, g.Checks}
	return a
}

// fewEffective is how many runs must carry the mean for its interval to be trusted.
const fewEffective = 30

// power10 returns a number of which the logarithm is given, such as "10^85.9" or "2.04 x 10^9".
func power10(log float64) string {
	if log >= fullLog {
		return fmt.Sprintf("10^%.1f", log)
	}
	whole := math.Floor(log)
	return fmt.Sprintf("%.2f x 10^%.0f", math.Pow(10, log-whole), whole)
}

const (
	fullLog       = 20 // from where on no digits are shown of a number whose logarithm is known
	maxDigits     = 70 // of numbers that are written out
	towerDecimals = 6  // of the exponents of towers
	moveDigits    = 9  // of numbers of moves
)

// GameBounds is bounds, the best of either kind first.
func GameBounds(size board.Size, all *bound.Bounds) *Answer {
	d := &Document{}
	d.line("Bounds of the number of games on %v (suicide, positional superko)", size)
	if low, high := bestTower(all.Lower, false), bestTower(all.Upper, true); low != "" && high != "" {
		d.line("More than 10^(10^%s) games, and fewer than 10^(10^%s)", low, high)
	}
	longest, source := all.Longest()
	if longest != nil {
		d.line("Some game has more than %s moves (%s)", bounds.FloorDigits(longest, moveDigits), source)
	}
	d.bounds("at least", all.Lower, false)
	d.bounds("at most", all.Upper, true)
	var partition any
	var rooms []string
	if p := all.Partition; p != nil {
		how := map[bool]string{true: " (Figure 14)", false: " (the best found; perhaps not the best)"}[all.Figure14]
		partition = d.markedBoard("partition", p, fmt.Sprintf("%d black, %d white, %d between%s", p.Count(goban.Black), p.Count(goban.White), p.Count(goban.Empty), how))
	}
	if r := all.Rooms; r != nil {
		rooms = d.markedBoard("rooms", r, "between black walls with an eye; black does not play on +")
	}
	for _, note := range all.Notes {
		d.gap()
		d.line("%s", note)
	}
	return &Answer{Document: d, json: struct {
		board.Size
		Superko   string          `json:"superko"`
		Suicide   bool            `json:"suicide"`
		Lower     []gameBoundJSON `json:"lower"`
		Upper     []gameBoundJSON `json:"upper"`
		Longest   *big.Int        `json:"longest_more_than,omitempty"`
		Partition any             `json:"partition"`
		Rooms     []string        `json:"rooms,omitempty"`
		Notes     []string        `json:"notes"`
	}{size, "positional", true, gameBoundsJSON(all.Lower, false), gameBoundsJSON(all.Upper, true), longest, partition, rooms, all.Notes}}
}

func (d *Document) bounds(title string, list []*bound.Bound, up bool) {
	d.heading("%s", title)
	for _, x := range list {
		d.labels = 25
		d.fact("  "+x.Formula, x.Source)
		d.labels = 4
		d.fact("", boundLines(x, up)...)
		if x.Moves != nil {
			d.fact("", fmt.Sprintf("each of more than %s moves", bounds.FloorDigits(x.Moves, moveDigits)))
		}
	}
}

// bestTower is the best of some bounds as the exponent of the exponent of 10, empty if none is that
// large.
func bestTower(list []*bound.Bound, up bool) (text string) {
	var best interval.Interval
	for _, x := range list {
		if tower, ok := x.Tower(); ok && (text == "" || tower.Decimal.High.Cmp(best.High) < 0 == up) {
			best, text = tower.Decimal, safe(tower.Decimal, up)
		}
	}
	return text
}

// gameBoundJSON is a bound for programs. The logarithms of logarithms are rounded to the safe side.
type gameBoundJSON struct {
	*bound.Bound
	Binary  string `json:"log2_log2,omitempty"`
	Decimal string `json:"log10_log10,omitempty"`
}

func gameBoundsJSON(list []*bound.Bound, up bool) []gameBoundJSON {
	return mapSlice(list, func(x *bound.Bound) gameBoundJSON {
		if tower, ok := x.Tower(); ok {
			return gameBoundJSON{x, safe(tower.Binary, up), safe(tower.Decimal, up)}
		}
		return gameBoundJSON{Bound: x}
	})
}

// markedBoard adds a board on which some points are neither stones nor empty, but have marks, and
// returns the rows of the board.
func (d *Document) markedBoard(label string, drawn fmt.Stringer, text string) []string {
	lines := strings.Split(drawn.String(), "\n")
	p, _ := goban.New(len(lines), len(lines[0])) // partitions and rooms are of boards
	marks := map[goban.Point]string{}
	for row, line := range lines {
		for col, mark := range line {
			if color := strings.IndexRune(".XO", mark); color >= 0 {
				p.Set(row, col, goban.Color(color))
			} else {
				marks[goban.Point{Row: row, Col: col}] = string(mark)
			}
		}
	}
	d.labels = 11
	d.gap()
	d.fact(label, text)
	d.diagram(p, marks)
	return lines
}

// boundLines says how large a bound is, rounded to the safe side.
func boundLines(x *bound.Bound, up bool) []string {
	if text := fmt.Sprint(x.Exact); x.Exact != nil && len(text) <= maxDigits {
		if text == x.Formula {
			return nil
		}
		return []string{"= " + text}
	}
	sign := map[bool]string{false: ">", true: "<"}[up]
	tower, ok := x.Tower()
	if !ok || strings.HasPrefix(x.Formula, "10^(10^") {
		return nil
	}
	return []string{
		fmt.Sprintf("%s 2^(2^%s)", sign, safe(tower.Binary, up)),
		fmt.Sprintf("%s 10^(10^%s)", sign, safe(tower.Decimal, up)),
	}
}

// safe writes the end of an interval that a bound may claim.
func safe(x interval.Interval, up bool) string {
	if up {
		return interval.Ceil(x.High, towerDecimals)
	}
	return interval.Floor(x.Low, towerDecimals)
}

// GamesEstimate is an estimate with a seed that took some time.
func GamesEstimate(graph *lattice.Graph, rules game.Rules, seed uint64, e *paths.Estimate, took time.Duration) *Answer {
	d := newDocument("Games on %s under %s, estimated", graph, rules)
	d.labels = 11
	d.formula("", power10(e.Mean))
	d.fact("interval", fmt.Sprintf("%s to %s (95 %%, bootstrap)", power10(e.Low), power10(e.High)))
	d.fact("runs", fmt.Sprintf("%d (stratified, seed %d), of which %.1f carry the mean", e.Runs, seed, e.Effective))
	d.fact("one run", fmt.Sprintf("10^%.2f in the middle, spread by a factor of 10^%.2f", e.Median, e.Deviation))
	d.fact("longest", fmt.Sprintf("a game of %s was met", Plural(e.Longest, "move")))
	if e.Effective < fewEffective {
		d.fact("caution", "few runs carry the mean: it is likely too low, and the interval too narrow; more runs raise it")
	}
	return &Answer{Document: d, Numbers: []any{power10(e.Mean)}, json: struct {
		Graph *lattice.Graph `json:"graph"`
		game.Rules
		Sampling string `json:"sampling"`
		Seed     uint64 `json:"seed"`
		*paths.Estimate
		Wall time.Duration `json:"wall_seconds"`
	}{graph, rules, "stratified", seed, e, took}}
}

// A CatalogueEntry is a board of the catalogue with its game graph.
type CatalogueEntry struct {
	lattice.Entry
	Positions int             `json:"nodes"`
	Moves     int             `json:"edges"`
	Longest   *longest.Result // nil if not looked for
}

// Catalogue is a table of boards.
func Catalogue(list []CatalogueEntry) *Answer {
	points, names, d := list[0].Graph.Len(), []any{">id", ">edges", ">positions", ">moves"}, &Document{}
	if list[0].Longest != nil {
		names = append(names, ">longest game", ">bound")
	}
	d.line("Connected boards of %s up to isomorphism: %d", Plural(points, "point"), len(list))
	t := d.table(names...)
	type longestJSON struct {
		Moves int `json:"longest_game"`
		Upper int `json:"at_most"`
	}
	type boardJSON struct {
		CatalogueEntry
		Points     int `json:"points"`
		BoardEdges int `json:"board_edges"`
		*longestJSON
	}
	boards := mapSlice(list, func(e CatalogueEntry) boardJSON {
		one := boardJSON{e, points, e.Graph.EdgeCount(), nil}
		row := []any{e.ID, one.BoardEdges, e.Positions, e.Moves}
		if r := e.Longest; r != nil {
			one.longestJSON, row = &longestJSON{r.Moves(), r.Upper}, append(row, r.Moves(), r.Upper)
		}
		t.row(row...)
		return one
	})
	return &Answer{Document: d, Numbers: mapSlice(list, func(e CatalogueEntry) any { return e.ID }), json: struct {
		Points int         `json:"points"`
		Boards []boardJSON `json:"boards"`
	}{points, boards}}
}

// GraphSummary is what is known of a game graph.
func GraphSummary(s *game.Summary) *Answer {
	g, d := s.Degrees, &Document{}
	d.line("Game graph of %s, %s", s.Board, s.Rules.Suicide)
	d.fact("nodes", fmt.Sprint(g.Nodes))
	d.fact("edges", fmt.Sprintf("%d, of which %d are suicides", g.Edges, g.Suicides))
	d.fact("outdegree", fmt.Sprintf("%.3f on average", g.Average()))
	if c := s.Classes; c == nil {
		d.fact("classes", fmt.Sprintf("not counted: the board has more than %d symmetries", game.MaxSymmetries))
	} else {
		d.fact("classes", fmt.Sprintf("%d (symmetries of the board: %d)", c.Positions, c.Symmetries),
			fmt.Sprintf("%d if colours may be exchanged as well", c.Swapped))
	}
	d.shape(s)
	d.spread(s.Spread)
	type degreeJSON struct {
		Degree int   `json:"outdegree"`
		Nodes  int64 `json:"nodes"`
	}
	t, degrees := d.table(">outdegree", ">nodes", ">share"), []degreeJSON{}
	for degree, nodes := range g.Count {
		if nodes > 0 {
			t.row(degree, nodes, fmt.Sprintf("%.3f%%", 100*float64(nodes)/float64(g.Nodes)))
			degrees = append(degrees, degreeJSON{degree, nodes})
		}
	}
	fields := struct {
		*game.Summary
		Suicide    goban.Rule   `json:"suicide"`
		Average    float64      `json:"average_outdegree"`
		Degrees    []degreeJSON `json:"outdegrees"`
		Diameter   *int         `json:"diameter,omitempty"`
		Peripheral *int         `json:"peripheral,omitempty"`
	}{s, s.Rules.Suicide, g.Average(), degrees, nil, nil}
	if r := s.Spread; r != nil && r.Diameter != digraph.Unreached {
		fields.Diameter, fields.Peripheral = &r.Diameter, &r.Peripheral
	}
	return &Answer{Document: d, Numbers: []any{fmt.Sprint(g.Nodes, " ", g.Edges)}, json: fields}
}

func (d *Document) shape(s *game.Summary) {
	if s.Shape == nil {
		d.factVariants("shape", "not computed: --full does, with all edges in memory", "not computed")
		return
	}
	d.fact("two-loops", fmt.Sprint(s.Shape.TwoLoops))
	d.pageHeading("Strongly connected")
	d.addText(entries, verbatim("strongly connected\n"))
	d.labels = 33
	d.fact("  whole", connection(s.Shape.Components, s.Shape.Largest))
	if s.Degrees.Nodes > 1 {
		d.fact("  without suicides and node 0", connection(s.Shape.Captures, s.Shape.LargestCaptures))
	}
	d.labels = labelWidth
	d.pageHeading("Distances and degrees")
}

func connection(components, largest int) string {
	if components == 1 {
		return "yes"
	}
	return fmt.Sprintf("no: %s, the largest of %s", Plural(components, "component"), Plural(largest, "node"))
}

func (d *Document) spread(s *game.Spread) {
	if s == nil {
		d.factVariants("distances", "not computed: --full does", "not computed")
		return
	}
	if s.Diameter == digraph.Unreached {
		d.fact("diameter", "none: some positions cannot be reached from others")
	} else {
		d.fact("diameter", fmt.Sprintf("%d (positions from which some other is that far: %d)", s.Diameter, s.Peripheral))
	}
	d.fact("radius", fmt.Sprintf("%d (positions from which no other is farther: %d)", s.Radius, s.Center),
		fmt.Sprintf("%d from the empty position", s.FromEmpty))
}

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
	what := map[certificate.Kind]string{certificate.Game: "game", certificate.Cycle: "cycle", certificate.SymmetricCycle: "colour-symmetric cycle"}
	which, suicide := "", "no suicide"
	if c.Hamiltonian() {
		which = ", Hamiltonian"
	}
	if c.Certificate.Suicide {
		suicide = "suicide allowed"
	}
	d := &Document{labels: 13}
	d.heading("%s: a %s of %s%s", certificateBoard(c.Certificate), what[c.Certificate.Kind], Plural(c.Report.Moves, "move"), which)
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
	letters := strings.Join(mapSlice(c.Certificate.Moves, certificate.Move.String), "")
	var size *board.Size
	graph := c.Certificate.Board
	if s, err := board.Parse(certificateBoard(c.Certificate)); err == nil && graph.Kind() == lattice.Square {
		size, graph = &s, nil
	}
	return &Answer{
		Document: d, Numbers: []any{c.Report.Moves}, Picture: func() (*canvas.Canvas, error) { return wheel(c.Certificate) },
		json: struct {
			*board.Size
			Graph *lattice.Graph `json:"graph,omitempty"`
			*transcript.Certified
			Hamiltonian bool   `json:"hamiltonian"`
			Passed      bool   `json:"certified"`
			Start       string `json:"start"`
			Letters     string `json:"letters"`
		}{size, graph, c, c.Hamiltonian(), true, c.Certificate.Start.String(), letters},
		Formats: map[string]func(io.Writer) error{
			"certificate": func(w io.Writer) error { return certificate.Write(w, c.Certificate) },
			"nodes": func(w io.Writer) error {
				positions, err := positionsOnce(c.Certificate)
				if err != nil {
					return err
				}
				return writeLines(w, positions...)
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
	d.factVariants("  positions", "--format nodes prints them, --output saves a certificate", "")
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
	return mapSlice(positions, P.String)
}

// MaxWheel is the most points of a row whose cycle is drawn: on 8 points it has 2400 spokes.
const MaxWheel = 8

// wheel draws the positions of a cycle of a board of one row in their order, as spokes.
func wheel(c *certificate.Certificate) (*canvas.Canvas, error) {
	all, err := positionsOnce(c.Whole())
	if err != nil {
		return nil, err
	}
	positions := mapSlice(all, func(p certificate.Position) *goban.Position {
		q, _ := goban.ParsePosition(p.String()) // positions are written as diagrams
		return q
	})
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
	d.heading("%s: %d disjoint cycles of moves cover all positions but the empty one", size, r.Cycles)
	d.fact("  positions", fmt.Sprintf("%d, each in one cycle", r.Positions))
	d.fact("  longest", fmt.Sprintf("a cycle of %d moves", r.Longest))
	d.fact("  colours", fmt.Sprintf("exchanged, %d of the cycles are the same, and the others in pairs", r.Symmetric))
	d.fact("  certified", "every step is a move and no position comes twice")
	d.fact("  checked in", fmt.Sprintf("%.2f s", wall.Seconds()))
	d.factVariants("  cycles", "--format nodes prints the positions of each", "")
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
	d.heading("%s: all Hamiltonian cycles and games", size)
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
		d.heading("%s %d, one of %d like it:", what, i+1, cycle.Alike)
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
	d.heading("%s: no game visits all legal positions", size)
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
