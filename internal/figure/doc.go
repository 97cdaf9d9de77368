// Package figure draws how the numbers of legal positions grow.
//
// The upper half is the figure of "Combinatorics of Go", section 5.11: the
// logarithms ln(1+r(m,n)) by which numbers for squares and almost square boards miss
// the growth of strips. The lower half is how approximations to the base of
// liberties converge. Both have logarithmic scales, on which an exponential
// decrease is a straight line; signs are shown by filled and empty marks.
//
// The same program draws the same bytes every time.
package figure
