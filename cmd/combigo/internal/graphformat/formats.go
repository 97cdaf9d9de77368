// Package graphformat writes game graphs for other programs: Graphviz, gonum, networkx, igraph,
// nauty, Gephi, and browsers.
//
//	dot        Graphviz; nodes are drawn as boards, edges in the colour of the player, dashed if they are suicides
//	classes    dot with the nodes grouped by symmetry class
//	graphml    GraphML, with the position and the class of every node, the player of every edge
//	digraph6   the format of nauty: one line, a bit for every pair of nodes
//	edges      a line "v w" for every edge
//	adjacency  a line for every node: its number, then its successors
//	svg        a drawing, in rings by the number of stones
//
// Nodes are numbered as in package game, the empty position 0. Lines that begin with # are
// comments.
package graphformat

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/goban"
)

// A kind is a format. The writer keeps its errors.
type kind struct {
	name  string
	most  int // nodes
	write func(*bufio.Writer, *picture)
}

var kinds = []kind{
	{"dot", 20_000, func(b *bufio.Writer, p *picture) { p.dot(b, false) }},
	{"classes", 20_000, func(b *bufio.Writer, p *picture) { p.dot(b, true) }},
	{"graphml", digraph.MaxNodes, writeGraphML},
	{"digraph6", 20_000, writeDigraph6},
	{"edges", digraph.MaxNodes, writeEdges},
	{"adjacency", digraph.MaxNodes, writeAdjacency},
	{"svg", mostDrawn, func(b *bufio.Writer, p *picture) { b.WriteString(newPlan(p).canvas(Marks{}).SVG()) }},
}

// Names returns the names of the formats.
func Names() []string {
	var list []string
	for _, f := range kinds {
		list = append(list, f.name)
	}
	return list
}

func find(name string) *kind {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	if i < 0 {
		return nil
	}
	return &kinds[i]
}

// MaxNodes returns the largest number of nodes that a format takes, 0 if there is no such format.
func MaxNodes(name string) int {
	if k := find(name); k != nil {
		return k.most
	}
	return 0
}

// Write writes a game graph in a format. The error is that of the writer, or says that the format
// does not exist or is not for graphs of that size.
func Write(w io.Writer, name string, g *game.Graph) error {
	k := find(name)
	if k == nil {
		return fmt.Errorf("%q is not a format: want one of %s", name, strings.Join(Names(), ", "))
	}
	if g.Nodes() > k.most {
		return tooLarge(g, name, k.most)
	}
	b := bufio.NewWriter(w)
	k.write(b, newPicture(g))
	return b.Flush()
}

// dot writes the graph for Graphviz: a position as text in a box, a move in the color of its
// player, dashed if it is a suicide. A frame is around every class if they are asked for: Graphviz
// frames subgraphs whose names begin with cluster.
func (p *picture) dot(b *bufio.Writer, framed bool) {
	fmt.Fprintf(b, "// %s\nstrict digraph {\n\tgraph [compound=true];\n", p.title())
	b.WriteString("\tnode [shape=box fontname=monospace margin=\"0.06,0.03\"];\n\tedge [arrowsize=0.6];\n")
	if framed {
		members := map[int][]int{}
		for v := range p.Nodes() {
			members[p.class(v)] = append(members[p.class(v)], v)
		}
		for v := range p.Nodes() {
			if all := members[p.class(v)]; all[0] == v {
				fmt.Fprintf(b, "\tsubgraph cluster_%d { %s }\n", p.class(v), strings.Trim(fmt.Sprint(all), "[]"))
			}
		}
	}
	for v := range p.Nodes() {
		fmt.Fprintf(b, "\t%d [label=\"%s\"];\n", v, strings.Join(p.rows(v), `\n`))
	}
	p.edges(func(v, to int, player goban.Color, suicide bool) {
		style := map[bool]string{true: " style=dashed"}[suicide]
		fmt.Fprintf(b, "\t%d -> %d [color=\"%s\"%s];\n", v, to, edgeColor(player), style)
	})
	b.WriteString("}\n")
}

// graphMLHead declares what nodes and edges carry (U. Brandes et al., "GraphML progress report",
// 2002).
const graphMLHead = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <!-- %s -->
  <key id="position" for="node" attr.name="position" attr.type="string"/>
  <key id="class" for="node" attr.name="class" attr.type="int"/>
  <key id="player" for="edge" attr.name="player" attr.type="string"/>
  <key id="suicide" for="edge" attr.name="suicide" attr.type="boolean"/>
  <graph edgedefault="directed">
`

func writeGraphML(b *bufio.Writer, p *picture) {
	fmt.Fprintf(b, graphMLHead, strings.ReplaceAll(p.title(), "--", "-"))
	for v := range p.Nodes() {
		fmt.Fprintf(b, "    <node id=\"n%d\"><data key=\"position\">%s</data><data key=\"class\">%d</data></node>\n", v, strings.Join(p.rows(v), "/"), p.class(v))
	}
	p.edges(func(v, to int, player goban.Color, suicide bool) {
		fmt.Fprintf(b, "    <edge source=\"n%d\" target=\"n%d\"><data key=\"player\">%s</data><data key=\"suicide\">%t</data></edge>\n", v, to, player, suicide)
	})
	b.WriteString("  </graph>\n</graphml>\n")
}

func writeEdges(b *bufio.Writer, p *picture) {
	fmt.Fprintf(b, "# directed %s\n", p.title())
	for v := range p.Nodes() {
		for _, to := range p.Successors(v) {
			fmt.Fprintf(b, "%d %d\n", v, to)
		}
	}
}

func writeAdjacency(b *bufio.Writer, p *picture) {
	fmt.Fprintf(b, "# directed %s\n", p.title())
	for v := range p.Nodes() {
		b.WriteString(strconv.Itoa(v))
		for _, to := range p.Successors(v) {
			fmt.Fprintf(b, " %d", to)
		}
		b.WriteByte('\n')
	}
}

// writeDigraph6 writes "&", the number of nodes and the adjacency matrix row by row, six bits a
// character from "?" on, the first bit the highest (B. McKay,
// https://users.cecs.anu.edu.au/~bdm/data/formats.txt).
func writeDigraph6(b *bufio.Writer, p *picture) {
	n := p.Nodes()
	matrix := make([]byte, (n*n+5)/6)
	for v := range n {
		for _, to := range p.Successors(v) {
			bit := v*n + int(to)
			matrix[bit/6] |= 1 << (5 - bit%6)
		}
	}
	for i := range matrix {
		matrix[i] += '?'
	}
	size := []byte{'?' + byte(n)}
	if n > 62 { // kinds has the largest number, which 18 bits hold
		size = []byte{'~', '?' + byte(n>>12), '?' + byte(n>>6&63), '?' + byte(n&63)}
	}
	fmt.Fprintf(b, "&%s%s\n", size, matrix)
}
