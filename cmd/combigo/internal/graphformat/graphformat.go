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
	"cmp"
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/cmplx"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/goban"
)

// A format writes a game graph. The writer keeps its errors until it is flushed.
type format struct {
	name     string
	maxNodes int
	write    func(*bufio.Writer, *picture)
}

var formats = []format{
	{"dot", 20_000, func(b *bufio.Writer, p *picture) { p.dot(b, false) }},
	{"classes", 20_000, func(b *bufio.Writer, p *picture) { p.dot(b, true) }},
	{"graphml", digraph.MaxNodes, writeGraphML},
	{"digraph6", 20_000, writeDigraph6},
	{"edges", digraph.MaxNodes, writeEdges},
	{"adjacency", digraph.MaxNodes, writeAdjacency},
	{"svg", maxDrawn, func(b *bufio.Writer, p *picture) { b.WriteString(newPlan(p).canvas(Marks{}).SVG()) }},
}

// Names returns the names of the formats.
func Names() []string {
	var list []string
	for _, f := range formats {
		list = append(list, f.name)
	}
	return list
}

// find returns a format, the zero value if there is none of that name.
func find(name string) (found format) {
	if i := slices.IndexFunc(formats, func(f format) bool { return f.name == name }); i >= 0 {
		found = formats[i]
	}
	return found
}

// MaxNodes returns the largest number of nodes that a format takes, 0 if there is no such format.
func MaxNodes(name string) int { return find(name).maxNodes }

// Write writes a game graph in a format. The error is that of the writer, or says that the format
// does not exist or is not for graphs of that size.
func Write(w io.Writer, name string, g *game.Graph) error {
	f := find(name)
	if f.write == nil {
		return fmt.Errorf("%q is not a format: want one of %s", name, strings.Join(Names(), ", "))
	}
	if g.Nodes() > f.maxNodes {
		return tooLarge(g, name, f.maxNodes)
	}
	b := bufio.NewWriter(w)
	f.write(b, newPicture(g))
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
	if n > 62 { // formats has the largest number, which 18 bits hold
		size = []byte{'~', '?' + byte(n>>12), '?' + byte(n>>6&63), '?' + byte(n&63)}
	}
	fmt.Fprintf(b, "&%s%s\n", size, matrix)
}

// picture is a game graph with what its drawings need.
type picture struct {
	*game.Graph
	symmetries []*game.Symmetry // none if the board has too many
}

func newPicture(g *game.Graph) *picture {
	symmetries, err := g.Symmetries()
	if err != nil {
		symmetries = nil // every position is a class of its own
	}
	return &picture{g, symmetries}
}

// class returns the least position of the class of a position.
func (p *picture) class(v int) int { return p.Representative(p.Position(v), p.symmetries) }

// rows returns a position as rows of characters, as goban's diagrams have them; a board without
// rows is one row.
func (p *picture) rows(v int) []string {
	text := p.Position(v).Text(p.Points())
	rows, cols := p.Board().Size()
	if rows*cols == 0 {
		return []string{text}
	}
	lines := make([]string, rows)
	for i := range text {
		lines[i%rows] += text[i : i+1]
	}
	return lines
}

// stones returns how many stones there are in a position.
func (p *picture) stones(v int) int {
	q := p.Position(v)
	return bits.OnesCount16(q.Black | q.White)
}

func (p *picture) title() string {
	return fmt.Sprintf("game graph of %s, %s: %d nodes, %d edges", p.Board(), p.Rules().Suicide, p.Nodes(), p.EdgeCount())
}

func (p *picture) edges(visit func(v, to int, player goban.Color, suicide bool)) {
	for v := range p.Nodes() {
		for _, to := range p.Successors(v) {
			player, suicide := p.Mover(v, int(to))
			visit(v, int(to), player, suicide)
		}
	}
}

// edgeColor is the colour in which the moves of a player are drawn.
func edgeColor(player goban.Color) string {
	if player == goban.Black {
		return "#1f1f1f"
	}
	return "#d1495b"
}

func tooLarge(g *game.Graph, name string, maxNodes int) error {
	return fmt.Errorf("a graph of %d nodes as %s: want at most %d, or another format", g.Nodes(), name, maxNodes)
}

// place is where a node is drawn: on a ring, at an angle.
type place struct {
	ring  int
	angle float64
}

