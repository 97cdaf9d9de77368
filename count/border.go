package count

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/internal/store/run"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/internal/store/valuefile"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// plan returns the plan of a count by words of the border. Its pass is chosen later.
func (b *grid) plan() *plan {
	p := &plan{instance: b.instance, border: b, method: Words, run: b.run, checks: []check{
		b.checkInteger, b.checkFreshPrime, b.checkSpare, b.checkSelfAdjoint, b.checkNarrow, b.checkWords, b.checkBrute, b.checkGeneral,
	}}
	if b.Variant.halves() {
		p.method = Halves
	}
	return p
}

// run counts, and writes the number into r.
func (b *grid) run(ctx context.Context, opt par.Options, r *result.Result) error {
	o, err := b.pass(ctx, opt)
	if err != nil {
		return b.asInternalError(err)
	}
	return b.assemble(o, r)
}

// assemble puts the number of the grid together from an outcome, and writes it and its provenance
// into r.
func (b *grid) assemble(o *stages.Outcome, r *result.Result) error {
	value, primes, err := o.Number(b.width)
	if err != nil {
		return b.asInternalError(err)
	}
	b.outcome = o
	how := "column by column"
	switch {
	case b.Variant.halves():
		how = "on half of the board, joined with the other half"
	case b.transposed:
		how = "row by row"
	}
	r.Value, r.Moduli, r.Passes = value, primes, min(1, len(primes))
	if o.Method == stages.Modulo {
		r.Passes = len(primes)
	}
	r.Engine, r.Threads, r.States = "border", b.Threads, int64(b.VectorBytes(border.Suffix)/border.ValueBytes)
	own := *o.Question
	own.First, own.Last = b.width, b.width
	r.StateSteps = b.Steps(own)
	r.Description = fmt.Sprintf("dynamic programming over words of %d border points, %s", b.Points(), how)
	if o.First < o.Last {
		r.Notes = append(r.Notes, fmt.Sprintf("one run of %d rows counted all widths from %d to %d", b.Height, o.First, o.Last))
	}
	if _, compared := o.Compared(); !compared && b.Variant.halves() {
		r.Notes = append(r.Notes, "for lack of memory, no two sums for one board are compared")
	}
	return nil
}

// asInternalError turns an error that shows a wrong computation into an InternalError.
func (b *grid) asInternalError(err error) error {
	switch {
	case errors.Is(err, border.ErrNotInteger), errors.Is(err, border.ErrImpossibleValue), errors.Is(err, stages.ErrNotSelfAdjoint),
		errors.Is(err, stages.ErrTurned), errors.As(err, new(*valuefile.WrongError)):
		return result.InternalErrorf(b.numberName(), "%v", err)
	}
	return err
}

// checkInteger says that the sum over the words, a rational number, is an integer: the join has
// failed otherwise.
func (b *grid) checkInteger(_ context.Context, r *result.Result) (string, error) {
	if len(r.Moduli) > 0 || b.width%2 == 0 {
		return "", nil
	}
	return "the sum over the words in the middle of the board is an integer", nil
}

// checkFreshPrime compares the number with its residue modulo one more prime, for which the vectors
// were computed, too.
func (b *grid) checkFreshPrime(_ context.Context, r *result.Result) (string, error) {
	x := b.outcome.Fresh(b.width)
	if x == nil {
		return "", nil
	}
	return b.congruent(r, x.Residue, x.Prime, fmt.Sprintf("the sum modulo %d, a prime not used before, which sees wrong residues", x.Prime))
}

// checkSpare says that exact values had a spare residue. It is compared wherever values are
// reconstructed from residues.
func (b *grid) checkSpare(context.Context, *result.Result) (string, error) {
	if b.outcome.Method == stages.Modulo || !b.outcome.Spare {
		return "", nil
	}
	return "every value of the vectors, by one residue more than it needs: equal", nil
}

