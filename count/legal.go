package count

import (
	"context"
	"errors"
	"fmt"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
)

// choose decides how to count a board. It returns an error if the board or the options are not
// valid or memory is too short.
func choose(size board.Size, opt Options) (*plan, error) {
	in, err := newInstance(size, nil, opt)
	if err != nil {
		return nil, err
	}
	return in.choose()
}

func (in *instance) choose() (p *plan, err error) {
	switch {
	case in.Method == Brute:
		p, err = in.byBrute()
	case in.Method == Recurrence || in.Method == Auto && in.plain() && !in.Modular && recurrencePays(in.size):
		p, err = in.byRecurrence()
	case in.plain() && in.Method != Frontier && !in.usesWords():
		return nil, tooLarge(in.size, fmt.Errorf("board %s: the shorter side has at most %d points", in.size, border.MaxHeight), nil)
	case in.Method == Frontier || !in.usesWords() || in.Method == Auto && !in.wordsPay():
		p, err = in.byFrontiers()
	default:
		p, err = in.byWords()
	}
	if err == nil && in.Verify {
		err = in.canCountAgain()
	}
	return p, err
}

// byWords decides which numbers the border engine computes: exact ones if half of the board is
// enough and they fit, else residues.
func (in *instance) byWords() (*plan, error) {
	b, err := in.onGrid(false)
	if err != nil {
		return nil, err
	}
	p, modulo, exact := b.plan(), b.Need(b.modulo(b.width), in.progressOptions(nil)), result.Bytes(0)
	if in.Variant.halves() {
		exact = b.Need(b.exactly(), in.progressOptions(nil))
	}
	if in.Variant.halves() && !in.Modular && in.fits(exact) {
		b.pass = b.inMemory(b.exactly())
		return p, nil
	}
	if !in.fits(modulo) {
		ok, files := b.planFiles(p, exact)
		if ok {
			return p, nil
		}
		err := in.require(fmt.Sprintf("board %s", in.size), modulo, exact)
		if in.plain() {
			err = tooLarge(in.size, err, files)
		}
		return nil, err
	}
	b.pass = b.residues(b.width)
	if in.Variant.halves() && !in.Modular {
		p.notes = append(p.notes, fmt.Sprintf(
			"residues, not exact numbers, for lack of memory: exact numbers need %s, there are %s", exact, in.Memory))
	}
	return p, nil
}

func (in *instance) byBrute() (*plan, error) {
	if in.bits() > maxBruteBits {
		return nil, fmt.Errorf("%s: %s positions are too many for brute force, which takes at most 3^%d", in.name(), in.power(), goban.MaxBrute)
	}
	run := func(ctx context.Context, _ par.Options, r *result.Result) (err error) {
		r.Value, err = in.enumerate(ctx)
		r.Description, r.Engine, r.Threads = "every position looked at", "goban", 1
		if !in.plain() {
			r.Engine = "internal/enumeration"
		}
		return err
	}
	return &plan{instance: in, method: Brute, run: run, checks: []check{in.checkBorder, in.checkGeneral}}, nil
}

func (in *instance) byFrontiers() (*plan, error) {
	return &plan{
		instance: in, method: Frontier, run: in.runFrontiers,
		checks: []check{in.checkResidues, in.checkBrute, in.checkBorder, in.checkGeneral},
	}, in.makeOrder()
}

// Check returns the error with which [Legal] would refuse a board before it begins, nil if it would
// begin.
func Check(size board.Size, opt Options) error {
	_, err := choose(size, opt)
	return err
}

// Legal returns L(m,n), the number of legal positions of a board of m rows and n columns, with its
// provenance; or the number for the [Variant] that the options ask for.
//
// The error is a [LargeError], a [result.MemoryError] or a [transfer.WidthError] if memory is too
// short, a [result.InternalError] if the number failed a check, the cause of the context's end if
// that came first, and otherwise says what about the board or the options makes no sense.
func Legal(ctx context.Context, size board.Size, opt Options) (*result.Result, error) {
	p, err := choose(size, opt)
	if err != nil {
		return nil, err
	}
	return p.count(ctx, opt.Progress)
}

// Graph returns the number of legal positions of a board that is any graph, with its provenance. It
// is Go#(G; K) for K colours, the Variant.Colors of the options; the rest of their Variant must be
// zero.
//
// The errors are those of [Legal].
func Graph(ctx context.Context, g *lattice.Graph, opt Options) (*result.Result, error) {
	in, err := graphInstance(g, opt)
	if err != nil {
		return nil, err
	}
	return in.count(ctx, opt.Progress)
}

func (in *instance) count(ctx context.Context, progress func(float64)) (*result.Result, error) {
	p, err := in.choose()
	if err != nil {
		return nil, err
	}
	return p.count(ctx, progress)
}

// graphInstance refuses options that are for boards only.
func graphInstance(g *lattice.Graph, opt Options) (*instance, error) {
	if only := (Variant{Colors: opt.Variant.Colors}); opt.Variant != only {
		return nil, errors.New("variant: a graph has its own edges and safe points: want nothing but a number of colours")
	}
	if opt.Method == Halves || opt.Method == Recurrence {
		return nil, fmt.Errorf("method %s: counts plain boards only: want method frontier or auto", opt.Method)
	}
	return newInstance(board.Size{}, g, opt)
}

// recurrencePays reports whether the recurrence is faster than the border engine for one board, its
// search included: measured, with a margin.
func recurrencePays(size board.Size) bool {
	const shortest, timesOrder = 1000, 4
	return size.Short() <= recurrence.MaxExactHeight &&
		int64(size.Long()) >= max(shortest, timesOrder*connected.ValidUpDownClasses(size.Short()).Int64())
}

func (in *instance) byRecurrence() (*plan, error) {
	strip := recurrence.Strip{Rows: uint64(in.size.Rows), Cols: uint64(in.size.Cols)}
	run := func(ctx context.Context, opt par.Options, r *result.Result) error {
		found, err := strip.Count(ctx, recurrence.Options{Options: opt})
		if err == nil {
			r.Value, r.Provenance = found.Value, found.Provenance
		}
		return err
	}
	return &plan{instance: in, method: Recurrence, run: run, checks: []check{in.checkBorder, in.checkBrute}},
		in.require(in.name(), strip.Need(), strip.Need())
}
