package border

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/big"
	"slices"

	"combigo/border/halves"
	"combigo/modular"
)

// Half of the board is enough: the vector goes through the columns to the right of the middle, and package
// [combigo/border/halves] joins it with the left half, which is the same by symmetry. That takes half the time, with
// values of half the length.
//
// The middle column belongs to both halves if the width is odd. If height and width are even, the halves are turned
// into each other by half a turn, and the border between them has its kink in the middle. If only
// the width is even, or where several widths are asked for, the halves of even boards differ by a column, and
// both vectors are kept.

// ErrNotInteger says that the sum of a join is no integer, so that something was computed wrongly.
var ErrNotInteger = errors.New("border: the sum over the halves of the board is not an integer")

// joinsHalves reports whether the boards of widths first to last are joined from halves: where they are so few that
// this is faster. Moduli must be primes that are no divisors of norms.
func (e *Engine) joinsHalves(first, last int, moduli []uint64, opt Options) bool {
	for _, m := range moduli {
		if m < 1<<16 || !modular.IsPrime(m) {
			return false
		}
	}
	return !opt.Whole && e.layout.m <= halves.MaxRuns && 2*(last-first+1) <= last+1
}

// ring is the arithmetic of a run on half boards: that of the engine for the completions of a given number of points, and the moduli
// if there are any.
type ring struct {
	ar     func(points int) arithmetic
	moduli []uint64
	// inFiles tells that tiles are read one by one, so that no half is turned: that would take two.
	inFiles bool
}

// halfBoards is a vector on its way through half the columns.
type halfBoards struct {
	*pass
	ring
	first, last int
	turn        *phase // the last half column, if the halves are turned into each other
	before      *home  // the vector before the last column, if it is joined with the one after it
	shared      *joining
}

// planHalves says how the halves of the boards are made, and what that takes.
func (e *Engine) planHalves(first, last int, r ring, opt Options) (*halfBoards, *layout, Stats) {
	h := &halfBoards{first: first, last: last, ring: r}
	lo := e.layout
	if first == last && last%2 == 0 && lo.m%2 == 0 && !r.inFiles {
		lo = e.turned()
		h.turn = lo.turn
	}
	columns := h.columnsOf()
	ar := h.ar(h.points(lo))
	s := Stats{
		Height: lo.m, Width: last, Threads: opt.threads(), Limbs: ar.words(), Halves: true,
		States:       lo.shape.states(),
		Contexts:     len(lo.phases[prefix].layer(0).interfaces),
		StateSteps:   float64(lo.stateSteps()) * float64(columns),
		PlannedBytes: lo.bytes(ar.size, opt.threads()) + joinBytes(lo.m),
	}
	steps := [2]float64{float64(lo.phases[prefix].stateSteps()), float64(lo.phases[suffix].stateSteps())}
	for x := range columns {
		s.LimbSteps += steps[suffix] * h.ar(x*lo.m+lo.m-lo.p).limbs()
		s.LimbSteps += steps[prefix] * h.ar(x*lo.m+lo.m).limbs()
	}
	if h.turn != nil {
		s.StateSteps += float64(h.turn.stateSteps())
		s.LimbSteps += float64(h.turn.stateSteps()) * ar.limbs()
	}
	if h.keepsBefore() {
		s.PlannedBytes += 4 * lo.shape.states() * int64(h.sizeBefore(lo))
	}
	for width := first; width <= last; width++ {
		s.LimbSteps += h.joinSteps(lo, width)
	}
	return h, lo, s
}

// columnsOf is the number of whole columns that the vector goes through.
func (h *halfBoards) columnsOf() int {
	if h.turn != nil {
		return h.last/2 - 1
	}
	return h.last / 2
}

// points is the number of those to the right of the border at the end.
func (h *halfBoards) points(lo *layout) int {
	n := h.columnsOf() * lo.m
	if h.turn != nil {
		n += lo.m - lo.p
	}
	return n
}

// keepsBefore reports whether the vector before a column is kept.
func (h *halfBoards) keepsBefore() bool {
	return h.turn == nil && (h.first < h.last || h.last%2 == 0)
}

// joinSteps is the number of limb steps that take about as long as the join for a width.
func (h *halfBoards) joinSteps(lo *layout, width int) float64 {
	const stepsPerWord = 8
	steps := stepsPerWord * float64(lo.shape.states()) * h.ar(width/2*lo.m).limbs()
	if width%2 == 0 {
		steps *= 2
	}
	return steps
}

// joinBytes is about what the lists of a join take.
func joinBytes(height int) int64 { return int64(1<<20 + 1<<11*math.Pow(1.9, float64(height))) }

