package sequence

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"combigo.dev/combigo/count"
	"combigo.dev/combigo/count/fewest"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/records"
	"combigo.dev/combigo/symmetry"
)

// All returns the sequences: first those of the OEIS, in the order of their numbers, then the
// others.
func All() []*Sequence {
	return slices.Concat(inOEIS(), onSquares(), onStrips(), onLattices(), ofRecords(), ofGames())
}

// IDs returns the ids of all sequences.
func IDs() (ids []string) {
	for _, s := range All() {
		ids = append(ids, s.ID)
	}
	return ids
}

const (
	byBruteForce = "brute force over all colourings, boards of up to 9 points"
	byExchange   = byBruteForce + "; the engine by half columns and the engine by all columns; the asymptotic formula"
	byOrder      = byBruteForce + "; the points taken in the reverse order, modulo a prime"
	byOrbits     = "orbits of all colourings, boards of up to 9 points; sums of all subgroups; other orders of the points"
	byClusters   = "games played one by one, to 5 moves on 19x19, to 6 on boards to 13x13; none beyond"
)

func inOEIS() []*Sequence {
	return []*Sequence{
		{
			ID: "A007565", Name: "games of at most n moves on 19x19: the sums of A048289",
			Quick: 6, Command: "games 19 --length N --suicide no", Second: byClusters, term: upTo(games(19)),
			Note: "a(4) and a(5) are the sums of what A048289 had before its a(4) and a(5) were corrected in May 2026. " +
				"By its present terms a(4) = 16889859371 and a(5) = 6046709378019.",
			Formula: "a(n) = a(n-1) + A048289(n) for n > 0.", Related: []string{"A048289"},
		},
		{
			ID: "A048289", Name: "games of exactly n moves on 19x19, no suicide, positional superko, no two passes running, the last move a stone",
			Quick: 6, Command: "games 19 --length N --suicide no", Second: byClusters, term: games(19),
			Note:    "From a(6) on by sums over clusters of stones; a(0) to a(5) have been played one by one as well.",
			Related: []string{"A007565"},
		},
		{
			ID: "A071619", Name: "ceiling(2n^2/3), an upper bound for the liberties of one string on n x n",
			Quick: 54, Command: "liberties N N", Second: "the bound 2(mn+1)/3 of Go::CountLiberties, rounded down", term: libertyBound,
			Note:    "a(n) is at least the number of liberties of any string of stones on an n X n Go board: with s stones there are at most 2s + 2 liberties, and at most n^2 - s.",
			Formula: "a(n) = floor(2*(n^2+1)/3).", Related: []string{"A320666"},
		},
		{
			ID: "A089071", Name: "number of liberties that an eye of n points gives", Offset: 1,
			Quick: 54, Command: "sequence A089071 --terms N", Second: "semeais played to the end, eyes of up to 5 points", term: bigEye,
		},
		{
			ID: "A094777", Name: "legal positions of n x n", Offset: 1,
			Quick: 10, Command: "count N", Second: byExchange, term: legal(square, count.Variant{}),
		},
		{
			ID: "A102620", Name: "legal positions of 1 x n", Offset: 1,
			Quick: 100, Command: "count 1 N", Second: "recurrence 1; " + byBruteForce, term: legal(rows(1), count.Variant{}),
		},
		{
			ID: "A266278", Name: "legal positions of 2 x n", Offset: 1,
			Quick: 100, Command: "count 2 N", Second: "recurrence 2; " + byBruteForce, term: legal(rows(2), count.Variant{}),
		},
		{
			ID: "A268113", Name: "legal positions of n x (n+1)", Offset: 1,
			Quick: 10, Command: "count N N+1", Second: byExchange, term: legal(almostSquare, count.Variant{}),
		},
		{
			ID: "A269417", Name: "games on n x n, with suicide and positional superko",
			Quick: 2, Last: 2, Command: "games N", Second: "games played one by one on 1x1; an estimate by sampling for 2x2", term: allGames,
		},
		{
			ID: "A275346", Name: "least number of liberties of black after n moves on 19x19, no passes, no suicide, no repetition", Offset: 1,
			Quick: 90, Last: maxCornerMoves, Command: "sequence A275346 --terms N", Second: "games played by the rules; no move leaves its own string without a liberty",
			term: fewestLiberties,
			Note: "For 5 <= n <= 140, a(n) = n mod 2. Without suicide black has a liberty after each of his moves; games that reach the bound go once round the edge.",
		},
		{
			ID: "A320666", Name: "maximum number of liberties of one string on n x n", Offset: 1,
			Quick: 12, Command: "liberties N N", Second: "the plain program to 12 rows, enumeration to 12 points, the published values", term: maxLiberties,
			Note: "a(27) = 477, as conjectured: proved, with those for n <= 24, by a search that compares sets of states, not hashes of them.",
		},
		{
			ID: "A327821", Name: "legal positions of the cycle of n points", Offset: 1,
			Quick: 60, Command: "count N --lattice cycle", Second: byOrder, term: ofCycle,
			Note: "The linear recurrence of order 4 holds for all terms that were computed.", Formula: "a(n) = 4*a(n-1) - 4*a(n-2) + 2*a(n-3) - a(n-4) for n > 4.",
		},
		{
			ID: "A337207", Name: "minimum number of legal positions of a connected graph with n vertices", Offset: 1,
			Quick: 24, Last: fewest.MaxVertices, Command: "sequence A337207 --terms N", Second: "all connected graphs of up to 5 vertices; the trees that are found, by the general engine",
			term: fewestOnGraphs(),
			Note: "The entry says that terms are known up to n = 481 and lists 29. The minimum is attained by trees, since a further edge never makes a legal position illegal.",
		},
		{
			ID: "A356049", Name: "legal positions of m x n, by antidiagonals", Offset: 1,
			Quick: 45, Command: "count 1-9 1-9", Second: byExchange, term: legal(antidiagonal, count.Variant{}),
		},
		{
			ID: "A356134", Name: "legal positions of m x n, n <= m, by rows", Offset: 1,
			Quick: 45, Command: "count 1-9 1-9", Second: byExchange, term: legal(triangle, count.Variant{}),
		},
	}
}

