package patterns

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"combigo.dev/combigo/symmetry"
)

// A tree counts the leaves of the tree of moves at some depth.
type tree struct {
	actions []action // one for each kind of orbit of points
	orbits  []int    // how many orbits there are of each kind
	motions int
	fixed   []int // points that each motion leaves where they are
	// involutions are the motions that undo themselves. Every group of more than the identity has
	// one of them.
	involutions []int
	points      int
	colors      bool // whether symmetries see the colours of stones
	leaves      map[string]*big.Int
	budget      int // boards that may still be described
}

// An action is what the motions do to the points of an orbit, which have numbers.
type action [][]uint8

// pattern is the stones on an orbit, two bits a point: 0 empty, 1 or 2 a stone.
type pattern uint16

func (p pattern) at(i uint8) int { return int(p>>(2*i)) & 3 }

func (p pattern) with(i uint8, stone int) pattern { return p | pattern(stone)<<(2*i) }

func (p pattern) moved(images []uint8) (q pattern) {
	for i, image := range images {
		q = q.with(image, p.at(uint8(i)))
	}
	return q
}

// An entry is an orbit of a kind that has stones.
type entry struct {
	kind    uint8
	pattern pattern
}

func newTree(motions []symmetry.Motion, points int, colors bool, budget int) *tree {
	t := &tree{motions: len(motions), points: points, colors: colors, leaves: map[string]*big.Int{}, budget: budget}
	for i, m := range motions {
		of := cyclesOf(m.Points)
		t.fixed = append(t.fixed, of[1])
		if of[2] > 0 && of[4] == 0 {
			t.involutions = append(t.involutions, i)
		}
	}
	kinds := map[uint]int{} // by the least set of motions that leave a point of the orbit where it is
	seen := make([]bool, points)
	for v := range points {
		if seen[v] {
			continue
		}
		base, stabilizer := v, stabilizerOf(motions, v)
		for _, m := range motions {
			u := m.Points[v]
			seen[u] = true
			if s := stabilizerOf(motions, u); s < stabilizer {
				base, stabilizer = u, s
			}
		}
		kind, known := kinds[stabilizer]
		if !known {
			kind = len(t.actions)
			kinds[stabilizer] = kind
			t.actions = append(t.actions, actionOn(motions, base))
			t.orbits = append(t.orbits, 0)
		}
		t.orbits[kind]++
	}
	return t
}

// stabilizerOf returns the motions that leave a point where it is, as a set of bits.
func stabilizerOf(motions []symmetry.Motion, v int) (set uint) {
	for i, m := range motions {
		if m.Points[v] == v {
			set |= 1 << i
		}
	}
	return set
}

// actionOn numbers the points of the orbit of a base in the order in which the motions lead to
// them. So orbits whose bases have the same stabilizer get the same action.
func actionOn(motions []symmetry.Motion, base int) action {
	var orbit []int
	for _, m := range motions {
		if v := m.Points[base]; !slices.Contains(orbit, v) {
			orbit = append(orbit, v)
		}
	}
	var a action
	for _, m := range motions {
		images := make([]uint8, len(orbit))
		for i, v := range orbit {
			images[i] = uint8(slices.Index(orbit, m.Points[v]))
		}
		a = append(a, images)
	}
	return a
}

// errTooMany says that a tree has more boards to describe than its budget.
var errTooMany = errors.New("too many boards to describe")

// errUneven says that a sum over symmetries is no multiple of their number, a fault of the program.
var errUneven = errors.New("the moves of a tree are not divided evenly among the symmetries")

// count returns the leaves at a depth.
func (t *tree) count(ctx context.Context, depth int) (*big.Int, error) {
	clear(t.leaves)
	return t.below(ctx, nil, 0, depth)
}

