package view

import (
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"

	"combigo/digraph"
	"combigo/game"
	"combigo/goban"
)

// GraphSummary writes what is known of a game graph for people.
func GraphSummary(w io.Writer, s *game.Summary) error {
	d := s.Degrees
	p := &page{w: w}
	p.printf("Game graph of %s, %s\n\n", s.Board, s.Rules.Suicide)
	p.printf("nodes       %d\n", d.Nodes)
	p.printf("edges       %d, of which %d are suicides\n", d.Edges, d.Suicides)
	p.printf("outdegree   %.3f on average\n", d.Average())
	p.classes(s.Classes)
	p.shape(s)
	p.spread(s.Spread)
	p.printf("\n%s\n", degreeTable(d))
	return p.err
}

func (p *page) classes(c *game.Classes) {
	if c == nil {
		p.printf("classes     not counted: the board has more than %d symmetries\n", game.MaxSymmetries)
		return
	}
	p.printf("classes     %d (symmetries of the board: %d)\n            %d if colours may be exchanged as well\n",
		c.Positions, c.Symmetries, c.Swapped)
}

func (p *page) shape(s *game.Summary) {
	if s.Shape == nil {
		p.printf("shape       not computed: --full does, with all edges in memory\n")
		return
	}
	p.printf("two-loops   %d\n", s.Shape.TwoLoops)
	p.printf("strongly connected\n")
	p.printf("  whole                          %s\n", connected(s.Shape.Components, s.Shape.Largest))
	if s.Degrees.Nodes > 1 {
		p.printf("  without suicides and node 0    %s\n", connected(s.Shape.Captures, s.Shape.LargestCaptures))
	}
}

func connected(components, largest int) string {
	if components == 1 {
		return "yes"
	}
	return fmt.Sprintf("no: %d components, the largest of %d nodes", components, largest)
}

func (p *page) spread(s *game.Spread) {
	if s == nil {
		p.printf("distances   not computed: --full does\n")
		return
	}
	if s.Diameter == digraph.Unreached {
		p.printf("diameter    none: some positions cannot be reached from others\n")
	} else {
		p.printf("diameter    %d (positions from which some other is that far: %d)\n", s.Diameter, s.Peripheral)
	}
	p.printf("radius      %d (positions from which no other is farther: %d)\n", s.Radius, s.Center)
	p.printf("            %d from the empty position\n", s.FromEmpty)
}

func degreeTable(d *game.Degrees) string {
	t := newTable("outdegree", "nodes", "share")
	t.SetColumnConfigs(right(1, 2, 3))
	for degree, nodes := range d.Count {
		if nodes > 0 {
			t.AppendRow(table.Row{degree, nodes, fmt.Sprintf("%.3f%%", 100*float64(nodes)/float64(d.Nodes))})
		}
	}
	return t.Render()
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
