package count

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/store/run"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/internal/store/valuefile"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A ValueFile is what a finished chain of a run gives: a number, or its residue modulo a prime, and
// how that was found.
type ValueFile struct {
	Name                           string // under which it was read
	Run                            [16]byte
	Board                          board.Size
	Method, Program, Machine, Date string

	file *valuefile.File
}

func newValueFile(f *valuefile.File) *ValueFile {
	return &ValueFile{f.Name, f.Run, f.Board, string(f.Method), f.Program, f.Machine, f.Date, f}
}

// ReadValueFile reads a value file.
func ReadValueFile(name string) (*ValueFile, error) {
	f, err := run.ReadValue(storage.OS, name)
	if err != nil {
		return nil, err
	}
	return newValueFile(f), nil
}

// ValuesOfRun returns what the finished chains of a run in a directory gave.
func ValuesOfRun(dir string) (all []*ValueFile, err error) {
	r, err := run.Open(storage.OS, dir, run.Options{})
	if err != nil {
		return nil, err
	}
	files, err := r.Values()
	for _, f := range files {
		all = append(all, newValueFile(f))
	}
	return all, errors.Join(err, r.Close())
}

// A Value is a value file, and what came of checking the file by itself.
type Value struct {
	*ValueFile
	Checks []string
	Fault  error // nil if the file passes all checks
}

// Number returns the number that a file holds, or its residue, and the prime, which is 0 if there
// is none: of several residues the first.
func (v *Value) Number() (n *big.Int, prime uint64) {
	for _, s := range v.file.Sums {
		if s.Purpose == stages.Number {
			return s.Value, s.Prime
		}
	}
	return nil, 0
}

