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
// # The way
//
// The frontier engine runs once, with a symbol for lambda. Its states are partitions of the
// frontier into colours without names, and the value of a state is a polynomial, as long as the
// number of points done. On two cores it takes 0.15 s on 5x5, 1.4 s on 6x6, and 1.5 s on the torus
// of 4x4.
//
// # Factors
//
// [Poly.Factor] finds the content, the power of lambda, all linear factors over the rational
// numbers, and the multiplicities of the others, which may split further.
package polynomial
