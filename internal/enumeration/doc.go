// Package enumeration counts legal positions on any graph in two slow and obvious ways, against
// which the fast engines are tested. They share no code with the engines, and with each other
// only what neighbours are.
//
// [Count] tries every colouring and judges each by flooding from the liberties ([Legal]).
//
// [Polynomial] finds the Go polynomial Go#(G; lambda), the number of legal positions as a
// polynomial in the number of colours (G. Farr, "The Go polynomials of a graph", 2003; Farr and
// Schmidt, "On the number of Go positions on lattice graphs", section 2). It chooses the empty
// vertices and how the others fall apart into strings, without colours. If every string has a
// liberty, then the colours that make just these strings are the proper colourings of the graph
// whose vertices are the strings, and so are counted by its chromatic polynomial: the sum over the
// ways to divide the strings into k colours without names, so that adjacent ones differ, each times
// the x(x-1)...(x-k+1) ways to name these.
//
// A position gives each vertex a colour from 1 to the number of colours, or 0 if it is empty. A
// string is a maximal connected set of vertices of one colour. A position is legal if every string
// is adjacent to an empty vertex or contains a safe one.
package enumeration
