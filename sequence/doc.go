// Package sequence lists the integer sequences of the combinatorics of Go, those of the On-Line Encyclopedia of Integer
// Sequences (OEIS) and those that are not in it, and computes their terms.
//
// A [Sequence] has an id, A094777 or a name of this program's, says what a(n) is, which terms are in print, and in which
// second way a term is checked. [Sequence.Terms] yields one term after the other; a term in print that comes out differently
// is a [result.InternalError].
//
// Files, in reading order: sequence.go (what a sequence is), catalog.go (the list), terms.go (one function for each kind of
// term), printed.go (the terms in print, from printed.tsv).
package sequence
