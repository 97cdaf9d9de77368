// Package longest looks for long simple paths in a directed graph from node 0, and proves how long
// they can be. In the game graph of a board such paths are games, and their arcs are moves.
//
// # Upper bound
//
// Relax "simple path" to flows of 0 to 1 on the arcs: no more flows out of a node than into it, at
// most 1 flows into it, and 1 leaves the start. The sum of all flows is then at most that of an
// assignment, which may have cycles far from the start; in game graphs those of two positions
// abound. So cuts are added: a set S of nodes without the start that holds a node v is entered by
// at least as much as enters v. A cut that a solution breaks is found as a least cut between the
// start and v. All this is a linear program (type relaxation, in relax.go), and its dual is the
// proof: a price for visiting each node, one for leaving it, and one for each cut. Put together
// they bound the sum of flows, whoever found them and however well (Bound, PricedCut). The bound is
// the whole part of the sum.
//
// The symmetries of the board and the exchange of colours make the program ten times smaller:
// solutions may be taken as equal on orbits.
//
// # Lower bound
//
// If a cover by cycles through all nodes exists, in the graph with arcs back to the start, its
// cycles are merged (package cyclecover); rows of points have such games. Otherwise the bound says
// which arcs belong to paths as long as it allows, or nearly, and which nodes all such paths visit.
// A cover of these nodes by these arcs is found as a matching. Its cycles are merged, first without
// a loss, then with one or two nodes left out for each cycle. Simulated annealing goes on from
// there by exchanges, loops being nodes left out.
//
// It begins in a fold (type fold): the quotient by a group of symmetries, which is smaller by the
// order of the group. Exchange of colours alone keeps no position but the empty one, and halves the
// graph. A cycle of orbits unfolds to a few long cycles, which are easily merged. Node 0 is put
// into the cycle, and the search goes on in the graph itself, mostly at the ends of the path:
// symmetric games have an even number of moves, and often one more is possible.
package longest
