// Package sequence lists the integer sequences of the combinatorics of Go, those of the On-Line
// Encyclopedia of Integer Sequences (OEIS) and those that are not in it, and computes their terms.
//
// A [Sequence] has an id, A094777 or a name of this program's, says what a(n) is, which terms are
// in print, and in which second way a term is checked. [Sequence.Terms] yields one term after the
// other; a term in print that comes out differently is a [result.InternalError], unless the one in
// print is known to be wrong. [Sequence.Draft] writes what an editor of the OEIS would need.
//
// Files, in reading order: sequence.go (what a sequence is), draft.go, corner.go and terms.go (one
// function for each kind of term), catalog.go (the list, from catalog.txt).
package sequence
