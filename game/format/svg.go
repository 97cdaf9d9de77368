package format

import (
	"bufio"
	"fmt"
	"io"
	"math"
)

// Sizes of a drawing, in pixels.
const (
	cell   = 12.0            // from a point of a board to the next
	margin = 4.0             // around the boards
	gap    = 10.0            // between boards, at least
	inner  = 30.0            // between rings, at least
	border = 20.0            // around the drawing
	first  = margin + cell/2 // from the frame of a board to its first point
)

// drawing is where everything is.
type drawing struct {
	*picture
	places        []place
	radius        []float64 // of each ring
	width, height float64   // of a board
	middle        float64   // of the drawing, both ways
}

func writeSVG(w io.Writer, p *picture) error {
	d := newDrawing(p)
	b := bufio.NewWriter(w)
	d.begin(b, "")
	for v := range p.Nodes() {
		for _, to := range p.Successors(v) {
			d.edge(b, v, int(to), "")
		}
	}
	for v := range p.Nodes() {
		d.node(b, v)
	}
	fmt.Fprint(b, "</svg>\n")
	return b.Flush() // has the error of any write before
}

// begin writes what comes first, with attributes of the svg element.
func (d *drawing) begin(w io.Writer, attributes string) {
	size := 2 * d.middle
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f"%s>
<title>%s</title>
<rect class="paper" width="100%%" height="100%%" fill="#ffffff"/>
`, size, size, size, size, attributes, d.title())
}

func newDrawing(p *picture) *drawing {
	rows, cols := len(p.rows(0)), len(p.rows(0)[0])
	d := &drawing{
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

// center returns the middle of a node.
func (d *drawing) center(v int) (x, y float64) {
	r := d.radius[d.places[v].ring]
	return d.middle + r*math.Cos(d.places[v].angle), d.middle + r*math.Sin(d.places[v].angle)
}

// node draws a position as a little board.
func (d *drawing) node(w io.Writer, v int) {
	x, y := d.center(v)
	x, y = x-d.width/2, y-d.height/2
	fmt.Fprintf(w, `<g transform="translate(%.1f %.1f)"><rect width="%.1f" height="%.1f" rx="3" fill="#e9c46a" stroke="#7a5c1e" stroke-width="0.8"/>`,
		x, y, d.width, d.height)
	rows := d.rows(v)
	if size, _ := d.Board().Size(); size > 0 { // any other graph has no lines to draw
		d.lines(w, len(rows), len(rows[0]))
	}
	for i, row := range rows {
		for j, stone := range row {
			if fill, ok := map[rune]string{'X': "#000000", 'O': "#ffffff"}[stone]; ok {
				fmt.Fprintf(w, `<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s" stroke="#000000" stroke-width="0.8"/>`,
					first+float64(j)*cell, first+float64(i)*cell, cell/2-0.8, fill)
			}
		}
	}
	fmt.Fprintln(w, "</g>")
}

// lines draws the lines of a board.
func (d *drawing) lines(w io.Writer, rows, cols int) {
	lastX, lastY := d.width-first, d.height-first
	for i := range rows {
		at := first + float64(i)*cell
		fmt.Fprintf(w, `<path d="M%.1f %.1fH%.1f" stroke="#7a5c1e" stroke-width="0.8"/>`, first, at, lastX)
	}
	for j := range cols {
		at := first + float64(j)*cell
		fmt.Fprintf(w, `<path d="M%.1f %.1fV%.1f" stroke="#7a5c1e" stroke-width="0.8"/>`, at, first, lastY)
	}
}

// bend is how far an edge is from straight, as a part of its length: edges there and back are to be told apart.
const bend = 0.08

// edge draws a move as an arc with a head, from the frame of one board to that of the other. Besides other classes it has edge and
// the player's, by which a page may give it another colour.
func (d *drawing) edge(w io.Writer, v, to int, classes string) {
	x1, y1 := d.center(v)
	x2, y2 := d.center(to)
	midX, midY := (x1+x2)/2-bend*(y2-y1), (y1+y2)/2+bend*(x2-x1)
	x1, y1 = d.frame(x1, y1, midX, midY)
	x2, y2 = d.frame(x2, y2, midX, midY)
	player, suicide := d.Mover(v, to)
	dash := ""
	if suicide {
		dash = ` stroke-dasharray="4 3"`
	}
	fmt.Fprintf(w, `<g class="edge %v%s" color="%s"><path d="M%.1f %.1fQ%.1f %.1f %.1f %.1f" fill="none" stroke="currentColor" stroke-opacity="0.6"%s/>`,
		player, classes, edgeColor(player), x1, y1, midX, midY, x2, y2, dash)
	d.head(w, midX, midY, x2, y2)
	fmt.Fprintln(w, "</g>")
}

// head draws the head of an arrow that comes from one point to another.
func (d *drawing) head(w io.Writer, fromX, fromY, x, y float64) {
	const length, half = 7.0, 2.5
	norm := math.Hypot(x-fromX, y-fromY)
	ux, uy := (x-fromX)/norm, (y-fromY)/norm
	fmt.Fprintf(w, `<path d="M%.1f %.1fL%.1f %.1fL%.1f %.1fZ" fill="currentColor"/>`, x, y,
		x-length*ux-half*uy, y-length*uy+half*ux, x-length*ux+half*uy, y-length*uy-half*ux)
}

// frame returns where the line from the middle of a board to a point beyond it leaves its frame.
func (d *drawing) frame(x, y, toX, toY float64) (float64, float64) {
	dx, dy := toX-x, toY-y
	t := min(1, min(d.width/2/max(math.Abs(dx), 1e-9), d.height/2/max(math.Abs(dy), 1e-9)))
	return x + t*dx, y + t*dy
}
