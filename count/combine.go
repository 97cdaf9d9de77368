package count

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/stat/combin"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/store/run"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/internal/store/valuefile"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A Value is what a finished chain of a run gives, as its value file says: a number, or its residue
// modulo a prime, and how that was found.
type Value struct {
	Name    string `json:"file"` // under which the file was read
	Run     [16]byte
	Board   board.Size `json:",inline"`
	Method  string     `json:"method"`
	Program string     `json:"program"`
	Machine string     `json:"machine"`
	Date    string     `json:"date"`
	Number  *big.Int   `json:"value"`             // or its residue modulo Prime: of several residues the first
	Prime   uint64     `json:"modulus,omitempty"` // 0: the number itself
	Checks  []string   `json:"checks"`            // that [CheckValues] made
	Fault   error      `json:"fault,omitempty"`   // what these found; nil if the file passes

	sums []stages.Sum
}

func newValue(f *valuefile.File) *Value {
	v := &Value{Name: f.Name, Run: f.Run, Board: f.Board, Method: string(f.Method), Program: f.Program, Machine: f.Machine, Date: f.Date, sums: f.Sums}
	number := f.Sums[slices.IndexFunc(f.Sums, isNumber)]
	v.Number, v.Prime = number.Value, number.Prime
	return v
}

func isNumber(s stages.Sum) bool { return s.Purpose == stages.Number }

// ReadValues reads value files.
func ReadValues(names ...string) (values []*Value, err error) {
	for _, name := range names {
		f, err := run.ReadValue(storage.OS, name)
		if err != nil {
			return nil, err
		}
		values = append(values, newValue(f))
	}
	return values, nil
}

