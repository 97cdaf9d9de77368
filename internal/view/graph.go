package view

import (
	"fmt"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/goban"
)

// GraphSummary is what is known of a game graph.
func GraphSummary(s *game.Summary) *Document {
	g, d := s.Degrees, &Document{}
	d.line("Game graph of %s, %s", s.Board, s.Rules.Suicide)
	d.gap()
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
	d.gap()
	d.table(degreeTable(g))
	return d
}

func (d *Document) shape(s *game.Summary) {
	if s.Shape == nil {
		d.twofold("shape", "not computed: --full does, with all edges in memory", "not computed")
		return
	}
	d.fact("two-loops", fmt.Sprint(s.Shape.TwoLoops))
	d.head("strongly connected")
	d.labels = 33
	d.fact("  whole", connected(s.Shape.Components, s.Shape.Largest))
	if s.Degrees.Nodes > 1 {
		d.fact("  without suicides and node 0", connected(s.Shape.Captures, s.Shape.LargestCaptures))
	}
	d.labels = labelWidth
	d.title("Distances and degrees")
}

func connected(components, largest int) string {
	if components == 1 {
		return "yes"
	}
	return fmt.Sprintf("no: %d components, the largest of %d nodes", components, largest)
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

func degreeTable(d *game.Degrees) *grid {
	t := newTable("outdegree", "nodes", "share")
	t.right = []int{1, 2, 3}
	for degree, nodes := range d.Count {
		if nodes > 0 {
			t.row(degree, nodes, fmt.Sprintf("%.3f%%", 100*float64(nodes)/float64(d.Nodes)))
		}
	}
	return t
}

// graphDocument is a description as JSON; what has not been computed is left out.
type graphDocument struct {
	Graph    string           `json:"graph"`
	Suicide  bool             `json:"suicide"`
	Nodes    int64            `json:"nodes"`
	Edges    int64            `json:"edges"`
	Suicides int64            `json:"suicide_edges"`
	Average  float64          `json:"average_outdegree"`
	Degrees  []degreeDocument `json:"outdegrees"`
	*game.Classes
	*game.Shape
	*game.Spread
	Diameter   *int `json:"diameter,omitempty"`
	Peripheral *int `json:"peripheral,omitempty"`
}

type degreeDocument struct {
	Outdegree int   `json:"outdegree"`
	Nodes     int64 `json:"nodes"`
}

// GraphJSON returns what is known of a game graph as it is written in JSON.
func GraphJSON(s *game.Summary) any {
	d := graphDocument{
		Graph: s.Board.String(), Suicide: s.Rules.Suicide == goban.SuicideAllowed,
		Nodes: s.Degrees.Nodes, Edges: s.Degrees.Edges, Suicides: s.Degrees.Suicides, Average: s.Degrees.Average(),
		Classes: s.Classes, Shape: s.Shape, Spread: s.Spread,
	}
	for degree, nodes := range s.Degrees.Count {
		if nodes > 0 {
			d.Degrees = append(d.Degrees, degreeDocument{degree, nodes})
		}
	}
	if r := s.Spread; r != nil && r.Diameter != digraph.Unreached {
		d.Diameter, d.Peripheral = &r.Diameter, &r.Peripheral
	}
	return d
}
