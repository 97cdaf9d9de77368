package game_test

import (
	"context"
	"fmt"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// The successors of a position, with the players.
func ExampleGraph() {
	b, err := lattice.New(lattice.Square, 1, 2, lattice.Options{})
	if err != nil {
		panic(err)
	}
	g, err := game.NewGraph(context.Background(), b, game.Rules{}, par.Options{})
	if err != nil {
		panic(err)
	}
	v, _ := g.Index(game.Position{Black: 0b01})
	for _, w := range g.Successors(v) {
		player, suicide := g.Mover(v, int(w))
		fmt.Println(g.Position(v).Text(2), "to", g.Position(int(w)).Text(2), player, suicide)
	}
	// Output:
	// X. to .. black true
	// X. to .O white false
}

// Games on a line of three points, table 7 of Combinatorics of Go.
func ExampleCount() {
	b, err := lattice.New(lattice.Square, 1, 3, lattice.Options{})
	if err != nil {
		panic(err)
	}
	g, err := game.Count(context.Background(), b, game.Rules{}, par.Options{})
	fmt.Println(g.Value, g.Rules, err)
	// Output: 907 positional superko, suicide allowed <nil>
}
