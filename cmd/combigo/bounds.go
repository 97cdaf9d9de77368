package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/bounds"
	"combigo/lattice"
)

// boundsFlags is everything that the command bounds is told besides the board.
type boundsFlags struct {
	lattice   boundsLatticeFlag
	colors    int
	direction directionFlag
	width     int
	upTo      int
	values    bool
	threads   threadsFlag
	memory    memoryFlag
	format    formatFlag
	json      bool
	csv       bool
}

func newBoundsCommand() *cobra.Command {
	f := &boundsFlags{
		lattice: boundsLatticeFlag{lattice.Square},
		format:  formatFlag{"text", []string{"text", "json", "csv"}},
	}
	command := &cobra.Command{
		Use:   "bounds [ROWS [COLS]]",
		Short: "Prove bounds for boards and lattices from narrow strips",
		Long: `Prove bounds for what is too large to count, by cutting it into strips: free
strips bound from below, strips with empty points beyond the cuts from above.

Without a board, bound the constant of a lattice: the limit of the number of
legal positions to the power of 1 over the number of points. There is a line for
every width of strips; a bound that is sharper than all in print is marked. All
digits are proven: eigenvalues are enclosed, and rounded outward.

With a board, such as 19 or 9x13, bound the number of its legal positions by the
best divisions into strips of at most a width, with exact numbers for strips.`,
		Example: `  combigo bounds
  combigo bounds --upto 10
  combigo bounds --lattice hexagonal --direction rows
  combigo bounds --colors 4
  combigo bounds --eigenvalues --upto 6
  combigo bounds 19
  combigo bounds 19 --width 6 --json`,
		Args: func(command *cobra.Command, args []string) error { return f.check(command, args) },
		RunE: func(command *cobra.Command, args []string) error { return f.run(command, args) },
	}
	f.register(command)
	return command
}

func (f *boundsFlags) register(command *cobra.Command) {
	flags := command.Flags()
	flags.SortFlags = false
	flags.Var(&f.lattice, "lattice", "square, triangular, hexagonal or square-octagonal")
	flags.IntVar(&f.colors, "colors", 2, "number `K` of colours of stones")
	flags.Var(&f.direction, "direction", "either, or only strips of rows (as in print) or of columns")
	flags.IntVar(&f.width, "width", 0, "width of strips: `N` only, or at most N for a board")
	flags.IntVar(&f.upTo, "upto", 0, "widths of strips from 1 to `N` (default: some seconds' worth)")
	flags.BoolVar(&f.values, "eigenvalues", false, "the eigenvalues of free, single-safe and double-safe strips instead")
	flags.Var(&f.threads, "threads", "number of threads (default: one for each processor)")
	flags.Var(&f.memory, "memory", "ceiling on memory, such as 8GiB (default: what the machine has available)")
	flags.Var(&f.format, "format", "text, json or csv")
	flags.BoolVar(&f.json, "json", false, "short for --format json")
	flags.BoolVar(&f.csv, "csv", false, "short for --format csv")
}

// check returns an error for what is wrong on the command line.
func (f *boundsFlags) check(command *cobra.Command, args []string) error {
	if _, err := boundedBoard(args); err != nil {
		return fmt.Errorf("bounds: %w", err)
	}
	if f.values && len(args) > 0 {
		return errors.New("bounds: --eigenvalues: strips are endless: want no board")
	}
	if f.colors < 1 || f.colors > bounds.MaxColors {
		return fmt.Errorf("bounds: --colors %d: want from 1 to %d", f.colors, bounds.MaxColors)
	}
	for name, value := range map[string]int{"width": f.width, "upto": f.upTo} {
		if command.Flags().Changed(name) && (value < 1 || value > bounds.MaxWidth) {
			return fmt.Errorf("bounds: --%s %d: want a width from 1 to %d", name, value, bounds.MaxWidth)
		}
	}
	if err := onlyOneOf(command, "width", "upto"); err != nil {
		return err
	}
	return onlyOneOf(command, "format", "json", "csv")
}

// boundedBoard reads the board from the arguments; it is zero if there is none.
func boundedBoard(args []string) (board.Size, error) {
	if len(args) == 0 {
		return board.Size{}, nil
	}
	size, err := board.Parse(args...)
	if err == nil && size.Long() > bounds.MaxSide {
		err = fmt.Errorf("board %s: want sides from 1 to %d", size, bounds.MaxSide)
	}
	return size, err
}

func (f *boundsFlags) run(command *cobra.Command, args []string) error {
	size, err := boundedBoard(args)
	if err != nil {
		return fmt.Errorf("bounds: %w", err)
	}
	bar := newProgressBar(command.ErrOrStderr(), strings.Join(append([]string{"bounds"}, args...), " "))
	write, err := f.compute(command.Context(), size, bounds.Options{
		Threads: int(f.threads), Memory: f.memory.budget(), Progress: bar.report(),
	})
	bar.finish()
	if err != nil {
		return f.explain(err)
	}
	return writeWhole(command.OutOrStdout(), write)
}

// compute returns what writes the results, in the format asked for.
func (f *boundsFlags) compute(ctx context.Context, size board.Size, opt bounds.Options) (func(io.Writer) error, error) {
	question := bounds.Question{Kind: f.lattice.Kind, Colors: f.colors, Direction: f.direction.Direction}
	if size != (board.Size{}) {
		b, err := question.Board(ctx, size, max(f.width, f.upTo), opt)
		return func(w io.Writer) error { return f.writeBoard(w, b) }, err
	}
	first, last := 1, f.upTo
	if f.width > 0 {
		first, last = f.width, f.width
	}
	if f.values {
		all, err := question.AllEigenvalues(ctx, first, last, opt)
		return func(w io.Writer) error { return f.writeEigenvalues(w, all) }, err
	}
	brackets, err := question.Brackets(ctx, first, last, opt)
	return func(w io.Writer) error { return f.writeBrackets(w, brackets) }, err
}

// explain names the flag that led to an error.
func (f *boundsFlags) explain(err error) error {
	return fmt.Errorf("bounds: %w", f.memory.explain(err))
}

// boundsLatticeFlag is a lattice that can be cut into strips.
type boundsLatticeFlag struct{ lattice.Kind }

func (f *boundsLatticeFlag) Set(s string) error {
	var names []string
	for _, kind := range bounds.Lattices() {
		if f.Kind = kind; kind.String() == s {
			return nil
		}
		names = append(names, kind.String())
	}
	return fmt.Errorf("want %s", strings.Join(names, ", "))
}

func (f *boundsLatticeFlag) Type() string { return "LATTICE" }

// directionFlag is the direction of strips.
type directionFlag struct{ bounds.Direction }

func (f *directionFlag) Set(s string) (err error) {
	f.Direction, err = bounds.ParseDirection(s)
	return err
}

func (f *directionFlag) Type() string { return "DIRECTION" }

