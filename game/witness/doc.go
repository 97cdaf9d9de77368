// Package witness writes down games that proofs of lower bounds speak of, move by move.
//
// A game is a sequence of stones without passes: colours out of turn stand for a pass of the other
// player before them, which goban.WithPasses puts in. That the games are legal is not assumed
// anywhere; goban.Replay tells.
//
// GrayCode is a game of Theorem 8 of Tromp and Farnebäck, "Combinatorics of Go": it goes through
// all subsets of the points between two combs in the order of the reflected Gray code. Row is a
// game of Theorem 9: it follows two branches of the left-capturing tree of a row of points, in
// which every position counts one up in binary.
//
// NewRooms makes a game through the states of rooms between walls ([bound.Rooms]), NewHalves one
// through the numbers of two halves ([bound.Halves]). The proofs are in docs/games-bounds.md.
package witness
