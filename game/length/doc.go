// Package length counts the games of a given number of moves on boards up to 19x19.
//
// # What is counted
//
// Games begin on the empty board, black moves first, and the players alternate. A move is a stone
// or a pass. There are no two passes in a row, which would end the game, and the last move is a
// stone. Suicide may be forbidden, and superko forbids positions that repeat. With suicide
// forbidden and positional superko the numbers on 19x19 are sequence A048289 of the On-Line
// Encyclopedia of Integer Sequences: 1, 361, 130321 = 361*360 + 361 (two stones, or a pass and a
// stone), 46915560, ...
//
// The colours of the stones tell where the passes are: before each stone out of turn. So the games
// are divided by their words, the sequences of colours, of which there are few.
//
// # Enumeration
//
// Enumerate plays all games, up to the symmetries of the board in the first move, and counts the
// last two moves in bulk. While nothing has been removed from the board, only stones that fill the
// last empty point beside another point can have any effect, on themselves or on others.
//
// # Clusters
//
// If stones took no notice of each other, a word of n stones had N (N-1) ... (N-n+1) games on N
// points. Take a game and divide the points that its stones touch into connected clusters. A
// string, its liberties that are ever filled, and all that captures it, lie in one cluster; so what
// happens in a cluster depends on its own stones alone, and but for superko a game is legal if what
// happens in each cluster is. Likewise a sequence of different points is one in each cluster. Call
// the number of legal sequences of stones with given colours that touch all points of a cluster and
// no others, less the number of such sequences of different points, the excess of the cluster.
// Then, since a product of sums is a sum of products,
//
//	games of a word = sum over sets of clusters that do not touch, and over disjoint parts of the word, one for each,
//	                  of the product of their excesses, times (M) (M-1) ... (M-r+1),
//
// where r stones remain for the M points that are neither in the clusters nor beside them. An
// excess is zero unless some point of the cluster has all its neighbours in it, so that a stone can
// be without liberties: three points in a corner, four at an edge, five elsewhere. Few shapes are
// left, each is counted once for all its places by dynamic programming over what it looks like, and
// the empty set of clusters is the main term.
//
// # Superko
//
// A position repeats if every cluster that had a stone in between looks as before. A ko takes six
// stones in a corner of a wide board. As long as a game has not enough stones for two clusters that
// come back, exactly one does: games of this kind are counted, with the excesses of all other
// clusters, and taken away. They are forbidden if no other stone falls between those that lead
// back. Longer games are refused; on 19x19 the method reaches 11 moves.
package length
