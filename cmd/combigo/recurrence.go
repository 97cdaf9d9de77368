package main

import (
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
)

// recurrenceFlags is everything that the command recurrence is told besides the height.
type recurrenceFlags struct {
	matrix  recurrence.Symmetry
	terms   int
	primes  int
	seed    uint64
	machine machineFlags
	out     output
}

func newRecurrenceCommand() *cobra.Command {
	f := &recurrenceFlags{seed: 1}
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
		Args: oneArgument("one number of rows, such as 3"),
		RunE: f.run,
	}
	flags := command.Flags()
	wordVar(flags, &f.matrix, "matrix", "KIND", recurrence.ParseSymmetry, nil, "give the matrix: states, classes or updown")
	numberVar(flags, &f.terms, "terms", 1, maxTerms, "number", "number of terms of a b-file (default: 1000, or what has at most 1000 digits)")
	numberVar(flags, &f.primes, "primes", 1, recurrence.MaxPrimes, "number of primes", "number of primes for the order, 1 to 4 (default: 2)")
	seedVar(flags, &f.seed, "seed `N` of the random numbers: which primes are drawn")
	f.machine.register(flags)
	f.out.register(command, "print the order only", "text", "json", "sage", "mathematica", "pari", "bfile")
	return command
}

// maxTerms is more than any b-file has with terms of at most 1000 digits.
const maxTerms = 10_000

// check returns an error for flags that do not go together.
func (f *recurrenceFlags) check(command *cobra.Command, height int) error {
	format, matrix := f.out.format, command.Flags().Changed("matrix")
	plain := format == "text" || format == "json" || format == "quiet"
	integers := height <= recurrence.MaxExactHeight
	switch {
	case matrix && !plain:
		return fmt.Errorf("--matrix: want text or json, not --format %s", format)
	case matrix && height > recurrence.MaxTransferHeight:
		return fmt.Errorf("--matrix: want a number of rows from 1 to %d, not %d", recurrence.MaxTransferHeight, height)
	case !integers && !plain:
		return fmt.Errorf("--format %s: the coefficients are found for at most %d rows, not %d", format, recurrence.MaxExactHeight, height)
	case f.primes != 0 && (matrix || integers):
		return fmt.Errorf("--primes is for more than %d rows, where the order is found modulo primes", recurrence.MaxExactHeight)
	case f.terms != 0 && format != "bfile":
		return errors.New("--terms is for --format bfile only")
	}
	return nil
}

func (f *recurrenceFlags) run(command *cobra.Command, args []string) error {
	height, err := strconv.Atoi(args[0])
	if err != nil || height < 1 || height > recurrence.MaxHeight {
		return fmt.Errorf("%q: want a number of rows from 1 to %d", args[0], recurrence.MaxHeight)
	}
	if err := f.check(command, height); err != nil {
		return err
	}
	opt, finish := f.machine.begin(command, fmt.Sprintf("recurrence %d", height))
	document, others, err := f.find(command, height, recurrence.Options{
		Options: par.Options{Threads: opt.Threads, Memory: opt.Memory, Progress: opt.Progress}, Seed: f.seed, Primes: f.primes,
	})
	finish()
	if err != nil {
		return err
	}
	return f.out.write(command, document(), others)
}

// find finds what is asked for.
func (f *recurrenceFlags) find(command *cobra.Command, height int, opt recurrence.Options) (func() *view.Document, views, error) {
	if command.Flags().Changed("matrix") {
		t, err := recurrence.NewTransfer(height, f.matrix)
		return func() *view.Document { return view.Transfer(t) }, views{
			"json":  asJSON(t),
			"quiet": func(w io.Writer) error { return view.Lines(w, len(t.States)) },
		}, err
	}
	if height > recurrence.MaxExactHeight {
		o, err := recurrence.FindOrder(command.Context(), height, opt)
		return func() *view.Document { return view.RecurrenceOrder(o) }, views{
			"json":  asJSON(o),
			"quiet": func(w io.Writer) error { return view.Lines(w, o.Order) },
		}, err
	}
	r, err := recurrence.Find(command.Context(), height, opt)
	text := func(write func() string) func(io.Writer) error {
		return func(w io.Writer) error {
			_, err := io.WriteString(w, write())
			return err
		}
	}
	return func() *view.Document { return view.Recurrence(r) }, views{
		"json":        asJSON(r),
		"quiet":       func(w io.Writer) error { return view.Lines(w, r.Order()) },
		"sage":        text(r.Sage),
		"mathematica": text(r.Mathematica),
		"pari":        text(r.Pari),
		"bfile":       func(w io.Writer) error { return f.writeTerms(w, r) },
	}, err
}

// defaultTerms is the length of a b-file if nothing else is said.
const defaultTerms = 1000

func (f *recurrenceFlags) writeTerms(w io.Writer, r *recurrence.Recurrence) error {
	most := f.terms
	if most == 0 {
		most = defaultTerms
	}
	tooLong := new(big.Int).Exp(big.NewInt(10), big.NewInt(result.MaxBFileDigits), nil)
	var terms []result.Term
	for i, x := range r.Terms(most) {
		if f.terms == 0 && x.Cmp(tooLong) >= 0 {
			break
		}
		terms = append(terms, result.Term{Index: i + 1, Value: x})
	}
	if err := result.BFile(w, terms); err != nil {
		return fmt.Errorf("--terms %d: %w", most, err)
	}
	return nil
}
