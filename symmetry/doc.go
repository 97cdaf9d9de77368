// Package symmetry counts the legal positions of a board up to its symmetries, and up to its
// symmetries and the exchange of black and white.
//
// # Orbits
//
// Two positions are the same up to symmetry if a motion of the board, that is a rotation or a
// reflection, turns one into the other. The number of classes is, by Burnside's lemma, the mean
// over the group of the number of positions that an element of it leaves as they are:
//
//	orbits = (1/|G|) * sum over g in G of F(g)
//
// G is what [Motions] returns: the eight motions of a square board, the four of an oblong one, two
// for a single row or column, and one for a single point, on which all motions are the same. With
// the exchange of colours, G has twice as many elements, g and g followed by the exchange.
//
// # Fixed positions
//
// F(g) is the number of legal positions on the board folded up along g
// ([combigo.dev/combigo/lattice.Quotient] and [combigo.dev/combigo/lattice.QuotientExchanged] say
// why), and each fold is a board that some engine is good at.
//
//	identity              the whole board; with the exchange of colours, the empty position only
//	reflection, even side half of the board. With the exchange too: stones that face each other across the axis are of
//	                      different colours and no liberties, or both are empty
//	reflection, odd side  half of the board with the middle line. With the exchange, the middle line is empty: half of
//	                      the board without it, next to a line that is known to be empty
//	half turn             half of the board, the cut of which is glued to itself
//	quarter turn          a quarter, glued to a cone
//	diagonal reflection   a triangle; with the exchange, its long side is empty
//
// The reflections along the sides and the identity are plain boards, for package border, which
// joins halves of them. The others are for package transfer, whose states have no such form, with
// an order of the points that makes a narrow frontier. For the half turn of n x n points that is
// the left half row by row: n/2 points of a row, and as many at the cut that wait for those that
// they are glued to, but for the one that is both. That makes n-1. For quarter turns and diagonal
// reflections about n/2 do.
//
// # Checks
//
// A number is not returned unless it passes these. The sums of Burnside's lemma for all subgroups
// of G are divisible by their orders. All F(g) are odd: colour exchange pairs off the positions
// that g leaves as they are, but for the empty one. Where that is cheap, F(g) is counted again in
// another order of the points, by an engine that meets other states.
package symmetry
