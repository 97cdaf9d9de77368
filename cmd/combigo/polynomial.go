package main

import (
	"errors"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"combigo/internal/par"
	"combigo/lattice"
	"combigo/polynomial"
	"combigo/result"
	"combigo/transfer"
)

// polynomialFlags is everything that the command polynomial is told besides the
// board.
type polynomialFlags struct {
	board   variantFlags
	factor  bool
	at      pointsFlag
	method  polynomialMethodFlag
	threads threadsFlag
	memory  memoryFlag
	json    bool
	quiet   bool
}

func newPolynomialCommand() *cobra.Command {
	f := &polynomialFlags{}
	command := &cobra.Command{
		Use:   "polynomial {ROWS [COLS] | --graph FILE}",
		Short: "Find the Go polynomial of a board",
		Long: `Find the Go polynomial of a board: the number of its legal positions as a
polynomial in the number of colours, lambda. Its coefficients are exact.

The board is one size, such as 4 or 3x5, of a --lattice (a cycle is given by one
number), or any graph from a file.

With --factor the polynomial is split over the whole numbers: powers of lambda,
linear factors, multiple factors. Of each factor of a higher degree it is said
whether it is irreducible; one that is not proved to be so is not split further.`,
		Example: `  combigo polynomial 4 --lattice cycle
  combigo polynomial 3 4 --at 1,2,3,-1/2
  combigo polynomial --graph petersen.g6 --factor --json`,
		Args: func(command *cobra.Command, args []string) error {
			if err := f.board.checkOne(command, args); err != nil {
				return err
			}
			return onlyOneOf(command, "json", "quiet")
		},
		RunE: func(command *cobra.Command, args []string) error { return f.run(command, args) },
	}
	f.register(command)
	return command
}

func (f *polynomialFlags) register(command *cobra.Command) {
	flags := command.Flags()
	flags.SortFlags = false
	f.board.register(command)
	flags.BoolVar(&f.factor, "factor", false, "split the polynomial into factors")
	flags.Var(&f.at, "at", "print the values at these numbers, whole or fractions, with commas between them")
	flags.Var(&f.method, "method", "auto, symbolic or interpolation")
	flags.Var(&f.threads, "threads", "number of threads (default: one for each processor)")
	flags.Var(&f.memory, "memory", "ceiling on memory, such as 8GiB (default: what the machine has available)")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the polynomial only, on one line; with --at the values, one a line")
}

func (f *polynomialFlags) run(command *cobra.Command, args []string) error {
	g, err := f.board.read(command, args)
	if err != nil {
		return err
	}
	bar := newProgressBar(command.ErrOrStderr(), "polynomial")
	r, err := polynomial.Go(command.Context(), g, polynomial.Options{
		Method:  f.method.Method,
		Options: par.Options{Threads: int(f.threads), Memory: f.memory.budget(), Progress: bar.report()},
	})
	bar.finish()
	if err != nil {
		return f.explain(g, err)
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error { return f.write(w, r) })
}

// explain names the flag that led to an error.
func (f *polynomialFlags) explain(g *lattice.Graph, err error) error {
	var width *transfer.WidthError
	if errors.As(err, &width) {
		return fmt.Errorf("polynomial: %s: %w", g, err)
	}
	return fmt.Errorf("polynomial: %w", f.memory.explain(result.About(err, g.String())))
}

func (f *polynomialFlags) write(w io.Writer, r *polynomial.Result) error {
	switch {
	case f.json:
		return result.JSON(w, newPolynomialDocument(r, f.factor, f.at.points))
	case f.quiet && len(f.at.points) > 0:
		return writeLines(w, values(r.Poly, f.at.points))
	case f.quiet && f.factor:
		return writeLines(w, []string{r.Poly.Factor().String()})
	case f.quiet:
		return writeLines(w, []string{r.Poly.String()})
	}
	return f.writeText(w, r)
}

func writeLines(w io.Writer, lines []string) error {
	for _, line := range lines {
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

func values(p polynomial.Poly, points []*big.Rat) []string {
	var texts []string
	for _, x := range points {
		texts = append(texts, p.At(x).RatString())
	}
	return texts
}

// pointsFlag is a list of rational numbers.
type pointsFlag struct {
	points []*big.Rat
	text   string
}

// pointSyntax keeps out exponents, with which a few characters could ask for a
// number of millions of digits. To compile it takes longer than any other command does to
// start.
var pointSyntax = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-?[0-9]{1,1000}(/[0-9]{1,1000})?$`) })

func (f *pointsFlag) Set(s string) error {
	f.text, f.points = s, nil
	for _, word := range strings.Split(s, ",") {
		x, ok := new(big.Rat), pointSyntax().MatchString(strings.TrimSpace(word))
		if ok {
			_, ok = x.SetString(strings.TrimSpace(word))
		}
		if !ok {
			return fmt.Errorf("%q is not a number: want whole numbers or fractions, such as 2,3,-1/2", word)
		}
		f.points = append(f.points, x)
	}
	return nil
}

func (f *pointsFlag) String() string { return f.text }
func (f *pointsFlag) Type() string   { return "L1,L2,..." }

// polynomialMethodFlag is a way to find a polynomial.
type polynomialMethodFlag struct{ polynomial.Method }

func (f *polynomialMethodFlag) Set(s string) (err error) {
	f.Method, err = polynomial.ParseMethod(s)
	return err
}

func (f *polynomialMethodFlag) Type() string { return "METHOD" }

func (f *polynomialFlags) beyond() string {
	switch {
	case f.board.safeTop && f.board.safeBottom:
		return ", with empty rows above and below"
	case f.board.safeTop:
		return ", with an empty row above"
	case f.board.safeBottom:
		return ", with an empty row below"
	}
	return ""
}
