package border

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync"

	"combigo/border/halves"
)

// ErrNotInteger says that the sum of a join is no integer, so that something was computed wrongly.
var ErrNotInteger = errors.New("the sum over the halves of the board is not an integer")

// Halves returns L(height, width) from the completions of half the board, in about half the time of [Engine.Count] and
// with values of half the length: the engine takes the vector through the columns to the right of the
// middle, and package [combigo/border/halves] joins it with itself.
//
// The middle column belongs to both halves if the width is odd. If height and width are even, the halves are turned
// into each other by half a turn, and the border between them has its kink in the middle. If only
// the width is even, the halves are of different widths; both vectors are kept.
func (e *Engine) Halves(ctx context.Context, width int, opt Options) (*big.Int, Stats, error) {
	h, stats, err := e.newHalfBoards(ctx, width, func(points int) arithmetic { return exactArithmetic(limbsFor(points)) }, opt)
	if err != nil {
		return nil, stats, err
	}
	defer h.free()
	if err := h.columns(ctx); err != nil {
		return nil, stats, err
	}
	joiners, err := h.join(ctx, limbJoiners(h.points), func(words []uint64, width int) tileValues { return limbTile{words, width} })
	if err != nil {
		return nil, stats, err
	}
	total := new(big.Rat)
	for _, j := range joiners {
		for _, s := range j.sums {
			total.Add(total, s.Rat())
		}
	}
	if !total.IsInt() {
		return nil, stats, fmt.Errorf("border: %w", ErrNotInteger)
	}
	return new(big.Int).Set(total.Num()), stats, nil
}

// HalvesResidues is [Engine.Halves] modulo each of the moduli, which are primes between 2^16 and 2^[ModulusBits], at most
// [MaxResidues] of them.
func (e *Engine) HalvesResidues(ctx context.Context, width int, moduli []uint64, opt Options) ([]uint64, Stats, error) {
	if err := checkModuli(moduli); err != nil {
		return nil, Stats{}, err
	}
	ar := residueArithmetic(moduli)
	h, stats, err := e.newHalfBoards(ctx, width, func(int) arithmetic { return ar }, opt)
	if err != nil {
		return nil, stats, err
	}
	defer h.free()
	if err := h.columns(ctx); err != nil {
		return nil, stats, err
	}
	residues := make([]uint64, len(moduli))
	for i, p := range moduli {
		ar, err := halves.Residues(p)
		if err != nil {
			return nil, stats, err
		}
		setUp := func(j *joiner) { j.ar = func(int) halves.Arithmetic { return ar } }
		joiners, err := h.join(ctx, setUp, func(words []uint64, width int) tileValues { return residueTile{words, width, i} })
		if err != nil {
			return nil, stats, err
		}
		for _, j := range joiners {
			for _, s := range j.sums {
				residues[i] = (residues[i] + s.Residue()) % p
			}
		}
	}
	return residues, stats, nil
}

// residueTile has several residues a value, of which one is meant.
type residueTile struct {
	words        []uint64
	width, index int
}

func (t residueTile) scatter(out []uint64, _ int, row int32, columns []int32, at int64) {
	from := t.words[at*int64(t.width)+int64(t.index):]
	for i, c := range columns {
		out[row+c] = from[i*t.width]
	}
}

// limbJoiners sets joiners up for the exact completions of so many points.
func limbJoiners(points int) func(j *joiner) {
	rings := []halves.Arithmetic{nil}
	valueBits := float64(points) * math.Log2(3)
	for width := 1; width <= limbsFor(points)+2; width++ {
		rings = append(rings, halves.Limbs(width))
	}
	return func(j *joiner) {
		j.valueBits = valueBits
		j.ar = func(width int) halves.Arithmetic { return rings[width] }
		j.limbs = true
	}
}

// halfBoards is a vector on its way through half the columns.
type halfBoards struct {
	*pass
	width  int
	points int // to the right of the border, at the end
	ar     func(points int) arithmetic
	turn   *phase  // the last half column, if the halves are turned into each other
	before *memory // the vector before the last column, if that is the other half
	// beforeWidth is the words of its values.
	beforeWidth int
}

func (e *Engine) newHalfBoards(
	ctx context.Context, width int, ar func(points int) arithmetic, opt Options,
) (*halfBoards, Stats, error) {
	if width < 1 {
		return nil, Stats{}, fmt.Errorf("border: width %d, want 1 or more", width)
	}
	if e.layout.m > halves.MaxRuns {
		return nil, Stats{}, fmt.Errorf("border: height %d is above %d, the largest for halves of a board", e.layout.m, halves.MaxRuns)
	}
	h := &halfBoards{width: width, ar: ar}
	lo := e.layout
	if h.isTurned(lo.m) {
		lo = e.turned()
		h.turn = lo.turn
	}
	h.points = h.columnsOf() * lo.m
	if h.turn != nil {
		h.points += lo.m - lo.p
	}
	stats := h.estimate(lo, opt)
	if opt.Memory > 0 && stats.PlannedBytes > opt.Memory {
		return nil, stats, &MemoryError{lo.m, width, stats.PlannedBytes, opt.Memory}
	}
	err := e.makeTables(ctx, stats.Threads)
	if err == nil && h.turn != nil {
		err = e.makeTurnTables(ctx, stats.Threads)
	}
	if err != nil {
		return nil, stats, err
	}
	m := &meter{total: stats.LimbSteps, report: opt.Progress}
	if h.pass, err = lo.newPass(ar(0).width, stats.Limbs, stats.Threads, m); err != nil {
		return nil, stats, err
	}
	if h.isShifted(lo.m) {
		h.beforeWidth = ar(h.points - lo.m).width
		if h.before, err = newMemory(lo.shape.states() * int64(h.beforeWidth)); err != nil {
			h.free()
			return nil, stats, err
		}
	}
	return h, stats, nil
}

