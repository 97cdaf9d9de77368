// Package certificate holds games and cycles of positions as texts that can be checked move by
// move.
//
// A certificate is for those who do not trust the program that found the game. Its checker plays
// the moves with plain sets of points and the rules of the game as they are told to people, and
// shares nothing with the game graph or with the searches. What it says of a certificate rests on
// this package and on package lattice, which makes boards.
//
// # Kinds
//
//	game             from the empty position, no position twice
//	cycle            from a position back to it, no position twice in between
//	symmetric-cycle  half of a cycle: from a position to the one with the colours exchanged. The other half is the same
//	                 moves with colours exchanged, and the two halves have no position in common
//
// A game is Hamiltonian if it visits all legal positions, a cycle if it visits all but the empty
// one (Tromp and Farnebäck, "Combinatorics of Go", section 8). Passes are not written: a player who
// moves twice running means that the opponent has passed in between (Lemma 2).
//
// # Format
//
// A certificate is a text of lines "name: value", in this order, and then the moves:
//
//	certificate: combigo 1
//	kind: symmetric-cycle
//	board: 1x3
//	suicide: yes
//	start: X..
//	moves: 7
//	CbaCaBa
//
// The board is ROWSxCOLS, or "graph N" for a graph of N vertices, which is followed by a line
// "edges: 0-1 1-2" with all edges. The vertex in row i and column j of m rows, both from 0, has the
// number j*m+i. Suicide is yes if a player may take the last liberty of an own string of two or
// more stones; the suicide of a single stone changes nothing and is never a move. The start, a
// point for each vertex in the order of their numbers, is '.' (empty), 'X' (black) or 'O' (white).
// A move is a letter: A is a black stone on vertex 0, B on vertex 1 and so on, and a, b, ... are
// the white stones. There may be line ends between moves.
package certificate
