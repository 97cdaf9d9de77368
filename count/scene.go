package count

import (
	"fmt"
	"math/big"

	"combigo/board"
	"combigo/lattice"
	"combigo/result"
)

// A scene is a board as a graph, and the number of colours on it.
type scene struct {
	graph   *lattice.Graph
	colors  int
	variant Variant    // that the graph was made for; the zero value if it was given
	size    board.Size // of a piece of a lattice
	order   []int      // in which a dynamic program takes the points
}

// newScene builds the board of a variant.
func newScene(size board.Size, v Variant) (*scene, error) {
	g, err := lattice.New(v.kind(), size.Rows, size.Cols, lattice.Options{SafeTop: v.SafeTop, SafeBottom: v.SafeBottom})
	if err != nil {
		return nil, fmt.Errorf("board %s: %w", size, err)
	}
	return &scene{graph: g, colors: v.colors(), variant: v, size: size}, nil
}

// plain reports whether package border can count the scene, too.
func (s *scene) plain() bool { return s.size != board.Size{} && s.variant.Plain() }

// name returns the board in words, for errors.
func (s *scene) name() string {
	switch {
	case s.plain():
		return fmt.Sprintf("board %s", s.size)
	case s.graph.Kind() == lattice.Cycle:
		return fmt.Sprintf("the cycle of %d points", s.graph.Len())
	}
	return "the " + s.graph.String()
}

// where returns the board in words, nothing if it is plain.
func (s *scene) where() string {
	switch s.graph.Kind() {
	case lattice.None, lattice.Cylinder, lattice.Torus, lattice.Cycle:
		return s.name() + s.variant.beyond()
	case lattice.Square:
		if s.variant.beyond() == "" {
			return ""
		}
	}
	return s.name() + " board" + s.variant.beyond()
}

// symbol returns the number in a formula: L(m,n), or Go#(G; K) for the graph G.
func (s *scene) symbol() string {
	switch {
	case s.plain():
		return symbol(s.size)
	case s.graph.Kind() == lattice.None:
		return fmt.Sprintf("Go#(G; %d)", s.colors)
	case s.graph.Kind() == lattice.Cycle:
		return fmt.Sprintf("Go#(cycle %d; %d)", s.graph.Len(), s.colors)
	}
	return fmt.Sprintf("Go#(%s; %d)", s.graph, s.colors)
}

// positions returns (K+1)^points.
func (s *scene) positions() *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(s.colors)+1), big.NewInt(int64(s.graph.Len())), nil)
}

// result returns the result of a plan, as far as it is known before the count.
func (s *scene) result(p *plan) *result.Result {
	oeis := ""
	if (s.size != board.Size{}) {
		oeis = OEIS(s.size, s.variant)
	}
	return &result.Result{
		Quantity: describe(s.colors),
		Symbol:   s.symbol(),
		OEIS:     oeis,
		Board:    s.size,
		Where:    s.where(),
		Whole: result.Whole{
			Name:  "positions",
			Power: fmt.Sprintf("%d^%d", s.colors+1, s.graph.Len()),
			Value: s.positions(),
		},
		Provenance: result.Provenance{Method: p.method.String(), Notes: p.notes},
	}
}

// anySafe reports whether a point is safe, so that the full board may be legal.
func (s *scene) anySafe() bool {
	for v := range s.graph.Len() {
		if s.graph.Safe(v) {
			return true
		}
	}
	return false
}
