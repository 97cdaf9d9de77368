// Package gametest makes game graphs, and plays games, in tests.
package gametest

import (
	"iter"
	"testing"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/goban"
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

// Replay plays a game with its passes by the rules with superko, and returns what happened. The
// test fails at a move that the rules do not allow. After each move it calls a function, which may
// be nil.
func Replay(t testing.TB, rows, cols int, moves iter.Seq[goban.Move], played func(goban.Move)) goban.Counts {
	t.Helper()
	start, err := goban.New(rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	r, err := goban.NewReplay(start, goban.Black, goban.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	for m := range goban.WithPasses(moves) {
		if err := r.Play(m); err != nil {
			t.Fatalf("%dx%d, after %+v: %v\n%v", rows, cols, r.Counts(), err, r.Position())
		}
		if played != nil {
			played(m)
		}
	}
	return r.Counts()
}
