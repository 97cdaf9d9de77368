package recurrence

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"time"

	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/result"
)

const (
	// MaxSide bounds the length of a strip: to 10^MaxSide.
	MaxSide   = 18
	maxLength = 1_000_000_000_000_000_000
)

// A Strip is a board of any length: L(Rows,Cols), of which the shorter side is
// the height. With a Modulus that is not 0 only the residue is asked for.
type Strip struct {
	Rows, Cols, Modulus uint64
}

// Height returns the shorter side.
func (s Strip) Height() int { return int(min(s.Rows, s.Cols)) }

// Length returns the longer side.
func (s Strip) Length() uint64 { return max(s.Rows, s.Cols) }

// String returns the number that is asked for as a formula.
func (s Strip) String() string {
	if s.Modulus == 0 {
		return fmt.Sprintf("L(%d,%d)", s.Rows, s.Cols)
	}
	return fmt.Sprintf("L(%d,%d) mod %d", s.Rows, s.Cols, s.Modulus)
}

// A way is how a strip is counted.
type way int

const (
	byColumns    way = iota // the border engine goes through all columns, with residues
	moduloItself            // by the recurrence modulo the modulus, which is prime
	byIntegers              // by the recurrence in integers
)

// columnsForInteger is the length up to which the engine is faster than the
// search for the recurrence in integers, in terms of its bound.
const columnsForInteger = 100

// way chooses the way to count, or returns an error if there is none.
func (s Strip) way() (way, error) {
	if err := s.validate(); err != nil {
		return 0, err
	}
	height := s.Height()
	bound := upperBound(height)
	if s.Modulus == 0 {
		if height > MaxExactHeight {
			return 0, fmt.Errorf("the integer recurrence is found for a shorter side of at most %d points, not %d", MaxExactHeight, height)
		}
		return byIntegers, nil
	}
	prime := s.Modulus > 2 && modular.IsPrime(s.Modulus)
	length := float64(s.Length())
	switch {
	case length <= 2*bound:
		return byColumns, nil
	case prime && height <= MaxHeight:
		return moduloItself, nil
	case height <= MaxExactHeight && length > columnsForInteger*bound:
		return byIntegers, nil
	case length*connected.Steps(height, 2) <= maxSteps:
		return byColumns, nil
	case height > MaxHeight:
		return 0, fmt.Errorf("a recurrence is looked for if the shorter side has at most %d points, not %d", MaxHeight, height)
	}
	return 0, fmt.Errorf("modulo %d, which is not an odd prime, the recurrence is known for a shorter side of at most %d points, not %d: want a prime, such as %d",
		s.Modulus, MaxExactHeight, height, modular.PrimesBelow(max(s.Modulus, 1000), 1)[0])
}

// maxSteps is the greatest number of state-steps of a count by columns: about a day.
const maxSteps = 1e14

// Expect estimates how long Count takes by the recurrence modulo the modulus, within a factor of
// three; else it is 0. From 6 to 10 rows a column takes words of the border some 2 microseconds
// times the square root of its states, and states with connections, which count modulo any number,
// 8 nanoseconds a state (a core of an Intel Xeon). Words find two numbers in a column.
func (s Strip) Expect() time.Duration {
	if w, err := s.way(); err != nil || w != moduloItself {
		return 0
	}
	states := connected.Steps(s.Height(), 2)
	column := 1900 * math.Sqrt(states)
	if !byWords(s.Modulus) {
		column = 2 * 8 * states
	}
	return time.Duration(upperBound(s.Height()) * column)
}

// upperBound returns a bound on the order that takes no computation.
func upperBound(height int) float64 {
	n, _ := connected.ValidUpDownClasses(height).Float64()
	return n
}

// validate returns an error for sides and moduli that no way takes.
func (s Strip) validate() error {
	switch {
	case s.Rows < 1 || s.Cols < 1:
		return errors.New("a side has at least 1 point")
	case s.Length() > maxLength:
		return fmt.Errorf("the longer side has at most 10^18 points, not %d", s.Length())
	case min(s.Rows, s.Cols) > connected.MaxEngineHeight:
		return fmt.Errorf("the shorter side has at most %d points, not %d", connected.MaxEngineHeight, min(s.Rows, s.Cols))
	case s.Modulus == 1:
		return errors.New("modulus 1: want 2 or more")
	}
	return nil
}

// Count returns the number, with its provenance, which says how it was got. An exact number that
// would not fit in the memory of the options is a [result.MemoryError], and so does one that the
// border engine cannot hold; both come before anything is computed.
func (s Strip) Count(ctx context.Context, opt Options) (*result.Result, error) {
	start := time.Now()
	w, err := s.way()
	if err != nil {
		return nil, err
	}
	r := &result.Result{Quantity: "legal positions", Symbol: s.String(), Where: fmt.Sprintf("the %dx%d board", s.Rows, s.Cols)}
	r.Board.Rows, r.Board.Cols = int(s.Rows), int(s.Cols)
	if s.Modulus != 0 {
		r.Quantity = fmt.Sprintf("legal positions modulo %d", s.Modulus)
	}
	r.Threads = opt.Goroutines()
	run := [...]func(context.Context, Options, *result.Result) error{s.countColumns, s.countModulo, s.countIntegers}[w]
	if err := run(ctx, opt, r); err != nil {
		return nil, err
	}
	r.Wall = time.Since(start)
	r.PeakMemory = result.PeakMemory()
	return r, nil
}

