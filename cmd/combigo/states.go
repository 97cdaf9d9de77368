package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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

func newStatesCommand() *cobra.Command {
	c := newCommand("states")
	constructible, growth, digits := false, false, 24
	flags := c.Flags()
	flags.BoolVar(&constructible, "constructible", false, "count the constructible classes, too")
	flags.BoolVar(&growth, "growth", false, "print how fast the classes grow with M")
	numberVar(flags, &digits, "digits", 1, asymptotic.MaxClassDigits, "number", "with --growth: `N` digits")
	c.writes("print the numbers of valid classes only, one a line for each height", "text", "json", "csv")
	return c.answers(func() (*view.Answer, error) {
		err := cmp.Or(c.onlyWith("growth", "digits"), c.onlyOneOf("growth", "constructible"))
		switch {
		case err != nil:
			return nil, err
		case growth && len(c.args) > 0:
			return nil, fmt.Errorf("--growth takes no number of rows: %q", strings.Join(c.args, " "))
		case growth && c.out.format == "csv":
			return nil, errors.New("--growth: want --format text or json")
		case growth:
			return view.ClassGrowth(digits), nil
		}
		most := connected.MaxHeight
		if constructible {
			most = maxConstructibleHeight
		}
		heights, err := rowsOf(c.args, most)
		if err != nil && constructible {
			err = fmt.Errorf("--constructible: %w", err)
		}
		if err != nil {
			return nil, err
		}
		var counts []*view.StateCounts
		for height := heights.First; height <= heights.Last; height++ {
			found := &view.StateCounts{Height: height, Valid: connected.ValidClasses(height)}
			if constructible {
				if err := countConstructible(c.Context(), found); err != nil {
					return nil, err
				}
			}
			counts = append(counts, found)
		}
		return view.States(counts), nil
	})
}

// countConstructible counts the constructible classes of a height.
func countConstructible(ctx context.Context, c *view.StateCounts) error {
	numbers, err := connected.ConstructibleClasses(ctx, c.Height, par.Options{})
	if err != nil {
		return err
	}
	if len(numbers) != len(c.Valid) {
		return result.InternalErrorf("the number of constructible classes", "it has %d kinks, not %d", len(numbers), len(c.Valid))
	}
	for _, n := range numbers {
		c.Constructible = append(c.Constructible, big.NewInt(n))
	}
	return nil
}
