package symmetry

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// A Folded is a board folded up along a motion, with or without exchange of the colours. Vertices
// stand for the first of their points.
type Folded struct {
	*lattice.SignedGraph
	Sizes []int // points that were folded onto each vertex
	orbit []int // the vertex of each point, or -1
}

// Fold folds a board.
func Fold(g *lattice.Graph, motion lattice.Permutation, exchange bool) (*Folded, error) {
	quotient := lattice.Quotient
	if exchange {
		quotient = lattice.QuotientExchanged
	}
	q, orbit, err := quotient(g, motion)
	if err != nil {
		return nil, err
	}
	f := &Folded{q, make([]int, q.Len()), orbit}
	for _, o := range orbit {
		if o >= 0 {
			f.Sizes[o]++
		}
	}
	return f, nil
}

// A fold is a folded board with the order in which its vertices are counted.
type fold struct {
	*Folded
	order []int
}

func newFold(size board.Size, motion lattice.Permutation, exchange bool) (*fold, error) {
	g, err := lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{})
	if err != nil {
		return nil, err
	}
	folded, err := Fold(g, motion, exchange)
	if err != nil {
		return nil, err
	}
	f := &fold{Folded: folded}
	f.order = f.bestOrder(size)
	return f, nil
}

// bestOrder returns the order that is likely to meet the fewest states: of those that go by rows or
// columns of one half of the board, the narrowest, or one that was searched for, if that is
// narrower still. On a straight frontier, stones have less freedom than on a jagged one of the same
// width.
func (f *fold) bestOrder(size board.Size) []int {
	var best []int
	for _, order := range f.straightOrders(size) {
		if best == nil || f.steps(order) < f.steps(best) {
			best = order
		}
	}
	searched := lattice.Order(f.Graph)
	if best == nil || lattice.Width(f.Graph, searched) < lattice.Width(f.Graph, best) {
		return searched
	}
	return best
}

// straightOrders returns the orders by rows and by columns, of the points in the left half and of
// those in the upper half of the board.
func (f *fold) straightOrders(size board.Size) [][]int {
	var orders [][]int
	for _, half := range []func(row, col int) bool{
		func(_, col int) bool { return 2*col < size.Cols },
		func(row, _ int) bool { return 2*row < size.Rows },
	} {
		rows, cols := make([]int, len(f.Sizes)), make([]int, len(f.Sizes))
		for v := len(f.orbit) - 1; v >= 0; v-- {
			row, col := v%size.Rows, v/size.Rows
			if o := f.orbit[v]; o >= 0 && half(row, col) {
				rows[o], cols[o] = row, col
			}
		}
		orders = append(orders, sortedBy(rows, cols), sortedBy(cols, rows))
	}
	return orders
}

// sortedBy returns the vertices in the order of their first keys, those of equal ones in that of
// their second ones.
func sortedBy(first, second []int) []int {
	order := lattice.Identity(len(first))
	slices.SortStableFunc(order, func(u, v int) int {
		return cmp.Or(cmp.Compare(first[u], first[v]), cmp.Compare(second[u], second[v]))
	})
	return order
}

// statesPerPoint is by how much the states grow with a point of the frontier, and firstStates is
// what the power is multiplied by: fitted to half turns of boards from 6x6 to 11x11.
const (
	statesPerPoint = 4.2
	firstStates    = 0.5
)

// steps estimates how many states an order meets, all levels together. It is right within a factor
// of three or so.
func (f *fold) steps(order []int) float64 {
	steps := 0.0
	for _, width := range lattice.Profile(f.Graph, order) {
		steps += statesOf(width)
	}
	return steps
}

// statesOf estimates the states of a frontier of some width.
func statesOf(width int) float64 { return firstStates * math.Pow(statesPerPoint, float64(width)) }

// count counts the legal positions of the fold, in the order of the vertices or backwards.
func (f *fold) count(ctx context.Context, backwards bool, opt par.Options) (*big.Int, transfer.Stats, error) {
	order := slices.Clone(f.order)
	if backwards {
		slices.Reverse(order)
	}
	return transfer.CountLegal(ctx, f, order, colors, opt)
}

const colors = 2

