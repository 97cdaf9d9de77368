package count

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// onBorder counts with package border.
type onBorder struct {
	*instance
	grid
	c       *counter
	opt     par.Options
	primes  []uint64 // of the number
	pass    *pass    // of residues; nil for exact numbers, with the whole vector in memory
	witness *border.Witness
}

func (b *onBorder) method() Method {
	if b.variant.halves() {
		return Halves
	}
	return Words
}

func (b *onBorder) describe(r *result.Result) {
	r.Engine = "border"
	r.Threads = b.opt.Goroutines()
	e, err := border.New(b.Board)
	if err != nil {
		return
	}
	r.States, r.StateSteps = int64(e.VectorBytes(border.Suffix)/8), e.Steps(b.width, len(b.primes))
	how := "column by column"
	switch {
	case b.variant.halves():
		how = "on half of the board, joined with the other half"
	case b.turned && !b.variant.turns():
		how = "row by row"
	}
	r.Description = fmt.Sprintf("dynamic programming over words of %d border points, %s", e.Points(), how)
}

// wrong makes an [InternalError] of what the engine finds wrong.
func (b *onBorder) wrong(err error) error {
	for _, wrong := range []error{border.ErrNotInteger, border.ErrImpossibleValue, border.ErrNotSelfAdjoint} {
		if errors.Is(err, wrong) {
			return result.InternalErrorf(b.number(), "%v", err)
		}
	}
	return err
}

// joined reports whether the number is the exact sum over the words of one border.
func (b *onBorder) joined() bool {
	return b.pass == nil && b.variant.halves() && (b.width%2 == 1 || b.turns())
}

// turns reports whether the engine turns one half of the board to the other one.
func (b *onBorder) turns() bool {
	return b.pass == nil && b.variant.halves() && b.Turns(b.width)
}

// checkInteger: the sum over the words is a rational number.
func (b *onBorder) checkInteger(_ context.Context, _ *result.Result) (string, error) {
	if !b.joined() {
		return "", nil
	}
	return "the sum over the words in the middle of the board is an integer", nil
}

// checkFreshPrime: the values of the vectors modulo one more prime give the number modulo that
// prime.
func (b *onBorder) checkFreshPrime(_ context.Context, r *result.Result) (string, error) {
	if b.witness == nil {
		return "", nil
	}
	x := b.witness.Number
	return b.congruent(r, x.Residue, x.Prime, fmt.Sprintf("the sum modulo %d, a prime not used before, which sees wrong residues", x.Prime))
}

// checkSelfAdjoint says what the engine has compared.
func (b *onBorder) checkSelfAdjoint(_ context.Context, _ *result.Result) (string, error) {
	if b.witness == nil || !b.variant.halves() {
		return "", nil
	}
	k := (b.witness.Number.Width + 1) / 2
	if b.turns() {
		return fmt.Sprintf("%s modulo that prime, by half a turn in the middle of column %d and from the vectors after %d and %d columns, which sees steps that are not self-adjoint: equal",
			symbol(board.Size{Rows: b.Height, Cols: 2*k + 2}), k+2, k+1, k+2), nil
	}
	return fmt.Sprintf("%s modulo that prime, from the vectors after %d and %d columns and after %d and %d, which sees steps that are not self-adjoint: equal",
		symbol(board.Size{Rows: b.Height, Cols: 2*k + 1}), k+1, k+1, k, k+2), nil
}

// checkNarrow compares a narrower board, which the vectors give as well, with an engine whose
// states have connections.
func (b *onBorder) checkNarrow(ctx context.Context, _ *result.Result) (string, error) {
	if b.witness == nil || b.turned && b.variant.SafeBottom { // what is narrower has no bottom
		return "", nil
	}
	x := b.witness.Narrow
	size := board.Size{Rows: x.Width, Cols: b.Height}
	if !b.turned && !b.variant.turns() {
		size = board.Size{Rows: b.Height, Cols: x.Width}
	}
	narrow, err := newInstance(size, b.variant)
	if err != nil {
		return "", err
	}
	value, err := narrow.byConnections(ctx, b.opt.Threads)
	if err != nil {
		return "", err
	}
	ways := "from the same vectors"
	if b.Columns != nil {
		ways += ", by itself"
	}
	name := fmt.Sprintf("%s %s and by states with connections, modulo %d, which sees wrong steps", narrow.symbol(), ways, x.Prime)
	want := value.Mod(value, new(big.Int).SetUint64(x.Prime)).Uint64()
	if x.Residue == want && b.Columns != nil {
		x.Residue, err = b.narrowAlone(ctx, narrow, x)
	}
	if err != nil {
		return "", err
	}
	if x.Residue != want {
		return "", result.InternalErrorf(b.number(), "%s: not equal", name)
	}
	return name + ": equal", nil
}

// narrowAlone counts the narrower board by itself, where the columns of a board say where it ends:
// its last column is another one than that of the whole board.
func (b *onBorder) narrowAlone(ctx context.Context, narrow *instance, x border.Congruence) (residue uint64, err error) {
	alone, err := narrow.laid(b.turned || b.variant.turns())
	if err != nil {
		return 0, err
	}
	e, err := border.New(alone.Board)
	if err != nil {
		return 0, err
	}
	err = e.CountModulo(ctx, x.Width, x.Width, x.Prime, par.Options{Threads: b.opt.Threads}, func(_ int, y uint64) { residue = y })
	return residue, err
}

