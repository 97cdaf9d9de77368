// Package borderstate looks at one position the way the counting program does: it is
// filled point by point, and what the filled part says about the rest is its border
// state (Tromp and Farnebäck, Combinatorics of Go, section 5.2).
//
// Columns are filled from the left, each from the top. After some points, the
// border is the last filled point of every row: points 0 to y-1 are in the new
// column, the others in the old one, and y is the kink. A border point is empty, or
// a stone whose string has a liberty in the filled part (live), or one whose string
// has none yet (needy). Needy stones of one string are connected, whichever way
// around.
//
// The next point has three colours, of which one is excluded if a
// string would be left without a liberty for good. So a state has two or three
// successors.
//
// This package is for people to look at: states go by the definitions, by flood fill, and
// share nothing with the engines.
package borderstate