func (h *halfBoards) free() {
	h.pass.free()
	if h.before != nil {
		h.before.free()
	}
}

func (h *halfBoards) isTurned(height int) bool  { return h.width%2 == 0 && height%2 == 0 }
func (h *halfBoards) isShifted(height int) bool { return h.width%2 == 0 && height%2 == 1 }

// columnsOf is the number of whole columns that the vector goes through.
func (h *halfBoards) columnsOf() int {
	if h.turn != nil {
		return h.width/2 - 1
	}
	return h.width / 2
}

// joinSteps is the limb steps that take about as long as joining one word.
const joinSteps = 10

func (h *halfBoards) estimate(lo *layout, opt Options) Stats {
	words := h.ar(h.points).width
	s := Stats{
		Height: lo.m, Width: h.width, Threads: opt.threads(), Limbs: words, Halves: true,
		States:       lo.shape.states(),
		Contexts:     len(lo.phases[prefix].layer(0).seams),
		StateSteps:   float64(lo.stateSteps()) * float64(h.columnsOf()),
		PlannedBytes: lo.bytes(words, opt.threads()) + joinBytes(lo.m),
	}
	steps := [2]float64{float64(lo.phases[prefix].stateSteps()), float64(lo.phases[suffix].stateSteps())}
	for x := range h.columnsOf() {
		s.LimbSteps += steps[suffix] * float64(h.ar(x*lo.m+lo.m-lo.p).width)
		s.LimbSteps += steps[prefix] * float64(h.ar(x*lo.m+lo.m).width)
	}
	if h.turn != nil {
		s.StateSteps += float64(h.turn.stateSteps())
		s.LimbSteps += float64(h.turn.stateSteps()) * float64(words)
	}
	if h.isShifted(lo.m) {
		s.PlannedBytes += 8 * lo.shape.states() * int64(h.ar(h.points-lo.m).width)
	}
	s.LimbSteps += joinSteps * float64(words) * float64(lo.shape.states())
	return s
}

// joinBytes is about what the lists of a join take.
func joinBytes(height int) int64 { return int64(1<<20 + 1<<11*math.Pow(1.9, float64(height))) }

// columns takes the vector to the middle of the board.
func (h *halfBoards) columns(ctx context.Context) error {
	for k := range h.columnsOf() {
		if h.before != nil && k == h.columnsOf()-1 {
			h.home.widen(h.beforeWidth, h.threads)
			copyWords(h.before.words, h.home.values.words[:len(h.before.words)], h.threads)
		}
		if err := h.column(ctx, func(points int) arithmetic { return h.ar(k*h.m + points) }); err != nil {
			return err
		}
	}
	if h.turn != nil {
		return h.phase(ctx, h.turn, h.ar(h.points))
	}
	return nil
}

// join joins the halves, tile by tile, the largest first.
func (h *halfBoards) join(
	ctx context.Context, setUp func(*joiner), values func(words []uint64, width int) tileValues,
) ([]*joiner, error) {
	lay := h.phases[prefix].layer(0)
	if h.turn != nil {
		lay = h.turn.layer(h.p)
	}
	shared := newJoining(h.layout, lay, h.turn != nil)
	joiners := make([]*joiner, h.threads)
	idle := make(chan *joiner, h.threads)
	part := len(h.buffers.words) / h.threads
	for i := range joiners {
		joiners[i] = newJoiner(shared)
		setUp(joiners[i])
		joiners[i].buffer = h.buffers.words[i*part : (i+1)*part]
		idle <- joiners[i]
	}
	tile := func(t, g int) tileValues { return values(h.home.tileWords(h.home.tile(prefix, t, g)), h.home.width) }
	pairOf := func(t, g int) tilePair {
		v := tilePair{left: tile(t, g), tile: tile}
		if h.before != nil {
			i := h.home.tile(prefix, t, g)
			w := int64(h.beforeWidth)
			v.right = values(h.before.words[h.home.offset[i]*w:h.home.offset[i+1]*w], h.beforeWidth)
		}
		return v
	}
	ng := h.sorted[suffix].count
	order := make([]int, h.sorted[prefix].count*ng)
	for i := range order {
		order[i] = i
	}
	size := func(i int) int64 { return h.home.offset[i+1] - h.home.offset[i] }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(size(b), size(a)) })
	var failed error
	var once sync.Once
	parallel(h.threads, len(order), func(i int) {
		j := <-idle
		t, g := order[i]/ng, order[i]%ng
		if err := j.tile(ctx, t, g, pairOf(t, g)); err != nil {
			once.Do(func() { failed = err })
		}
		h.meter.add(joinSteps * int64(h.home.width) * size(order[i]))
		idle <- j
	})
	if failed != nil {
		return nil, failed
	}
	return joiners, joinPostponed(ctx, joiners, h.buffers.words, pairOf)
}