// A plan is the numbers that it takes to count the positions of a board up to symmetry.
type plan struct {
	size    board.Size
	opt     Options
	classes []Class
	parts   []*part // two for each class: without and with exchange of the colours
	threads int     // the most that were at work
}

// A part is a number that will be counted: that of a plain board, of one next to a line that is
// known to be empty, or of a fold. A part of none of these is the empty position, one.
type part struct {
	Estimate
	plain   board.Size // the zero value if not a plain board
	variant count.Variant
	fold    *fold // how to count, or, for plain boards, how to check
}

func newPlan(size board.Size, opt Options) (*plan, error) {
	if err := size.Validate(); err != nil {
		return nil, err
	}
	if size.Short() > border.MaxHeight {
		return nil, fmt.Errorf("board %s: the shorter side has at most %d points", size, border.MaxHeight)
	}
	p := &plan{size: size, opt: opt, classes: Classes(size)}
	for _, class := range p.classes {
		for _, exchange := range []bool{false, true} {
			part, err := newPart(size, class.Motions[0], exchange)
			if err != nil {
				return nil, err
			}
			if err := part.estimate(opt); err != nil {
				return nil, err
			}
			part.Name, part.Colored = class.Name, exchange
			p.parts = append(p.parts, part)
		}
	}
	return p, nil
}

// nothing is the board of a part that is the empty position.
const nothing = "the empty position"

// maxComparedPoints is the largest board of which halves are counted again.
const maxComparedPoints = 400

// newPart says what is counted for a motion.
func newPart(size board.Size, motion Motion, exchange bool) (p *part, err error) {
	p = &part{}
	switch motion.Name {
	case identity:
		if p.Board, p.plain = "board "+size.String(), size; exchange {
			p.Board, p.plain = nothing, board.Size{}
		}
		return p, nil
	case upsideDown:
		p.reflection(board.Size{Rows: size.Cols, Cols: size.Rows}, exchange)
	case leftRight:
		p.reflection(size, exchange)
	}
	if p.Board == nothing || p.Board != "" && size.Points() > maxComparedPoints {
		return p, nil
	}
	if p.fold, err = newFold(size, motion.Points, exchange); err == nil && p.Board == "" {
		p.Board = fmt.Sprintf("a fold of %d points", p.fold.Len())
	}
	return p, err
}

// reflection sets what is counted for the reflection that sends the last column to the first.
func (p *part) reflection(size board.Size, exchange bool) {
	half := board.Size{Rows: size.Rows, Cols: (size.Cols + 1) / 2}
	switch {
	case size.Cols%2 == 0 || !exchange:
		p.Board, p.plain = "board "+half.String(), half
	case half.Cols == 1:
		p.Board = nothing
	default: // the columns become rows, since it is rows that can be known to be empty
		half.Cols--
		p.Board, p.plain = fmt.Sprintf("board %s beside an empty line", half), board.Size{Rows: half.Cols, Cols: half.Rows}
		p.variant.SafeBottom = true
	}
}

const (
	// borderSeconds and frontierSeconds are what engines take for a state and a step, one thread.
	borderSeconds   = 0.5e-9
	frontierSeconds = 1.0e-6
	// layers is how many times the largest level of a fold is in memory: the next one next to it,
	// and room to grow.
	layers = 2.5
)

// estimate sets what a part will take.
func (p *part) estimate(opt Options) error {
	switch {
	case p.Board == nothing:
	case p.plain == (board.Size{}):
		p.Width = lattice.Width(p.fold.Graph, p.fold.order)
		words := math.Ceil(float64(p.fold.Len()) * math.Log2(3) / 64)
		p.Bytes = result.Bytes(statesOf(p.Width) * layers * 8 * (2 + words))
		p.Seconds = frontierSeconds * p.fold.steps(p.fold.order)
	case p.variant.SafeBottom:
		p.Width = p.plain.Short()
		p.Seconds = frontierSeconds * float64(p.plain.Points()) * statesOf(p.Width)
	default:
		engine, err := stages.New(border.Board{Height: p.plain.Short(), Colours: colors})
		if err != nil {
			return err
		}
		q := engine.Exactly(p.plain.Long())
		p.Bytes = engine.Need(q, par.Options{Threads: opt.Threads})
		p.Seconds = borderSeconds * engine.Steps(q)
	}
	return nil
}

