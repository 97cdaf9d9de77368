// Package connected counts by border states with connections (Tromp and Farnebäck, Combinatorics of
// Go, sections 5.1 to 5.5). It is slower than package internal/border, but all its values are
// positive: they are numbers of completions. So it serves what needs a positive vector (the
// constants of strips, with proofs), any modulus, and the states themselves: how many are valid,
// and how many occur.
//
// # Border states
//
// Fill a board of m rows column by column, each from the top. What the filled
// part says about the rest is the border state: the m points that have
// unfilled neighbours, each empty, a live stone (its string has a liberty) or
// a needy one (it has none yet), and which needy stones are connected. The
// kink y, 0 to m-1, is the number of border points in the new column. The next
// point, empty, black or white, leads to two or three successors; a move that
// leaves a string without liberty for good is not one of them. Exchanging the
// colours changes nothing, so states are counted in classes.
//
// # Backward
//
// The engine runs from the last column to the first. The value of a state is the
// number of ways to complete the board from there: the sum of the values of
// its successors. That is a pure gather; nothing is merged or looked up, and
// two copies of a state do no harm. Before the last column all states without
// needy stones have value one. At the end, L(m,n) is the sum of the values of
// the 3^m states of the first column.
//
// # A vector without keys
//
// The border word is cut into a prefix of p = ceil(m/2) points and a suffix.
// All that one half must know of the other is the interface class: the class of the last
// prefix point, and the colours of the needy strings that cross the cut, which
// form a stack because strings cannot cross each other. The states of one interface class
// are all prefixes that lead to it times all suffixes that can follow, so the
// vector is a set of dense blocks, and the tables describe halves: about the
// square root of the number of states.
//
// A column is two phases. From kink m to p the suffix is active, from kink p to 0
// the prefix. A move changes the active half by a table, and the idle
// half only through the strings that cross: some get a liberty, some end, some
// are joined. There are few such operations for each interface class, and most moves have
// the one that changes nothing: whole rows of the block, an active word with all
// its idle words, are then added to each other as they lie. The idle words are the same
// at most kinks of a phase, so what an operation does to them is found once.
//
// # Bins, tiles and windows
//
// No move changes the colours of the idle half. So the states whose idle half
// has one of a set of colour patterns, a bin, are closed under all steps of a
// phase, and bins are independent: each thread takes its own. Between phases
// the vector is cut in tiles, one for each pair of a prefix bin and a suffix
// bin. A phase pulls in the tiles of a bin, exchanging rows and columns, and
// writes the values it ends with back to the same tiles, so there is but one
// copy of the vector.
//
// Nor does a step change the colours of the active points that it does not
// place. Bins too large for a core's cache go through a phase in windows of a
// few steps; the states with the same colours outside the window form a frozen
// class, and the classes go through the window one after the other.
//
// # Arithmetic
//
// Exact values take as many 64-bit limbs as the points done so far ask for: a number of completions
// of k points is at most 3^k. They become longer when a tile is pulled in; a tile has room for the
// longest. [Engine.Residues] carries residues modulo up to [MaxResidues] moduli instead, which need
// not be prime.
//
// The oracle of the package is package [combigo.dev/combigo/internal/oracle/hashed].
//
// # Reading order
//
// A file uses only files before it:
//
//	words          symbol.go automaton.go half.go colouring.go strings.go labelled.go classes.go
//	lists of them  patterns.go list.go layer.go bins.go phase.go
//	moves          operation.go move.go parallel.go table.go
//	arithmetic     pointer.go kernel.go arithmetic.go
//	the vector     bin_vector.go layout.go meter.go workers.go bin.go pass.go
//	the answer     border.go engine.go column.go count.go growth.go
//	the states     constructible.go updown.go
package connected
