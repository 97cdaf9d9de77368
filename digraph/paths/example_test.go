package paths_test

import (
	"context"
	"fmt"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/digraph/paths"
	"combigo.dev/combigo/par"
)

// The complete graph of 4 nodes has 1 + 3 + 6 + 6 simple paths from a node.
func ExampleCountWalks() {
	var edges [][2]int
	for v := range 4 {
		for w := range 4 {
			edges = append(edges, [2]int{v, w})
		}
	}
	g, err := digraph.FromEdges(4, edges)
	if err != nil {
		panic(err)
	}
	c, err := paths.CountWalks(context.Background(), &paths.Problem{Graph: g}, par.Options{})
	fmt.Println(c.Walks, c.Longest, err)
	// Output: 16 3 <nil>
}
