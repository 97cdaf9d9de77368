// Package plain holds border states as the definitions say (Tromp and Farnebäck, Combinatorics of
// Go, section 5.2), with a number for each string. Pictures, the explorer and small matrices show
// these states; and they count positions as the oracle of the engines, with which this package
// shares no code.
//
// A board is filled point by point: columns from the left, each from the top. The border is the
// last filled point of every row: points 0 to y-1 are in the new column, the others in the old one,
// and y is the kink. What the filled part says about the rest is the border state. A point of it is
// empty, or a stone whose string has a liberty in the filled part (live), or one whose string has
// none yet (needy). Needy stones of one string have one number, whichever way around they are
// connected.
//
// The next point is empty, black or white, but for a colour that would leave a string without a
// liberty for good. So a state has two or three successors ([State.Place]). The number of legal
// positions is the number of ways to states without needy stones ([Counts]).
//
//	state.go     states and their successors
//	count.go     the dynamic program over states
//	position.go  the states of a given position
//	words.go     the words of a state (docs/theory.md), their coefficients, norms and values
package plain