func onSquares() []*Sequence {
	return []*Sequence{
		{
			ID: "symmetry", Name: "legal positions of n x n up to rotation and reflection", Offset: 1,
			Quick: 8, Command: "symmetry N", Second: byOrbits, term: upToSymmetry(func(r *symmetry.Result) *big.Int { return r.Orbits }),
			Note: "By Burnside's lemma; positions that a motion leaves as they are are the legal positions of the folded board.", Related: squares,
		},
		{
			ID: "symmetry-colours", Name: "legal positions of n x n up to rotation, reflection and exchange of colours", Offset: 1,
			Quick: 8, Command: "symmetry N", Second: byOrbits, term: upToSymmetry(func(r *symmetry.Result) *big.Int { return r.OrbitsColored }),
			Note: "By Burnside's lemma, over the 16 motions with and without exchange of the colours.", Related: squares,
		},
		{
			ID: "equal-stones", Name: "legal positions of n x n with equally many black and white stones", Offset: 1,
			Quick: 6, Command: "count N --by-stones", Second: byBruteForce + "; the sum of the table is L(n,n)",
			term: byStones(func(t *count.StoneTable) *big.Int { return t.WithDifference(0) }), Related: squares,
		},
		{
			ID: "alternating-stones", Name: "legal positions of n x n with equally many stones, or one black stone more", Offset: 1,
			Quick: 6, Command: "count N --by-stones", Second: byBruteForce + "; the sum of the table is L(n,n)",
			term: byStones((*count.StoneTable).Alternating), Related: squares,
			Note: "The positions that can come up without passes and captures have such numbers of stones.",
		},
		{
			ID: "three-colours", Name: "legal positions of n x n with three colours of stones", Offset: 1,
			Quick: 5, Command: "count N --colors 3", Second: byOrder, term: legal(square, count.Variant{Colors: 3}), Related: squares,
			Note: "A Go polynomial (G. Farr, Theoret. Comput. Sci. 306 (2003) 1-18) of the n X n grid at 3.",
		},
		{
			ID: "four-colours", Name: "legal positions of n x n with four colours of stones", Offset: 1,
			Quick: 5, Command: "count N --colors 4", Second: byOrder, term: legal(square, count.Variant{Colors: 4}), Related: squares,
			Note: "A Go polynomial (G. Farr, Theoret. Comput. Sci. 306 (2003) 1-18) of the n X n grid at 4.",
		},
	}
}

