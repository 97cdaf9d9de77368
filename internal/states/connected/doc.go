// Package connected counts by border states with connections (Tromp and Farnebäck, Combinatorics of
// Go, sections 5.1 to 5.5). It is slower than package internal/engine/border, but all its values
// are positive: they are numbers of completions. So it serves what needs a positive vector (the
// constants of strips, with proofs; the ranks of positions), any modulus, and the states
// themselves: how many are valid, and how many occur.
//
// # Border states
//
// Fill a board of m rows column by column, each from the top. What the filled part says about the
// rest is the border state: the m points that have unfilled neighbours, each empty, a live stone
// (its string has a liberty) or a needy one (the string has none yet), and which needy stones are
// connected. The kink y, 0 to m-1, is the number of border points in the new column. The next
// point, empty, black or white, leads to two or three successors; a choice that leaves a string
// without liberty for good is none. Exchanging the colours changes nothing, so states are counted
// in classes.
//
// # A border in a word of 64 bits
//
// A [Word] has up to 16 symbols, some of which stand for stones that are connected with each other.
// On a board in the plane connections cannot cross: if of four points along the border the first is
// connected to the third and the second to the fourth, all four are one string. So it is enough
// that each linked [Symbol] has two marks, whether it is connected to an earlier and to a later
// one; which ones these are follows as with parentheses. A symbol has a kind, 0 to 3, in its upper
// two bits. Kinds 1 and 2 are linked, and their lower two bits are the marks; the lower two bits of
// kinds 0 and 3 are free. In border states needy stones are linked, and [Word.Place] makes a
// choice; package records has other symbols for stones of one string.
//
// # Backward
//
// An [Engine] goes from the last point to the first. The value of a state is the number of ways to
// complete the board from there: the sum of the values of its successors. After the last point all
// states without needy stones have the value 1. Before the first point there is one state, and its
// value is L(m,n).
//
// # Numbers of states
//
// Values are kept in a slice, so a state needs a number, and its successors must be known by
// number. Both can be computed from lists of halves of borders, of which there are about the square
// root of the number of the states; only small heights have lists of successors. A border is cut
// into a prefix and a suffix. All that the suffix must know of the prefix is the interface class:
// the last point of the prefix, and the colours of the needy strings that cross the cut, which form
// a stack because strings cannot cross each other. So the states with one interface class are all
// prefixes that lead to the class, as rows, times all suffixes that can follow, as columns
// (numbering.go). A choice changes the half that has its point in its own way, and the other half
// in one of a few ways (step.go). So the successors of a row of states are found by an addition
// each.
//
// Values are exact, of as many 64-bit words as the points done so far ask for, or residues modulo
// any number. Memory is that of two vectors with a value for each state class.
//
// # Reading order
//
// A file uses only files before it:
//
//	borders and sets of them   word.go stones.go set.go
//	which borders are valid    automaton.go classes.go
//	numbers and successors     numbering.go step.go
//	values                     values.go engine.go count.go growth.go
//	which borders occur        constructible.go
//
// The oracle of the package is package [combigo.dev/combigo/internal/states/plain].
package connected
