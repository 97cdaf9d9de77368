// Package bound brackets the number of games on a board: it finds what is proved about it, as
// numbers where they can be written and else by logarithms, rounded to the safe side.
//
// Lower bounds come from games that can be described: those of a Gray code through the subsets of
// the points between two connected sets of points (Theorem 8 of Tromp and Farnebäck, "Combinatorics
// of Go"), for which Search and Combs find a Partition of the board, those of the left-capturing
// tree of a row (Theorem 9), and games that go through the states of rooms between walls, which
// LayRooms finds and LowerRooms counts. Package game/witness plays them.
//
// Upper bounds count paths by the choices on their way: the product of the outdegrees of the game
// graph (Lemma 17) and (mn)^L(m,n), where L(m,n) is the number of legal positions (Theorem 7).
// Better ones are bounds of permanents. They prove a conjecture of the paper, of which
// ProveConjecture checks what takes a computation. The proofs that are not in the paper are in
// docs/games-bounds.md.
//
// Find puts together all that applies to a board. The games are those with suicide and positional
// superko. The games of the lower bounds have no suicide in them, so these bounds hold without
// suicide, too; and the upper bounds hold for any rules that forbid more.
package bound