// sweeps is how often nodes are drawn towards their neighbours; more change nothing to be seen.
const sweeps = 60

// layout places the positions with k stones on ring k, each ring in an order in which neighbours
// are near: every node goes to the mean direction of its neighbours, then the ring is spread out
// evenly again (the barycentre method of K. Sugiyama, S. Tagawa and M. Toda, 1981, on rings in the
// place of lines).
func (p *picture) layout() []place {
	rings := make([][]int, p.Points()+1)
	for v := range p.Nodes() {
		rings[p.stones(v)] = append(rings[p.stones(v)], v)
	}
	places := make([]place, p.Nodes())
	for k, ring := range rings {
		for i, v := range ring {
			places[v] = place{k, 2 * math.Pi * float64(i) / float64(len(ring))}
		}
	}
	reverse := p.Reverse()
	for range sweeps {
		for _, ring := range rings {
			spread(ring, places, func(v int) []int32 {
				return append(slices.Clone(p.Successors(v)), reverse.Successors(v)...)
			})
		}
	}
	return places
}

// spread turns the nodes of a ring towards their neighbours, and spreads them out.
func spread(ring []int, places []place, neighbours func(int) []int32) {
	wish := map[int]float64{}
	for _, v := range ring {
		sum := cmplx.Rect(1e-3, places[v].angle)
		for _, w := range neighbours(v) {
			if places[w].ring != 0 {
				sum += cmplx.Rect(1, places[w].angle)
			}
		}
		wish[v] = cmplx.Phase(sum)
	}
	slices.SortFunc(ring, func(a, b int) int {
		return cmp.Or(cmp.Compare(math.Round(wish[a]*1e6), math.Round(wish[b]*1e6)), cmp.Compare(a, b))
	})
	even := func(i int) float64 { return 2 * math.Pi * float64(i) / float64(len(ring)) }
	sum := 0i // of how far the wishes are from an even spread, which decides where the ring begins
	for i, v := range ring {
		sum += cmplx.Rect(1, wish[v]-even(i))
	}
	for i, v := range ring {
		places[v].angle = cmplx.Phase(sum) + even(i)
	}
}

// Marks is what a drawing for a page shows besides the graph. The zero Marks are nothing.
type Marks struct {
	// Walk is nodes, each but the first a successor of the one before; the drawing is at the last one.
	Walk []int
	// Path is nodes of another walk, if any.
	Path []int
	// Link is the address that a node leads to, and what the node is called; nil for a drawing
	// without links.
	Link func(v int) canvas.Link
}

// maxDrawn is the largest number of nodes of a drawing.
const maxDrawn = 600

// Draw draws a graph in rings by the number of stones. For a page every node may be a link, and a
// style sheet can tell apart what is what: the drawing has the class game-graph; nodes have node,
// and walked if the walk comes there, here at its end, next if a move leads there from its end,
// onpath if the path comes there; edges have edge with black or white, and walked, onpath and next,
// too. The error says that the graph is too large.
func Draw(g *game.Graph, m Marks) (*canvas.Canvas, error) {
	if g.Nodes() > maxDrawn {
		return nil, tooLarge(g, "svg", maxDrawn)
	}
	return newPlan(newPicture(g)).canvas(m), nil
}

// Sizes of a drawing, in pixels.
const (
	scale  = 0.5                  // of the boards
	cell   = scale * drawing.Cell // from a point of a board to the next
	margin = 4.0                  // around the boards
	gap    = 10.0                 // between boards, at least
	inner  = 30.0                 // between rings, at least
	border = 20.0                 // around the drawing
)

// plan is where everything is.
type plan struct {
	*picture
	places        []place
	radius        []float64 // of each ring
	width, height float64   // of a board
	middle        float64   // of the drawing, both ways
}

func newPlan(p *picture) *plan {
	rows, cols := len(p.rows(0)), len(p.rows(0)[0])
	d := &plan{
		picture: p, places: p.layout(),
		width: float64(cols)*cell + 2*margin, height: float64(rows)*cell + 2*margin,
	}
	size := math.Hypot(d.width, d.height)
	nodes := make([]int, p.Points()+1)
	for _, place := range d.places {
		nodes[place.ring]++
	}
	d.radius = make([]float64, len(nodes))
	for k := 1; k < len(nodes); k++ {
		d.radius[k] = d.radius[k-1]
		if nodes[k] > 0 {
			d.radius[k] = max(d.radius[k-1]+size+inner, float64(nodes[k])*(size+gap)/(2*math.Pi))
		}
	}
	d.middle = d.radius[len(nodes)-1] + size/2 + border
	return d
}

