// Package interval encloses real numbers between decimal fractions of any precision.
//
// An [Interval] is the two ends of a range that is known to hold a number. An
// [Arithmetic] computes with such ranges and rounds the lower end of every result
// down and the upper end up, so that the result holds whatever the operation
// makes of the numbers in its operands (R. Moore, "Interval Analysis", 1966).
// The digits in which the ends agree are then proven, and [Interval.Rounded]
// writes just these.
//
// The decimal arithmetic is that of github.com/cockroachdb/apd, which rounds sums,
// products and quotients correctly in either direction. Its logarithm and
// exponential function are taken to be right except for a unit in the last place of
// ten more digits than are kept; roots are verified by taking the power.
package interval
