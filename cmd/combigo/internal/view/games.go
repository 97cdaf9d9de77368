package view

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/digraph/paths"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/game/longest"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

// Games is the number of games.
func Games(g *game.Games) *Answer {
	a := Result(g.Result)
	if g.Lengths != nil {
		t := newTable(">moves", ">"+g.Symbol)
		for moves, games := range g.Lengths {
			t.row(moves, games)
		}
		a.Document.table(t)
		a.Numbers = each(g.Lengths, func(n uint64) any { return n })
	}
	a.json = struct {
		*board.Size
		Graph    string        `json:"graph,omitempty"`
		Superko  goban.Superko `json:"superko"`
		Suicide  bool          `json:"suicide"`
		Value    *big.Int      `json:"value"`
		Complete bool          `json:"complete"`
		Longest  int           `json:"longest_game"`
		Lengths  []uint64      `json:"by_length,omitempty"`
		Nodes    int           `json:"nodes"`
		Edges    int           `json:"edges"`
		Method   string        `json:"method"`
		Engine   string        `json:"engine"`
		Threads  int           `json:"threads"`
		Wall     time.Duration `json:"wall_seconds"`
		Memory   result.Bytes  `json:"peak_memory_bytes"`
		Checks   []string      `json:"checks"`
	}{
		&g.Board, g.Where, g.Rules.Superko, g.Rules.Suicide == goban.SuicideAllowed, g.Value, g.Whole, g.Longest, g.Lengths, g.Nodes, g.Edges,
		g.Description, g.Engine, g.Threads, g.Wall, g.PeakMemory, g.Checks,
	}
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
	if low, ok := bestTower(all.Lower, false); ok {
		if high, ok := bestTower(all.Upper, true); ok {
			d.line("More than 10^(10^%s) games, and fewer than 10^(10^%s)", low, high)
		}
	}
	longest, source := all.Longest()
	if longest != nil {
		d.line("Some game has more than %s moves (%s)", bounds.FloorDigits(longest, moveDigits), source)
	}
	for _, group := range []struct {
		title string
		list  []*bound.Bound
		up    bool
	}{{"at least", all.Lower, false}, {"at most", all.Upper, true}} {
		d.head("%s", group.title)
		for _, x := range group.list {
			d.labels = 25
			d.fact("  "+x.Formula, x.Source)
			d.labels = 4
			d.fact("", boundLines(x, group.up)...)
			if x.Moves != nil {
				d.fact("", fmt.Sprintf("each of more than %s moves", bounds.FloorDigits(x.Moves, moveDigits)))
			}
		}
	}
	partition, rooms := any(nil), []string(nil)
	if p := all.Partition; p != nil {
		how := map[bool]string{true: " (Figure 14)", false: " (the best found; perhaps not the best)"}[all.Figure14]
		partition = d.walls("partition", p, fmt.Sprintf("%d black, %d white, %d between%s", p.Count(goban.Black), p.Count(goban.White), p.Count(goban.Empty), how))
	}
	if r := all.Rooms; r != nil {
		rooms = d.walls("rooms", r, "between black walls with an eye; black does not play on +")
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

// bestTower is the best of some bounds as the exponent of the exponent of 10, if it is that large.
func bestTower(list []*bound.Bound, up bool) (text string, ok bool) {
	var best interval.Interval
	for _, x := range list {
		tower, is := x.Tower()
		if is && (!ok || tower.Decimal.High.Cmp(best.High) < 0 == up) {
			best, ok = tower.Decimal, true
		}
	}
	if ok {
		text = safe(best, up)
	}
	return text, ok
}

// gameBoundJSON is a bound for programs. The logarithms of logarithms are rounded to the safe side.
type gameBoundJSON struct {
	*bound.Bound
	Binary  string `json:"log2_log2,omitempty"`
	Decimal string `json:"log10_log10,omitempty"`
}

func gameBoundsJSON(list []*bound.Bound, up bool) []gameBoundJSON {
	return each(list, func(x *bound.Bound) gameBoundJSON {
		if tower, ok := x.Tower(); ok {
			return gameBoundJSON{x, safe(tower.Binary, up), safe(tower.Decimal, up)}
		}
		return gameBoundJSON{Bound: x}
	})
}

// walls adds a board on which some points are neither stones nor empty, but have marks, and returns
// the rows of the board.
func (d *Document) walls(label string, drawn fmt.Stringer, text string) []string {
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
	d := titled("Games on %s under %s, estimated", graph, rules)
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
		Graph    *lattice.Graph `json:"graph"`
		Superko  goban.Superko  `json:"superko"`
		Suicide  bool           `json:"suicide"`
		Sampling string         `json:"sampling"`
		Seed     uint64         `json:"seed"`
		*paths.Estimate
		Wall time.Duration `json:"wall_seconds"`
	}{graph, rules.Superko, rules.Suicide == goban.SuicideAllowed, "stratified", seed, e, took}}
}