// canvas draws all edges, those that are marked above the others, and then the nodes.
func (d *plan) canvas(m Marks) *canvas.Canvas {
	c := &canvas.Canvas{Part: canvas.Part{Class: "game-graph"}, Width: math.Ceil(2 * d.middle), Height: math.Ceil(2 * d.middle), Unit: canvas.Pixel, Title: d.title()}
	c.Paper()
	classes := m.edges(d.picture)
	for _, above := range []bool{false, true} {
		for v := range d.Nodes() {
			for _, to := range d.Successors(v) {
				if class := classes[[2]int{v, int(to)}]; (class != "") == above {
					d.edge(c, v, int(to), class)
				}
			}
		}
	}
	for v := range d.Nodes() {
		d.node(c, v, m)
	}
	return c
}

// edges returns the classes of the edges that are marked.
func (m Marks) edges(p *picture) map[[2]int]string {
	classes := map[[2]int]string{}
	if len(m.Walk) > 0 {
		here := m.Walk[len(m.Walk)-1]
		for _, to := range p.Successors(here) {
			classes[[2]int{here, int(to)}] = " next"
		}
	}
	mark := func(walk []int, class string) {
		for i := 1; i < len(walk); i++ {
			classes[[2]int{walk[i-1], walk[i]}] += class
		}
	}
	mark(m.Path, " onpath")
	mark(m.Walk, " walked")
	return classes
}

// node returns the classes of a node.
func (m Marks) node(p *picture, v int) string {
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

// center returns the middle of a node.
func (d *plan) center(v int) (x, y float64) {
	r := d.radius[d.places[v].ring]
	return d.middle + r*math.Cos(d.places[v].angle), d.middle + r*math.Sin(d.places[v].angle)
}

// node draws a position as a little board.
func (d *plan) node(c *canvas.Canvas, v int, m Marks) {
	x, y := d.center(v)
	part := canvas.Part{X: x - d.width/2, Y: y - d.height/2, Class: m.node(d.picture, v)}
	if m.Link != nil {
		link := m.Link(v)
		part.Link = &link
	}
	part.Rectangle(0, 0, d.width, d.height, 3, canvas.Style{Fill: "#e9c46a", Stroke: "#7a5c1e", Width: 0.8})
	rows := d.rows(v)
	p, err := goban.ParsePosition(strings.Join(rows, "\n"))
	if err != nil {
		panic("graphformat: " + err.Error()) // rows are those of a diagram
	}
	size, _ := d.Board().Size()
	drawing.Add(part.Add(canvas.Part{X: margin, Y: margin, Scale: scale}), p, drawing.BoardOptions{Wood: true, Bare: size == 0})
	c.Add(part)
}

// bend is how far an edge is from straight, as a part of its length: edges there and back are to be
// told apart.
const bend = 0.08

// edge draws a move as an arc with a head, from the frame of one board to that of the other.
// Besides other classes the edge has edge and the player's, by which a page may give the edge
// another colour.
func (d *plan) edge(c *canvas.Canvas, v, to int, classes string) {
	x1, y1 := d.center(v)
	x2, y2 := d.center(to)
	midX, midY := (x1+x2)/2-bend*(y2-y1), (y1+y2)/2+bend*(x2-x1)
	x1, y1 = d.frame(x1, y1, midX, midY)
	x2, y2 = d.frame(x2, y2, midX, midY)
	player, suicide := d.Mover(v, to)
	part := canvas.Part{Class: fmt.Sprintf("edge %v%s", player, classes), Color: canvas.Color(edgeColor(player))}
	drawing.Arrow(&part, x1, y1, midX, midY, x2, y2, drawing.Stroke{Width: 1, Dashed: suicide, Head: true})
	c.Add(part)
}

// frame returns where the line from the middle of a board to a point beyond it leaves its frame.
func (d *plan) frame(x, y, toX, toY float64) (float64, float64) {
	dx, dy := toX-x, toY-y
	t := min(1, min(d.width/2/max(math.Abs(dx), 1e-9), d.height/2/max(math.Abs(dy), 1e-9)))
	return x + t*dx, y + t*dy
}
