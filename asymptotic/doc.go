// Package asymptotic says how the number L(m,n) of legal positions grows with the
// board ("Combinatorics of Go", sections 5.4 and 5.9 to 5.11).
//
// # Strips
//
// For a fixed number m of rows, L(m,n) is a linear recurrence in n, and so
//
//	L(m,n) = a_m lambda_m^n (1 + r(m,n)),  r(m,n) -> 0
//
// (Theorem 2). [NewStrip] encloses lambda_m and a_m as narrowly as one likes, with proof, and
// [Stored] has them for up to 13 rows. What r(m,n) is like is observed: [Remainder].
//
// # Rectangles
//
// If r(m,n) vanishes exponentially for boards of any fixed proportions, which is
// Conjecture 1, then there are constants with
//
//	L(m,n) = A B^(m+n) L^(mn) (1 + O(m phi^m))
//
// (Theorem 6). L is the base of liberties, B the share of the margins and A that of the corners.
// [BaseApproximations] are the approximations to L from square and almost square boards (Corollary
// 6), [FirstOrder] the constants that follow from the largest of them, and [FromSquares] and
// [FromStrips] extrapolate from all, with error bars. Those held in every case that can be tested:
// with fewer boards than are known, the best constants lie inside them. Still, nothing about them
// is proved. [Best] is what this program uses everywhere.
//
// # Estimates and bounds
//
// [EstimateBoard] estimates L(m,n) for boards of any size, with the errors to be expected.
// [Theorem3] and [Theorem4] are bounds that are proved. Strips need the vector of every column, for
// its quotients, so halves of boards are no help there. [NewClassGrowth] is how fast the border
// state classes grow with the height, by their generating function.
package asymptotic
