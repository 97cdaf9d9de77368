// Package digraph holds directed graphs in a compact form, made once and then read, and answers
// what is asked of them as graphs: components, distances, cycles of length 2.
//
// # Form
//
// The n nodes are the numbers 0 to n-1. All successors are in one slice, those of node 0 first, and
// a second slice has the place where those of each node begin: the form is called CSR, compressed
// sparse row. An edge takes 4 bytes and a node 8. The successors of a node are in ascending order,
// without repetition, and a node is not its own successor.
//
//	for v := range g.Len() {
//		for _, w := range g.Successors(v) {
//			// there is an edge from v to w
//		}
//	}
//
// # Words
//
// A path is a sequence of edges each of which begins where the one before ends. It is simple if it
// meets no node twice. The distance from v to w is the number of edges of a shortest path. The
// eccentricity of v is the largest distance from v. The diameter of a graph is the largest
// eccentricity and the radius the smallest; both are for strongly connected graphs, in which there
// is a path from every node to every other.
package digraph
