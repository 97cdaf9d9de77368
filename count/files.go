package count

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"os"
	"slices"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/run"
	"combigo.dev/combigo/internal/storage"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// put puts the number together from what a count in files gives.
func (b *grid) put(r *result.Result) error {
	a := b.answer
	b.describe(r)
	r.Threads, r.States, r.StateSteps = a.Threads, a.States, a.StateSteps
	r.Notes = append(r.Notes, fmt.Sprintf("the vector was kept in files: %s read, %s written", a.Read, a.Written))
	if a.Number != nil {
		r.Value = a.Number
		r.Notes = append(r.Notes, "method exact: half of the columns, in as many residues as the values of each column need")
		return nil
	}
	r.Moduli, r.Passes = a.Primes, len(a.Primes)
	r.Notes = append(r.Notes, "method modulo: half of the columns, joined with the other half of the board modulo each prime")
	value, changed, err := combineCRT(a.Primes, a.Residues)
	last := len(a.Primes) - 1
	switch {
	case err != nil:
		return result.InternalErrorf(b.number(), "%v", err)
	case changed && a.Spare:
		return result.InternalErrorf(b.number(), "its residue modulo the prime %d is not the one computed", a.Primes[last])
	}
	r.Value = value
	return nil
}

// checkSpare says what a spare residue is worth, which is compared when the number is put together
// or while values are found from residues.
func (b *grid) checkSpare(_ context.Context, _ *result.Result) (string, error) {
	switch a := b.answer; {
	case !a.Spare:
		return "", nil
	case a.Number == nil:
		return fmt.Sprintf("the prime %d, one more than the number asks for: equal", a.Primes[len(a.Primes)-1]), nil
	}
	return "every value of the vectors, by one residue more than it needs: equal", nil
}

// longestInFiles bounds what is counted in files that are lost if the program ends: longer counts
// are for package run, which goes on where it was.
const longestInFiles = 30 * time.Minute

// inFiles lets a plan keep the vector in files, if disk and memory suffice and the count does not
// take too long.
func (b *grid) inFiles(p *plan, exact result.Bytes) bool {
	scratch := cmp.Or(b.Scratch, os.TempDir())
	disk := b.disk(scratch)
	if !b.plain() || disk == 0 {
		return false
	}
	opt := run.Options{Settings: run.Settings{Memory: b.Memory, Disk: disk - disk/20}, Threads: b.Threads}
	files, err := run.NewPlan(storage.OS, scratch, b.size, opt)
	if err != nil || files.Refusal() != nil || files.Time > longestInFiles {
		return false
	}
	p.notes = append(p.notes, fmt.Sprintf(
		"the vector in files of %s, %s at once and %s written and read, for lack of memory: exact numbers need %s, there are %s",
		scratch, files.Disk, files.Traffic, exact, b.Memory))
	b.fromFiles(p, func(ctx context.Context, found par.Options) (*result.Answer, error) {
		return run.Count(ctx, scratch, b.size, opt, found.Progress)
	})
	return true
}

// fromFiles lets a plan take what a count in files finds.
func (b *grid) fromFiles(p *plan, find func(context.Context, par.Options) (*result.Answer, error)) {
	p.border = nil // has no pass that boards of a table could share
	p.checks = append(p.checks, b.checkResidues, b.checkSpare)
	p.run = func(ctx context.Context, opt par.Options, r *result.Result) (err error) {
		if b.answer, err = find(ctx, opt); err != nil {
			return b.wrong(err)
		}
		return b.put(r)
	}
}

// Finish puts the number of a plain board together from what a count in files found, and checks it,
// as [Legal] does. The error is a [result.InternalError] if something does not agree; [Suspect] may
// know which residue is wrong.
func Finish(ctx context.Context, size board.Size, a *result.Answer) (*result.Result, error) {
	in, err := standard().newInstance(size, nil, Options{})
	if err != nil {
		return nil, err
	}
	b, err := in.onGrid(false)
	if err != nil {
		return nil, err
	}
	p := b.plan()
	b.fromFiles(p, func(context.Context, par.Options) (*result.Answer, error) { return a, nil })
	r, err := p.count(ctx, nil)
	if err != nil {
		return nil, err
	}
	r.Wall, r.PeakMemory = a.Wall, 0 // of the count in files, of which the memory is not known
	return r, nil
}

// Suspect returns the index of the one residue without which the others give a number that is
// possible, and agrees with the asymptotic formula. It returns -1 if there is none, or more than
// one, or if the number is no matter of residues.
func Suspect(size board.Size, a *result.Answer) int {
	var suspects []int
	for i := range a.Residues {
		value, _, err := combineCRT(slices.Delete(slices.Clone(a.Primes), i, i+1), slices.Delete(slices.Clone(a.Residues), i, i+1))
		if err == nil && possible(size, value) {
			suspects = append(suspects, i)
		}
	}
	if len(suspects) != 1 {
		return -1
	}
	return suspects[0]
}

// possible tells whether a number may be L(size).
func possible(size board.Size, value *big.Int) bool {
	in := &instance{size: size}
	r := &result.Result{Value: value, Whole: in.whole()}
	return result.Verify(context.Background(), r, &r.Provenance, []check{in.checkBounds, in.checkFormula}) == nil
}