// below returns the leaves below a board with a given number of stones and of moves left.
func (t *tree) below(ctx context.Context, board []entry, stones, left int) (*big.Int, error) {
	if left == 0 {
		return big.NewInt(1), nil
	}
	switch distance := t.toSymmetry(board); {
	case distance >= left:
		return falling(t.points-stones, left), nil
	case distance == left-1:
		return t.beforeLast(board, stones, left), nil
	}
	board = t.canonical(board)
	key := keyOf(board)
	if known := t.leaves[key]; known != nil {
		return known, nil
	}
	if t.budget--; t.budget < 0 {
		return nil, errTooMany
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	sum, err := t.moves(ctx, board, stones, left)
	if err != nil {
		return nil, err
	}
	t.leaves[key] = sum
	return sum, nil
}

// beforeLast returns the leaves below a board that can become symmetric before the last move, but
// not earlier. All sequences of moves are leaves except for those that lead to one of the symmetric
// boards: there the last move is one of those that the symmetries do not make alike. If the board
// is symmetric itself, its last move is left.
func (t *tree) beforeLast(board []entry, stones, left int) *big.Int {
	leaves := falling(t.points-stones, left)
	var completed [][]entry
	for _, m := range t.involutions {
		if t.missing(board, m) != left-1 {
			continue
		}
		whole := t.complete(board, m)
		if slices.ContainsFunc(completed, func(other []entry) bool { return slices.Equal(whole, other) }) {
			continue
		}
		completed = append(completed, whole)
		lost := t.orders(board, whole, stones, left-1)
		free := t.points - stones - left + 1
		leaves.Sub(leaves, lost.Mul(lost, big.NewInt(int64(free-t.choices(whole)))))
	}
	return leaves
}

// complete returns a board with the stones that it lacks to be symmetric under an involution.
func (t *tree) complete(board []entry, involution int) []entry {
	whole := slices.Clone(board)
	for i, e := range board {
		for from, image := range t.actions[e.kind][involution] {
			if e.pattern.at(image) == 0 {
				whole[i].pattern = whole[i].pattern.with(image, e.pattern.at(uint8(from)))
			}
		}
	}
	return whole
}

// orders returns in how many orders the next moves can put the stones of a whole board that are
// missing on another.
func (t *tree) orders(board, whole []entry, stones, moves int) *big.Int {
	var have, want [3]int
	for i := range moves {
		want[t.stone(stones+i)]++
	}
	for i, e := range board {
		for point := range t.actions[e.kind][0] {
			if e.pattern.at(uint8(point)) == 0 {
				have[whole[i].pattern.at(uint8(point))]++
			}
		}
	}
	if have[1] != want[1] || have[2] != want[2] {
		return new(big.Int)
	}
	return new(big.Int).Mul(falling(want[1], want[1]), falling(want[2], want[2]))
}

// choices returns how many of the moves on the free points the symmetries of a board do not make
// alike: the mean, over the symmetries, of the free points that one leaves where they are.
func (t *tree) choices(board []entry) int {
	symmetries := t.symmetries(board)
	sum := 0
	for _, m := range symmetries {
		sum += t.fixed[m]
		for _, e := range board {
			for i, image := range t.actions[e.kind][m] {
				if int(image) == i && e.pattern.at(image) != 0 {
					sum--
				}
			}
		}
	}
	return sum / len(symmetries)
}

// moves adds up the leaves after all moves, and divides by the symmetries: a move counts as often
// as there are symmetries that leave its point where it is, so that those that are alike count
// once.
func (t *tree) moves(ctx context.Context, board []entry, stones, left int) (*big.Int, error) {
	symmetries := t.symmetries(board)
	sum := new(big.Int)
	add := func(e entry, rest []entry, times int) error {
		for i := range t.actions[e.kind][0] {
			point := uint8(i)
			if e.pattern.at(point) != 0 {
				continue
			}
			next := append(slices.Clone(rest), entry{e.kind, e.pattern.with(point, t.stone(stones))})
			n, err := t.below(ctx, next, stones+1, left-1)
			if err != nil {
				return err
			}
			for _, m := range symmetries {
				if t.actions[e.kind][m][point] == point {
					sum.Add(sum, new(big.Int).Mul(n, big.NewInt(int64(times))))
				}
			}
		}
		return nil
	}
	for i, e := range board {
		if err := add(e, slices.Delete(slices.Clone(board), i, i+1), 1); err != nil {
			return nil, err
		}
	}
	for kind, orbits := range t.orbits {
		for _, e := range board {
			if int(e.kind) == kind {
				orbits--
			}
		}
		if orbits > 0 { // without stones
			if err := add(entry{kind: uint8(kind)}, board, orbits); err != nil {
				return nil, err
			}
		}
	}
	rest := new(big.Int)
	if sum.QuoRem(sum, big.NewInt(int64(len(symmetries))), rest); rest.Sign() != 0 {
		return nil, errUneven
	}
	return sum, nil
}

// stone returns what the next move puts on its point.
func (t *tree) stone(stones int) int {
	if t.colors {
		return 1 + stones%2
	}
	return 1
}

// symmetries returns the motions that leave a board as it is.
func (t *tree) symmetries(board []entry) []int {
	var list []int
	for m := range t.motions {
		if t.missing(board, m) == 0 {
			list = append(list, m)
		}
	}
	return list
}

// toSymmetry returns how many stones it takes at least until some motion other than the identity
// leaves the board as it is.
func (t *tree) toSymmetry(board []entry) int {
	least := t.points + 1
	for _, m := range t.involutions {
		least = min(least, t.missing(board, m))
	}
	return least
}

// missing returns how many stones are missing at the points to which a motion moves stones; more
// than there are points if there are stones of the wrong colour.
func (t *tree) missing(board []entry, motion int) int {
	missing := 0
	for _, e := range board {
		for i, image := range t.actions[e.kind][motion] {
			switch stone, there := e.pattern.at(uint8(i)), e.pattern.at(image); {
			case stone == 0 || stone == there:
			case there == 0:
				missing++
			default:
				return t.points + 1
			}
		}
	}
	return missing
}

// canonical returns the least of the boards that the motions make of this one.
func (t *tree) canonical(board []entry) []entry {
	var least []entry
	for m := range t.motions {
		moved := make([]entry, len(board))
		for i, e := range board {
			moved[i] = entry{e.kind, e.pattern.moved(t.actions[e.kind][m])}
		}
		slices.SortFunc(moved, entry.compare)
		if least == nil || slices.CompareFunc(moved, least, entry.compare) < 0 {
			least = moved
		}
	}
	return least
}

func (e entry) compare(f entry) int { return e.number() - f.number() }

func (e entry) number() int { return int(e.kind)<<16 | int(e.pattern) }

func keyOf(board []entry) string {
	key := make([]byte, 0, 3*len(board))
	for _, e := range board {
		key = append(key, e.kind, byte(e.pattern>>8), byte(e.pattern))
	}
	return string(key)
}
