// Package hamilton finds games that visit every legal position of a board, and cycles that visit
// all but the empty one.
//
// # Hamiltonian games
//
// A game that visits all positions is called Hamiltonian (Tromp and Farnebäck, "Combinatorics of
// Go", section 8): a Hamiltonian path of the game graph that begins at the empty position, node 0.
// If the graph without that node has a Hamiltonian cycle there is such a game: begin with a single
// stone and go around. Only boards of one row, or one column, can have one (Theorem 10, Obstruct).
//
// # Colour-symmetric cycles
//
// A cycle is colour-symmetric if it passes through each position and the one with the colours
// exchanged at opposite places, so that half of it says all. Exchanging colours is an automorphism
// of the game graph that moves every position but the empty one, and so the pairs of such
// positions, the classes, make a Quotient with half as many nodes. Choose a representative in each
// pair. A move leads from representative to representative, or crosses to the other side; that is
// the voltage of an arc of the quotient, 0 or 1. A Hamiltonian cycle of the quotient lifts to the
// game graph: begin at a representative, follow the cycle, cross where it does. After one round the
// lift is back at the representative if the sum of the voltages is even, and then the other side
// has a second cycle of its own. If the sum is odd the lift ends at the other member of the pair,
// and a second round, with the colours exchanged, closes a single cycle through all positions.
// Conversely every colour-symmetric cycle comes from a cycle of the quotient of odd sum.
//
// Quotient.Find begins with the cover of the quotient by cycles that RowCover has for every row,
// and merges them with package cyclecover.
//
// # Other ways
//
// LongCycle is a cycle through a fixed share of the positions of any row, by a rule.
// NewCensus goes through everything, for boards of up to 4 points. TSP is the
// travelling-salesman instance of Lemma 18, for programs that solve those.
package hamilton