// minSeconds is added to the time of each part, so that no total is 0.
const minSeconds = 1e-3

// forecast estimates what all parts take.
func (p *plan) forecast() (f Forecast) {
	for _, part := range p.parts {
		f.Seconds, f.Bytes = f.Seconds+minSeconds+part.Seconds, max(f.Bytes, part.Bytes)
	}
	return f
}

// ceiling is the least of what is available, divided by a number, and what the options allow.
func ceiling(opt Options, divisor result.Bytes) result.Bytes {
	available := memory.Available() / divisor
	if opt.Memory > 0 && (available == 0 || opt.Memory < available) {
		return opt.Memory
	}
	return available
}

// garbageShare is what the available memory is divided by for the frontier engine: its layers are
// garbage when they are done, and are not collected at once.
const garbageShare = 2

// checkedPlan is newPlan for a board that is likely to fit in memory. If a value for each border
// state of the whole board is too much already, the board is not folded up first.
func checkedPlan(size board.Size, opt Options) (*plan, error) {
	if size.Validate() == nil && size.Short() <= border.MaxHeight { // else the plan says so
		engine, err := stages.New(border.Board{Height: size.Short(), Colours: colors})
		if err != nil {
			return nil, err
		}
		if ceiling := ceiling(opt, 1); ceiling > 0 && engine.VectorBytes(border.Suffix) > ceiling {
			if err := count.Check(size, count.Options{Options: par.Options{Threads: opt.Threads, Memory: opt.Memory}}); err != nil {
				return nil, err
			}
			// The count would keep its vector in files: no fold does so.
			need := engine.Need(stages.Residues(size.Long(), size.Long(), 0), par.Options{Threads: opt.Threads})
			return nil, &result.MemoryError{Of: "board " + size.String(), Need: need, Ceiling: ceiling, Given: opt.Memory > 0}
		}
	}
	p, err := newPlan(size, opt)
	if err != nil {
		return nil, err
	}
	ceiling := ceiling(opt, garbageShare)
	for _, part := range p.parts {
		if isFold := part.fold != nil && part.plain == (board.Size{}); isFold && ceiling > 0 && part.Bytes > ceiling {
			return nil, &result.MemoryError{Of: fmt.Sprintf("board %s, %s: the fold", size, part.Name), Need: part.Bytes, Ceiling: ceiling, Given: true}
		}
	}
	return p, nil
}

// count counts a part.
func (p *plan) count(ctx context.Context, part *part, progress par.Options) (fixed *Fixed, err error) {
	switch {
	case part.Board == nothing:
		fixed = &Fixed{Value: big.NewInt(1)}
	case part.plain == (board.Size{}):
		fixed, err = p.byFold(ctx, part.fold, progress)
	default:
		fixed, err = p.byCount(ctx, part, progress)
	}
	if err != nil {
		return nil, err
	}
	fixed.Board = part.Board
	return fixed, nil
}

// recountSteps is the most state-steps of a count that is repeated: some seconds.
const recountSteps = 2.5e6

// byFold counts the positions of a fold, and again in the reverse order if that is cheap.
func (p *plan) byFold(ctx context.Context, f *fold, progress par.Options) (*Fixed, error) {
	start := time.Now()
	opt := par.Options{Threads: p.opt.Threads, Memory: ceiling(p.opt, garbageShare), Progress: progress.Progress}
	value, stats, err := f.count(ctx, false, opt)
	if err != nil {
		return nil, err
	}
	p.threads = max(p.threads, stats.Threads)
	fixed := &Fixed{
		Value: value, Engine: "frontier", Points: f.Len(), Width: stats.Width,
		States: float64(stats.PeakStates), StateSteps: float64(stats.StateSteps),
	}
	if stats.StateSteps <= recountSteps {
		opt.Progress = nil
		again, _, err := f.count(ctx, true, opt)
		if err != nil {
			return nil, err
		}
		if again.Cmp(value) != 0 {
			return nil, internalf(p.size, "%v positions, counted backwards %v", value, again)
		}
		fixed.Checks = append(fixed.Checks, "counted again in the reverse order of the points, by other states")
	}
	fixed.Wall = time.Since(start)
	return fixed, nil
}

