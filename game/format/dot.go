package format

import (
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/encoding"
	"gonum.org/v1/gonum/graph/encoding/dot"
	"gonum.org/v1/gonum/graph/simple"
)

// gonum returns the graph as one of gonum's.
func (p *picture) gonum() *simple.DirectedGraph {
	g := simple.NewDirectedGraph()
	for v := range p.Nodes() {
		g.AddNode(dotNode{p, v})
	}
	for v := range p.Nodes() {
		for _, w := range p.Successors(v) {
			g.SetEdge(dotEdge{simple.Edge{F: dotNode{p, v}, T: dotNode{p, int(w)}}, p})
		}
	}
	return g
}

// dotNode is a position, which Graphviz draws as text in a box.
type dotNode struct {
	p *picture
	v int
}

func (n dotNode) ID() int64 { return int64(n.v) }

// Attributes implements encoding.Attributer.
func (n dotNode) Attributes() []encoding.Attribute {
	return []encoding.Attribute{{Key: "label", Value: `"` + strings.Join(n.p.rows(n.v), `\n`) + `"`}}
}

// dotEdge is a move.
type dotEdge struct {
	simple.Edge
	p *picture
}

// Attributes implements encoding.Attributer.
func (e dotEdge) Attributes() []encoding.Attribute {
	player, suicide := e.p.Mover(int(e.From().ID()), int(e.To().ID()))
	attributes := []encoding.Attribute{{Key: "color", Value: `"` + edgeColor(player) + `"`}}
	if suicide {
		attributes = append(attributes, encoding.Attribute{Key: "style", Value: "dashed"})
	}
	return attributes
}

// ReversedEdge implements graph.Edge: a move has no reverse that is one.
func (e dotEdge) ReversedEdge() graph.Edge { return e }

// dotGraph is the graph with attributes for all nodes, and with groups of nodes.
type dotGraph struct {
	*simple.DirectedGraph
	groups []dot.Graph
}

type attributes []encoding.Attribute

func (a attributes) Attributes() []encoding.Attribute { return a }

// DOTAttributers implements dot.Attributers.
func (g dotGraph) DOTAttributers() (whole, node, edge encoding.Attributer) {
	return attributes{{Key: "compound", Value: "true"}},
		attributes{{Key: "shape", Value: "box"}, {Key: "fontname", Value: "monospace"}, {Key: "margin", Value: `"0.06,0.03"`}},
		attributes{{Key: "arrowsize", Value: "0.6"}}
}

// Structure implements dot.Structurer.
func (g dotGraph) Structure() []dot.Graph { return g.groups }

// dotGroup is a class of positions. Graphviz frames subgraphs whose names begin with cluster.
type dotGroup struct {
	*simple.DirectedGraph
	name string
}

func (g dotGroup) DOTID() string { return g.name }

func writeDOT(w io.Writer, p *picture) error { return p.dot(w, nil) }

func writeClasses(w io.Writer, p *picture) error {
	groups := map[int]dotGroup{}
	var order []dot.Graph
	for v := range p.Nodes() {
		class := p.class(v)
		group, known := groups[class]
		if !known {
			group = dotGroup{simple.NewDirectedGraph(), fmt.Sprintf("cluster_%d", class)}
			groups[class] = group
			order = append(order, group)
		}
		group.AddNode(dotNode{p, v})
	}
	return p.dot(w, order)
}

func (p *picture) dot(w io.Writer, groups []dot.Graph) error {
	text, err := dot.Marshal(dotGraph{p.gonum(), groups}, "", "", "\t")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "// %s\n%s\n", p.title(), text)
	return err
}
