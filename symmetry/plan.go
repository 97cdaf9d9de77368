package symmetry

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A plan says how each number of a board will be counted.
type plan struct {
	classes []classPlan
}

type classPlan struct {
	Class
	parts [2]part // without and with exchange of the colours
}

// A part is a number that will be counted: that of a plain board, of one beside a line that is
// known to be empty, or of a fold. A part of neither has one position.
type part struct {
	board   string
	plain   board.Size // the zero value if not a plain board
	variant count.Variant
	fold    *fold // how to count, or, for plain boards, how to check
}

func newPlan(size board.Size) (*plan, error) {
	if err := size.Validate(); err != nil {
		return nil, err
	}
	if size.Short() > border.MaxHeight {
		return nil, fmt.Errorf("board %s: the shorter side has at most %d points", size, border.MaxHeight)
	}
	var p plan
	for _, class := range Classes(size) {
		c := classPlan{Class: class}
		for k := range c.parts {
			part, err := newPart(size, class, k == 1)
			if err != nil {
				return nil, err
			}
			c.parts[k] = part
		}
		p.classes = append(p.classes, c)
	}
	return &p, nil
}

func newPart(size board.Size, class Class, exchange bool) (p part, err error) {
	motion := class.Motions[0]
	switch motion.Name {
	case identity:
		return identityPart(size, exchange), nil
	case upsideDown:
		p = reflectionPart(board.Size{Rows: size.Cols, Cols: size.Rows}, exchange)
	case leftRight:
		p = reflectionPart(size, exchange)
	}
	if p.plain != (board.Size{}) && size.Points() > maxComparedPoints || p.board == nothing {
		return p, nil
	}
	if p.fold, err = newFold(size, motion.Points, exchange); err != nil {
		return p, err
	}
	if p.plain == (board.Size{}) {
		p.board = fmt.Sprintf("a fold of %d points", p.fold.Plain.Len())
	}
	return p, nil
}

const nothing = "the empty position"

func identityPart(size board.Size, exchange bool) part {
	if exchange {
		return part{board: nothing}
	}
	return part{board: "board " + size.String(), plain: size}
}

// reflectionPart is for the reflection that sends the last column to the first.
func reflectionPart(size board.Size, exchange bool) part {
	half := board.Size{Rows: size.Rows, Cols: (size.Cols + 1) / 2}
	if size.Cols%2 == 0 || !exchange {
		return part{board: "board " + half.String(), plain: half}
	}
	half.Cols--
	if half.Cols == 0 {
		return part{board: nothing}
	}
	// The columns become rows, since it is rows that can be known to be empty.
	return part{
		board: fmt.Sprintf("board %s beside an empty line", half), plain: board.Size{Rows: half.Cols, Cols: half.Rows},
		variant: count.Variant{SafeBottom: true},
	}
}

// count carries the part out.
func (p *part) count(ctx context.Context, c *counter, progress func(float64)) (*Fixed, error) {
	switch {
	case p.board == nothing:
		return &Fixed{Value: big.NewInt(1)}, nil
	case p.plain == (board.Size{}):
		return c.fixedByFold(ctx, p.fold, progress)
	}
	fixed, err := c.fixedByCount(ctx, p.plain, p.variant, progress)
	if err == nil && p.fold != nil {
		err = c.compareFold(ctx, p.fold, fixed)
	}
	return fixed, err
}

// Seconds that engines take for a state and a step, one thread.
const (
	borderSeconds   = 0.5e-9
	frontierSeconds = 1.0e-6
)

// seconds estimates the time of a part on one thread, roughly.
func (p *part) seconds() float64 {
	switch {
	case p.board == nothing:
		return 0
	case p.plain == (board.Size{}):
		return frontierSeconds * p.fold.steps(p.fold.order)
	case p.variant.SafeBottom:
		return frontierSeconds * float64(p.plain.Points()) * statesOf(p.plain.Short())
	}
	return borderSeconds * p.engine().Steps(p.plain.Long(), p.engine().PrimesFor(p.plain.Long()))
}

// engine returns the engine of a plain board: its height has been checked.
func (p *part) engine() *border.Engine {
	const colours = 2
	e, err := border.New(border.Board{Height: p.plain.Short(), Colours: colours})
	if err != nil {
		panic(err)
	}
	return e
}

