package count

import (
	"context"
	"errors"
	"fmt"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// choose decides how to count a board. It returns an error if the board or the options
// are not valid or memory is too short.
func (c *counter) choose(size board.Size, opt Options) (*plan, error) {
	p, err := c.chooseWay(size, opt)
	if err == nil && opt.Verify {
		err = c.verify(p, opt)
	}
	return p, err
}

func (c *counter) chooseWay(size board.Size, opt Options) (*plan, error) {
	if err := validate(size, opt); err != nil {
		return nil, err
	}
	in, err := newInstance(size, opt.Variant)
	if err != nil {
		return nil, err
	}
	switch {
	case opt.Method == Brute:
		return c.chooseForGraph(in, opt)
	case opt.Method == Frontier || !in.words() || opt.Method == Auto && !in.wordsPay():
		if err := in.makeGraph(); err != nil {
			return nil, err
		}
		return c.chooseForGraph(in, opt)
	case opt.Method == Recurrence || opt.Method == Auto && in.plain() && !opt.Modular && recurrencePays(size):
		ceiling, given := c.ceiling(opt)
		w := &byRecurrence{instance: in, c: c, opt: par.Options{Threads: opt.Goroutines(), Memory: ceiling}}
		if need := w.need(); !fits(need, ceiling) {
			return nil, memoryError(in.size, need, need, ceiling, given)
		}
		return &plan{instance: in, way: w}, nil
	}
	p, err := c.chooseBorder(in, opt)
	if in.plain() {
		err = tooLarge(size, err)
	}
	return p, err
}

// chooseForGraph decides how to count a board that may be a graph: by the general engine unless
// each position is to be looked at.
func (c *counter) chooseForGraph(in *instance, opt Options) (*plan, error) {
	p := &plan{instance: in}
	var err error
	if opt.Method == Brute {
		p.way, err = newEnumeration(c, in)
		return p, err
	}
	p.way, err = newGeneral(c, in, opt)
	return p, err
}

// Check returns the error with which [Legal] would refuse a board before it begins, nil if it would
// begin.
func Check(size board.Size, opt Options) error {
	_, err := standard().choose(size, opt)
	return err
}

// chooseBorder decides which numbers the border engine computes: exact ones if half of the board is
// enough and they fit, else residues.
func (c *counter) chooseBorder(in *instance, opt Options) (*plan, error) {
	ceiling, given := c.ceiling(opt)
	g, err := in.onGrid(false)
	if err != nil {
		return nil, err
	}
	b := &onBorder{instance: in, grid: g, c: c, opt: par.Options{Threads: opt.Goroutines(), Memory: ceiling}, primes: in.choosePrimes()}
	e, err := c.engine(g.Board)
	if err != nil {
		return nil, err
	}
	p := &plan{instance: in, way: b}
	modulo, exact := e.NeedModulo(b.opt), result.Bytes(0)
	if in.variant.halves() {
		exact = e.Need(g.width, b.opt)
	}
	switch {
	case in.variant.halves() && !opt.Modular && fits(exact, ceiling):
		return p, nil
	case !fits(modulo, ceiling):
		files := &inFiles{onBorder: *b, scratch: opt.scratch()}
		p.way = files
		if files.disk = c.disk(files.scratch); files.disk > 0 && files.fits(p, exact) {
			return p, nil
		}
		return nil, memoryError(in.size, exact, modulo, ceiling, given)
	}
	b.pass = &pass{witnessed: fits(e.NeedWitness(b.opt), ceiling), first: g.width}
	b.pass.include(b)
	if in.variant.halves() && !opt.Modular {
		p.notes = append(p.notes, fmt.Sprintf(
			"residues, not exact numbers, for lack of memory: exact numbers need %s, there are %s", exact, ceiling))
	}
	return p, nil
}

// verifyShare is the share of the time of a verified count that the first count takes, roughly.
const verifyShare = 0.2

// A verified plan counts the whole board twice.
type verified struct {
	way
	again func(ctx context.Context, progress func(float64), r *result.Result) (string, error)
	said  string
}

// run counts in both ways, and compares.
func (v *verified) run(ctx context.Context, progress func(float64), r *result.Result) error {
	whole := par.Options{Progress: progress}
	if err := v.way.run(ctx, whole.Between(0, verifyShare).Progress, r); err != nil {
		return err
	}
	start := time.Now()
	said, err := v.again(ctx, whole.Between(verifyShare, 1).Progress, r)
	v.said = fmt.Sprintf("%s (in %s)", said, time.Since(start).Round(time.Millisecond))
	return err
}

func (v *verified) checks() []check {
	say := func(context.Context, *result.Result) (string, error) { return v.said, nil }
	return append(v.way.checks(), say)
}

// verify makes a plan count the board a second time, in another way: by states with connections
// where the plan uses words, and by the general engine with the points in the reverse order for any
// other board. The error is a [result.MemoryError] if there is no memory for that.
func (c *counter) verify(p *plan, opt Options) error {
	if !p.plain() {
		return p.verifyInGeneral(c, opt)
	}
	ceiling, given := c.ceiling(opt)
	if need := connected.Need(p.size.Short(), p.size.Long(), connectedPrime); !fits(need, ceiling) {
		return &result.MemoryError{Of: "the second count of " + p.name(), Need: need, Ceiling: ceiling, Given: given}
	}
	p.way = &verified{way: p.way, again: func(ctx context.Context, progress func(float64), r *result.Result) (string, error) {
		return p.byAllStates(ctx, par.Options{Threads: opt.Goroutines(), Progress: progress}, r)
	}}
	return nil
}

// verifyInGeneral counts again by the general engine, with the points in the reverse order if the
// general engine is the first way, too.
func (p *plan) verifyInGeneral(c *counter, opt Options) error {
	g, reversed := p.way.(*general)
	again := g.reverse
	if !reversed {
		g, err := newGeneral(c, p.instance, opt)
		if err != nil {
			return err
		}
		again = g.again
	}
	p.way = &verified{way: p.way, again: func(ctx context.Context, _ func(float64), r *result.Result) (string, error) { return again(ctx, r) }}
	return nil
}

// connectedPrime is the largest prime below 2^62.
const connectedPrime = 4611686018427387847

// byAllStates compares with the number modulo a prime for which states with connections go through
// all columns.
func (in *instance) byAllStates(ctx context.Context, opt par.Options, r *result.Result) (string, error) {
	residue, err := connected.Residue(ctx, in.size.Short(), in.size.Long(), connectedPrime, opt)
	if err != nil {
		return "", err
	}
	return in.congruent(r, residue.Uint64(), connectedPrime, fmt.Sprintf(
		"all %d columns again by %v classes of states with connections, modulo %d",
		in.size.Long(), connected.ValidClassesAt(in.size.Short(), 0), uint64(connectedPrime)))
}

// Legal returns L(m,n), the number of legal positions of a board of m rows and n columns, with its
// provenance; or the number for the [Variant] that the options ask for.
//
// The error is a [LargeError], a [result.MemoryError] or a [WidthError] if memory is too short, an
// [InternalError] if the number failed a check, the cause of the context's end if that came first,
// and otherwise says what about the board or the options makes no sense.
func Legal(ctx context.Context, size board.Size, opt Options) (*result.Result, error) {
	return standard().legal(ctx, size, opt)
}

func (c *counter) legal(ctx context.Context, size board.Size, opt Options) (*result.Result, error) {
	p, err := c.choose(size, opt)
	if err != nil {
		return nil, err
	}
	return p.count(ctx, opt.Progress)
}

// Graph returns the number of legal positions of a board that is any graph,
// with its provenance. It is Go#(G; K) for K colours, the Variant.Colors of the
// options; the rest of their Variant must be zero.
//
// The errors are those of [Legal].
func Graph(ctx context.Context, g *lattice.Graph, opt Options) (*result.Result, error) {
	return standard().graph(ctx, g, opt)
}

func (c *counter) graph(ctx context.Context, g *lattice.Graph, opt Options) (*result.Result, error) {
	if only := (Variant{Colors: opt.Variant.Colors}); opt.Variant != only {
		return nil, errors.New("variant: a graph has its own edges and safe points: want nothing but a number of colours")
	}
	switch opt.Method {
	case Halves:
		return nil, errors.New("method halves: counts plain boards only: want method frontier or auto")
	case Auto:
		opt.Method = Frontier
	}
	if err := opt.validate(); err != nil {
		return nil, err
	}
	if err := g.Validate(); err != nil {
		return nil, err
	}
	p, err := c.chooseForGraph(&instance{graph: g, variant: opt.Variant}, opt)
	if err == nil && opt.Verify {
		err = c.verify(p, opt)
	}
	if err != nil {
		return nil, err
	}
	return p.count(ctx, opt.Progress)
}

// count counts as planned, checks the number, and says how it was found.
func (p *plan) count(ctx context.Context, progress func(float64)) (*result.Result, error) {
	start := time.Now()
	r := p.result()
	if err := p.run(ctx, progress, r); err != nil {
		return nil, err
	}
	if err := p.check(ctx, r); err != nil {
		return nil, err
	}
	r.Wall = time.Since(start)
	r.PeakMemory = result.PeakMemory()
	return r, nil
}
