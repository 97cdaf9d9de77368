package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// maxConstructibleHeight is the largest height that is searched for constructible classes: the
// search for 13 takes too much memory.
const maxConstructibleHeight = 12

// statesFlags is everything that the command states is told besides the heights.
type statesFlags struct {
	constructible bool
	growth        bool
	digits        int
	out           output
}

func newStatesCommand() *cobra.Command {
	f := &statesFlags{digits: 24}
	command := &cobra.Command{
		Use:   "states {M | --growth}",
		Short: "Count the border state classes of boards with M rows",
		Long: `Count the valid border state classes of boards with M rows, for every kink y:
the states of a border of M points, y of them in the new column, that satisfy
the consistency rules for liberties and connections. States that differ in an
exchange of the colours are one class. A range of heights, such as 1-19, gives
the smallest and the largest number for each, at y = 0 and y = M-1.

With --constructible also those classes are counted that the left part of a real
board has, by a search (M at most 12). --growth prints how fast the classes
without a kink grow with M, from their generating function.`,
		Example: `  combigo states 9
  combigo states 1-19
  combigo states 9 --constructible --json
  combigo states --growth --digits 40`,
		RunE: f.run,
	}
	flags := command.Flags()
	flags.BoolVar(&f.constructible, "constructible", false, "count the constructible classes, too")
	flags.BoolVar(&f.growth, "growth", false, "print how fast the classes grow with M")
	numberVar(flags, &f.digits, "digits", 1, asymptotic.MaxClassDigits, "number", "with --growth: `N` digits")
	f.out.register(command, "print the numbers of valid classes only, one a line for each height", "text", "json", "csv")
	return command
}

func (f *statesFlags) run(command *cobra.Command, args []string) error {
	if err := cmp.Or(onlyWith(command, "growth", "digits"), onlyOneOf(command, "growth", "constructible")); err != nil {
		return err
	}
	if f.growth {
		return f.runGrowth(command, args)
	}
	most := connected.MaxHeight
	if f.constructible {
		most = maxConstructibleHeight
	}
	heights, err := rowsOf(args, most)
	if err != nil && f.constructible {
		err = fmt.Errorf("--constructible: %w", err)
	}
	if err != nil {
		return err
	}
	var counts []*view.StateCounts
	for height := heights.First; height <= heights.Last; height++ {
		c, err := countStates(command.Context(), height, f.constructible)
		if err != nil {
			return err
		}
		counts = append(counts, c)
	}
	return f.out.write(command, view.States(counts), views{
		"json":  asJSON(view.OneOf(counts)),
		"csv":   func(w io.Writer) error { return view.StatesCSV(w, counts) },
		"quiet": asLines(counts, func(c *view.StateCounts) result.Decimal { return c.ValidTotal }),
	})
}

func countStates(ctx context.Context, height int, constructible bool) (*view.StateCounts, error) {
	valid := connected.ValidClasses(height)
	if !constructible {
		return view.NewStateCounts(height, valid, nil), nil
	}
	numbers, err := connected.ConstructibleClasses(ctx, height, par.Options{})
	if err != nil {
		return nil, err
	}
	if len(numbers) != len(valid) {
		return nil, result.InternalErrorf("the number of constructible classes", "it has %d kinks, not %d", len(numbers), len(valid))
	}
	var found []*big.Int
	for _, n := range numbers {
		found = append(found, big.NewInt(n))
	}
	return view.NewStateCounts(height, valid, found), nil
}

func (f *statesFlags) runGrowth(command *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("--growth takes no number of rows: %q", strings.Join(args, " "))
	}
	if f.out.format == "csv" {
		return errors.New("--growth: want --format text or json")
	}
	growth := view.NewClassGrowth(f.digits)
	return f.out.write(command, growth.Document(), views{"json": asJSON(growth), "quiet": asLine(growth.Lambda)})
}