// checkSelfAdjoint says which two sums for one board were compared when the number was put
// together.
func (b *grid) checkSelfAdjoint(context.Context, *result.Result) (string, error) {
	width, compared := b.outcome.Compared()
	if !compared {
		return "", nil
	}
	k := width / 2
	sums := fmt.Sprintf("from the vectors after %d and %d columns and after %d and %d", k+1, k+1, k, k+2)
	if width%2 == 0 { // one half of the board to the other one
		sums = fmt.Sprintf("by half a turn in the middle of column %d and from the vectors after %d and %d columns", k+1, k, k+1)
	}
	return fmt.Sprintf("%s modulo a prime, %s, which sees steps that are not self-adjoint: equal",
		symbol(board.Size{Rows: b.Height, Cols: width}), sums), nil
}

// checkNarrow compares the number of a narrower board, which the vectors give as well, with that of
// an engine whose states have connections.
func (b *grid) checkNarrow(ctx context.Context, _ *result.Result) (string, error) {
	all := b.outcome.Narrows()
	if len(all) == 0 || b.transposed && b.Variant.SafeBottom { // the narrower board has no bottom
		return "", nil
	}
	if b.outcome.Filed {
		return b.filedNarrows(), nil
	}
	width := all[0].Width
	size := board.Size{Rows: width, Cols: b.Height}
	if !b.transposed && !b.Variant.canTranspose() {
		size = board.Size{Rows: b.Height, Cols: width}
	}
	narrow, err := newInstance(size, nil, Options{Variant: b.Variant, Options: par.Options{Threads: b.Threads}, environment: b.environment})
	if err != nil {
		return "", err
	}
	value, err := narrow.byConnections(ctx)
	if err != nil {
		return "", err
	}
	ways, primes := "from the same vectors", fmt.Sprintf("modulo %d", all[0].Prime)
	if b.Columns != nil {
		ways += ", by itself"
	}
	if len(all) > 1 {
		primes = "modulo each prime"
	}
	name := fmt.Sprintf("%s %s and by states with connections, %s, which sees wrong steps", narrow.symbol(), ways, primes)
	for _, x := range all {
		want := new(big.Int).Mod(value, new(big.Int).SetUint64(x.Prime)).Uint64()
		if x.Residue == want && b.Columns != nil {
			if x.Residue, err = b.narrowAlone(ctx, narrow, x); err != nil {
				return "", err
			}
		}
		if x.Residue != want {
			return "", result.InternalErrorf(b.numberName(), "%s: not equal", name)
		}
	}
	return name + ": equal", nil
}

// filedNarrows says which narrower boards were compared when value files were written or read
// (package valuefile).
func (b *grid) filedNarrows() string {
	var names []string
	primes := make(map[string][]uint64) // modulo which a number was compared: older files have fewer
	for _, x := range b.outcome.Narrows() {
		name := fmt.Sprintf("%s by %s", symbol(board.Size{Rows: b.Height, Cols: x.Width}), valuefile.Source(b.Height, x.Width))
		if primes[name] == nil {
			names = append(names, name)
		}
		if !slices.Contains(primes[name], x.Prime) {
			primes[name] = append(primes[name], x.Prime)
		}
	}
	for i, name := range names {
		names[i] = fmt.Sprintf("%s modulo %s", name, enum.Plural(len(primes[name]), "prime"))
	}
	return fmt.Sprintf("from the same vectors %s, which sees wrong steps: equal", strings.Join(names, " and "))
}

// narrowAlone counts the narrower board by itself, where the last column of a board differs from
// the other columns.
func (b *grid) narrowAlone(ctx context.Context, narrow *instance, x stages.Congruence) (uint64, error) {
	alone, err := narrow.layOut(b.transposed || b.Variant.canTranspose(), false)
	if err != nil {
		return 0, err
	}
	return alone.residue(ctx, x.Width, x.Prime)
}

