package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/recurrence"
)

func newRecurrenceCommand() *cobra.Command {
	c := newCommand("recurrence")
	c.Args = oneArgument("one number of rows, such as 3")
	o, kind, terms := recurrence.Options{Seed: 1}, recurrence.Symmetry(0), 0
	const maxTerms = 10_000 // more than any b-file has with terms of at most 1000 digits
	flags := c.Flags()
	wordVar(flags, &kind, "matrix", "KIND", recurrence.ParseSymmetry, nil, "give the matrix: states, classes or updown")
	numberVar(flags, &terms, "terms", 1, maxTerms, "number", "number of terms of a b-file (default: 1000, or what has at most 1000 digits)")
	numberVar(flags, &o.Primes, "primes", 1, recurrence.MaxPrimes, "number of primes", "number of primes for the order, 1 to 4 (default: 2)")
	seedVar(flags, &o.Seed, "seed `N` of the random numbers: which primes are drawn")
	c.limited()
	c.writes("print the order only", "text", "json", "sage", "mathematica", "pari", "bfile")
	return c.answers(func() (*view.Answer, error) {
		height, err := strconv.Atoi(c.args[0])
		if err != nil || height < 1 || height > recurrence.MaxHeight {
			return nil, fmt.Errorf("%q: want a number of rows from 1 to %d", c.args[0], recurrence.MaxHeight)
		}
		format, matrix, integers := c.out.format, c.given("matrix"), height <= recurrence.MaxExactHeight
		plain := format == "text" || format == "json" || format == "quiet"
		switch {
		case matrix && !plain:
			return nil, fmt.Errorf("--matrix: want text or json, not --format %s", format)
		case matrix && height > recurrence.MaxTransferHeight:
			return nil, fmt.Errorf("--matrix: want a number of rows from 1 to %d, not %d", recurrence.MaxTransferHeight, height)
		case !integers && !plain:
			return nil, fmt.Errorf("--format %s: the coefficients are found for at most %d rows, not %d", format, recurrence.MaxExactHeight, height)
		case o.Primes != 0 && (matrix || integers):
			return nil, fmt.Errorf("--primes is for more than %d rows, where the order is found modulo primes", recurrence.MaxExactHeight)
		case terms != 0 && format != "bfile":
			return nil, errors.New("--terms is for --format bfile only")
		}
		o.Options = c.work("recurrence %d", height)
		switch {
		case matrix:
			return shown(view.Transfer)(recurrence.NewTransfer(height, kind))
		case !integers:
			return shown(view.RecurrenceOrder)(recurrence.FindOrder(c.Context(), height, o))
		}
		return shown(func(r *recurrence.Recurrence) *view.Answer { return view.Recurrence(r, terms) })(recurrence.Find(c.Context(), height, o))
	})
}
