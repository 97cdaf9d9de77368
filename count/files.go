package count

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"time"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/run"
	"combigo.dev/combigo/internal/storage"
	"combigo.dev/combigo/result"
)

// inFiles keeps the vector in files.
type inFiles struct {
	onBorder
	scratch string
	disk    result.Bytes
	answer  *result.Answer
}

// put puts the number together from what a run gives.
func (f *inFiles) put(r *result.Result) error {
	a := f.answer
	f.describe(r)
	r.Threads, r.Wall, r.States, r.StateSteps = a.Threads, a.Wall, a.States, a.StateSteps
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
		return result.InternalErrorf(f.number(), "%v", err)
	case changed && a.Spare:
		return result.InternalErrorf(f.number(), "its residue modulo the prime %d is not the one computed", a.Primes[last])
	}
	r.Value = value
	return nil
}

// checkSpare says what a spare residue is worth, which is compared when the number is put together
// or while values are found from residues.
func (f *inFiles) checkSpare(_ context.Context, _ *result.Result) (string, error) {
	switch a := f.answer; {
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

// fits tells whether memory and disk suffice and the count does not take too long, and notes what
// the files take.
func (f *inFiles) fits(p *plan, exact result.Bytes) bool {
	if !f.plain() {
		return false
	}
	plan, err := run.NewPlan(storage.OS, f.scratch, f.size, f.runOptions())
	if err != nil || plan.Refusal() != nil || plan.Time > longestInFiles {
		return false
	}
	p.notes = append(p.notes, fmt.Sprintf(
		"the vector in files of %s, %s at once and %s written and read, for lack of memory: exact numbers need %s, there are %s",
		f.scratch, plan.Disk, plan.Traffic, exact, f.opt.Memory))
	return true
}

func (f *inFiles) runOptions() run.Options {
	return run.Options{Threads: f.opt.Threads, Memory: f.opt.Memory, Disk: f.disk - f.disk/20}
}

func (f *inFiles) run(ctx context.Context, progress func(float64), r *result.Result) (err error) {
	if f.answer, err = run.Count(ctx, f.scratch, f.size, f.runOptions(), progress); err != nil {
		return f.wrong(err)
	}
	return f.put(r)
}

func (f *inFiles) checks() []check {
	return append(f.onBorder.checks(), f.checkResidues, f.checkSpare)
}

// Finish puts the number of a plain board together from what a count in files found, and checks it,
// as [Legal] does. The error is an [InternalError] if something does not agree; [Suspect] may know
// which residue is wrong.
func Finish(ctx context.Context, size board.Size, a *result.Answer) (*result.Result, error) {
	return standard().finish(ctx, size, a)
}

func (c *counter) finish(ctx context.Context, size board.Size, a *result.Answer) (*result.Result, error) {
	in := &instance{size: size}
	g, err := in.onGrid(false)
	if err != nil {
		return nil, err
	}
	way := &inFiles{onBorder: onBorder{instance: in, grid: g, c: c, primes: a.Primes}, answer: a}
	p := &plan{instance: in, way: way}
	r := p.result()
	if err := way.put(r); err != nil {
		return nil, err
	}
	if err := p.check(ctx, r); err != nil {
		return nil, err
	}
	return r, nil
}

// Suspect returns the index of the one residue without which the others give a number that is
// possible, and agrees with the asymptotic formula. It returns -1 if there is none, or more than
// one, or if the number is no matter of residues.
func Suspect(size board.Size, a *result.Answer) int {
	suspect := -1
	if a.Number != nil {
		return suspect
	}
	for i := range a.Primes {
		value, _, err := combineCRT(without(a.Primes, i), without(a.Residues, i))
		if err != nil || !possible(size, value) {
			continue
		}
		if suspect >= 0 {
			return -1
		}
		suspect = i
	}
	return suspect
}

// possible tells whether a number may be L(size).
func possible(size board.Size, value *big.Int) bool {
	if value.Sign() <= 0 || value.Cmp((&instance{size: size}).positions()) >= 0 {
		return false
	}
	return formulaBits(size) == 0 || math.Abs(asymptotic.Deviation(size, value)) <= tolerance(size)
}

func without(numbers []uint64, i int) []uint64 {
	return append(append([]uint64(nil), numbers[:i]...), numbers[i+1:]...)
}
