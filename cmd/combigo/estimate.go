package main

import (
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/spf13/cobra"

	"combigo/asymptotic"
	"combigo/result"
)

// estimateFlags is everything that the command estimate is told besides the board.
type estimateFlags struct {
	digits int
	quiet  bool
	format formatFlag
	json   bool
}

const (
	shownDigits = 30
	mostShown   = 70
)

func newEstimateCommand() *cobra.Command {
	f := &estimateFlags{format: formatFlag{"text", []string{"text", "json"}}}
	command := &cobra.Command{
		Use:   "estimate ROWS [COLS]",
		Short: "Estimate the number of legal positions on a board of any size",
		Long: `Estimate the number of legal positions on a board of any size, such as 19, 9x13
or 10^9, with the relative error that is to be expected. Only digits that are
certain if the errors are as expected are shown.

Boards with a short side of up to 13 are strips: L(m,n) ~ a lambda^n with
constants that are proved to 24 digits. For all others it is
L(m,n) ~ A B^(m+n) L^(mn), with constants that are extrapolated (see combigo
asymptotic). A number that is in print is shown beside the estimate, and so are
bounds that are proved.`,
		Example: `  combigo estimate 19
  combigo estimate 7 268
  combigo estimate 10^9 --json`,
		Args: func(command *cobra.Command, args []string) error {
			if _, _, err := parseSides(args); err != nil {
				return fmt.Errorf("estimate: %w", err)
			}
			if f.digits < 1 || f.digits > mostShown {
				return fmt.Errorf("estimate: --digits %d: want 1 to %d", f.digits, mostShown)
			}
			return onlyOneOf(command, "format", "json", "quiet")
		},
		RunE: func(command *cobra.Command, args []string) error { return f.run(command, args) },
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.IntVar(&f.digits, "digits", shownDigits, "show `N` digits at most")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the estimate only")
	flags.Var(&f.format, "format", "text or json")
	flags.BoolVar(&f.json, "json", false, "short for --format json")
	return command
}

// parseSides reads a board of any size: 19, 9x13, 9 13, 10^9.
func parseSides(args []string) (rows, cols *big.Int, err error) {
	words := args
	if len(args) == 1 {
		words = strings.Split(strings.ToLower(args[0]), "x")
	}
	if len(words) < 1 || len(words) > 2 {
		return nil, nil, fmt.Errorf("board %q: want a size such as 19, 9x13 or 10^9", strings.Join(args, " "))
	}
	var sides []*big.Int
	for _, word := range words {
		side, err := parseSide(word)
		if err != nil {
			return nil, nil, fmt.Errorf("board %q: %w", strings.Join(args, " "), err)
		}
		sides = append(sides, side)
	}
	return sides[0], sides[len(sides)-1], nil
}

// parseSide reads a positive whole number, or a power such as 10^9.
func parseSide(word string) (*big.Int, error) {
	wrong := fmt.Errorf("side %q: want a whole number from 1, of at most %d digits, such as 19 or 10^9", word, asymptotic.MostSideDigits)
	base, exponent, power := strings.Cut(word, "^")
	n, ok := parseDigits(base)
	if !ok {
		return nil, wrong
	}
	if power {
		k, ok := parseDigits(exponent)
		// The power has no more digits than its exponent times the bits of its base.
		if !ok || !k.IsInt64() || k.Int64() > 4*asymptotic.MostSideDigits || int64(n.BitLen())*k.Int64() > 8*asymptotic.MostSideDigits {
			return nil, wrong
		}
		n.Exp(n, k, nil)
	}
	if n.Sign() == 0 || len(n.String()) > asymptotic.MostSideDigits {
		return nil, wrong
	}
	return n, nil
}

func parseDigits(word string) (*big.Int, bool) {
	if word == "" || len(word) > asymptotic.MostSideDigits || strings.Trim(word, "0123456789") != "" {
		return nil, false
	}
	return new(big.Int).SetString(word, 10)
}

func (f *estimateFlags) run(command *cobra.Command, args []string) error {
	rows, cols, err := parseSides(args)
	if err != nil {
		return fmt.Errorf("estimate: %w", err)
	}
	e, err := asymptotic.EstimateBoard(rows, cols)
	if err != nil {
		return fmt.Errorf("estimate: %w", err)
	}
	o := f.output(rows, cols, e)
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error {
		switch {
		case f.quiet:
			_, err := fmt.Fprintln(w, o.quiet())
			return err
		case f.json || f.format.format == "json":
			return result.JSON(w, o)
		}
		return o.write(w)
	})
}