// runHalves takes a vector through half the columns, and tells visit the sum for each width from first to last, by the
// joiners that have its parts.
func (e *Engine) runHalves(
	ctx context.Context, first, last int, r ring, opt Options, visit func(width int, s halfSums) error,
) (Stats, error) {
	h, lo, stats := e.planHalves(first, last, r, opt)
	if opt.Memory > 0 && stats.PlannedBytes > opt.Memory {
		return stats, memoryError(lo.m, last, stats.PlannedBytes, opt.Memory)
	}
	err := e.makeTables(ctx, stats.Threads)
	if err == nil && h.turn != nil {
		err = e.makeTurnTables(ctx, stats.Threads)
	}
	if err != nil {
		return stats, err
	}
	m := &meter{total: stats.LimbSteps, report: opt.Progress}
	if h.pass, err = lo.newPass(h.ar(0).size, h.ar(h.points(lo)).size, stats.Threads, m); err != nil {
		return stats, err
	}
	defer h.free()
	if h.keepsBefore() {
		size := h.sizeBefore(lo)
		if h.before, err = lo.shape.withValues(size, size); err != nil {
			return stats, err
		}
	}
	return stats, h.run(ctx, visit)
}

func (h *halfBoards) free() {
	h.pass.free()
	if h.before != nil {
		h.before.values.free()
	}
}

// run takes the vector through the columns, and joins it where a width asks for it.
func (h *halfBoards) run(ctx context.Context, visit func(width int, s halfSums) error) error {
	wanted := func(width int) bool { return h.first <= width && width <= h.last }
	for k := 0; ; k++ {
		if width := 2 * k; h.turn == nil && k > 0 && wanted(width) {
			if err := h.joinTo(ctx, width, visit); err != nil {
				return err
			}
		}
		if width := 2*k + 1; h.turn == nil && wanted(width) {
			if err := h.joinTo(ctx, width, visit); err != nil {
				return err
			}
		}
		if k == h.columnsOf() {
			break
		}
		if h.turn == nil && wanted(2*(k+1)) {
			h.keep()
		}
		if err := h.column(ctx, func(points int) arithmetic { return h.ar(k*h.m + points) }); err != nil {
			return err
		}
	}
	if h.turn == nil {
		return nil
	}
	if err := h.phase(ctx, h.turn, h.ar(h.points(h.layout))); err != nil {
		return err
	}
	return h.joinTo(ctx, h.last, visit)
}

// keep copies the vector.
func (h *halfBoards) keep() {
	h.before.size = h.home.size
	parallel(h.threads, len(h.home.offset)-1, func(i int) { copy(h.before.tileValues(i), h.home.tileValues(i)) })
}

// sizeBefore is that of the values of the vector before the last column, in half words.
func (h *halfBoards) sizeBefore(lo *layout) int { return h.ar(max(0, h.columnsOf()-1) * lo.m).size }

// joinTo joins the vector with itself, or with the one before the last column.
func (h *halfBoards) joinTo(ctx context.Context, width int, visit func(width int, s halfSums) error) error {
	s := halfSums{moduli: h.moduli}
	for i := range max(1, len(h.moduli)) {
		joiners, err := h.join(ctx, width, i)
		if err != nil {
			return err
		}
		s.joiners = append(s.joiners, joiners)
	}
	return visit(width, s)
}

// halfSums are the partial sums of a join: those of the joiners, for each modulus.
type halfSums struct {
	joiners [][]*joiner
	moduli  []uint64
}

// integer returns the sum of exact values.
func (s halfSums) integer() (*big.Int, error) {
	total := new(big.Rat)
	for _, j := range s.joiners[0] {
		for _, sum := range j.sums {
			total.Add(total, sum.Rat())
		}
	}
	if !total.IsInt() {
		return nil, ErrNotInteger
	}
	return new(big.Int).Set(total.Num()), nil
}

func (s halfSums) residues() []uint64 {
	residues := make([]uint64, len(s.moduli))
	for i, p := range s.moduli {
		for _, j := range s.joiners[i] {
			for _, sum := range j.sums {
				residues[i] = (residues[i] + sum.Residue()) % p
			}
		}
	}
	return residues
}

// joining prepares for the join, once for all widths.
func (h *halfBoards) joining() *joining {
	switch {
	case h.shared != nil:
	case h.turn != nil:
		h.shared = newJoining(h.layout, h.turn.layer(h.p), true)
	default:
		h.shared = newJoining(h.layout, h.phases[prefix].layer(0), false)
	}
	return h.shared
}

