package symmetry

import (
	"context"
	"math/big"
	"time"

	"combigo/board"
	"combigo/border"
	"combigo/count"
	"combigo/internal/par"
	"combigo/result"
)

// Options says what a count may use.
type Options struct {
	// Threads is the number of goroutines that compute; 0 means GOMAXPROCS. The result does not depend on it.
	Threads int
	// Memory is a ceiling in bytes; 0, or more than that, means what the machine has available.
	Memory result.Bytes
	// Progress, if set, is told how much of the work is done, as a share between 0 and 1. Calls come one at a time.
	Progress func(share float64)
	// Found, if set, is told by [Table] of each result as soon as it is there. Calls come one at a time.
	Found func(*Result)
	// Estimated, if set, is told by [Table] the estimate for the whole, before the first board is counted.
	Estimated func(Forecast)
}

// A Forecast is what a table will take, right within a factor of three or so.
type Forecast struct {
	Seconds float64      // on one thread
	Bytes   result.Bytes // at the peak
}

// Fixed is the number of positions that an element of a group leaves as they are, and how it was got.
type Fixed struct {
	Value      *big.Int
	Board      string // the fold in words, such as "half turn: 50 points"
	Engine     string // the package that counted, such as "border"; empty if there was nothing to count
	Points     int    // of the fold
	Width      int    // points that a state describes, at most
	States     float64
	StateSteps float64
	Wall       time.Duration
	Checks     []string
}

// A Row is a class of motions with its numbers.
type Row struct {
	Class
	Same      *Fixed // positions that each of the motions leaves as they are
	Exchanged *Fixed // positions that each of them, with the exchange of colours, leaves as they are
}

// A Result is the numbers of positions of a board up to symmetry.
type Result struct {
	Board         board.Size
	Legal         *big.Int // all positions
	Order         int      // of the group of motions
	Rows          []Row
	Orbits        *big.Int // positions up to the motions
	OrbitsColored *big.Int // positions up to the motions and the exchange of colours
	Threads       int
	Wall          time.Duration
	PeakMemory    result.Bytes // of the process
	Checks        []string
}

// An Estimate is what a number will take, estimated before the start: right within a factor of three or so.
type Estimate struct {
	Name    string // the class of motions
	Colored bool   // whether with exchange of colours
	Board   string // what is counted, in words
	Width   int    // points on the frontier; 0 for plain boards, which go to the border engine
	Bytes   result.Bytes
	Seconds float64 // on one thread
}

// Estimates estimates what [Count] will take, number by number.
func Estimates(size board.Size, opt Options) ([]Estimate, error) {
	p, err := newPlan(size)
	if err != nil {
		return nil, err
	}
	var list []Estimate
	for _, class := range p.classes {
		for k := range class.parts {
			e, err := class.parts[k].estimate(opt)
			if err != nil {
				return nil, err
			}
			e.Name, e.Colored = class.Name, k == 1
			list = append(list, e)
		}
	}
	return list, nil
}

// Count counts the positions of a board up to symmetry.
//
// The error is a [result.MemoryError], or one of package count, if memory is too short, a [result.InternalError] if a number failed a check, and the cause of the context's end if that came first.
func Count(ctx context.Context, size board.Size, opt Options) (*Result, error) {
	start := time.Now()
	c := &counter{size: size, opt: opt}
	plan, err := c.plan(ctx)
	if err != nil {
		return nil, err
	}
	r := &Result{Board: size, Order: len(Motions(size))}
	share := plan.shares(opt.Progress)
	for i, class := range plan.classes {
		row := Row{Class: class.Class}
		for k, part := range class.parts {
			fixed, err := part.count(ctx, c, share(2*i+k))
			if err != nil {
				return nil, err
			}
			fixed.Board = part.board
			if k == 0 {
				row.Same = fixed
			} else {
				row.Exchanged = fixed
			}
		}
		r.Rows = append(r.Rows, row)
	}
	r.Legal = r.Rows[0].Same.Value
	if err := r.burnside(); err != nil {
		return nil, err
	}
	r.Threads = c.threads
	r.Wall, r.PeakMemory = time.Since(start), result.PeakMemory()
	return r, nil
}

// counter counts on one board.
type counter struct {
	size    board.Size
	opt     Options
	threads int // most that were at work
}

func (c *counter) internal(format string, args ...any) error {
	return result.Wrong("a number computed for board "+c.size.String(), format, args...)
}

// garbageShare is what the available memory is divided by for the frontier engine: its layers are garbage when they are
// done, and are not collected at once.
const garbageShare = 2

func (c *counter) ceiling() result.Bytes {
	available := par.Available() / garbageShare
	if c.opt.Memory > 0 && (available == 0 || c.opt.Memory < available) {
		return c.opt.Memory
	}
	return available
}

// plan says how to count, or why not.
func (c *counter) plan(ctx context.Context) (*plan, error) {
	if err := c.refuse(ctx); err != nil {
		return nil, err
	}
	p, err := newPlan(c.size)
	if err != nil {
		return nil, err
	}
	return p, p.check(c.size, c.ceiling())
}

// refuse returns the error of package count if a word for each border state of the whole board is too much already, so
// that such a board is not folded up first.
func (c *counter) refuse(ctx context.Context) error {
	if c.size.Validate() != nil || c.size.Short() > border.MaxHeight {
		return nil // the plan says so
	}
	ceiling := par.Available()
	if c.opt.Memory > 0 && (ceiling == 0 || c.opt.Memory < ceiling) {
		ceiling = c.opt.Memory
	}
	if ceiling == 0 || border.VectorBytes(c.size.Short()) <= ceiling {
		return nil
	}
	_, err := count.Legal(ctx, c.size.Rows, c.size.Cols, count.Options{Threads: c.opt.Threads, Memory: c.opt.Memory})
	return err
}

// fixedByCount counts the positions of a plain board, or of one beside a line that is known to be empty.
func (c *counter) fixedByCount(
	ctx context.Context, size board.Size, variant count.Variant, progress func(float64),
) (*Fixed, error) {
	r, err := count.Legal(ctx, size.Rows, size.Cols, count.Options{
		Variant: variant, Threads: c.opt.Threads, Memory: c.opt.Memory, Progress: progress,
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
