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
	// Link is the address that a node leads to.
	Link func(v int) string
	// Label is what a node is called.
	Label func(v int) string
}

// WriteMarked draws a graph as the format svg does, for a page: every node is a link, and a style sheet can tell
// apart what is what. The svg element has the class game-graph; links have node, and walked if the walk comes
// there, here at its end, next if a move leads there from its end; edges have edge with black or white, and
// walked, too. Without a style sheet it looks as the format svg does.
func WriteMarked(w io.Writer, g *game.Graph, m Marks) error {
	if most := MaxNodes("svg"); g.Nodes() > most {
		return fmt.Errorf("a graph of %d nodes as svg: want at most %d", g.Nodes(), most)
	}
	p := newPicture(g)
	d := newDrawing(p)
	b := bufio.NewWriter(w)
	d.begin(b, ` class="game-graph"`)
	walked := map[[2]int]bool{}
	for i := 1; i < len(m.Walk); i++ {
		walked[[2]int{m.Walk[i-1], m.Walk[i]}] = true
	}
	// What is walked comes last, above the others.
	for _, above := range []bool{false, true} {
		for v := range p.Nodes() {
			for _, to := range p.Successors(v) {
				if walked[[2]int{v, int(to)}] == above {
					d.markedEdge(b, v, int(to), above)
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

func (d *drawing) markedEdge(w io.Writer, v, to int, walked bool) {
	player, _ := d.Mover(v, to)
	class := fmt.Sprintf("edge %v", player)
	if walked {
		class += " walked"
	}
	fmt.Fprintf(w, `<g class="%s">`, class)
	d.edge(w, v, to)
	fmt.Fprintln(w, "</g>")
}

// class returns the classes of a node.
func (m Marks) class(p *picture, v int) string {
	class := "node"
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
