package count

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// plan plans a count in memory.
func (b *grid) plan() *plan {
	p := &plan{instance: b.instance, border: b, method: Words, run: b.run, checks: []check{
		b.checkInteger, b.checkFreshPrime, b.checkSelfAdjoint, b.checkNarrow, b.checkWords, b.checkBrute, b.checkGeneral,
	}}
	if b.Variant.halves() {
		p.method = Halves
	}
	return p
}

func (b *grid) describe(r *result.Result) {
	r.Engine, r.Threads = "border", b.Threads
	r.States, r.StateSteps = int64(b.VectorBytes(border.Suffix)/border.ValueBytes), b.Steps(b.width, len(b.primes))
	how := "column by column"
	switch {
	case b.Variant.halves():
		how = "on half of the board, joined with the other half"
	case b.turned:
		how = "row by row"
	}
	r.Description = fmt.Sprintf("dynamic programming over words of %d border points, %s", b.Points(), how)
}

// wrong makes a [result.InternalError] of what the engine finds wrong.
func (b *grid) wrong(err error) error {
	switch {
	case errors.Is(err, border.ErrNotInteger), errors.Is(err, border.ErrImpossibleValue), errors.Is(err, border.ErrNotSelfAdjoint):
		return result.InternalErrorf(b.number(), "%v", err)
	}
	return err
}

// joined reports whether the number is the exact sum over the words of one border.
func (b *grid) joined() bool {
	return b.pass == nil && b.Variant.halves() && b.width%2 == 1
}

// checkInteger: the sum over the words is a rational number.
func (b *grid) checkInteger(_ context.Context, _ *result.Result) (string, error) {
	if !b.joined() || b.answer != nil && b.answer.Number == nil {
		return "", nil
	}
	return "the sum over the words in the middle of the board is an integer", nil
}

// checkFreshPrime: the values of the vectors modulo one more prime give the number modulo that
// prime.
func (b *grid) checkFreshPrime(_ context.Context, r *result.Result) (string, error) {
	if b.witness == nil {
		return "", nil
	}
	x := b.witness.Number
	return b.congruent(r, x.Residue, x.Prime, fmt.Sprintf("the sum modulo %d, a prime not used before, which sees wrong residues", x.Prime))
}

// checkSelfAdjoint says what the engine has compared.
func (b *grid) checkSelfAdjoint(_ context.Context, _ *result.Result) (string, error) {
	if b.witness == nil || !b.Variant.halves() {
		return "", nil
	}
	width := b.witness.Compared
	k := width / 2
	sums := fmt.Sprintf("from the vectors after %d and %d columns and after %d and %d", k+1, k+1, k, k+2)
	if width%2 == 0 { // one half of the board to the other one
		sums = fmt.Sprintf("by half a turn in the middle of column %d and from the vectors after %d and %d columns", k+1, k, k+1)
	}
	return fmt.Sprintf("%s modulo that prime, %s, which sees steps that are not self-adjoint: equal",
		symbol(board.Size{Rows: b.Height, Cols: width}), sums), nil
}

// checkNarrow compares a narrower board, which the vectors give as well, with an engine whose
// states have connections.
func (b *grid) checkNarrow(ctx context.Context, _ *result.Result) (string, error) {
	if b.witness == nil || b.turned && b.Variant.SafeBottom { // what is narrower has no bottom
		return "", nil
	}
	x := b.witness.Narrow
	size := board.Size{Rows: x.Width, Cols: b.Height}
	if !b.turned && !b.Variant.turns() {
		size = board.Size{Rows: b.Height, Cols: x.Width}
	}
	narrow, err := b.newInstance(size, nil, Options{Variant: b.Variant, Options: par.Options{Threads: b.Threads}})
	if err != nil {
		return "", err
	}
	value, err := narrow.byConnections(ctx)
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
		if x.Residue, err = b.narrowAlone(ctx, narrow, x); err != nil {
			return "", err
		}
	}
	if x.Residue != want {
		return "", result.InternalErrorf(b.number(), "%s: not equal", name)
	}
	return name + ": equal", nil
}

// narrowAlone counts the narrower board by itself, where the columns of a board say where it ends:
// its last column is another one than that of the whole board.
func (b *grid) narrowAlone(ctx context.Context, narrow *instance, x border.Congruence) (uint64, error) {
	alone, err := narrow.laid(b.turned || b.Variant.turns(), false)
	if err != nil {
		return 0, err
	}
	return alone.residue(ctx, x.Width, x.Prime)
}

// byConnections counts a narrow board by an engine whose states have connections.
func (in *instance) byConnections(ctx context.Context) (*big.Int, error) {
	opt := par.Options{Threads: in.Threads}
	if in.plain() {
		return connected.Count(ctx, in.size.Short(), in.size.Long(), opt)
	}
	if err := in.makeOrder(); err != nil {
		return nil, err
	}
	value, _, err := transfer.CountLegal(ctx, in.graph, in.order, in.colors(), opt)
	return value, err
}

// checkWords compares the number of words with that of border states with connections.
func (b *grid) checkWords(_ context.Context, _ *result.Result) (string, error) {
	if b.witness == nil || b.colors() != twoColors || !b.Variant.turns() {
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

func (b *grid) run(ctx context.Context, opt par.Options, r *result.Result) (err error) {
	b.describe(r)
	if b.pass != nil {
		return b.wrong(b.runPass(ctx, opt, r))
	}
	r.Value, b.witness, err = b.Count(ctx, b.width, b.primes, opt)
	if !b.joined() {
		r.Moduli, r.Passes = b.primes, 1
	}
	return b.wrong(err)
}

// runPass computes residues of the number, one prime after the other.
func (b *grid) runPass(ctx context.Context, opt par.Options, r *result.Result) error {
	if b.pass.residues == nil {
		if err := b.pass.count(ctx, opt); err != nil {
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
	if first, last := b.pass.widths(); first < last {
		r.Notes = append(r.Notes, fmt.Sprintf("one run of %d rows counted all widths from %d to %d", b.Height, first, last))
	}
	return nil
}
