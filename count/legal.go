package count

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
)

// validate returns an error if a board cannot be counted with the options on
// any machine.
func validate(size board.Size, opt Options) error {
	if err := opt.validate(); err != nil {
		return err
	}
	if err := size.Validate(); err != nil {
		return err
	}
	switch {
	case !opt.Variant.Plain() || opt.Method == Frontier:
		return nil // what is too large is found out later
	case opt.Method == Recurrence && size.Short() > recurrence.MaxExactHeight:
		return fmt.Errorf("board %s: the recurrence is found in integers for a shorter side of at most %d points, not %d",
			size, recurrence.MaxExactHeight, size.Short())
	case opt.Method == Brute && size.Points() > goban.MaxBrute:
		return fmt.Errorf("board %s: %d points are too many for brute force, which takes at most %d",
			size, size.Points(), goban.MaxBrute)
	case size.Short() > border.MaxHeight:
		return tooLarge(size, fmt.Errorf("board %s: the shorter side has at most %d points", size, border.MaxHeight))
	}
	return nil
}

// choose decides how to count a board. It returns an error if the board or the options
// are not valid or memory is too short.
func (c *counter) choose(size board.Size, opt Options) (*plan, error) {
	if err := validate(size, opt); err != nil {
		return nil, err
	}
	in := c.newInstance(size, nil, opt)
	if !in.plain() {
		if err := in.makeGraph(); err != nil {
			return nil, err
		}
	}
	return in.chooseMethod()
}

func (in *instance) chooseMethod() (p *plan, err error) {
	switch {
	case in.Method == Brute:
		p, err = in.byBrute()
	case in.Method == Frontier || !in.words() || in.Method == Auto && !in.wordsPay():
		p, err = in.byFrontiers()
	case in.Method == Recurrence || in.Method == Auto && in.plain() && !in.Modular && recurrencePays(in.size):
		p, err = in.byRecurrence()
	default:
		p, err = in.byWords()
	}
	if err == nil && in.Verify {
		err = p.verify()
	}
	return p, err
}

// byWords decides which numbers the border engine computes: exact ones if half of the board is
// enough and they fit, else residues.
func (in *instance) byWords() (*plan, error) {
	b := &onBorder{instance: in}
	p, err := b.plan()
	if err != nil {
		return nil, err
	}
	if b.counts, err = in.engine(b.Board); err != nil {
		return nil, err
	}
	b.primes = in.choosePrimes()
	modulo, exact := b.counts.NeedModulo(in.work(nil)), result.Bytes(0)
	if in.Variant.halves() {
		exact = b.counts.Need(b.width, in.work(nil))
	}
	switch {
	case in.Variant.halves() && !in.Modular && in.fits(exact):
		return p, nil
	case !in.fits(modulo) && b.inFiles(p, exact):
		return p, nil
	case !in.fits(modulo):
		err := in.tooMuch(fmt.Sprintf("board %s", in.size), modulo, exact)
		if in.plain() {
			err = tooLarge(in.size, err)
		}
		return nil, err
	}
	b.pass = &pass{witnessed: in.fits(b.counts.NeedWitness(in.work(nil))), first: b.width}
	b.pass.include(&b.grid)
	if in.Variant.halves() && !in.Modular {
		p.notes = append(p.notes, fmt.Sprintf(
			"residues, not exact numbers, for lack of memory: exact numbers need %s, there are %s", exact, in.Memory))
	}
	return p, nil
}

// byBrute looks at each position.
func (in *instance) byBrute() (*plan, error) {
	if in.graph != nil && in.positions().Cmp(big.NewInt(maxColorings)) > 0 {
		return nil, fmt.Errorf("%s: %s positions are too many for brute force, which takes at most %d", in.name(), in.power(), maxColorings)
	}
	run := func(ctx context.Context, _ func(float64), r *result.Result) (err error) {
		r.Value, err = in.enumerate(ctx)
		r.Description, r.Engine, r.Threads = "every position looked at", "goban", 1
		if in.graph != nil {
			r.Engine = "internal/oracle/graphs"
		}
		return err
	}
	return &plan{instance: in, method: Brute, run: run, checks: []check{in.checkBorder, in.checkGeneral}}, nil
}

// Check returns the error with which [Legal] would refuse a board before it begins, nil if it would
// begin.
func Check(size board.Size, opt Options) error {
	_, err := standard().choose(size, opt)
	return err
}

// verifyShare is the share of the time of a verified count that the first count takes, roughly.
const verifyShare = 0.2

// verify makes a plan count the board a second time, in another way: by states with connections
// where the plan uses words, and by the general engine for any other board, with the points in the
// reverse order if the general engine is the first way, too. The error is a [result.MemoryError] if
// there is no memory for that.
func (p *plan) verify() error {
	if p.plain() {
		if need := connected.Need(p.size.Short(), p.size.Long(), connectedPrime); !p.fits(need) {
			return p.tooMuch("the second count of "+p.name(), need, 0)
		}
		p.twice(p.byAllStates)
		return nil
	}
	g, err := p.newGeneral()
	if err != nil {
		return err
	}
	p.twice(func(ctx context.Context, _ par.Options, r *result.Result) (string, error) {
		if p.method == Frontier {
			return g.reverse(ctx, r)
		}
		return g.again(ctx, r)
	})
	return nil
}

// twice makes a plan count the whole board again, and compare.
func (p *plan) twice(again func(ctx context.Context, opt par.Options, r *result.Result) (string, error)) {
	once, said := p.run, ""
	p.run = func(ctx context.Context, progress func(float64), r *result.Result) error {
		opt := p.work(progress)
		if err := once(ctx, opt.Between(0, verifyShare).Progress, r); err != nil {
			return err
		}
		start := time.Now()
		compared, err := again(ctx, opt.Between(verifyShare, 1), r)
		said = fmt.Sprintf("%s (in %s)", compared, time.Since(start).Round(time.Millisecond))
		return err
	}
	p.checks = append(p.checks, func(context.Context, *result.Result) (string, error) { return said, nil })
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
// The error is a [LargeError], a [result.MemoryError] or a [transfer.WidthError] if memory is too
// short, a [result.InternalError] if the number failed a check, the cause of the context's end if
// that came first, and otherwise says what about the board or the options makes no sense.
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
	in, err := graphInstance(g, opt)
	if err != nil {
		return nil, err
	}
	p, err := in.chooseMethod()
	if err != nil {
		return nil, err
	}
	return p.count(ctx, opt.Progress)
}

// graphInstance refuses options that are for boards only.
func graphInstance(g *lattice.Graph, opt Options) (*instance, error) {
	if only := (Variant{Colors: opt.Variant.Colors}); opt.Variant != only {
		return nil, errors.New("variant: a graph has its own edges and safe points: want nothing but a number of colours")
	}
	if opt.Method == Halves {
		return nil, errors.New("method halves: counts plain boards only: want method frontier or auto")
	}
	if err := opt.validate(); err != nil {
		return nil, err
	}
	return standard().newInstance(board.Size{}, g, opt), g.Validate()
}
