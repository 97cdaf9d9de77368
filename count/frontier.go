package count

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"combigo/border"
	"combigo/internal/oracle/graphs"
	"combigo/lattice"
	"combigo/modular"
	"combigo/result"
	"combigo/transfer"
)

// Graph returns the number of legal positions of a board that is any graph,
// with its provenance. It is Go#(G; K) for K colours, the Variant.Colors of the
// options; the rest of their Variant must be zero.
//
// The errors are those of [Legal].
func Graph(ctx context.Context, g *lattice.Graph, opt Options) (*result.Result, error) {
	return standard.graph(ctx, g, opt)
}

func (c *counter) graph(ctx context.Context, g *lattice.Graph, opt Options) (*result.Result, error) {
	if only := (Variant{Colors: opt.Variant.Colors}); opt.Variant != only {
		return nil, errors.New("variant: a graph has its own edges and safe points: want nothing but a number of colours")
	}
	if opt.Method == DP {
		return nil, errors.New("method dp: counts plain boards only: want method frontier or auto")
	}
	if opt.Method == Auto {
		opt.Method = Frontier
	}
	if err := opt.validate(); err != nil {
		return nil, err
	}
	if err := g.Validate(); err != nil {
		return nil, err
	}
	p, err := c.planScene(&scene{graph: g, colors: opt.Variant.colors()}, opt)
	if err != nil {
		return nil, err
	}
	return c.carryOut(ctx, p, opt.Progress)
}

// maxColorings is the largest number of positions that are looked at one by
// one when that is asked for: some seconds.
const maxColorings = 1 << 24

// planScene decides how to count a scene: by the frontier engine unless it is to
// be looked at position by position.
func (c *counter) planScene(s *scene, opt Options) (*plan, error) {
	p := &plan{size: s.size, scene: s, method: Frontier}
	if opt.Method == Brute {
		p.method = Brute
		if s.positions().Cmp(big.NewInt(maxColorings)) > 0 {
			return nil, fmt.Errorf("%s: %d^%d positions are too many for brute force, which takes at most %d",
				s.name(), s.colors+1, s.graph.Len(), maxColorings)
		}
		return p, nil
	}
	s.order = lattice.Order(s.graph)
	if width := lattice.Width(s.graph, s.order); width > transfer.MaxWidth {
		return nil, &WidthError{Board: s.name(), Err: &transfer.WidthError{Width: width, Max: transfer.MaxWidth}}
	}
	ceiling, given := c.ceiling(opt)
	if !given {
		ceiling /= garbageShare
	}
	p.given = given
	if opt.Modular {
		p.primes = s.primes()
		p.perPass = min(len(p.primes), transfer.MaxResidues)
		p.spread()
	}
	p.engine = border.Options{Threads: opt.threads(), Memory: int64(ceiling)}
	return p, nil
}

// garbageShare is what the available memory is divided by for the frontier
// engine: its layers are garbage when they are done, and are not collected at once.
const garbageShare = 2

// name returns the board in words, for errors.
func (p *plan) name() string {
	if p.scene != nil {
		return p.scene.name()
	}
	return fmt.Sprintf("board %s", p.size)
}

// number says in words what is computed.
func (p *plan) number() string { return "the number computed for " + p.name() }

func (c *counter) runFrontier(ctx context.Context, p *plan, progress func(float64), r *result.Result) error {
	if len(p.primes) > 0 {
		return c.runFrontierResidues(ctx, p, progress, r)
	}
	err := c.runFrontierExact(ctx, p, progress, r)
	var memory *result.MemoryError
	if errors.As(err, &memory) && p.scene.exactWords() > 1 {
		p.primes, p.perPass = p.scene.primes(), 1
		r.Notes = append(r.Notes, "residues, not exact numbers, for lack of memory")
		return c.runFrontierResidues(ctx, p, progress, r)
	}
	return err
}

