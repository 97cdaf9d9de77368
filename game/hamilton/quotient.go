package hamilton

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// MaxRow is the longest row of which a quotient is made: the certificate of a longer cycle would be
// too large to be read back.
const MaxRow = 18

// A Quotient is the quotient of the game graph of a row, with suicide and without the empty
// position, by the exchange of colours. Its nodes are classes: a position and the one with the
// colours exchanged. The representative of a class has black leftmost. An arc has voltage 0 if a
// move leads from the representative of a class to that of another, and 1 if it leads to the other
// member.
type Quotient struct {
	*digraph.Graph // of the classes
	points         int
	reps           []row      // by class, its representative
	ways           [][3]int64 // see fillings
}

// Positions returns the number of legal positions of the row, the empty one among them.
func (q *Quotient) Positions() int { return 2*len(q.reps) + 1 }

// quotientNeed returns about how much memory it takes to make a quotient and to search it: the arcs
// forward and backward, and for each class where they begin, the representative, and what a
// [cyclecover.Merger] keeps.
func quotientNeed(classes, arcs int64) result.Bytes { return result.Bytes(8*arcs + 96*classes) }

// NewQuotient returns the quotient of a row of 1 to MaxRow points.
//
// The error is a *result.MemoryError, the cause of the context's end, or says what is wrong with
// the number of points.
func NewQuotient(ctx context.Context, points int, opt par.Options) (*Quotient, error) {
	if points < 1 || points > MaxRow {
		return nil, fmt.Errorf("a row of %d points: want 1 to %d", points, MaxRow)
	}
	q := &Quotient{points: points, ways: fillings(points)}
	classes, maxArcs := int64(0), int64(0) // two arcs for each empty point
	for r := range legalRows(points) {
		if r.blackFirst() {
			classes++
			maxArcs += 2 * int64(points-bits.OnesCount64(uint64(r)))
		}
	}
	if need := quotientNeed(classes, maxArcs); opt.Memory > 0 && need > opt.Memory {
		return nil, &result.MemoryError{Of: fmt.Sprintf("the search on 1x%d", points), Need: need, Ceiling: opt.Memory, Given: true}
	}
	q.reps = make([]row, 0, classes)
	first, heads := make([]int64, 1, classes+1), make([]int32, 0, maxArcs)
	for r := range legalRows(points) {
		if !r.blackFirst() {
			continue
		}
		from := len(heads)
		for _, to := range r.moves(points) {
			if to != 0 {
				heads = append(heads, to.pairNumber(points, q.ways))
			}
		}
		slices.Sort(heads[from:])
		heads = heads[:from+len(slices.Compact(heads[from:]))]
		first = append(first, int64(len(heads)))
		if q.reps = append(q.reps, r); len(q.reps)%(1<<12) == 0 {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			opt.Report(float64(len(q.reps)) / float64(classes))
		}
	}
	var err error
	q.Graph, err = digraph.New(first, heads)
	return q, err
}

// voltages returns whether there are arcs of voltage 0 and of voltage 1 from one class to another.
func (q *Quotient) voltages(from, to int32) (zero, one bool) {
	if q.HasEdge(int(from), int(to)) {
		for _, r := range q.reps[from].moves(q.points) {
			zero = zero || r == q.reps[to]
			one = one || r == q.reps[to].swapped()
		}
	}
	return zero, one
}

// lift returns half of the cycle that a cycle of classes makes in the game graph, or nil if the sum
// of the voltages is even.
func (q *Quotient) lift(ctx context.Context, classes []int32) (*certificate.Certificate, error) {
	return trace(ctx, q.points, len(classes), func(i int) row { return q.reps[classes[i]] })
}

// trace returns the moves through the classes of some positions, in order, and back to the class of
// the first. They are half of a symmetric cycle if they end at the first position with the colours
// exchanged. If they end at the first position itself, trace returns nil.
func trace(ctx context.Context, points, length int, at func(i int) row) (*certificate.Certificate, error) {
	board, err := lattice.New(lattice.Square, 1, points, lattice.Options{})
	if err != nil {
		return nil, err
	}
	start := at(0)
	half := &certificate.Certificate{
		Kind: certificate.SymmetricCycle, Board: board, Suicide: true,
		Start: certificate.Position(start.text(points)), Moves: make([]certificate.Move, 0, length),
	}
	r := start
	for i := range length {
		if i%(1<<12) == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		next := at((i + 1) % length)
		for move, to := range r.moves(points) {
			if to == next || to == next.swapped() {
				half.Moves = append(half.Moves, move)
				r = to
				break
			}
		}
		if len(half.Moves) == i {
			return nil, result.InternalErrorf("the cycle", "no move leads from %s to %s", r.text(points), next.text(points))
		}
	}
	if r == start {
		return nil, nil
	}
	return half, nil
}