// A CatalogueEntry is a board of the catalogue with its game graph.
type CatalogueEntry struct {
	lattice.Entry
	Positions, Moves int
	Longest          *longest.Result // nil if not looked for
}

// Catalogue is a table of boards.
func Catalogue(list []CatalogueEntry) *Answer {
	points, a, d := list[0].Graph.Len(), &Answer{}, &Document{}
	d.line("Connected boards of %s up to isomorphism: %d", Plural(points, "point"), len(list))
	names := []any{">id", ">edges", ">positions", ">moves"}
	if list[0].Longest != nil {
		names = append(names, ">longest game", ">bound")
	}
	type longestJSON struct {
		Moves int `json:"longest_game"`
		Upper int `json:"at_most"`
	}
	type boardJSON struct {
		Board      uint64 `json:"board"`
		Points     int    `json:"points"`
		BoardEdges int    `json:"board_edges"`
		Nodes      int    `json:"nodes"`
		Edges      int    `json:"edges"`
		*longestJSON
	}
	t, boards := newTable(names...), []boardJSON{}
	for _, e := range list {
		one := boardJSON{e.ID, points, e.Graph.EdgeCount(), e.Positions, e.Moves, nil}
		row := []any{e.ID, one.BoardEdges, e.Positions, e.Moves}
		if r := e.Longest; r != nil {
			one.longestJSON, row = &longestJSON{r.Moves(), r.Upper}, append(row, r.Moves(), r.Upper)
		}
		t.row(row...)
		boards, a.Numbers = append(boards, one), append(a.Numbers, e.ID)
	}
	d.table(t)
	a.Document, a.json = d, struct {
		Points int         `json:"points"`
		Boards []boardJSON `json:"boards"`
	}{points, boards}
	return a
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
	t, degrees := newTable(">outdegree", ">nodes", ">share"), []degreeJSON{}
	for degree, nodes := range g.Count {
		if nodes > 0 {
			t.row(degree, nodes, fmt.Sprintf("%.3f%%", 100*float64(nodes)/float64(g.Nodes)))
			degrees = append(degrees, degreeJSON{degree, nodes})
		}
	}
	d.table(t)
	fields := struct {
		Graph    *lattice.Graph `json:"graph"`
		Suicide  bool           `json:"suicide"`
		Nodes    int64          `json:"nodes"`
		Edges    int64          `json:"edges"`
		Suicides int64          `json:"suicide_edges"`
		Average  float64        `json:"average_outdegree"`
		Degrees  []degreeJSON   `json:"outdegrees"`
		*game.Classes
		*game.Shape
		*game.Spread
		Diameter   *int `json:"diameter,omitempty"`
		Peripheral *int `json:"peripheral,omitempty"`
	}{s.Board, s.Rules.Suicide == goban.SuicideAllowed, g.Nodes, g.Edges, g.Suicides, g.Average(), degrees, s.Classes, s.Shape, s.Spread, nil, nil}
	if r := s.Spread; r != nil && r.Diameter != digraph.Unreached {
		fields.Diameter, fields.Peripheral = &r.Diameter, &r.Peripheral
	}
	return &Answer{Document: d, Numbers: []any{fmt.Sprint(g.Nodes, " ", g.Edges)}, json: fields}
}

func (d *Document) shape(s *game.Summary) {
	if s.Shape == nil {
		d.twofold("shape", "not computed: --full does, with all edges in memory", "not computed")
		return
	}
	d.fact("two-loops", fmt.Sprint(s.Shape.TwoLoops))
	d.title("Strongly connected")
	d.addText(entries, verbatim("strongly connected\n"))
	d.labels = 33
	d.fact("  whole", connection(s.Shape.Components, s.Shape.Largest))
	if s.Degrees.Nodes > 1 {
		d.fact("  without suicides and node 0", connection(s.Shape.Captures, s.Shape.LargestCaptures))
	}
	d.labels = labelWidth
	d.title("Distances and degrees")
}

func connection(components, largest int) string {
	if components == 1 {
		return "yes"
	}
	return fmt.Sprintf("no: %s, the largest of %s", Plural(components, "component"), Plural(largest, "node"))
}

func (d *Document) spread(s *game.Spread) {
	if s == nil {
		d.twofold("distances", "not computed: --full does", "not computed")
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
