// Package bounds proves inequalities about numbers of legal positions that are too large to count,
// from strips that are narrow enough to be counted. It follows Farr and Schmidt ("On the number of
// Go positions on lattice graphs", sections 4.2, 4.3 and 5).
//
// # Strips
//
// Cut a board along lines into strips. Legal positions of the strips, laid side by side, are a
// legal position of the board, for a string keeps its liberties when edges are added. So the
// product of the numbers for the strips is at most the number for the board. Conversely, the part
// of a legal position in a strip is legal if the points beyond the cuts are taken to be empty,
// since these are all the liberties that the rest of the board could give. Strips with safe borders
// at the cuts therefore have a product of at least the number for the board. (Section 4.3 prints
// both inequalities the other way round; its tables have them right.)
//
//	product of free strips <= board <= product of strips that are safe at their cuts
//
// # Growth
//
// The number of positions of a strip of k points across and n along grows by a factor for each
// point along, the largest eigenvalue of the strip's transfer matrix T. Its k-th root for free
// strips is a lower bound on the constant of the lattice, the limit of the number of legal
// positions to the power of one over the number of points, and for double-safe strips an upper
// bound (equation 5). An eigenvalue is enclosed so: for a vector v > 0 it is between the least and
// the largest of the quotients (Tv)_s / v_s (L. Collatz 1942, H. Wielandt 1950), whose rounding is
// allowed for. That the eigenvalue is the growth follows from the empty column, which is possible
// after every state and ends the strip: no part of the matrix with a larger eigenvalue could fail
// to be counted.
//
// Two things are not in the paper and make bounds sharper. The hexagonal and the square-octagonal
// lattice lack half of the horizontal edges, so strips of columns, which cut horizontal edges, lose
// half as much as strips of rows; and only those points of a border are made safe that have a
// neighbour beyond it. And on the square-octagonal lattice a strip of an even number of rows begins
// in one of two ways that are not alike, of which the better one counts.
//
// # Conditional probabilities
//
// Empty the points of a lattice one after the other, in an order that its translations keep. One
// over the number of legal positions is the product of the probabilities that the next point is
// empty, given that all before it are. So the constant is the geometric mean of the inverses of
// these probabilities, of which there is one for each point of a period, and each of them depends
// very little on what is far away: [Question.Conditional] encloses it, from a few dozen points
// around ([combigo.dev/combigo/transfer.EmptyProbability]). Errors fall by a factor with each unit
// of width, where those of strips fall as one over the width. docs/bounds.md has the proof.
//
// # Numbers
//
// Every number here is a proven bound. Floating-point bounds are rounded outward, and so are their
// digits: see [Floor] and [Ceil]. Bounds for boards are whole numbers, exact products of exact
// counts.
package bounds