// join joins the halves; for one of the moduli, if there are any.
func (h *halfBoards) join(ctx context.Context, width, modulus int) ([]*joiner, error) {
	setUp := limbJoiners(h.points(h.layout))
	if h.moduli != nil {
		ar, err := halves.Residues(h.moduli[modulus])
		if err != nil {
			return nil, err
		}
		setUp = func(j *joiner) { j.ar = func(int) halves.Arithmetic { return ar } }
	}
	values := func(from *home, t, g int) tileValues {
		tile := from.tileValues(from.tile(prefix, t, g))
		if h.moduli != nil {
			return residueTile{wholeWords(tile), from.words(), modulus}
		}
		return limbTile{tile, from.size}
	}
	if h.turn != nil {
		all := make([][]tileValues, h.sorted[prefix].count)
		for t := range all {
			for g := range h.sorted[suffix].count {
				all[t] = append(all[t], values(h.home, t, g))
			}
		}
		return h.joinTurned(ctx, width, setUp, tilePair{all: all})
	}
	return h.joinTiles(ctx, width, setUp, func(t, g int) (tilePair, error) {
		v := tilePair{left: values(h.home, t, g)}
		if width%2 == 0 {
			v.right = values(h.before, t, g)
		}
		return v, nil
	})
}

// joinTiles joins the halves, tile by tile, the largest first.
func (h *halfBoards) joinTiles(
	ctx context.Context, width int, setUp func(*joiner), pairOf func(t, g int) (tilePair, error),
) ([]*joiner, error) {
	ng := h.sorted[suffix].count
	order := make([]int, h.sorted[prefix].count*ng)
	for i := range order {
		order[i] = i
	}
	size := func(i int) int64 { return h.home.offset[i+1] - h.home.offset[i] }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(size(b), size(a)) })
	joiners, err := h.shareJoin(setUp, len(order), func(i int, j *joiner) error {
		t, g := order[i]/ng, order[i]%ng
		v, err := pairOf(t, g)
		if err != nil {
			return err
		}
		defer h.joined(width, float64(size(order[i]))/float64(h.home.states()))
		return j.tile(ctx, t, g, v)
	})
	if err != nil {
		return nil, err
	}
	return joiners, joinPostponed(ctx, joiners, h.buffers.words, pairOf)
}

// joinTurned joins the halves, some colourings of the prefix at a time.
func (h *halfBoards) joinTurned(ctx context.Context, width int, setUp func(*joiner), v tilePair) ([]*joiner, error) {
	var blocks [][]int32
	for _, bin := range h.joining().bins[prefix] {
		blocks = slices.AppendSeq(blocks, slices.Chunk(bin, turnedPrefixes))
	}
	joiners, err := h.shareJoin(setUp, len(blocks), func(i int, j *joiner) error {
		defer h.joined(width, 1/float64(len(blocks)))
		return j.turnedBlock(ctx, blocks[i], v)
	})
	if err != nil {
		return nil, err
	}
	return joiners, joinPostponed(ctx, joiners, h.buffers.words, func(int, int) (tilePair, error) { return v, nil })
}

// joined reports a share of a join as done.
func (h *halfBoards) joined(width int, share float64) {
	h.meter.add(int64(share * h.joinSteps(h.layout, width) / float64(max(1, len(h.moduli)))))
}

// shareJoin shares n parts of a join among the threads.
func (h *halfBoards) shareJoin(setUp func(*joiner), n int, join func(i int, j *joiner) error) ([]*joiner, error) {
	shared := h.joining()
	joiners := make([]*joiner, h.threads)
	idle := make(chan *joiner, h.threads)
	part := len(h.buffers.words) / h.threads
	for i := range joiners {
		joiners[i] = newJoiner(shared)
		setUp(joiners[i])
		joiners[i].buffer = h.buffers.words[i*part : (i+1)*part]
		idle <- joiners[i]
	}
	return joiners, parallelErrors(h.threads, n, func(i int) error {
		j := <-idle
		defer func() { idle <- j }()
		return join(i, j)
	})
}

// residueTile has several residues a value, of which one is meant.
type residueTile struct {
	words        []uint64
	width, index int
}

func (t residueTile) scatter(out []uint64, _ int, b *block) {
	for i, row := range b.places {
		from := t.words[(b.at+int64(i)*b.size)*int64(t.width)+int64(t.index):]
		for c, rank := range b.row(i) {
			out[row+rank] = from[c*t.width]
		}
	}
}

// limbJoiners sets joiners up for the exact completions of a given number of points.
func limbJoiners(points int) func(j *joiner) {
	var rings []halves.Arithmetic
	for width := range exact(points).words() + 3 {
		rings = append(rings, halves.Limbs(max(1, width)))
	}
	return func(j *joiner) {
		j.valueBits = float64(points) * math.Log2(3)
		j.ar = func(width int) halves.Arithmetic { return rings[width] }
		j.limbs = true
	}
}

// halvesNeed estimates the bytes of a run.
func (e *Engine) halvesNeed(width int, r ring, opt Options) int64 {
	_, _, s := e.planHalves(width, width, r, opt)
	return s.PlannedBytes
}
