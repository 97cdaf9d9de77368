package graphformat

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

func writeDOT(w io.Writer, p *picture) error { return p.dot(w, false) }

// writeClasses writes a frame around every class: Graphviz frames subgraphs whose names begin with
// cluster.
func writeClasses(w io.Writer, p *picture) error { return p.dot(w, true) }

// dot writes the graph for Graphviz: a position as text in a box, a move in the color of its
// player, dashed if it is a suicide.
func (p *picture) dot(w io.Writer, framed bool) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "// %s\nstrict digraph {\n\tgraph [compound=true];\n", p.title())
	fmt.Fprintf(b, "\tnode [shape=box fontname=monospace margin=\"0.06,0.03\"];\n\tedge [arrowsize=0.6];\n")
	if framed {
		members := map[int][]int{}
		var classes []int
		for v := range p.Nodes() {
			class := p.class(v)
			if !slices.Contains(classes, class) {
				classes = append(classes, class)
			}
			members[class] = append(members[class], v)
		}
		for _, class := range classes {
			fmt.Fprintf(b, "\tsubgraph cluster_%d { %s }\n", class, strings.Trim(fmt.Sprint(members[class]), "[]"))
		}
	}
	for v := range p.Nodes() {
		fmt.Fprintf(b, "\t%d [label=\"%s\"];\n", v, strings.Join(p.rows(v), `\n`))
	}
	for v := range p.Nodes() {
		for _, to := range p.Successors(v) {
			player, suicide := p.Mover(v, int(to))
			style := ""
			if suicide {
				style = " style=dashed"
			}
			fmt.Fprintf(b, "\t%d -> %d [color=\"%s\"%s];\n", v, to, edgeColor(player), style)
		}
	}
	b.WriteString("}\n")
	return b.Flush()
}
