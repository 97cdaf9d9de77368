// Package modular computes with integers modulo primes that fit in a machine
// word, and puts the results together again.
//
// # Why residues
//
// A count of Go positions has hundreds of bits, and a dynamic program carries one such number for
// each of its states. If memory is short, one can run the program several times instead, each time
// modulo another prime p of the size of a word, and keep only
//
//	r = L mod p
//
// of each number. The Chinese remainder theorem says that the residues of L modulo distinct primes
// p1, ..., pk determine L modulo the product p1*...*pk. If the product exceeds L, that is L itself.
//
// # The pieces
//
// [PrimesBelow] chooses the moduli. [IsPrime] is the test behind it; it is
// exact, not probabilistic, for all 64-bit numbers.
//
// A [Field] is arithmetic modulo one prime. Its numbers are values of type [Element], kept in
// Montgomery form: the number x is stored as x*2^64 mod p, so that a product needs no division (see
// [Field.Mul]). Numbers go in with [Field.Element] and come out with [Field.Uint64].
//
// A [Remainders] collects residues one prime at a time and knows at every
// moment the one number below the product of the primes so far that has them.
// It serves several numbers at once, too, and numbers of either sign.
//
// # Recurrences
//
// [Field.MinimalRecurrence] finds the shortest linear recurrence of some terms, and [LinearTerm] a
// far term, both with products of polynomials by number-theoretic transforms.
//
// # Redundancy
//
// A residue that was computed wrongly does not go unnoticed if there is one
// prime more than needed: see [Remainders.Add].
package modular