// squares is what positions of n x n are related to.
var squares = []string{"A094777"}

func onStrips() []*Sequence {
	var list []*Sequence
	for m, formula := range map[int]string{
		3: "Linear recurrence with constant coefficients, signature (33, -233, 1171, -3750, 9426, -16646, 22072, -19993, 9083, 1766, -4020, 6018, -2490, -5352, 1014, -1402, 100, 73, -5).",
		4: "Linear recurrence with constant coefficients of order 57.",
		5: "Linear recurrence with constant coefficients of order 217.",
		6: "Linear recurrence with constant coefficients of order 791.",
	} {
		list = append(list, &Sequence{
			ID: fmt.Sprintf("rows-%d", m), Name: fmt.Sprintf("legal positions of %d x n", m), Offset: 1,
			Quick: 30, Command: fmt.Sprintf("count %d N", m), Second: fmt.Sprintf("recurrence %d; ", m) + byExchange, term: legal(rows(m), count.Variant{}),
			Formula: formula, Related: []string{"A102620", "A266278", "A356049"},
		})
	}
	slices.SortFunc(list, func(a, b *Sequence) int { return strings.Compare(a.ID, b.ID) })
	return list
}

func onLattices() []*Sequence {
	var list []*Sequence
	for _, l := range []struct {
		kind  lattice.Kind
		quick int
	}{{lattice.Torus, 4}, {lattice.Cylinder, 5}, {lattice.Triangular, 9}, {lattice.Hexagonal, 7}, {lattice.SquareOctagonal, 7}} {
		list = append(list, &Sequence{
			ID: l.kind.String(), Name: fmt.Sprintf("legal positions of the %v lattice, n x n points", l.kind), Offset: 1,
			Quick: l.quick, Command: fmt.Sprintf("count N --lattice %v", l.kind), Second: byOrder, term: legal(square, count.Variant{Lattice: l.kind}),
			Related: squares,
		})
	}
	return list
}

func ofRecords() []*Sequence {
	var list []*Sequence
	for _, r := range []struct {
		of            records.Quantity
		what, formula string
		related       []string
	}{
		{records.Strings, "strings of a legal position", "a(n) = n^2 - A104519(n+2) for n <= 15, by computation.", []string{"A104519"}},
		{records.Neighbors, "enemy strings beside one string", "", nil},
		{records.Pseudoliberties, "pseudoliberties of one string", "", nil},
	} {
		list = append(list, &Sequence{
			ID: fmt.Sprintf("max-%v", r.of), Name: fmt.Sprintf("maximum number of %s, n x n", r.what), Offset: 1,
			Quick: 8, Command: fmt.Sprintf("records N --of %v", r.of), Second: "enumeration of all positions to 12 points, a search without pruning beyond",
			term: record(r.of), Formula: r.formula, Related: append(r.related, "A094777", "A320666"),
		})
	}
	return list
}

func ofGames() []*Sequence {
	list := []*Sequence{
		{
			ID: "moves-row", Name: "edges of the game graph of 1 x n", Offset: 1,
			Quick: 9, Command: "graph 1 N", Second: "moves played one by one on all positions", term: moves(rows(1)), Related: []string{"A102620"},
			Note: "Moves of either colour on all legal positions, with suicide of two stones or more.",
		},
		{
			ID: "moves-square", Name: "edges of the game graph of n x n", Offset: 1,
			Quick: 3, Command: "graph N", Second: "moves played one by one on all positions", term: moves(square), Related: []string{"A094777", "A269417"},
			Note: "Moves of either colour on all legal positions, with suicide of two stones or more.",
		},
	}
	for _, side := range []int{9, 13} {
		list = append(list, &Sequence{
			ID: fmt.Sprintf("games-%d", side), Name: fmt.Sprintf("games of exactly n moves on %dx%d, by the rules of A048289", side, side),
			Quick: 6, Command: fmt.Sprintf("games %d --length N --suicide no", side), Second: byClusters, term: games(side), Related: []string{"A048289"},
		})
	}
	return list
}

// Find returns the sequence with an id.
func Find(id string) (*Sequence, error) {
	for _, s := range All() {
		if strings.EqualFold(s.ID, id) {
			return s, nil
		}
	}
	return nil, fmt.Errorf("%q is not a sequence: want an id such as A094777 or torus", id)
}
