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

import (
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/result"
)

// Rules are what games differ in. The zero Rules are those of "Combinatorics of Go", section 4, and
// of Tromp and Taylor: positional superko, suicide allowed.
type Rules struct {
	Suicide goban.Rule    `json:"suicide"`
	Superko goban.Superko `json:"superko"` // one that ends games
}

// String returns the rules in words.
func (r Rules) String() string {
	return r.Superko.String() + " superko, " + r.Suicide.String()
}

// A Position is a colouring of the points of a board by two disjoint sets of points: bit v of Black
// is set if there is a black stone on vertex v of the board's graph. The zero Position is empty.
type Position struct {
	Black, White uint16
}

// At returns the colour of point v.
func (p Position) At(v int) goban.Color {
	switch {
	case p.Black>>v&1 != 0:
		return goban.Black
	case p.White>>v&1 != 0:
		return goban.White
	}
	return goban.Empty
}

// Swapped returns the position with the colours exchanged.
func (p Position) Swapped() Position { return Position{p.White, p.Black} }

// Text returns the colours of the first n points, as "." (empty), "X" (black) or "O" (white) each,
// in the order of the vertices.
func (p Position) Text(n int) string {
	text := make([]byte, n)
	for v := range text {
		text[v] = ".XO"[p.At(v)]
	}
	return string(text)
}

// checkMemory returns an error if something, in the singular, needs more than the ceiling, 0 being
// none.
func checkMemory(what string, need, ceiling result.Bytes) error {
	if ceiling > 0 && need > ceiling {
		return &result.MemoryError{Of: what, Need: need, Ceiling: ceiling, Given: true}
	}
	return nil
}
