package format

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"slices"

	"combigo/game"
)

// Marks is what a drawing for a page shows besides the graph.
type Marks struct {
	// Walk is nodes, each but the first a successor of the one before; the drawing is at the last one.
	Walk []int
	// Path is nodes of another walk, if any.
	Path []int
	// Link is the address that a node leads to.
	Link func(v int) string
	// Label is what a node is called.
	Label func(v int) string
}

// WriteMarked draws a graph as the format svg does, for a page: every node is a link, and a style sheet can tell
// apart what is what. The svg element has the class game-graph; links have node, and walked if the walk comes
// there, here at its end, next if a move leads there from its end, onpath if the path comes there; edges have edge
// with black or white, and walked, onpath and next, too. Without a style sheet it looks as the format svg does.
func WriteMarked(w io.Writer, g *game.Graph, m Marks) error {
	if most := MaxNodes("svg"); g.Nodes() > most {
		return fmt.Errorf("a graph of %d nodes as svg: want at most %d", g.Nodes(), most)
	}
	p := newPicture(g)
	d := newDrawing(p)
	b := bufio.NewWriter(w)
	d.begin(b, ` class="game-graph"`)
	classes := map[[2]int]string{}
	if len(m.Walk) > 0 {
		here := m.Walk[len(m.Walk)-1]
		for _, to := range p.Successors(here) {
			classes[[2]int{here, int(to)}] = " next"
		}
	}
	mark(classes, m.Path, " onpath")
	mark(classes, m.Walk, " walked")
	// What is marked comes last, above the others.
	for _, above := range []bool{false, true} {
		for v := range p.Nodes() {
			for _, to := range p.Successors(v) {
				if class := classes[[2]int{v, int(to)}]; (class != "") == above {
					d.edge(b, v, int(to), class)
				}
			}
		}
	}
	for v := range p.Nodes() {
		fmt.Fprintf(b, `<a class="%s" href="%s" aria-label="%s">`, m.class(p, v), html.EscapeString(m.Link(v)), html.EscapeString(m.Label(v)))
		d.node(b, v)
		fmt.Fprintln(b, "</a>")
	}
	fmt.Fprint(b, "</svg>\n")
	return b.Flush() // has the error of any write before
}

// mark gives the edges of a walk a class.
func mark(classes map[[2]int]string, walk []int, class string) {
	for i := 1; i < len(walk); i++ {
		classes[[2]int{walk[i-1], walk[i]}] += class
	}
}

// class returns the classes of a node.
func (m Marks) class(p *picture, v int) string {
	class := "node"
	if slices.Contains(m.Path, v) {
		class += " onpath"
	}
	if slices.Contains(m.Walk, v) {
		class += " walked"
	}
	if len(m.Walk) == 0 {
		return class
	}
	switch here := m.Walk[len(m.Walk)-1]; {
	case here == v:
		class += " here"
	case slices.Contains(p.Successors(here), int32(v)):
		class += " next"
	}
	return class
}
