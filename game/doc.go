// Package game holds the game graph of a board: which positions a move leads to.
//
// # Definition
//
// The nodes of the game graph are the legal positions of a board. There is an edge from p to q if a
// move of black or of white turns p into another position q (Tromp and Farnebäck, "Combinatorics of
// Go", definition 1). A move puts a stone on an empty point, then removes the opponent's strings
// that have no liberty left (capture), then the player's own string if it has none (suicide).
// Either colour may move in any position: passes are not edges, they only hand over the turn. The
// suicide of a single stone changes nothing and is no edge. Rules may forbid all suicides.
//
// Different moves from a position lead to different positions (lemma 1), so that every edge is one
// move, of one player at one point.
//
// The board is any graph of at most MaxPoints points (package lattice): a rectangle, another
// lattice, or one from a file.
//
// # How it is held
//
// Positions numbers the legal positions, the empty one 0, in a form so small that all 24318165 of
// 4x4 fit in 8 MB; what goes through the edges once, such as Degrees, makes them on the way. A
// Graph has the edges too, in the form of package digraph, for what walks on them.
//
// A position is a pair of sets of points. The chains (maximal connected sets) of all 2^n sets are
// found beforehand, so that strings and liberties are looked up, never searched for.
//
// # Games
//
// Under positional superko a game is a simple path from the empty position: a player who moves
// twice running means that the opponent has passed, and two passes end the game (lemma 2).
// [goban.Superko] lists the other rules against repetition.
package game
