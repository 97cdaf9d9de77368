package reproduction

import (
	"slices"
	"time"

	"combigo.dev/combigo/internal/published"
)

// All returns the entries, those of a paper one after the other.
func All() []*Entry {
	return slices.Concat(combinatoricsOfGo(), latticeGraphs(), countLiberties(), nonSymmetricPatterns())
}

// Find returns the entry with an id, nil if there is none.
func Find(id string) *Entry {
	for _, e := range All() {
		if e.ID == id {
			return e
		}
	}
	return nil
}

// latticeGraphs returns the entries of "On the number of Go positions on lattice graphs".
func latticeGraphs() []*Entry {
	const ms = time.Millisecond
	return []*Entry{
		{"fs-theorem-2", Theorem, LatticeGraphs, "Theorem 2", "The limits s(M) and s", 300 * ms, latticeLimits},
		{"fs-sections", Number, LatticeGraphs, "section 4.1", "Column configurations, position sections and the transfer matrix", 500 * ms, latticeSections},
		{"fs-cylinder", Theorem, LatticeGraphs, "sections 3 and 4.2", "Cylinders, and the trace of the transfer matrix", 500 * ms, latticeCylinder},
		{"fs-table-1", Table, LatticeGraphs, "Table 1", "Bounds for boards that are cut in strips", 1500 * ms, latticeTable1},
		{"fs-table-2", Table, LatticeGraphs, "Table 2", "Bounds on the constants of four lattices", 1500 * ms, latticeTable2},
		{"fs-table-3", Table, LatticeGraphs, "Table 3", "Bounds on the constants with 2 to 6 colours", 1000 * ms, latticeTable3},
		{"fs-table-4", Table, LatticeGraphs, "Table 4", "Legal positions on strips of length 100", 2000 * ms, latticeTable4},
		{"fs-section-7", Number, LatticeGraphs, "sections 4.3 and 7", "Divisions in strips, and the order of the lattices", 500 * ms, latticeRemarks},
	}
}

