// Package gametest makes game graphs in tests.
package gametest

import (
	"testing"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// Graph returns the game graph of a square board. The test fails if there is none.
func Graph(t testing.TB, rows, cols int, rules game.Rules) *game.Graph {
	t.Helper()
	b, err := lattice.New(lattice.Square, rows, cols, lattice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := game.NewGraph(t.Context(), b, rules, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}