// countColumns counts byColumns.
func (s Strip) countColumns(ctx context.Context, opt Options, r *result.Result) error {
	height, length := s.Height(), int(s.Length())
	terms, err := residues(ctx, height, length, length, s.Modulus, opt.Options)
	if err != nil {
		return err
	}
	r.Value = new(big.Int).SetUint64(terms[0])
	r.Method, r.Engine = "dp", "border"
	if byWords(s.Modulus) {
		r.Description = fmt.Sprintf("dynamic programming over words of %d border points, modulo the prime", height)
		return nil
	}
	r.Description = fmt.Sprintf("dynamic programming over states of %d border points, modulo the modulus, which need not be prime", height)
	r.States, r.StateSteps = connected.ValidClassesAt(height, 0).Int64(), connected.Steps(height, length)
	return nil
}

// countModulo counts moduloItself.
func (s Strip) countModulo(ctx context.Context, opt Options, r *result.Result) error {
	classes, err := countClasses(ctx, s.Height(), opt.Between(0, 0))
	if err != nil {
		return err
	}
	bound := int(classes.ConstructibleUpDown)
	found, err := findModulo(ctx, s.Height(), bound, s.Modulus, opt.Between(0, 0.9))
	if err != nil {
		return err
	}
	order, known := len(found.coefficients), uint64(len(found.terms))
	last, err := found.residue(ctx, known)
	if err != nil {
		return err
	}
	if last != found.terms[known-1] {
		return result.InternalErrorf(fmt.Sprintf("L(%d,%d) by the recurrence", s.Height(), known), "it differs from the border engine")
	}
	value, err := found.residue(ctx, s.Length())
	if err != nil {
		return err
	}
	r.Value = new(big.Int).SetUint64(value)
	r.Method, r.Engine = "recurrence", "border, modular"
	r.Description = fmt.Sprintf("linear recurrence of order %d modulo the prime, from %d terms, and its far term by Bostan and Mori's algorithm", order, known)
	r.Checks = append(r.Checks,
		fmt.Sprintf("the order is at most the number of up-down classes, %d, so %d terms determine the recurrence; %d of them only confirm it",
			bound, known, int(known)-2*order),
		fmt.Sprintf("L(%d,%d) by the same algorithm: equal to the border engine", s.Height(), known))
	return nil
}

// countIntegers counts byIntegers.
func (s Strip) countIntegers(ctx context.Context, opt Options, r *result.Result) error {
	if s.Modulus == 0 {
		if need := s.Need(); opt.Memory > 0 && need > opt.Memory {
			return memoryError(s.Height(), s.Length(), need, opt.Memory)
		}
	}
	find, end := opt, opt
	findShare := 1 / (1 + math.Pow(float64(s.Length())/1e5, math.Log2(3)))
	find.Progress, end.Progress = opt.Between(0, findShare).Progress, opt.Between(findShare, 1).Progress
	rec, err := Find(ctx, s.Height(), find)
	if err != nil {
		return err
	}
	r.Method, r.Engine = "recurrence", "border, modular, recurrence"
	r.Checks = append(r.Checks, fmt.Sprintf("the recurrence is proved: checked in integers for k = 1 to %d, as many as there are up-down classes", rec.Verified))
	if s.Modulus != 0 {
		return s.integersModulo(ctx, rec, r)
	}
	return s.integersExact(ctx, rec, end, r)
}

// integersModulo sets the residue by the recurrence in integers.
func (s Strip) integersModulo(ctx context.Context, rec *Recurrence, r *result.Result) error {
	value, err := rec.Residue(ctx, s.Length(), s.Modulus)
	if err != nil {
		return err
	}
	r.Value = new(big.Int).SetUint64(value)
	r.Description = fmt.Sprintf("linear recurrence of order %d in integers, and its far term modulo the modulus, which need not be prime, by Bostan and Mori's algorithm", rec.Order())
	check, err := s.checkMultiple(ctx, rec, value)
	if err != nil {
		return err
	}
	r.Checks = append(r.Checks, check)
	return nil
}

// checkMultiple compares a residue with the residue modulo a multiple of the modulus. The two
// computations have different numbers throughout.
func (s Strip) checkMultiple(ctx context.Context, rec *Recurrence, value uint64) (string, error) {
	factor := math.MaxUint64 / s.Modulus
	if factor < 2 {
		return "", nil
	}
	other, err := rec.Residue(ctx, s.Length(), s.Modulus*factor)
	if err != nil {
		return "", err
	}
	if other%s.Modulus != value {
		return "", result.InternalErrorf(s.String(), "it is %d, but %d modulo %d times the modulus", value, other, factor)
	}
	return fmt.Sprintf("the residue modulo %d times the modulus: agrees", factor), nil
}

// integersExact sets the exact number by the recurrence in integers.
func (s Strip) integersExact(ctx context.Context, rec *Recurrence, opt Options, r *result.Result) error {
	value, err := rec.Value(ctx, s.Length(), opt)
	if err != nil {
		return err
	}
	r.Value = value
	r.Limbs = (value.BitLen() + 63) / 64
	r.Description = fmt.Sprintf("linear recurrence of order %d in integers, by a power of x modulo its characteristic polynomial", rec.Order())
	for _, p := range drawPrimes(2, opt.Seed) {
		residue, err := rec.Residue(ctx, s.Length(), p)
		if err != nil {
			return err
		}
		if modulo([]*big.Int{value}, p)[0] != residue {
			return result.InternalErrorf(s.String(), "it differs from its residue modulo %d", p)
		}
		r.Checks = append(r.Checks, fmt.Sprintf("modulo the prime %d by Bostan and Mori's algorithm: equal", p))
	}
	return nil
}

// Need estimates the memory that an exact number takes.
func (s Strip) Need() result.Bytes {
	return needFor(s.Height(), upperBound(s.Height()), s.Length())
}