// CheckValues checks value files, each by itself. What the vectors give for narrower boards is
// counted again, in other ways: seconds for 20 rows. The number is compared with the one in print,
// if there is one, modulo the prime.
func CheckValues(ctx context.Context, files []*ValueFile, opt par.Options) ([]*Value, error) {
	var all []*Value
	opt.Progress = nil
	checker := valuefile.Checker{Options: opt}
	for _, f := range files {
		v := &Value{ValueFile: f}
		var err error
		v.Checks, err = checker.Check(ctx, f.file)
		if errors.As(err, new(*valuefile.WrongError)) {
			v.Fault, err = fmt.Errorf("%s: %w", f.Name, err), nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// A MissingError says that there are too few residues.
type MissingError struct {
	Board        board.Size
	Have, Needed int
	Missing      []int // numbers of primes that would do; others do as well
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("%s takes residues modulo %d primes, and the files have %d", symbol(e.Board), e.Needed, e.Have)
}

// Combine makes a number of the residues in value files, and checks the number and every file. The
// error is a [MissingError] if there are too few residues. If there are more than needed, a wrong
// one is found out, and named if the others tell which one it is.
func Combine(ctx context.Context, files []*ValueFile, opt par.Options) (*result.Result, error) {
	start := time.Now()
	c, err := newCombination(files)
	if err != nil {
		return nil, err
	}
	values, err := CheckValues(ctx, files, opt)
	if err != nil {
		return nil, err
	}
	for _, v := range values {
		if v.Fault != nil {
			return nil, v.Fault
		}
	}
	if err := c.find(); err != nil {
		return nil, err
	}
	q := &stages.Question{Method: stages.Modulo, First: c.size.Long(), Last: c.size.Long(), Primes: c.primes, Spare: len(c.primes) > c.needed, Narrow: true}
	o := &stages.Outcome{Question: q, Filed: true}
	runs := make(map[[16]byte]bool)
	var dates []string
	for _, f := range files {
		o.Sums = append(o.Sums, f.file.Sums...)
		dates = append(dates, f.Date)
		runs[f.Run] = true
	}
	r, err := assess(ctx, c.size, o)
	if err != nil {
		return nil, err
	}
	r.Notes = []string{fmt.Sprintf("put together from %d residues of %d runs, finished from %s to %s", len(c.primes), len(runs), slices.Min(dates), slices.Max(dates))}
	r.Wall = time.Since(start)
	return r, nil
}

// A combination is residues of one number.
type combination struct {
	*instance
	files  []*ValueFile
	needed int
	primes []uint64
	of     map[uint64]uint64 // the residues by their primes, but where files differ
}

// newCombination wants residues of one number, and enough of them.
func newCombination(files []*ValueFile) (*combination, error) {
	first := files[0]
	in, err := standard().newInstance(first.Board, nil, Options{})
	if err != nil {
		return nil, err
	}
	e, err := border.New(border.Board{Height: first.Board.Short(), Colours: 2})
	if err != nil {
		return nil, fmt.Errorf("%s: board %s: %w", first.Name, first.Board, err)
	}
	c := &combination{instance: in, files: files, needed: e.PrimesFor(first.Board.Long()), of: make(map[uint64]uint64)}
	differ := make(map[uint64]bool)
	for _, f := range files {
		if f.Board.Short() != first.Board.Short() || f.Board.Long() != first.Board.Long() {
			return nil, fmt.Errorf("%s is of the board %s, and %s of the board %s: want files of one board", f.Name, f.Board, first.Name, first.Board)
		}
		for _, s := range f.file.Sums {
			switch residue, known := c.of[s.Prime]; {
			case s.Purpose != stages.Number:
			case s.Prime == 0:
				return nil, fmt.Errorf("%s has the number itself: want residues", f.Name)
			case !border.UsableModulus(s.Prime):
				return nil, fmt.Errorf("%s: the engine takes no residues modulo %d", f.Name, s.Prime)
			case !known:
				c.primes = append(c.primes, s.Prime)
				c.of[s.Prime] = s.Value.Uint64()
			case residue != s.Value.Uint64():
				differ[s.Prime] = true
			}
		}
	}
	for prime := range differ {
		delete(c.of, prime)
	}
	c.primes = slices.DeleteFunc(c.primes, func(p uint64) bool { return differ[p] })
	slices.SortFunc(c.primes, func(a, b uint64) int { return cmp.Compare(b, a) })
	if lack := c.needed - len(c.primes); lack > 0 {
		missing := &MissingError{Board: first.Board, Have: len(c.primes), Needed: c.needed}
		for number, p := range border.Primes(c.needed) {
			if _, have := c.of[p]; !have && len(missing.Missing) < lack {
				missing.Missing = append(missing.Missing, number+1)
			}
		}
		return nil, missing
	}
	return c, nil
}

const (
	// leastBits is how unlikely it must be that residues fit together by chance before one that does
	// not fit is called wrong: 2^-leastBits.
	leastBits = 16
	// mostSets bounds the sets of residues that are tried.
	mostSets = 100_000
)

// find finds the residues that fit together: all, or all but as few as possible. It is an error if
// these are not all files, and names the files that do not fit.
func (c *combination) find() error {
	for wrong := 0; len(c.primes)-wrong >= c.needed; wrong++ {
		if sets := new(big.Int).Binomial(int64(len(c.primes)), int64(wrong)); sets.Cmp(big.NewInt(mostSets)) > 0 {
			break
		}
		var numbers []*big.Int
		c.without(c.primes, nil, wrong, func(kept []uint64) {
			if n := c.fitting(kept); n != nil && (wrong == 0 || c.evidence(kept) >= leastBits) {
				numbers = append(numbers, n)
			}
		})
		if len(numbers) == 1 {
			return c.name(numbers[0])
		}
		if len(numbers) > 1 {
			break
		}
	}
	return fmt.Errorf("the residues do not fit together: at least one of %d is wrong, and which one cannot be told: want residues of more primes than the %d that %s takes",
		len(c.primes), c.needed, symbol(c.size))
}

// without calls a function with each set of primes that lacks a number of them.
func (c *combination) without(primes, kept []uint64, lack int, visit func(kept []uint64)) {
	if lack == 0 {
		visit(append(slices.Clone(kept), primes...))
		return
	}
	for i := range len(primes) - lack + 1 {
		c.without(primes[i+1:], append(slices.Clone(kept), primes[:i]...), lack-1, visit)
	}
}

// fitting returns the number that some residues give, nil if it cannot be L.
func (c *combination) fitting(primes []uint64) *big.Int {
	o := &stages.Outcome{Question: &stages.Question{Method: stages.Modulo, Primes: primes}}
	for _, p := range primes {
		o.Sums = append(o.Sums, stages.Sum{Width: c.size.Long(), Prime: p, Value: new(big.Int).SetUint64(c.of[p])})
	}
	n, _, err := o.Number(c.size.Long())
	if err != nil || !possible(c.size, n) {
		return nil
	}
	return n
}

// evidence is how many bits say that residues fit together: by chance they do so with 2^-evidence.
func (c *combination) evidence(primes []uint64) float64 {
	bits := c.formulaBits() - c.bits()
	for _, p := range primes {
		bits += math.Log2(float64(p))
	}
	return bits
}

// name returns an error that names the files that do not have the residues of a number.
func (c *combination) name(n *big.Int) error {
	var wrong []string
	for _, f := range c.files {
		for _, s := range f.file.Sums {
			if s.Purpose != stages.Number {
				continue
			}
			if want := new(big.Int).Mod(n, new(big.Int).SetUint64(s.Prime)); want.Cmp(s.Value) != 0 {
				wrong = append(wrong, fmt.Sprintf("%s is wrong: %s modulo %d, prime %d, is %d by the others, not %d",
					f.Name, symbol(c.size), s.Prime, run.PrimeNumber(s.Prime), want, s.Value))
			}
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	return fmt.Errorf("%s; without that the residues fit together", strings.Join(wrong, "; "))
}
