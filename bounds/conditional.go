package bounds

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"time"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// A Conditional is the bounds for the constant of a lattice by conditional probabilities: see the
// package comment.
type Conditional struct {
	Question
	Width        int           `json:"width"` // of the widest frontier
	Probed       []Probability // of the points of a period, in each direction that was asked for
	Lower, Upper float64       // Lower <= constant <= Upper
	Wall         time.Duration `json:"wall_seconds"`
}

// A Probability encloses the probability that a point is empty in a random legal position of the
// lattice in which all points before it are empty: those of the rows above and of its row to the
// left, or of the columns before and of its column above.
type Probability struct {
	Direction Direction // of the lines that are emptied one after the other
	Row       int       // of the point in the lattice; its column is 0
	transfer.Enclosure
}

// MaxConditional is the widest frontier of conditional probabilities.
const MaxConditional = 12

// Conditional bounds the constant by conditional probabilities whose frontiers have at most a
// width. Of the directions, Either takes the better bounds of both. The time grows about sixfold
// with each unit of width.
func (q Question) Conditional(ctx context.Context, width int, opt par.Options) (*Conditional, error) {
	if err := check(q.Kind, q.Colors, 1); err != nil {
		return nil, err
	}
	if width < 1 || width > MaxConditional {
		return nil, fmt.Errorf("width %d: want from 1 to %d", width, MaxConditional)
	}
	start := time.Now()
	c := &Conditional{Question: q, Width: width, Lower: 1, Upper: float64(1 + q.Colors)}
	directions := q.Directions()
	steps := len(directions) * rowPeriod[q.Kind]
	for _, d := range directions {
		var points []Probability
		for row := range rowPeriod[q.Kind] {
			done := float64(len(c.Probed)+len(points)) / float64(steps)
			p, err := q.probability(ctx, d, row, width, opt.Between(done, done+1/float64(steps)))
			if err != nil {
				return nil, err
			}
			points = append(points, *p)
		}
		c.Lower, c.Upper = max(c.Lower, meanInverse(points, false)), min(c.Upper, meanInverse(points, true))
		c.Probed = append(c.Probed, points...)
	}
	c.Wall = time.Since(start)
	return c, nil
}

// meanInverse returns the geometric mean of the inverse probabilities of the points of a period,
// from their ends that make it greatest or least, rounded away from it.
func meanInverse(points []Probability, upper bool) float64 {
	// mean^n * all = 1
	all, n := big.NewFloat(1).SetPrec(4096), len(points)
	for _, p := range points {
		end := p.High
		if upper {
			end = p.Low
		}
		all.Mul(all, big.NewFloat(end))
	}
	about, _ := all.Float64()
	mean := math.Pow(about, -1/float64(n))
	power := func() int { // compares
		x := new(big.Float).Copy(all)
		for range n {
			x.Mul(x, big.NewFloat(mean))
		}
		return x.Cmp(big.NewFloat(1))
	}
	toward, sign := 0.0, 1
	if upper {
		toward, sign = math.Inf(1), -1
	}
	for power()*sign > 0 {
		mean = math.Nextafter(mean, toward)
	}
	return mean
}

// probability encloses the probability of the point of a row of the lattice.
func (q Question) probability(ctx context.Context, d Direction, row, width int, opt par.Options) (*Probability, error) {
	g, done, err := q.around(d, row, width)
	if err != nil {
		return nil, err
	}
	s, err := transfer.EmptyProbability(ctx, g, lattice.Identity(g.Len()), done, q.Colors, opt)
	var memory *result.MemoryError
	if errors.As(err, &memory) {
		memory.Of, memory.Help = fmt.Sprintf("conditional probabilities of width %d", width), "a smaller width would help"
	}
	if err != nil {
		return nil, err
	}
	return &Probability{Direction: d, Row: row, Enclosure: *s}, nil
}

// reach is how far the piece of the lattice goes on either side of a point: farther than a frontier
// of [MaxConditional] is from it. It is a multiple of all periods.
const reach = 32

// around returns the surroundings of the point of a row as a graph whose vertices are numbered from
// that point outward, as far as frontiers are no wider than width, and how many vertices that is;
// vertices next to these follow them. What comes before the point is empty.
func (q Question) around(d Direction, row, width int) (g *lattice.Graph, done int, err error) {
	whole, err := lattice.New(q.Kind, 2*reach, 2*reach, lattice.Options{})
	if err != nil {
		return nil, 0, err
	}
	middle := reach*2*reach + reach + row // numbers go down the columns
	o := outward{Graph: whole, number: map[int]int{}, before: func(v int) bool {
		if d == Columns {
			return v < middle
		}
		r, c, _ := whole.Place(v)
		return r < reach+row || r == reach+row && c < reach
	}}
	for v, ok := middle, true; ok && len(o.found) < transfer.MaxProbabilityVertices(q.Colors); v, ok = o.best(middle) {
		o.add(v)
		if o.frontier() > width {
			o.remove(v)
			break
		}
	}
	g, err = o.graph()
	return g, len(o.found) - o.beside, err
}

// outward is vertices of a lattice, from a first one outward.
type outward struct {
	*lattice.Graph
	before func(v int) bool
	number map[int]int // of the vertices that were found, in that order
	found  []int
	beside int // of them, those that are only next to the others
}

func (o *outward) add(v int) {
	o.number[v] = len(o.found)
	o.found = append(o.found, v)
}

func (o *outward) remove(v int) {
	delete(o.number, v)
	o.found = o.found[:len(o.found)-1]
}

// open reports whether a vertex has neighbours yet to be found.
func (o *outward) open(v int) bool {
	return slices.ContainsFunc(o.Neighbors(v), func(w int) bool {
		_, ok := o.number[w]
		return !ok && !o.before(w)
	})
}

func (o *outward) frontier() (width int) {
	for _, v := range o.found {
		if o.open(v) {
			width++
		}
	}
	return width
}

// best returns the vertex to add, of those next to the ones that were found: one that leaves the
// frontier small, and near to the middle.
func (o *outward) best(middle int) (best int, ok bool) {
	least := 0
	for _, v := range o.found {
		for _, w := range o.Neighbors(v) {
			if _, is := o.number[w]; is || o.before(w) {
				continue
			}
			o.add(w)
			cost := 2*o.frontier() + o.distance(w, middle)
			o.remove(w)
			if !ok || cost < least || cost == least && w < best {
				best, least, ok = w, cost, true
			}
		}
	}
	return best, ok
}

// distance returns the number of edges of a shortest way between vertices that goes through none
// before.
func (o *outward) distance(v, to int) int {
	far, queue := map[int]int{v: 0}, []int{v}
	for i := 0; queue[i] != to; i++ {
		for _, w := range o.Neighbors(queue[i]) {
			if _, seen := far[w]; !seen && !o.before(w) {
				far[w] = far[queue[i]] + 1
				queue = append(queue, w)
			}
		}
	}
	return far[to]
}

// graph returns the vertices found, with those next to them, and marks those as safe that have a
// neighbour before.
func (o *outward) graph() (*lattice.Graph, error) {
	var edges [][2]int
	var safe []int
	for i, v := range slices.Clone(o.found) {
		for _, w := range o.Neighbors(v) {
			if o.before(w) {
				safe = append(safe, i)
				continue
			}
			if _, ok := o.number[w]; !ok {
				o.add(w)
				o.beside++
			}
			if j := o.number[w]; i < j {
				edges = append(edges, [2]int{i, j})
			}
		}
	}
	g, err := lattice.FromEdges(len(o.found), edges)
	if err != nil {
		return nil, err
	}
	return g.WithSafe(safe...)
}
