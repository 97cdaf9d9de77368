// Package lattice makes the graphs that Go is played on: pieces of lattices, and any graph from a
// file. It finds their symmetries, their quotients, and orders of their vertices that keep the
// frontier of a dynamic program small.
//
// # Graphs
//
// A [Graph] is simple and undirected: no loops, no double edges. Its n vertices are the numbers 0
// to n-1. A graph does not change once it is made, so that any number of goroutines may read it.
//
// A vertex may be marked safe: a vertex beyond the board that is known to be empty is adjacent to
// it, and so a stone on it has a liberty whatever the board looks like. A position of K colours is
// legal if every string (a maximal connected set of stones of one colour) has an adjacent empty
// vertex or contains a safe vertex.
//
// # Lattices
//
// [New] builds m rows and n columns of a lattice as Farr and Schmidt do ("On the number of Go
// positions on lattice graphs", sections 2 and 5), all from the m x n square lattice. The vertex in
// row i and column j, both from 0, has the number j*m+i: column by column, each from the top.
//
//	square            (i,j) and (i',j') are adjacent if they differ by 1 in one coordinate
//	triangular        square with the diagonals (i+1,j)-(i,j+1)
//	hexagonal         square without the horizontal edges (i,j)-(i,j+1) with i+j odd
//	square-octagonal  square without the horizontal edges (i,j)-(i,j+1) with floor((i+1)/2)+j odd
//	cylinder          square with horizontal edges from the last column to column 0
//	torus             cylinder with vertical edges from the last row to row 0
//	cycle             cylinder of a single row
//
// Section 5 calls the deleted edges horizontal, yet prints them as (i,j)-(i+1,j), which section 2
// makes vertical. The word is right and the formula is transposed: read as printed, the second rule
// leaves vertices of degrees 2 and 4, not faces of 4 and 8 vertices, and only the horizontal
// reading gives the eigenvalues of the paper's Table 2.
//
// Graphs stay simple when a side that closes up is short: two columns are joined once, and one
// column is not joined to itself. So the cylinder and the torus of 2x2 are the cycle of 4 vertices.
//
// Row 0 is the top. [Options] mark it, or the last row, or both, as safe: the single-safe and
// double-safe boundary conditions of sections 4.3 and 7 of the paper. The paper adds empty rows to
// the strip instead, which makes row 1 of the lattice the first of the strip. On the
// square-octagonal lattice that is another graph, [Options.FirstRow] = 1: its double-safe strip of
// 6 rows has the upper bound 2.949445944086531 of Table 2, the one from row 0 on the better
// 2.948807434420. Columns are the layers of a strip of m rows and any length: a lattice with open
// sides looks the same after [Kind.Period] more columns.
//
// # Files
//
// [Read] tells formats apart by the end of the name of the file, or by the text. What it cannot
// read it refuses, by the name of the format if that is known; nothing is guessed. Whole numbers as
// names of vertices keep their order, other names have that in which they first appear.
//
// An edge list has two names on a line, which are joined, or one name, which need not be joined to
// anything. A name is letters, digits, _ and '. Comments begin with #, at the beginning of a word,
// or with % or //, at that of a line. A first line that may be a header, of numbers or of names of
// columns, is an error, unless [ReadAll] is told that it is one. The attributes {...} that networkx
// writes are ignored. Lines of as many zeros and ones as there are lines, with or without space,
// are an adjacency matrix.
//
// graph6 and sparse6 are formats of nauty and of the House of Graphs: a line of printable
// characters for each graph, with or without a header (B. McKay, "Description of graph6, sparse6
// and digraph6 encodings"). Vertices are named 0, 1, 2, ...
//
// DOT is the format of Graphviz (The DOT Language, graphviz.org). Undirected graphs are read, with
// chains a -- b -- c, subgraphs {a b} -- c, ports, quoted names, and comments.
// Attributes are ignored. In a strict graph an edge may be given more than once.
//
// DIMACS is that of the second DIMACS challenge: p edge and two numbers, then e and two vertices on
// a line. Of Pajek *Vertices and *Edges are read, without labels and values. TGF is the trivial
// graph format: vertices and labels, a line #, pairs of vertices.
//
// What is wrong in a file is a [*SyntaxError], which has the line and the column, but for graphs in
// DOT that are not simple and undirected.
//
// # Symmetries
//
// [Symmetries] finds all automorphisms of a graph, that is all permutations of its vertices that
// keep edges and safe marks. [Quotient] identifies the vertices that a symmetry moves into each
// other. The legal positions of the quotient are those of the graph that the symmetry does not
// change. Of [QuotientExchanged] they are those that it turns into their colour exchange; that
// quotient is a [SignedGraph], on which stones of opposite colours may be of one string.
//
// # Orders
//
// [Order] arranges the vertices for an engine that works through them one by one and remembers the
// frontier, which is the vertices done that have neighbours yet to come; [Width] is the largest
// size of the frontier.
package lattice