// byCount counts the positions of a plain board, or of one beside a line that is known to be empty,
// and again those of the fold, if there is one and that is cheap.
func (p *plan) byCount(ctx context.Context, part *part, progress par.Options) (*Fixed, error) {
	r, err := count.Legal(ctx, part.plain, count.Options{
		Variant: part.variant, Options: par.Options{Threads: p.opt.Threads, Memory: p.opt.Memory, Progress: progress.Progress},
	})
	if err != nil {
		return nil, err
	}
	p.threads = max(p.threads, r.Threads)
	fixed := &Fixed{
		Value: r.Value, Engine: r.Engine, Points: part.plain.Points(), Width: part.plain.Short(),
		States: float64(r.States), StateSteps: r.StateSteps, Wall: r.Wall, Checks: r.Checks,
	}
	if part.fold == nil || part.fold.steps(part.fold.order) > recountSteps/10 {
		return fixed, nil
	}
	value, _, err := part.fold.count(ctx, false, par.Options{Threads: p.opt.Threads, Memory: ceiling(p.opt, garbageShare)})
	if err != nil {
		return nil, err
	}
	if value.Cmp(fixed.Value) != 0 {
		return nil, internalf(p.size, "%v positions of half a board, %v of the board folded up", fixed.Value, value)
	}
	fixed.Checks = append(fixed.Checks, "counted again on the board folded up")
	return fixed, nil
}

// Estimates estimates what [Count] will take, number by number.
func Estimates(size board.Size, opt Options) (list []Estimate, err error) {
	p, err := newPlan(size, opt)
	if err != nil {
		return nil, err
	}
	for _, part := range p.parts {
		list = append(list, part.Estimate)
	}
	return list, nil
}

// Count counts the positions of a board up to symmetry.
//
// The error is a [result.MemoryError], or one of package count, if memory is too short, a
// [result.InternalError] if a number failed a check, and the cause of the context's end if that
// came first.
func Count(ctx context.Context, size board.Size, opt Options) (*Result, error) {
	p, err := checkedPlan(size, opt)
	if err != nil {
		return nil, err
	}
	return p.run(ctx, opt.Options)
}

// run counts all parts and checks the numbers.
func (p *plan) run(ctx context.Context, progress par.Options) (*Result, error) {
	start := time.Now()
	r := &Result{Board: p.size, Order: len(Motions(p.size))}
	before, total := 0.0, p.forecast().Seconds
	var fixed []*Fixed
	for _, part := range p.parts {
		after := before + minSeconds + part.Seconds
		n, err := p.count(ctx, part, progress.Between(before/total, after/total))
		if err != nil {
			return nil, err
		}
		fixed, before = append(fixed, n), after
	}
	for i, class := range p.classes {
		r.Rows = append(r.Rows, Row{class, fixed[2*i], fixed[2*i+1]})
	}
	r.Legal = r.Rows[0].Same.Value
	if err := r.burnside(); err != nil {
		return nil, err
	}
	r.Threads = p.threads
	r.Wall, r.PeakMemory = time.Since(start), result.PeakMemory()
	return r, nil
}

// Table is [Count] for all boards of a range, in the order of [board.Range.Sizes]. All boards are
// planned, and those that are too large refused, before the first is counted.
func Table(ctx context.Context, boards board.Range, opt Options) (results []*Result, err error) {
	var plans []*plan
	var all Forecast
	for size := range boards.Sizes() {
		p, err := checkedPlan(size, opt)
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		plans = append(plans, p)
		f := p.forecast()
		all.Seconds, all.Bytes = all.Seconds+f.Seconds, max(all.Bytes, f.Bytes)
	}
	if opt.Estimated != nil {
		opt.Estimated(all)
	}
	before := 0.0
	for _, p := range plans {
		after := before + p.forecast().Seconds
		r, err := p.run(ctx, opt.Between(before/all.Seconds, after/all.Seconds))
		if err != nil {
			return nil, err
		}
		results, before = append(results, r), after
		if opt.Found != nil {
			opt.Found(r)
		}
	}
	return results, nil
}
