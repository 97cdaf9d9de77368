package sequence

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"combigo/count"
	"combigo/count/fewest"
	"combigo/lattice"
	"combigo/records"
	"combigo/symmetry"
)

// All returns the sequences: first those of the OEIS, in the order of their numbers, then the others.
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
	byClusters   = "games played one by one, on boards to 13x13 for 6 moves"
)

func inOEIS() []*Sequence {
	return []*Sequence{
		{
			ID: "A048289", Name: "games of exactly n moves on 19x19, no suicide, positional superko, no two passes running, the last move a stone",
			Quick: 6, Command: "games 19 --length N --suicide no", Second: byClusters, term: games(19),
		},
		{
			ID: "A007565", Name: "games of at most n moves on 19x19: the sums of A048289",
			Quick: 6, Command: "games 19 --length N --suicide no", Second: byClusters, term: upTo(games(19)),
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
			ID: "A320666", Name: "maximum number of liberties of one string on n x n", Offset: 1,
			Quick: 12, Command: "liberties N N", Second: "the plain program to 12 rows, enumeration to 12 points, the published values", term: maxLiberties,
		},
		{
			ID: "A327821", Name: "legal positions of the cycle of n points", Offset: 1,
			Quick: 60, Command: "count N --lattice cycle", Second: byOrder, term: ofCycle,
		},
		{
			ID: "A337207", Name: "minimum number of legal positions of a connected graph with n vertices", Offset: 1,
			Quick: 24, Last: fewest.MaxVertices, Command: "sequence A337207 --terms N", Second: "all connected graphs of up to 5 vertices; the trees that are found, by the general engine",
			term: fewestOnGraphs(),
		},
		{
			ID: "A356049", Name: "legal positions of m x n, by antidiagonals", Offset: 1,
			Quick: 45, Command: "count 1-9 1-9", Second: byExchange, term: legal(antidiagonal, count.Variant{}),
		},
	}
}

func onSquares() []*Sequence {
	return []*Sequence{
		{
			ID: "symmetry", Name: "legal positions of n x n up to rotation and reflection", Offset: 1,
			Quick: 8, Command: "symmetry N", Second: byOrbits, term: upToSymmetry(func(r *symmetry.Result) *big.Int { return r.Orbits }),
		},
		{
			ID: "symmetry-colours", Name: "legal positions of n x n up to rotation, reflection and exchange of colours", Offset: 1,
			Quick: 8, Command: "symmetry N", Second: byOrbits, term: upToSymmetry(func(r *symmetry.Result) *big.Int { return r.OrbitsColored }),
		},
		{
			ID: "equal-stones", Name: "legal positions of n x n with equally many black and white stones", Offset: 1,
			Quick: 6, Command: "count N --by-stones", Second: byBruteForce + "; the sum of the table is L(n,n)",
			term: byStones(func(t *count.StoneTable) *big.Int { return t.WithDifference(0) }),
		},
		{
			ID: "alternating-stones", Name: "legal positions of n x n with equally many stones, or one black stone more", Offset: 1,
			Quick: 6, Command: "count N --by-stones", Second: byBruteForce + "; the sum of the table is L(n,n)",
			term: byStones((*count.StoneTable).Alternating),
		},
		{
			ID: "three-colours", Name: "legal positions of n x n with three colours of stones", Offset: 1,
			Quick: 5, Command: "count N --colors 3", Second: byOrder, term: legal(square, count.Variant{Colors: 3}),
		},
		{
			ID: "four-colours", Name: "legal positions of n x n with four colours of stones", Offset: 1,
			Quick: 5, Command: "count N --colors 4", Second: byOrder, term: legal(square, count.Variant{Colors: 4}),
		},
	}
}

func onStrips() []*Sequence {
	var list []*Sequence
	for m := 3; m <= 6; m++ {
		list = append(list, &Sequence{
			ID: fmt.Sprintf("rows-%d", m), Name: fmt.Sprintf("legal positions of %d x n", m), Offset: 1,
			Quick: 30, Command: fmt.Sprintf("count %d N", m), Second: fmt.Sprintf("recurrence %d; ", m) + byExchange, term: legal(rows(m), count.Variant{}),
		})
	}
	return list
}

func onLattices() []*Sequence {
	var list []*Sequence
	for _, l := range []struct {
		kind  lattice.Kind
		quick int
	}{{lattice.Torus, 4}, {lattice.Cylinder, 5}, {lattice.Triangular, 5}, {lattice.Hexagonal, 7}, {lattice.SquareOctagonal, 7}} {
		list = append(list, &Sequence{
			ID: l.kind.String(), Name: fmt.Sprintf("legal positions of the %v lattice, n x n points", l.kind), Offset: 1,
			Quick: l.quick, Command: fmt.Sprintf("count N --lattice %v", l.kind), Second: byOrder, term: legal(square, count.Variant{Lattice: l.kind}),
		})
	}
	return list
}

func ofRecords() []*Sequence {
	var list []*Sequence
	for _, r := range []struct {
		of   records.Quantity
		what string
	}{
		{records.Strings, "strings of a legal position"},
		{records.Neighbors, "enemy strings beside one string"},
		{records.Pseudoliberties, "pseudoliberties of a legal position"},
	} {
		list = append(list, &Sequence{
			ID: fmt.Sprintf("max-%v", r.of), Name: fmt.Sprintf("maximum number of %s, n x n", r.what), Offset: 1,
			Quick: 8, Command: fmt.Sprintf("records N --of %v", r.of), Second: "enumeration of all positions to 12 points, a search without pruning beyond",
			term: record(r.of),
		})
	}
	return list
}

func ofGames() []*Sequence {
	list := []*Sequence{
		{
			ID: "moves-row", Name: "edges of the game graph of 1 x n", Offset: 1,
			Quick: 9, Command: "graph 1 N", Second: "moves played one by one on all positions", term: moves(rows(1)),
		},
		{
			ID: "moves-square", Name: "edges of the game graph of n x n", Offset: 1,
			Quick: 3, Command: "graph N", Second: "moves played one by one on all positions", term: moves(square),
		},
	}
	for _, side := range []int{9, 13} {
		list = append(list, &Sequence{
			ID: fmt.Sprintf("games-%d", side), Name: fmt.Sprintf("games of exactly n moves on %dx%d, by the rules of A048289", side, side),
			Quick: 6, Command: fmt.Sprintf("games %d --length N --suicide no", side), Second: byClusters, term: games(side),
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
