// Package polynomial computes the Go polynomial Go#(G; lambda) of a board: the number of its legal
// positions as a polynomial in the number of colours.
//
// [Go] gives the whole coefficients, exactly, with the checks that they passed. A [Poly] has values
// at whole and rational numbers, and a [Factorization].
//
// [Probability] is the other Go polynomial: the probability that a random position of two colours
// is legal, as a polynomial in the probability of a colour.
//
// Source: G. Farr, "The Go polynomials of a graph", 2003; Farr and Schmidt, "On the number of Go
// positions on lattice graphs", section 2.
//
// # Ways
//
// [Symbolic] runs the frontier engine once with a symbol for lambda. Its states are partitions of
// the frontier into colours without names, and the value of a state is a polynomial, as long as the
// number of points done.
//
// [Interpolation] counts the positions of 0, 1, ..., n-1 colours, and n for a check or where points
// are safe, and takes Newton's differences. The count of k colours is a sum of falling factorials
// k(k-1)...(k-j+1), each times the number of legal ways to part some of the points into exactly j
// colours; that all of these must come out whole and not negative checks every one of the counts.
//
// The first is faster: once the frontier is narrower than the number of colours, a count has as
// many states as the symbol. On two cores it takes 0.15 s instead of 0.9 s on 5x5, 1.4 s instead of
// 10 s on 6x6, and 1.5 s instead of 9 s on the torus of 4x4. The second needs less memory, since
// its values are single numbers. So [Auto] takes the first, and the second if the first has not the
// memory.
//
// # Factors
//
// [Poly.Factor] finds the content, the power of lambda, all linear factors over the rational
// numbers, and the multiplicities of the others, which may split further.
package polynomial