// byConnections counts with an engine whose states have connections.
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

// checkWords compares the number of words with the number of border states with connections.
func (b *grid) checkWords(context.Context, *result.Result) (string, error) {
	words := b.outcome.Words
	if words == nil || b.colors() != twoColors || !b.Variant.canTranspose() {
		return "", nil
	}
	states := connected.ValidStatesAt(b.Height, 0)
	if words.Cmp(states) != 0 {
		return "", result.InternalErrorf(b.numberName(), "there are %d words of the border, but %d states with connections", words, states)
	}
	return fmt.Sprintf("%d words of the border, as many as states with connections: no word is missing", states), nil
}

// maxTimeInFiles is the longest count in files that are lost if the program ends. Longer counts are
// for package run, which can continue them.
const maxTimeInFiles = 30 * time.Minute

// maxMargin is the most memory that a count in files leaves free beyond the estimate of its run:
// the peak of small boards beside other programs was measured 6 MiB above that estimate.
const maxMargin = 16 << 20

// planFiles makes a plan keep the vector in files, if disk and memory suffice and the count does
// not take too long; ok says so. If only the time is too long, files is the plan of a run on disk.
func (b *grid) planFiles(p *plan, exact result.Bytes) (ok bool, files *run.Plan) {
	scratch := cmp.Or(b.Scratch, os.TempDir())
	disk := b.environment.disk(scratch)
	if !b.plain() || disk == 0 {
		return false, nil
	}
	ceiling := memory.CeilingFor(b.Memory) - b.Memory/8 - min(b.Memory/8, maxMargin)
	opt := run.Options{Memory: ceiling, Limit: disk - disk/20, Threads: b.Threads}
	files, err := run.NewPlan(storage.OS, scratch, b.size, opt)
	if err != nil || files.Refusal() != nil {
		return false, nil
	}
	if files.Time > maxTimeInFiles {
		return false, files
	}
	p.border = nil // the boards of a table cannot share this pass
	b.pass = func(ctx context.Context, work par.Options) (*stages.Outcome, error) {
		a, err := run.Count(ctx, scratch, b.size, opt, work.Progress)
		if err != nil {
			return nil, err
		}
		p.notes = append(p.notes, filesNote(a))
		return a.Outcome, nil
	}
	p.notes = append(p.notes, fmt.Sprintf(
		"the vector in files of %s, %s at once and %s written and read, for lack of memory: exact numbers need %s, there are %s",
		scratch, files.Disk, files.Traffic(), exact, b.Memory))
	return true, files
}

// filesNote says how much was read from files and written, and by which method.
func filesNote(a *run.Answer) string {
	how := "modulo: half of the columns, joined with the other half of the board modulo each prime"
	if a.Method == stages.Exact {
		how = "exact: half of the columns, in as many residues as the values of each column need"
	}
	return fmt.Sprintf("the vector was kept in files: %s read, %s written; method %s", a.Read, a.Written, how)
}

// resultOf puts the number of a plain board together from an outcome, and checks it.
func resultOf(ctx context.Context, size board.Size, o *stages.Outcome) (*result.Result, error) {
	in, err := newInstance(size, nil, Options{})
	if err != nil {
		return nil, err
	}
	b, err := in.onGrid(false)
	if err != nil {
		return nil, err
	}
	p := b.plan()
	r := p.result()
	if err := b.assemble(o, r); err != nil {
		return nil, err
	}
	if err := p.check(ctx, r); err != nil {
		return nil, err
	}
	return r, nil
}

// passesCheapChecks reports whether a number is within the bounds of L(size), and fits its formula.
func passesCheapChecks(size board.Size, value *big.Int) bool {
	in := &instance{size: size}
	r := &result.Result{Value: value, Whole: in.whole()}
	return result.Verify(context.Background(), r, &r.Provenance, []check{in.checkBounds, in.checkFormula}) == nil
}