// byConnections counts a narrow board by an engine whose states have connections.
func (in *instance) byConnections(ctx context.Context, threads int) (*big.Int, error) {
	if in.plain() {
		return connected.Count(ctx, in.size.Short(), in.size.Long(), par.Options{Threads: threads})
	}
	again := &general{instance: in, order: lattice.Order(in.graph), opt: par.Options{Threads: threads}}
	r := &result.Result{}
	err := again.runExact(ctx, nil, r)
	return r.Value, err
}

// checkWords compares the number of words with that of border states with connections.
func (b *onBorder) checkWords(_ context.Context, _ *result.Result) (string, error) {
	if b.witness == nil || b.colors() != twoColors || !b.variant.turns() {
		return "", nil
	}
	// A state and its colour exchange form one class, but the state without stones is its own
	// exchange.
	states := connected.ValidClassesAt(b.Height, 0)
	states.Sub(states.Lsh(states, 1), big.NewInt(1))
	if words := b.witness.Words; words.Cmp(states) != 0 {
		return "", result.InternalErrorf(b.number(), "there are %d words of the border, but %d states with connections", words, states)
	}
	return fmt.Sprintf("%d words of the border, as many as states with connections: no word is missing", states), nil
}

func (b *onBorder) checks() []check {
	return []check{
		b.checkBounds, b.checkPublished, b.checkFormula, b.checkInteger,
		b.checkFreshPrime, b.checkSelfAdjoint, b.checkNarrow, b.checkWords,
		b.c.checkBrute(b.instance), checkFrontier(b.instance),
	}
}

func (b *onBorder) run(ctx context.Context, progress func(float64), r *result.Result) error {
	board := b.Board
	if b.pass != nil {
		board = b.pass.board
	}
	e, err := b.c.engine(board)
	if err != nil {
		return err
	}
	opt := b.opt
	opt.Progress = progress
	b.describe(r)
	if b.pass != nil {
		return b.wrong(b.runResidues(ctx, e, opt, r))
	}
	r.Value, b.witness, err = e.Count(ctx, b.width, b.primes, opt)
	if !b.joined() {
		r.Moduli, r.Passes = b.primes, 1
	}
	return b.wrong(err)
}

// runResidues computes residues of the number, one prime after the other.
func (b *onBorder) runResidues(ctx context.Context, e engine, opt par.Options, r *result.Result) error {
	if b.pass.residues == nil {
		if err := b.pass.count(ctx, e, opt); err != nil {
			b.pass.residues = nil
			return err
		}
	}
	b.witness = b.pass.witnesses[b.width]
	value, _, err := combineCRT(b.primes, b.pass.residues[b.width][:len(b.primes)])
	if err != nil {
		return result.InternalErrorf(b.number(), "%v", err)
	}
	r.Value, r.Moduli, r.Passes = value, b.primes, len(b.primes)
	if b.witness == nil {
		r.Notes = append(r.Notes, "for lack of memory, no sum modulo another prime is compared")
	}
	if b.pass.first < b.pass.last {
		r.Notes = append(r.Notes, fmt.Sprintf("one run of %d rows counted all widths from %d to %d", b.Height, b.pass.first, b.pass.last))
	}
	return nil
}

// A pass finds residues of the numbers of all boards of a table that have the same shorter side:
// the engine passes the shorter boards on its way to the longest.
type pass struct {
	first, last int          // widths
	board       border.Board // the longest one
	primes      []uint64
	witnessed   bool // there is memory for witnesses
	residues    map[int][]uint64
	witnesses   map[int]*border.Witness
}

// include lets the pass count one more board.
func (p *pass) include(b *onBorder) {
	if b.width > p.last {
		p.last, p.board = b.width, b.Board
	}
	p.first = min(p.first, b.width)
	if len(b.primes) > len(p.primes) {
		p.primes = b.primes
	}
	b.pass = p
}

func (p *pass) count(ctx context.Context, e engine, opt par.Options) error {
	p.residues, p.witnesses = make(map[int][]uint64), make(map[int]*border.Witness)
	n := float64(len(p.primes))
	for i, prime := range p.primes {
		err := e.CountModulo(ctx, p.first, p.last, prime, opt.Between(float64(i)/n, float64(i+1)/n),
			func(width int, residue uint64) { p.residues[width] = append(p.residues[width], residue) })
		if err != nil {
			return err
		}
	}
	if !p.witnessed {
		return nil
	}
	// The witness of the longest board serves the others as well, each with its own residue.
	opt.Progress = nil
	prime := border.Primes(len(p.primes) + 1)[len(p.primes)]
	w, err := e.Witness(ctx, p.last, prime, opt)
	if p.witnesses[p.last] = w; err != nil || p.first == p.last {
		return err
	}
	return e.CountModulo(ctx, p.first, p.last, prime, opt, func(width int, residue uint64) {
		of := *w
		of.Number = border.Congruence{Width: width, Prime: prime, Residue: residue}
		p.witnesses[width] = &of
	})
}

// combineCRT combines residues, and tells whether the last one mattered.
func combineCRT(primes, residues []uint64) (value *big.Int, changed bool, err error) {
	var remainders modular.Remainders
	for i, residue := range residues {
		if changed, err = remainders.Add(residue, primes[i]); err != nil {
			return nil, false, err
		}
	}
	return remainders.Value(), changed, nil
}
