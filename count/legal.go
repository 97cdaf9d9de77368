package count

import (
	"context"
	"errors"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

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

// result returns the result as far as it is known before the count.
func (p *plan) result() *result.Result { return p.instance.result(p.method(), p.notes) }
