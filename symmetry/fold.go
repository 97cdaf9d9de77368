package symmetry

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"slices"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// A Folded is a board folded up along a motion, with or without exchange of the colours. Vertices
// stand for the first of their points.
type Folded struct {
	Graph transfer.Graph
	Plain *lattice.Graph // the same without signs
	Sizes []int          // points that were folded onto each vertex
	orbit []int          // the vertex of each point, or -1
}

// Fold folds a board.
func Fold(g *lattice.Graph, motion lattice.Permutation, exchange bool) (*Folded, error) {
	f := &Folded{}
	var err error
	if exchange {
		var signed *lattice.SignedGraph
		if signed, f.orbit, err = lattice.QuotientExchanged(g, motion); err == nil {
			f.Graph, f.Plain = signed, signed.Graph
		}
	} else if f.Plain, f.orbit, err = lattice.Quotient(g, motion); err == nil {
		f.Graph = f.Plain
	}
	if err != nil {
		return nil, err
	}
	f.Sizes = make([]int, f.Plain.Len())
	for _, o := range f.orbit {
		if o >= 0 {
			f.Sizes[o]++
		}
	}
	return f, nil
}

type fold struct {
	*Folded
	order []int
}

func newFold(size board.Size, motion lattice.Permutation, exchange bool) (*fold, error) {
	g, err := lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{})
	if err != nil {
		return nil, err
	}
	folded, err := Fold(g, motion, exchange)
	if err != nil {
		return nil, err
	}
	f := &fold{Folded: folded}
	f.order = f.bestOrder(size)
	return f, nil
}

// bestOrder returns the order that is likely to meet the fewest states: of those that go by rows or
// columns of one half of the board, the narrowest, or one that was searched for, if that is
// narrower still. On a straight frontier, stones have less freedom than on a jagged one of the same
// width.
func (f *fold) bestOrder(size board.Size) []int {
	var best []int
	for _, order := range f.straightOrders(size) {
		if best == nil || f.steps(order) < f.steps(best) {
			best = order
		}
	}
	searched := lattice.Order(f.Plain)
	if best == nil || lattice.Width(f.Plain, searched) < lattice.Width(f.Plain, best) {
		return searched
	}
	return best
}

// straightOrders returns the orders by rows and by columns, of the points in the left half and of
// those in the upper half of the board.
func (f *fold) straightOrders(size board.Size) [][]int {
	var orders [][]int
	for _, half := range []func(row, col int) bool{
		func(_, col int) bool { return 2*col < size.Cols },
		func(row, _ int) bool { return 2*row < size.Rows },
	} {
		rows, cols := make([]int, len(f.Sizes)), make([]int, len(f.Sizes))
		for v := len(f.orbit) - 1; v >= 0; v-- {
			row, col := v%size.Rows, v/size.Rows
			if o := f.orbit[v]; o >= 0 && half(row, col) {
				rows[o], cols[o] = row, col
			}
		}
		orders = append(orders, sortedBy(rows, cols), sortedBy(cols, rows))
	}
	return orders
}

// sortedBy returns the vertices in the order of their first keys, those of equal ones in that of
// their second ones.
func sortedBy(first, second []int) []int {
	order := lattice.Identity(len(first))
	slices.SortStableFunc(order, func(u, v int) int {
		return cmp.Or(cmp.Compare(first[u], first[v]), cmp.Compare(second[u], second[v]))
	})
	return order
}

// statesPerPoint is by how much the states grow with a point of the frontier, and firstStates is
// what the power is multiplied by: fitted to half turns of boards from 6x6 to 11x11.
const (
	statesPerPoint = 4.2
	firstStates    = 0.5
)

// steps estimates how many states an order meets, all levels together. It is right within a factor
// of three or so.
func (f *fold) steps(order []int) float64 {
	steps := 0.0
	for _, width := range lattice.Profile(f.Plain, order) {
		steps += statesOf(width)
	}
	return steps
}

func statesOf(width int) float64 { return firstStates * math.Pow(statesPerPoint, float64(width)) }

// count counts the legal positions of the fold, in the order of the vertices or backwards.
func (f *fold) count(ctx context.Context, backwards bool, opt par.Options) (*big.Int, transfer.Stats, error) {
	order := slices.Clone(f.order)
	if backwards {
		slices.Reverse(order)
	}
	return transfer.CountLegal(ctx, f.Graph, order, colors, opt)
}

const colors = 2