func (c *counter) runFrontierExact(ctx context.Context, p *plan, progress func(float64), r *result.Result) error {
	s := p.scene
	integers, err := transfer.NewIntegers(s.colors, s.colors+1)
	if err != nil {
		return err
	}
	value, stats, err := transfer.Legal(ctx, s.graph, s.order, s.colors, integers, p.frontierOptions(progress))
	if err != nil {
		return p.explain(err)
	}
	r.Value = value
	r.Limbs = integers.Words(stats.Levels)
	describeFrontier(r, s, stats)
	return nil
}

// runFrontierResidues counts modulo some primes at a time.
func (c *counter) runFrontierResidues(ctx context.Context, p *plan, progress func(float64), r *result.Result) error {
	var remainders modular.Remainders
	steps := 0.0
	for pass := range p.passes() {
		moduli := p.primes[pass*p.perPass : min((pass+1)*p.perPass, len(p.primes))]
		residues, err := transfer.NewResidues(uint64(p.scene.colors), moduli)
		if err != nil {
			return err
		}
		values, stats, err := transfer.Legal(ctx, p.scene.graph, p.scene.order, p.scene.colors, residues,
			p.frontierOptions(within(progress, pass, p.passes())))
		if err != nil {
			return p.explain(err)
		}
		for i, value := range values {
			if _, err := remainders.Add(value, moduli[i]); err != nil {
				return result.Wrong(p.number(), "%v", err)
			}
		}
		steps += float64(stats.StateSteps)
		describeFrontier(r, p.scene, stats)
	}
	r.Value = remainders.Value()
	r.StateSteps = steps
	r.Moduli = p.primes
	r.Passes = p.passes()
	return nil
}

// primes returns the largest primes below 2^62, as many as it takes for their
// product to exceed (K+1)^points by the bits of wantedBits: so unlikely is a number
// with a wrong residue to be small enough.
func (s *scene) primes() []uint64 {
	bits := s.positions().BitLen() + wantedBits
	return modular.PrimesBelow(1<<border.ModulusBits, bits/(border.ModulusBits-1)+1)
}

// exactWords returns the words of the longest exact number.
func (s *scene) exactWords() int { return s.positions().BitLen()/64 + 1 }

func describeFrontier(r *result.Result, s *scene, stats transfer.Stats) {
	r.Description = fmt.Sprintf("dynamic programming over frontiers of at most %d points, %s", stats.Width, orderName(s))
	r.Engine = "frontier"
	r.Threads = stats.Threads
	r.States = int64(stats.PeakStates)
	r.StateSteps = float64(stats.StateSteps)
}

func (p *plan) frontierOptions(progress func(float64)) transfer.Options {
	return transfer.Options{Threads: p.engine.Threads, Memory: result.Bytes(p.engine.Memory), Progress: progress}
}

// explain says which board an error of the frontier engine is about.
func (p *plan) explain(err error) error {
	var memory *result.MemoryError
	if errors.As(err, &memory) {
		memory.Given = p.given
	}
	return result.About(err, p.name())
}

// orderName says in which order the points are taken.
func orderName(s *scene) string {
	n, rows, cols := s.graph.Len(), s.size.Rows, s.size.Cols
	byColumns, byRows := s.size.Points() == n, s.size.Points() == n
	for i, v := range s.order {
		byColumns = byColumns && v == i
		byRows = byRows && v == i%cols*rows+i/cols
	}
	switch {
	case byColumns && byRows:
		return "point by point"
	case byColumns:
		return "column by column"
	case byRows:
		return "row by row"
	}
	return "in an order that was searched for"
}

func (c *counter) runEnumeration(ctx context.Context, p *plan, _ func(float64), r *result.Result) error {
	legal, err := enumerate(ctx, p.scene)
	if err != nil {
		return err
	}
	r.Value = legal
	r.Description = "every position looked at"
	r.Engine = "lattice/oracle"
	r.Threads = 1
	return nil
}

// enumerate counts the legal positions one by one.
func enumerate(ctx context.Context, s *scene) (*big.Int, error) {
	var legal int64
	for range graphs.Positions(s.graph, s.colors) {
		legal++
		if legal&0xfff == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return big.NewInt(legal), ctx.Err()
}
