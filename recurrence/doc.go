// Package recurrence finds the linear recurrence that L(m,n), the number of
// legal positions, satisfies for a fixed number m of rows, and computes with
// it: L(5, 10^6) exactly, or L(8, 10^18) modulo a number.
//
// # Why there is a recurrence
//
// Let v(n) be the vector that holds, for each border state of height m without a kink, the number
// of ways to fill n columns so that they leave that state. A column more is a matrix: v(n+1) = T
// v(n), and L(m,n) = l v(n), where l picks the states without needy stones. So L(m,n) satisfies the
// recurrence of the characteristic polynomial of T, and maybe shorter ones. States that differ in
// an exchange of colours or are each other upside down have equal entries, so one state of each
// such up-down class is enough, and of them only the constructible ones: their number is an upper
// bound on the order of the shortest recurrence. [Classes] has all these numbers, [Transfer] the
// matrices.
//
// The terms of all widths come from one vector that goes through all columns: to join halves of the
// boards would take a join for each width, about as long as the column that it saves.
//
// Source: Tromp and Farnebäck, Combinatorics of Go, section 5.4.
//
// # What is proved
//
// Let s be that upper bound, and let the terms L(m,1), ..., L(m,2s) be known modulo a prime. The
// sequence satisfies a recurrence of order at most s, also modulo the prime; so the algorithm of
// Berlekamp and Massey on 2s terms gives the shortest one modulo the prime, for all n and for
// certain. The order over the integers is at least that. It is larger only if the prime divides one
// number, a Hankel determinant, of a known size: this gives a bound on the chance of it for a prime
// drawn at random ([Order.Risk]).
//
// For heights up to [MaxExactHeight] nothing is left to chance. [Find] puts the
// coefficients together from many primes, and then checks
//
//	L(m,k+r) = c[r-1]*L(m,k+r-1) + ... + c[0]*L(m,k)
//
// in integers for k = 1, ..., s. The difference of the two sides, as a sequence
// in k, satisfies every recurrence that L(m,n) does, and so one of order at
// most s; as its first s terms are zero, so are all. So the recurrence holds
// for all n. No shorter one exists, since none does modulo a prime.
//
// # Far terms
//
// [Recurrence.Value] gives an exact number in about the time of a few products of numbers of its
// length. [Residue] gives a residue for lengths up to 10^18 and beyond. Both are independent of
// each other, and [Strip] checks one with the other.
package recurrence