// combinatoricsOfGo returns the entries of "Combinatorics of Go" in the order of its sections;
// tables and figures stand where they are spoken of.
func combinatoricsOfGo() []*Entry {
	var all []*Entry
	add := func(kind Kind, id, place, title string, cost time.Duration, compute func(*work) error) {
		all = append(all, &Entry{id, kind, published.CombinatoricsOfGo, place, title, cost, compute})
	}
	const ms = time.Millisecond
	add(Figure, "ternary", "Abstract", "L(19,19) in ternary, as a position", 10*ms, abstractNumber)
	add(Number, "earlier-counts", "sections 2 and 5", "Numbers of positions in earlier work, and by brute force", 10*ms, earlierCounts)
	add(Figure, "fig-1", "Figure 1", "The game graph G(1,2)", 10*ms, figure1)
	add(Figure, "fig-2", "Figure 2", "The game graph G(1,3)", 10*ms, figure2)
	add(Figure, "fig-3", "Figure 3", "The illegal 2x2 positions", 10*ms, figure3)
	add(Figure, "fig-4", "Figure 4", "The game graph G(2,2), up to symmetry", 10*ms, figure4)
	add(Theorem, "game-graphs", "section 4", "Lemmas 3, 4 and 16, Corollary 1, L(2,2): what game graphs are like", 300*ms, gameGraphs)
	add(Figure, "fig-5", "Figure 5", "Two partial positions and their common border state", 10*ms, figure5)
	add(Figure, "fig-6", "Figure 6", "A valid state that is not constructible", 200*ms, figure6)
	add(Table, "table-1", "Table 1", "Valid border state classes", 100*ms, table1)
	add(Number, "unconstructible", "section 5.2", "Valid classes of 9 rows that are not constructible", 300*ms, unconstructible)
	add(Number, "states", "section 5.2", "Numbers of states, not only classes, and of edge states", 100*ms, stateCounts)
	add(Theorem, "lemma-5", "Lemma 5", "Every constructible state is valid", 50*ms, lemma5)
	add(Figure, "fig-7", "Figure 7", "A border state and its 3 successors", 10*ms, figure7)
	add(Figure, "fig-8", "Figure 8", "The augmented border-state graph AB(1)", 10*ms, figure8)
	add(Figure, "fig-9", "Figure 9", "Edges between the state classes of B(2)", 10*ms, figure9)
	add(Theorem, "lemma-6", "Lemma 6", "The border-state graph is strongly connected", 20*ms, lemma6)
	add(Theorem, "lemma-7", "Lemma 7", "Paths and pseudolegal partial positions", 100*ms, lemma7)
	add(Theorem, "lemma-10", "Lemmas 8 to 10", "State counts: legal ones summed, with colours reversed, upside down", 200*ms, lemma10)
	add(Theorem, "theorem-1", "Theorem 1", "Orders of recurrences, bounded", 200*ms, theorem1)
	add(Theorem, "corollary-3", "Corollary 3, Lemma 11", "L(m,n) as a sum of powers of eigenvalues", 200*ms, corollary3)
	add(Theorem, "theorem-2", "Theorem 2", "L(m,n) = a_m lambda_m^n (1 + r(m,n))", 20*ms, theorem2)
	add(Theorem, "lemma-12", "Lemma 12", "Coefficients from a matrix of terms", 50*ms, lemma12)
	add(Number, "recurrence-1", "section 5.4.1", "The recurrence of L(1,n) and its solution", 50*ms, recurrence1)
	add(Number, "recurrence-2", "section 5.4.2", "The recurrence of L(2,n)", 50*ms, recurrence2)
	add(Number, "recurrence-3", "section 5.4.2", "The recurrence of L(3,n)", 50*ms, recurrence3)
	add(Table, "table-2", "Table 2", "Recurrences of small boards", 800*ms, table2)
	add(Number, "markov", "section 5.4.3", "Legal probabilities and Markov chains", 200*ms, markov)
	add(Figure, "fig-10", "Figure 10", "Transitions from one border point to the next", 100*ms, figure10)
	add(Number, "state-bytes", "section 5.5", "Bytes of a state: keys, sorted differences, redundancy, disk", 400*ms, stateBytes)
	add(Table, "table-3", "Table 3", "Legal positions on square boards", 300*ms, table3)
	add(Number, "factors", "section 5.7", "Prime factors of L(17,17), L(18,18) and L(19,19)", 50*ms, factors)
	add(Table, "table-4", "Table 4", "Legal positions on large boards, estimated", 500*ms, table4)
	add(Figure, "fig-11", "Figure 11", "The knight subset of 5x5 and 10x10", 10*ms, figure11)
	add(Theorem, "theorem-3", "Theorem 3", "Bounds from knight moves", 50*ms, theorem3)
	add(Theorem, "theorem-4", "Theorem 4", "ln L(m,n) is superadditive", 200*ms, theorem4)
	add(Theorem, "theorem-5", "Theorem 5", "The base of liberties", 50*ms, theorem5)
	add(Table, "table-5", "Table 5", "Legal positions on almost square boards", 500*ms, table5)
	add(Figure, "fig-12", "Figure 12", "How fast the subdominant terms vanish", 1000*ms, figure12)
	add(Number, "constants", "section 5.11", "The constants L, B and A", 200*ms, constants)
	add(Theorem, "lemma-14", "Lemma 14", "Differences of ln a_m and ln lambda_m", 200*ms, lemma14)
	add(Theorem, "lemma-15", "Lemmas 13 and 15", "ln a_m and ln lambda_m are nearly linear; the remark on Omega(n)", 20*ms, lemma15)
	add(Number, "accuracy", "section 5.11", "Accuracy of the asymptotic formula", 700*ms, accuracy)
	add(Table, "table-6", "Table 6", "Convergence to the base of liberties", 100*ms, table6)
	add(Number, "other-games", "section 6", "Positions of chess, Connect-4 and gomoku", 500*ms, otherGames)
	add(Theorem, "gomoku", "section 6", "The logarithm of the positions of gomoku is subadditive", 300*ms, gomokuSubadditive)
	add(Table, "table-7", "Table 7", "Numbers of games on small boards", 300*ms, table7)
	add(Table, "table-8", "Table 8", "Average outdegrees", 500*ms, table8)
	add(Theorem, "theorem-7", "Theorem 7", "Upper bounds on the number of games; the example of 1x3", 100*ms, theorem7)
	add(Theorem, "games-conjecture", "section 7.3", "The conjecture on games, fewer than (2mn/3)^L(m,n), proved", 600*ms, gamesConjecture)
	add(Theorem, "theorem-8", "Theorem 8", "Games along Gray codes, played", 200*ms, theorem8)
	add(Figure, "fig-13", "Figure 13", "The 3-bit Gray code and its positions", 10*ms, figure13)
	add(Figure, "fig-14", "Figure 14", "The partition for the lower bound", 10*ms, figure14)
	add(Theorem, "corollary-7", "Corollary 7", "Bounds on the number of n x n games", 200*ms, corollary7)
	add(Theorem, "corollary-8", "Corollary 8", "Bounds on the number of 19x19 games", 200*ms, corollary8)
	add(Theorem, "theorem-9", "Theorem 9", "Games on a row, played", 200*ms, theorem9)
	add(Figure, "fig-15", "Figure 15", "The left-capturing game tree", 10*ms, figure15)
	add(Theorem, "theorem-10", "Theorem 10", "No Hamiltonian games in two dimensions", 50*ms, theorem10)
	add(Number, "hamiltonian-cycles", "section 8", "Colour-symmetric Hamiltonian cycles of G(1,n)", 800*ms, hamiltonianCycles)
	add(Figure, "fig-16", "Figure 16", "The gadget of the travelling salesman", 10*ms, figure16)
	add(Theorem, "lemma-18", "Lemma 18", "Tours of the gadgets and symmetric cycles", 50*ms, lemma18)
	return all
}

// countLiberties returns the entries of Go::CountLiberties.
func countLiberties() []*Entry {
	return []*Entry{
		{"liberties-table", Table, CountLiberties, "Results, table", "The most liberties of one group, up to 24x24", 500 * time.Millisecond, libertiesTable},
		{"liberties-rules", Theorem, CountLiberties, "Results, rules; Hypothesis", "General rules for all widths", 500 * time.Millisecond, libertiesRules},
		{"liberties-19", Number, CountLiberties, "Results", "The most liberties on 19x19, and the bound 2(mn+1)/3", 10 * time.Millisecond, liberties19},
	}
}

// nonSymmetricPatterns returns the entries of the article on patterns.
func nonSymmetricPatterns() []*Entry {
	return []*Entry{
		{"patterns", Table, Patterns, "results", "Patterns after N moves on 19x19, without symmetric ones", time.Second, patternCounts},
		{"openings", Number, Patterns, "assumptions", "Openings with captures, and the first capture", time.Second, openings},
	}
}
