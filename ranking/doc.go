// Package ranking numbers the legal positions of a board: from a position to its number among the
// L(m,n) of the board (its rank) and back, in the order of a dictionary.
//
// # The order
//
// A position is written as a word over the letters . (empty), X (black) and O (white), point by
// point, in this order. If the board has no more columns than rows, the points are read as a book
// is: row by row from the top, each from the left. If it has more columns than rows, they are read
// column by column from the left, each from the top. So lines of points are as long as the shorter
// side. Positions are ordered as these words are in a dictionary with the letters in the order . X
// O, and numbered from 0. The empty board is always number 0.
//
// Of the 57 legal positions of the board 2x2 the first are
//
//	..   ..   ..   ..   ..   ..   ..   ..   ..   .X
//	..   .X   .O   X.   XX   XO   O.   OX   OO   ..
//
// # Completion counts
//
// Fill the board in that order. All that the filled part says about the rest is the border state:
// for each of the points with unfilled neighbours whether it is empty or a stone, whether its
// string has a liberty (live) or none yet (needy), and which needy stones are of one string (Tromp
// and Farnebäck, Combinatorics of Go, section 5.2). W(s) is the number of ways to complete the
// board from state s; it is the sum of the W of its up to three successors.
//
// The number of a position is the number of positions before it in the dictionary: at each point,
// the sum of W over the successors for the letters before the one that is there. And backward: of a
// number r, the first letter is . if r is less than W after an empty point; else take that W off,
// go on with X, then O; and so on for the next point. A number that is drawn uniformly from 0 to
// L(m,n)-1 so becomes a position that is drawn uniformly: package
// combigo.dev/combigo/sampling/uniform. Half of the columns, which make the number itself, would
// not do: a rank asks for the completions from every point of the board on.
//
// # The table
//
// Package combigo.dev/combigo/internal/states/connected numbers the border states and computes the
// completion counts. A [Table] keeps those at the ends of lines, and those inside a line are
// computed again when they are needed, unless all of them are small enough to be kept. Positions go
// through the board side by side, so that each line is needed only once for any number of them.
package ranking
