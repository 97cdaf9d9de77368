package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"

	"github.com/spf13/cobra"

	"combigo/border"
	"combigo/recurrence"
	"combigo/result"
)

// recurrenceFlags is everything that the command recurrence is told besides
// the height.
type recurrenceFlags struct {
	matrix  symmetryFlag
	terms   countingFlag
	primes  primesFlag
	seed    uint64
	threads threadsFlag
	memory  memoryFlag
	format  formatFlag
	json    bool
}

func newRecurrenceCommand() *cobra.Command {
	f := &recurrenceFlags{format: formatFlag{"text", []string{"text", "json", "sage", "mathematica", "bfile"}}}
	command := &cobra.Command{
		Use:   "recurrence M",
		Short: "Find the linear recurrence of the boards with M rows",
		Long: `Find the shortest linear recurrence of L(M,n), the number of legal positions of
boards with M rows and n columns.

For M up to 6 the coefficients are found as integers, and the recurrence is
proved to hold for all n. That takes seconds for M = 6, and no time below.

For M up to 10 only the order is found, modulo primes drawn at random (see
--primes and --seed). As many terms are taken as the number of up-down classes
of border states asks for, so that each order is certain modulo its prime; the
output says how unlikely it is that all primes give too small an order. It takes
a minute for M = 8, a quarter of an hour for 9, and hours for 10.

With --matrix (M up to 4) the recurrence is given as a matrix power instead:
L(M,n) = l T^(n-1) L(M,1), on all border states, on classes of them up to an
exchange of colours, or on classes up to turning upside down, too.`,
		Example: `  combigo recurrence 3
  combigo recurrence 5 --format sage
  combigo recurrence 2 --format bfile --terms 100
  combigo recurrence 1 --matrix states
  combigo recurrence 7 --json`,
		Args: func(command *cobra.Command, args []string) error { return f.check(command, args) },
		RunE: func(command *cobra.Command, args []string) error { return f.run(command, args) },
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.Var(&f.matrix, "matrix", "give the matrix: states, classes or updown")
	flags.Var(&f.terms, "terms", "number of terms of a b-file (default: 1000, or what has at most 1000 digits)")
	flags.Var(&f.primes, "primes", "number of primes for the order, 1 to 4 (default: 2)")
	flags.Uint64Var(&f.seed, "seed", 1, "seed `N` of the random numbers: which primes are drawn")
	flags.Var(&f.threads, "threads", "number of threads (default: one for each processor)")
	flags.Var(&f.memory, "memory", "ceiling on memory, such as 8GiB (default: what the machine has available)")
	flags.Var(&f.format, "format", "text, json, sage, mathematica or bfile (the format of the OEIS)")
	flags.BoolVar(&f.json, "json", false, "short for --format json")
	return command
}

func (f *recurrenceFlags) check(command *cobra.Command, args []string) error {
	height, err := f.height(args)
	if err != nil {
		return err
	}
	if err := onlyOneOf(command, "format", "json"); err != nil {
		return err
	}
	format := f.format.format
	switch {
	case f.matrix.given && format != "text" && format != "json":
		return fmt.Errorf("recurrence: --matrix: want text or json, not --format %s", format)
	case f.matrix.given && height > recurrence.MaxTransferHeight:
		return fmt.Errorf("recurrence: --matrix: want a number of rows from 1 to %d, not %d", recurrence.MaxTransferHeight, height)
	case !f.integers(height) && format != "text" && format != "json":
		return fmt.Errorf("recurrence: --format %s: the coefficients are found for at most %d rows, not %d", format, recurrence.MaxExactHeight, height)
	case f.primes.n != 0 && (f.matrix.given || f.integers(height)):
		return fmt.Errorf("recurrence: --primes is for more than %d rows, where the order is found modulo primes", recurrence.MaxExactHeight)
	case f.terms.n != 0 && format != "bfile":
		return errors.New("recurrence: --terms is for --format bfile only")
	}
	return nil
}

func (f *recurrenceFlags) integers(height int) bool { return height <= recurrence.MaxExactHeight }

func (f *recurrenceFlags) height(args []string) (int, error) {
	if len(args) != 1 {
		return 0, fmt.Errorf("recurrence: %d arguments given: want one number of rows, such as 3", len(args))
	}
	height, err := strconv.Atoi(args[0])
	if err != nil || height < 1 || height > recurrence.MaxHeight {
		return 0, fmt.Errorf("recurrence: %q: want a number of rows from 1 to %d", args[0], recurrence.MaxHeight)
	}
	return height, nil
}

func (f *recurrenceFlags) run(command *cobra.Command, args []string) error {
	height, err := f.height(args)
	if err != nil {
		return err
	}
	bar := newProgressBar(command.ErrOrStderr(), fmt.Sprintf("recurrence %d", height))
	opt := recurrence.Options{
		Threads: int(f.threads), Memory: int64(f.memory.budget()), Seed: f.seed, Primes: f.primes.n, Progress: bar.report(),
	}
	write, err := f.find(command.Context(), height, opt)
	bar.finish()
	if err != nil {
		return fmt.Errorf("recurrence: %w", f.memory.explain(err))
	}
	return writeWhole(command.OutOrStdout(), write)
}

// find finds what is asked for, and returns what writes it.
func (f *recurrenceFlags) find(ctx context.Context, height int, opt recurrence.Options) (func(io.Writer) error, error) {
	json := f.json || f.format.format == "json"
	switch {
	case f.matrix.given:
		t, err := recurrence.NewTransfer(height, f.matrix.Symmetry)
		if err != nil {
			return nil, err
		}
		return func(w io.Writer) error { return writeTransfer(w, t, json) }, nil
	case f.integers(height):
		r, err := recurrence.Find(ctx, height, opt)
		if err != nil {
			return nil, err
		}
		return func(w io.Writer) error { return f.writeRecurrence(w, r, json) }, nil
	}
	classes, err := recurrence.CountClasses(ctx, height, border.Options{Threads: opt.Threads, Memory: opt.Memory})
	if err != nil {
		return nil, err
	}
	o, err := recurrence.FindOrder(ctx, height, opt)
	if err != nil {
		return nil, err
	}
	return func(w io.Writer) error { return writeOrder(w, o, classes, json) }, nil
}

func (f *recurrenceFlags) writeRecurrence(w io.Writer, r *recurrence.Recurrence, json bool) error {
	switch {
	case json:
		return result.JSON(w, newRecurrenceDocument(r))
	case f.format.format == "sage":
		_, err := io.WriteString(w, r.Sage())
		return err
	case f.format.format == "mathematica":
		_, err := io.WriteString(w, r.Mathematica())
		return err
	case f.format.format == "bfile":
		return f.writeTerms(w, r)
	}
	return writeRecurrenceText(w, r)
}

// defaultTerms is the length of a b-file if nothing else is said.
const defaultTerms = 1000

func (f *recurrenceFlags) writeTerms(w io.Writer, r *recurrence.Recurrence) error {
	most := f.terms.n
	if most == 0 {
		most = defaultTerms
	}
	tooLong := new(big.Int).Exp(big.NewInt(10), big.NewInt(result.MaxBFileDigits), nil)
	var terms []result.Term
	for i, x := range r.Terms(most) {
		if f.terms.n == 0 && x.Cmp(tooLong) >= 0 {
			break
		}
		terms = append(terms, result.Term{Index: i + 1, Value: x})
	}
	if err := result.BFile(w, terms); err != nil {
		return fmt.Errorf("recurrence: --terms %d: %w", most, err)
	}
	return nil
}

// symmetryFlag is a kind of border states.
type symmetryFlag struct {
	recurrence.Symmetry
	given bool
}

func (f *symmetryFlag) Set(s string) (err error) {
	f.Symmetry, err = recurrence.ParseSymmetry(s)
	f.given = err == nil
	return err
}

func (f *symmetryFlag) String() string {
	if !f.given {
		return ""
	}
	return f.Symmetry.String()
}

func (f *symmetryFlag) Type() string { return "KIND" }

// mostTerms is more than any b-file has with terms of at most 1000 digits.
const mostTerms = 10_000

// countingFlag is a number of things from 1 on, 0 if not given.
type countingFlag struct{ n int }

func (f *countingFlag) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > mostTerms {
		return fmt.Errorf("want a number from 1 to %d", mostTerms)
	}
	f.n = n
	return nil
}

func (f *countingFlag) String() string {
	if f.n == 0 {
		return ""
	}
	return strconv.Itoa(f.n)
}

func (f *countingFlag) Type() string { return "N" }

// primesFlag is a number of primes, 0 if not given.
type primesFlag struct{ n int }

func (f *primesFlag) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > recurrence.MaxPrimes {
		return fmt.Errorf("want a number of primes from 1 to %d", recurrence.MaxPrimes)
	}
	f.n = n
	return nil
}

func (f *primesFlag) String() string {
	if f.n == 0 {
		return ""
	}
	return strconv.Itoa(f.n)
}

func (f *primesFlag) Type() string { return "N" }
