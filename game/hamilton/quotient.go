package hamilton

import (
	"fmt"
	"slices"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/game"
)

// A Quotient is the game graph without the empty position, with each position and the one of
// exchanged colours taken for one node, which is called a class. Every arc has a voltage: whether
// it leads from the representative of a class to that of another (0), or to the other member (1).
type Quotient struct {
	*digraph.Graph         // of the classes
	Rep            []int32 // the representative of each class, which is the lesser member
	swapped        []int32
	class          []int32
	game           *digraph.Graph
}

const none = -1

// NewQuotient returns the quotient of a graph by an automorphism that is its own inverse, keeps
// node 0 and no other node.
func NewQuotient(g *digraph.Graph, swapped []int32) (*Quotient, error) {
	q := &Quotient{swapped: swapped, game: g, class: make([]int32, g.Len())}
	if g.Len() == 0 || len(swapped) != g.Len() {
		return nil, fmt.Errorf("%d images of %d nodes: want one each", len(swapped), g.Len())
	}
	q.class[0] = none
	for v := 1; v < g.Len(); v++ {
		w := swapped[v]
		if int(w) == v || w < 1 || int(w) >= g.Len() || int(swapped[w]) != v {
			return nil, fmt.Errorf("node %d goes to %d: want pairs", v, w)
		}
		if v < int(w) {
			q.class[v], q.class[w] = int32(len(q.Rep)), int32(len(q.Rep))
			q.Rep = append(q.Rep, int32(v))
		}
	}
	first, heads := make([]int64, 1, len(q.Rep)+1), make([]int32, 0, g.EdgeCount()/2)
	var to []int32
	for c, v := range q.Rep {
		to = to[:0]
		for _, w := range g.Successors(int(v)) {
			if w != 0 && int(q.class[w]) != c {
				to = append(to, q.class[w])
			}
		}
		slices.Sort(to)
		heads = append(heads, slices.Compact(to)...)
		first = append(first, int64(len(heads)))
	}
	var err error
	q.Graph, err = digraph.New(first, heads)
	return q, err
}

// voltages returns whether there are arcs of voltage 0 and of voltage 1 from one class to another.
func (q *Quotient) voltages(from, to int32) (zero, one bool) {
	v, w := int(q.Rep[from]), q.Rep[to]
	return q.game.HasEdge(v, int(w)), q.game.HasEdge(v, int(q.swapped[w]))
}

// crosses reports whether an arc has only the voltage 1.
func (q *Quotient) crosses(from, to int32) bool {
	zero, _ := q.voltages(from, to)
	return !zero
}

// lift follows a closed walk of classes in the game graph, beginning at the representative of its
// first class. It returns the nodes up to the last class, and whether the way back to the first
// class ends at the other member of it. Where both voltages will do it takes 0, but for the first
// such arc 1 if that makes it end at the other member.
func (q *Quotient) lift(classes []int32) (nodes []int32, crossed bool) {
	choice := none
	parity := false
	for i, c := range classes {
		zero, one := q.voltages(c, classes[(i+1)%len(classes)])
		if zero && one {
			choice = i
		} else if one {
			parity = !parity
		}
	}
	flip := !parity && choice != none
	nodes = make([]int32, 0, len(classes))
	for i, c := range classes {
		v := q.Rep[c]
		if crossed {
			v = q.swapped[v]
		}
		nodes = append(nodes, v)
		zero, _ := q.voltages(c, classes[(i+1)%len(classes)])
		if !zero || flip && i == choice {
			crossed = !crossed
		}
	}
	return nodes, crossed
}

// Successors returns the cover of the quotient of the game graph of a row that the cover of the row
// makes: the class after each.
func (c *RowCover) Successors(g *game.Graph, q *Quotient) []int32 {
	class := func(r row) int32 {
		var p game.Position
		for v := range c.n {
			p.Black |= uint16(r.at(v)&1) << v
			p.White |= uint16(r.at(v)>>1) << v
		}
		node, _ := g.Index(p)
		return q.class[node]
	}
	after := make([]int32, q.Len())
	for r := range legalRows(c.n) {
		if r != 0 {
			after[class(c.before(r))] = class(r)
		}
	}
	return after
}

// Swapped returns, for each node of a game graph, the node with the colours exchanged.
func Swapped(g *game.Graph) []int32 {
	to := make([]int32, g.Len())
	for v, p := range g.All() {
		w, _ := g.Index(p.Swapped()) // what is legal is legal with the colours exchanged
		to[v] = int32(w)
	}
	return to
}

// Whole returns the cycle that half of a colour-symmetric one is of: the half, then the same with
// the colours exchanged, by what [Swapped] returns.
func Whole(half, swapped []int32) []int32 {
	cycle := make([]int32, 0, 2*len(half))
	cycle = append(cycle, half...)
	for _, v := range half {
		cycle = append(cycle, swapped[v])
	}
	return cycle
}