// estimate estimates what a part will take.
func (p *part) estimate(opt Options) (Estimate, error) {
	e := Estimate{Board: p.board, Bytes: p.bytes(), Seconds: p.seconds()}
	switch {
	case p.board == nothing:
	case p.plain == (board.Size{}):
		e.Width = lattice.Width(p.fold.Plain, p.fold.order)
	case p.variant.Plain():
		e.Bytes = p.engine().Need(p.plain.Long(), par.Options{Threads: opt.Threads})
	default:
		e.Width = p.plain.Short()
	}
	return e, nil
}

// bytes estimates the memory of a part that is a fold, roughly.
func (p *part) bytes() result.Bytes {
	if p.fold == nil || p.plain != (board.Size{}) {
		return 0
	}
	words := math.Ceil(float64(p.fold.Plain.Len()) * math.Log2(3) / 64)
	return result.Bytes(p.fold.states() * layers * 8 * (2 + words))
}

// layers is how many times the largest level is in memory: the next one beside it, and room to
// grow.
const layers = 2.5

// check returns an error if a part is not likely to fit in memory.
func (p *plan) check(size board.Size, ceiling result.Bytes) error {
	for _, class := range p.classes {
		for i := range class.parts {
			if need := class.parts[i].bytes(); ceiling > 0 && need > ceiling {
				return &result.MemoryError{
					Of: fmt.Sprintf("board %s, %s: the fold", size, class.Name), Need: need, Ceiling: ceiling, Given: true,
				}
			}
		}
	}
	return nil
}

// most estimates the memory of the part that takes most.
func (p *plan) most(opt Options) (result.Bytes, error) {
	var most result.Bytes
	for _, class := range p.classes {
		for i := range class.parts {
			e, err := class.parts[i].estimate(opt)
			if err != nil {
				return 0, err
			}
			most = max(most, e.Bytes)
		}
	}
	return most, nil
}

// leastSeconds is what a part takes that takes no time.
const leastSeconds = 1e-3

// effort estimates the time of all parts on one thread.
func (p *plan) effort() float64 {
	sum := 0.0
	for _, class := range p.classes {
		for i := range class.parts {
			sum += leastSeconds + class.parts[i].seconds()
		}
	}
	return sum
}

// shares returns what tells the progress of each part, two to a class, as a share of the whole.
func (p *plan) shares(progress func(float64)) func(part int) func(float64) {
	if progress == nil {
		return func(int) func(float64) { return nil }
	}
	before := []float64{0}
	for _, class := range p.classes {
		for i := range class.parts {
			before = append(before, before[len(before)-1]+leastSeconds+class.parts[i].seconds())
		}
	}
	total := p.effort()
	return func(i int) func(float64) {
		return func(share float64) { progress((before[i] + share*(before[i+1]-before[i])) / total) }
	}
}

// fixedByCount counts the positions of a plain board, or of one beside a line that is known to be
// empty.
func (c *counter) fixedByCount(
	ctx context.Context, size board.Size, variant count.Variant, progress func(float64),
) (*Fixed, error) {
	r, err := count.Legal(ctx, size, count.Options{
		Variant: variant, Options: par.Options{Threads: c.opt.Threads, Memory: c.opt.Memory, Progress: progress},
	})
	if err != nil {
		return nil, err
	}
	c.threads = max(c.threads, r.Threads)
	return &Fixed{
		Value: r.Value, Engine: r.Engine, Points: size.Points(), Width: size.Short(),
		States: float64(r.States), StateSteps: r.StateSteps, Wall: r.Wall, Checks: r.Checks,
	}, nil
}

// maxComparedPoints is the largest board of which halves are counted again.
const maxComparedPoints = 400

// compareFold counts the positions of a half board again, as those of a fold, if that is cheap.
func (c *counter) compareFold(ctx context.Context, f *fold, fixed *Fixed) error {
	if f.steps(f.order) > recountSteps/10 {
		return nil
	}
	value, _, err := f.count(ctx, c.engineOptions(nil))
	if err != nil {
		return err
	}
	if value.Cmp(fixed.Value) != 0 {
		return c.internal("%v positions of half a board, %v of the board folded up", fixed.Value, value)
	}
	fixed.Checks = append(fixed.Checks, "counted again on the board folded up")
	return nil
}
