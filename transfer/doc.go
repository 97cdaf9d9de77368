// Package transfer computes sums over all solutions of a problem that is solved point by point:
// legal positions of Go on any board with any number of colours, positions without five in a row,
// and others.
//
// # Three roles
//
// The package keeps three things apart, as TdZdd does for decision diagrams (H. Iwashita and S.
// Minato, "Efficient top-down ZDD construction techniques using recursive specifications", 2013).
//
// A [Spec] is a problem. It decides on one point after the other, its levels. Its state is what the
// other decisions need to know of those so far. It has a start, steps, and states that it accepts
// in the end. A new problem is a type with four methods: the example of the package counts
// independent sets.
//
// A [Semiring] is something that can be added where paths meet and multiplied along them:
// [Integers], [Residues], [Polynomials] in λ, [Stones] of either colour, [Sums] of the choices of a
// solution, or [MaxPlus] for the largest gain of one.
//
// The engine, [Run], joins any problem with any semiring. It goes forward, one level at a time, and
// keeps for each state the sum over all paths that lead to it.
//
// # Legal positions
//
// [Legal] works through the vertices of a graph in a given order. The frontier is the vertices done
// that have neighbours yet to be done. A state says of each of them whether it is empty, or else
// the colour of its stone and whether its string has a liberty (live) or not yet (needy), and which
// of the needy stones are of the same string. So for the frontier
//
//	empty, black live, white needy, white needy of another string, black live, white needy of the first string
//
// the symbols are . A b c A b', say. Colours and strings are numbered in the order of their first
// stones. A new vertex is left empty, which makes its needy neighbours live, or gets a stone, which
// joins the strings of its colour around it. A needy string that leaves the frontier can get no
// liberty any more, and the position is not legal. A vertex that the graph marks as safe has a
// liberty from beyond the board: the single-safe and double-safe boundary conditions of G. Farr and
// J. Schmidt, "On the number of Go positions on lattice graphs", section 4.3.
// Other problems on boards can use [Frontier].
//
// # Colours
//
// Since colours have no names, a state of u colours stands for λ(λ-1)...(λ-u+1) states with names,
// if there are λ colours. A stone of a colour that is not on the frontier can have any of λ-u, and
// that is the [Factor] on its arc. What λ is, only the semiring knows. If λ is a symbol, the result
// is Farr's Go polynomial Go#(G; λ) (G. Farr, "The Go polynomials of a graph", 2003); for two
// colours, the states are those of "Combinatorics of Go" up to exchange of the colours.
//
// Boards of two colours may be signed ([SignedGraph]): boards folded up along a symmetry that
// exchanges the colours, where a string has stones of both. Then every symbol has the colour of its
// own stone. Every choice says what colour the stone has in the names of the state, and when the
// names change ([StoneChoice]), so that [Stones] can count positions by their stones of either
// colour: a polynomial in two variables for one state of each pair, of which the other one has the
// same with the variables exchanged.
//
// # The engine
//
// States are packed into one, two or four words, or are whatever implements [State]. Those of a
// level are divided into 128 shards by the top bits of their hash. Work goes on in waves: first
// some chunks of states follow their arcs and sort them by shard, each chunk by itself; then each
// shard takes its arcs from all chunks in their order, into a hash table with open addressing. No
// two goroutines write to the same place, and neither the order of the states nor that of the
// additions depends on how many there are: the same result, to the last bit, for any number of
// threads.
//
// The time grows with the number of states, and this with the width of the frontier: on the square
// lattice with two colours about 4.2 times with each point. [combigo.dev/combigo/lattice.Order]
// finds an order of small width. [par.Options] have a ceiling on memory; a run that exceeds it
// fails with a [*result.MemoryError].
//
// # Strips
//
// An endless strip repeats itself. [LegalStrip] finds all states that come up at the end of a
// period, and all arcs, and makes them the transfer matrix of the strip, a [Transfer], in which
// every point is a sparse matrix of its own. [Transfer.Apply] multiplies vectors without hashing,
// and [Transfer.Root] encloses the growth rate (Farr and Schmidt, section 4.2).
//
// # No five in a row
//
// [NoRow] evaluates the positions of a [RowGame] without a row, which is what "Combinatorics of
// Go", section 6, proposes to call the legal positions of gomoku. In place of the last four
// columns, a state knows the runs that end in the last column and can still become a row. That
// leaves 4.8 million states for boards of six rows and any length, of the 3^24 that the paper has.
//
// # Reading order
//
// A file uses only files before it:
//
//	the roles        spec.go
//	the engine       table.go layer.go estimate.go engine.go
//	its numbers      numbers.go polynomials.go
//	legal positions  layout.go legal.go
//	by stones        stones.go
//	probabilities    probability.go
//	strips           transfer.go matrix.go strip.go
//	rows of stones   rows.go
package transfer