// CheckValues checks values, each by itself. What the vectors give for narrower boards is counted
// again, in other ways: seconds for 20 rows. The number is compared with the one in print, if
// there is one, modulo the prime.
func CheckValues(ctx context.Context, values []*Value, opt par.Options) (err error) {
	opt.Progress = nil
	checker := valuefile.Checker{Options: opt}
	for _, v := range values {
		v.Checks, err = checker.Check(ctx, v.Board, v.sums)
		if errors.As(err, new(*valuefile.WrongError)) {
			v.Fault, err = fmt.Errorf("%s: %w", v.Name, err), nil
		}
		if err != nil {
			return err
		}
	}
	return nil
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
func Combine(ctx context.Context, values []*Value, opt par.Options) (*result.Result, error) {
	start := time.Now()
	c, err := newCombination(values)
	if err != nil {
		return nil, err
	}
	if err := CheckValues(ctx, values, opt); err != nil {
		return nil, err
	}
	q := &stages.Question{Method: stages.Modulo, First: c.size.Long(), Last: c.size.Long(), Primes: c.primes, Spare: len(c.primes) > c.needed, Narrow: true}
	o := &stages.Outcome{Question: q, Filed: true}
	runs := make(map[[16]byte]bool)
	var dates []string
	for _, v := range values {
		if v.Fault != nil {
			return nil, v.Fault
		}
		o.Sums, dates, runs[v.Run] = append(o.Sums, v.sums...), append(dates, v.Date), true
	}
	if _, err := c.consistent(); err != nil {
		return nil, err
	}
	r, err := resultOf(ctx, c.size, o)
	if err != nil {
		return nil, err
	}
	r.Notes = []string{fmt.Sprintf("put together from %d residues of %d runs, finished from %s to %s", len(c.primes), len(runs), slices.Min(dates), slices.Max(dates))}
	r.Wall = time.Since(start)
	return r, nil
}

// OfRun makes a result of what a finished run gives, in the directory dir, and checks it, as
// [Legal] does. If the run has only some of the residues, it returns these instead. The error is a
// [result.InternalError] if something does not agree, with the way to mend it.
func OfRun(ctx context.Context, dir string) (found *result.Result, values []*Value, err error) {
	r, err := run.Open(storage.OS, dir, run.Options{})
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	files, err := r.Values()
	if err != nil {
		return nil, nil, err
	}
	for _, f := range files {
		values = append(values, newValue(f))
	}
	if r.Partial() {
		return nil, values, nil
	}
	a, err := r.Answer()
	if err != nil {
		return nil, nil, err
	}
	if found, err = resultOf(ctx, r.Size(), a.Outcome); err == nil {
		found.Notes = []string{filesNote(a)}
		found.Threads, found.States, found.StateSteps, found.Wall = a.Threads, a.States, a.StateSteps, a.Wall
	} else if errors.As(err, new(*result.InternalError)) {
		suspect := -1
		if c, errFiles := newCombination(values); errFiles == nil { // else no matter of residues
			if wrong, _ := c.consistent(); len(wrong) == 1 {
				suspect = r.ChainOf(wrong[0])
			}
		}
		err = r.WrongResidue(err, suspect)
	}
	return found, nil, err
}

// A combination is residues of one number.
type combination struct {
	*instance
	values []*Value
	needed int
	primes []uint64
	of     map[uint64]uint64 // the residues by their primes, but where values differ
}

// newCombination wants residues of one number, and enough of them.
func newCombination(values []*Value) (*combination, error) {
	first := values[0]
	in, err := newInstance(first.Board, nil, Options{})
	if err != nil {
		return nil, err
	}
	e, err := border.New(border.Board{Height: first.Board.Short(), Colours: 2})
	if err != nil {
		return nil, fmt.Errorf("%s: board %s: %w", first.Name, first.Board, err)
	}
	c := &combination{instance: in, values: values, needed: e.PrimesFor(first.Board.Long()), of: make(map[uint64]uint64)}
	differ := make(map[uint64]bool)
	for _, v := range values {
		if v.Board.Short() != first.Board.Short() || v.Board.Long() != first.Board.Long() {
			return nil, fmt.Errorf("%s is of the board %s, and %s of the board %s: want files of one board", v.Name, v.Board, first.Name, first.Board)
		}
		for _, s := range v.sums {
			switch residue, known := c.of[s.Prime]; {
			case !isNumber(s):
			case s.Prime == 0:
				return nil, fmt.Errorf("%s has the number itself: want residues", v.Name)
			case !border.UsableModulus(s.Prime):
				return nil, fmt.Errorf("%s: the engine takes no residues modulo %d", v.Name, s.Prime)
			case known && residue != s.Value.Uint64():
				differ[s.Prime] = true
			default:
				c.of[s.Prime] = s.Value.Uint64()
			}
		}
	}
	maps.DeleteFunc(c.of, func(p, _ uint64) bool { return differ[p] })
	c.primes = slices.SortedFunc(maps.Keys(c.of), func(a, b uint64) int { return cmp.Compare(b, a) })
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
	// minBits: residues must fit together by chance with at most 2^-minBits before one that does
	// not fit is called wrong.
	minBits = 16
	// maxSets bounds the sets of residues that are tried.
	maxSets = 100_000
)

// consistent returns an error if the residues are not all those of one number, and the primes of
// the wrong ones, if it is known which.
func (c *combination) consistent() (wrong []uint64, err error) {
	n := c.number()
	if n == nil {
		return nil, fmt.Errorf("the residues do not fit together: at least one of %d is wrong, and which one cannot be told: want residues of more primes than the %d that %s takes",
			len(c.primes), c.needed, symbol(c.size))
	}
	var texts []string
	for _, v := range c.values {
		for _, s := range v.sums {
			if !isNumber(s) {
				continue
			}
			if want := new(big.Int).Mod(n, new(big.Int).SetUint64(s.Prime)); want.Cmp(s.Value) != 0 {
				wrong = append(wrong, s.Prime)
				texts = append(texts, fmt.Sprintf("%s is wrong: %s modulo %d, prime %d, is %d by the others, not %d",
					v.Name, symbol(c.size), s.Prime, run.PrimeNumber(s.Prime), want, s.Value))
			}
		}
	}
	if wrong != nil {
		err = fmt.Errorf("%s; without that the residues fit together", strings.Join(texts, "; "))
	}
	return wrong, err
}

// number returns the number that all residues give, or all but as few as possible, if it is
// unlikely that these fit together by chance; nil if there is no such number, or more than one.
func (c *combination) number() *big.Int {
	all := len(c.primes)
	for n := all; n >= c.needed && combin.GeneralizedBinomial(float64(all), float64(n)) <= maxSets; n-- {
		var numbers []*big.Int
		for sets := combin.NewCombinationGenerator(all, n); sets.Next(); {
			var primes, residues []uint64
			for _, i := range sets.Combination(nil) {
				primes, residues = append(primes, c.primes[i]), append(residues, c.of[c.primes[i]])
			}
			x, _, err := combineCRT(primes, residues)
			if err == nil && passesCheapChecks(c.size, x) && (n == all || c.evidence(primes) >= minBits) {
				numbers = append(numbers, x)
			}
		}
		if len(numbers) == 1 {
			return numbers[0]
		}
		if len(numbers) > 1 {
			break
		}
	}
	return nil
}

// evidence is how many bits say that residues fit together: by chance they do so with 2^-evidence.
func (c *combination) evidence(primes []uint64) float64 {
	bits := c.formulaBits() - c.bits()
	for _, p := range primes {
		bits += math.Log2(float64(p))
	}
	return bits
}
