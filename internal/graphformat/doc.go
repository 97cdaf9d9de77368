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
	"fmt"
	"io"
	"slices"
	"strings"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/game"
)

// A kind is a format.
type kind struct {
	name  string
	most  int // nodes
	write func(io.Writer, *picture) error
}

var kinds = []kind{
	{"dot", 20_000, writeDOT},
	{"classes", 20_000, writeClasses},
	{"graphml", digraph.MaxNodes, writeGraphML},
	{"digraph6", 20_000, writeDigraph6},
	{"edges", digraph.MaxNodes, writeEdges},
	{"adjacency", digraph.MaxNodes, writeAdjacency},
	{"svg", mostDrawn, writeSVG},
}

// Names returns the names of the formats.
func Names() []string {
	var list []string
	for _, f := range kinds {
		list = append(list, f.name)
	}
	return list
}

// MaxNodes returns the largest number of nodes that a format takes, 0 if there is no such format.
func MaxNodes(name string) int {
	for _, f := range kinds {
		if f.name == name {
			return f.most
		}
	}
	return 0
}

// Write writes a game graph in a format. The error is that of the writer, or says that the format
// does not exist or is not for graphs of that size.
func Write(w io.Writer, name string, g *game.Graph) error {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	if i < 0 {
		return fmt.Errorf("%q is not a format: want one of %s", name, strings.Join(Names(), ", "))
	}
	if g.Nodes() > kinds[i].most {
		return fmt.Errorf("a graph of %d nodes as %s: want at most %d, or another format", g.Nodes(), name, kinds[i].most)
	}
	return kinds[i].write(w, newPicture(g))
}
