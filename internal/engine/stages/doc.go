// Package stages counts with package border: it knows the work of a count as a graph of stages, and
// executes the graph over a store, which keeps what stages leave for each other. One store keeps
// that in memory ([Engine.Count]); the other one is the directory of a run (package run).
//
// # Stages
//
// The work is chains of stages, which have nothing to do with each other. A [Stage] takes one
// residue of the vector through a phase of a column, or joins two vectors. Its work is split into
// shares, the same number in all stages. A share reads one tile of each share of the stages that
// the stage reads, and leaves one tile for each share of the stages that read it; if the stage
// joins, it leaves a part of a sum. There are two methods:
//
//   - [Exact] is one chain. After each column the vector is there in as many residues as its values
//     need, so that early columns take few; where one more residue is needed, it is reconstructed
//     from the others while they are read. If the width is odd, the last stage joins the vector
//     with itself, modulo all primes that the number needs and one more: the sum must be an
//     integer. If the width is even, one more column is computed modulo each of these primes.
//   - [Modulo] is a chain for each of these primes: one residue through half of the columns. It
//     takes two to three times as long, and the room of one residue. It serves many widths at a
//     time.
//
// If both sides are even, the prefix phase of the last column is enough: what it leaves is joined
// with itself by half a turn, in pairs of tiles.
//
// # Tiles go when they have been read
//
// A tile, from share a for share b, is of no use when share b of the last stage that reads it is
// done. Then the store may give its place back. So a prefix stage, which reads a vector V and
// leaves a larger one W, takes the room of W and some shares, not that of V and W.
//
// # Sums that check others
//
// Besides the number, an [Outcome] may hold the number modulo one more prime; two sums for one
// board, which are equal if the steps are self-adjoint; the number of a narrower board, which
// another engine can count. They are stages like others.
//
// # Reading order
//
// A file uses only files before it:
//
//	the work     graph.go store.go memory.go
//	doing it     cost.go execute.go
//	the answer   outcome.go count.go
package stages
