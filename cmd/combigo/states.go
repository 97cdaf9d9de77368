package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"combigo/asymptotic"
	"combigo/board"
	"combigo/border"
	"combigo/result"
)

// maxConstructibleHeight is the largest height that is searched for
// constructible classes: the search for 13 takes too much memory.
const maxConstructibleHeight = 12

// statesFlags is everything that the command states is told besides the
// heights.
type statesFlags struct {
	constructible bool
	growth        bool
	digits        int
	format        formatFlag
	json          bool
}

func newStatesCommand() *cobra.Command {
	f := &statesFlags{format: formatFlag{"text", []string{"text", "json", "csv"}}}
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
		Args: func(command *cobra.Command, args []string) error {
			if err := onlyOneOf(command, "format", "json"); err != nil {
				return err
			}
			if f.growth {
				return f.checkGrowth(args)
			}
			if command.Flags().Changed("digits") {
				return errors.New("states: --digits is for --growth")
			}
			_, err := f.heights(args)
			return err
		},
		RunE: func(command *cobra.Command, args []string) error {
			if f.growth {
				return writeWhole(command.OutOrStdout(), f.writeGrowth)
			}
			return f.run(command, args)
		},
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.BoolVar(&f.constructible, "constructible", false, "count the constructible classes, too")
	flags.BoolVar(&f.growth, "growth", false, "print how fast the classes grow with M")
	flags.IntVar(&f.digits, "digits", 24, "with --growth: `N` digits")
	flags.Var(&f.format, "format", "text, json or csv")
	flags.BoolVar(&f.json, "json", false, "short for --format json")
	return command
}

// checkGrowth refuses what does not go with --growth.
func (f *statesFlags) checkGrowth(args []string) error {
	switch {
	case len(args) > 0:
		return fmt.Errorf("states: --growth takes no number of rows: %q", strings.Join(args, " "))
	case f.constructible:
		return errors.New("states: --growth and --constructible cannot be combined")
	case f.format.format == "csv":
		return errors.New("states: --growth: want --format text or json")
	case f.digits < 1 || f.digits > asymptotic.MaxClassDigits:
		return fmt.Errorf("states: --digits %d: want a number from 1 to %d", f.digits, asymptotic.MaxClassDigits)
	}
	return nil
}

// growthOutput is how fast the classes grow, as JSON.
type growthOutput struct {
	Formula    string  `json:"formula"`
	Low        string  `json:"lambda_low"`
	High       string  `json:"lambda_high"`
	Factor     string  `json:"factor"`
	Polynomial []int64 `json:"polynomial"` // coefficients of x^0, x^1, ...
}

func (f *statesFlags) writeGrowth(w io.Writer) error {
	growth := asymptotic.NewClassGrowth(f.digits)
	const formula = "factor M^(-3/2) lambda^M"
	if f.json || f.format.format == "json" {
		return result.JSON(w, growthOutput{
			formula, growth.Lambda.Low.Text('f'), growth.Lambda.High.Text('f'), growth.Factor.Text('g', f.digits), asymptotic.ClassPolynomial,
		})
	}
	_, err := fmt.Fprintf(w, `Border state classes of M rows without a kink, for large M

number  about %s, relative error of order 1/M
lambda  %s, the largest root of
        %s
factor  %s
`, formula, growth.Lambda.Rounded(f.digits-1), polynomialText(asymptotic.ClassPolynomial), growth.Factor.Text('g', f.digits))
	return err
}

// polynomialText writes a polynomial in x, the highest power first.
func polynomialText(coefficients []int64) string {
	var text strings.Builder
	for i, c := range slices.Backward(coefficients) {
		switch {
		case c == 0:
			continue
		case text.Len() == 0:
		case c < 0:
			text.WriteString(" - ")
			c = -c
		default:
			text.WriteString(" + ")
		}
		if c != 1 || i == 0 {
			text.WriteString(strconv.FormatInt(c, 10))
		}
		if i > 0 {
			text.WriteString("x")
		}
		if i > 1 {
			text.WriteString("^" + strconv.Itoa(i))
		}
	}
	return text.String()
}

// heights reads the heights from the arguments.
func (f *statesFlags) heights(args []string) (board.Span, error) {
	if len(args) != 1 {
		return board.Span{}, fmt.Errorf("states: %d arguments given: want one number of rows, such as 9, or a range such as 1-19", len(args))
	}
	boards, err := board.ParseRange(args[0])
	if err != nil {
		return board.Span{}, fmt.Errorf("states: %w", err)
	}
	most, flag := border.MaxHeight, ""
	if f.constructible {
		most, flag = maxConstructibleHeight, "--constructible: "
	}
	if !boards.Square || boards.Rows.Last > most {
		return board.Span{}, fmt.Errorf("states: %s%q: want a number of rows from 1 to %d, or a range of them", flag, args[0], most)
	}
	return boards.Rows, nil
}

func (f *statesFlags) run(command *cobra.Command, args []string) error {
	heights, err := f.heights(args)
	if err != nil {
		return err
	}
	var counts []*stateCounts
	for height := heights.First; height <= heights.Last; height++ {
		c, err := countStates(command.Context(), height, f.constructible)
		if err != nil {
			return fmt.Errorf("states: %w", err)
		}
		counts = append(counts, c)
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error { return f.write(w, counts) })
}

// stateCounts is the numbers of classes of one height, by kink; its fields are
// those of the JSON output.
type stateCounts struct {
	Height             int        `json:"height"`
	Valid              []*decimal `json:"valid"`
	ValidTotal         *decimal   `json:"valid_total"`
	Constructible      []*decimal `json:"constructible,omitempty"`
	ConstructibleTotal *decimal   `json:"constructible_total,omitempty"`
}

// decimal is a number that is a string of digits in JSON.
type decimal struct{ *big.Int }

func (d decimal) MarshalJSON() ([]byte, error) { return strconv.AppendQuote(nil, d.String()), nil }

func countStates(ctx context.Context, height int, constructible bool) (*stateCounts, error) {
	c := &stateCounts{Height: height}
	for _, n := range border.ValidClasses(height) {
		c.Valid = append(c.Valid, &decimal{n})
	}
	c.ValidTotal = sum(c.Valid)
	if !constructible {
		return c, nil
	}
	numbers, err := border.ConstructibleClasses(ctx, height, border.Options{})
	if err != nil {
		return nil, err
	}
	if len(numbers) != len(c.Valid) {
		return nil, exitError{exitInternal, errors.New("states: internal error: the two counts differ in length")}
	}
	for _, n := range numbers {
		c.Constructible = append(c.Constructible, &decimal{big.NewInt(n)})
	}
	c.ConstructibleTotal = sum(c.Constructible)
	return c, nil
}

func sum(numbers []*decimal) *decimal {
	total := new(big.Int)
	for _, n := range numbers {
		total.Add(total, n.Int)
	}
	return &decimal{total}
}

func (f *statesFlags) write(w io.Writer, counts []*stateCounts) error {
	switch {
	case (f.json || f.format.format == "json") && len(counts) == 1:
		return result.JSON(w, counts[0])
	case f.json || f.format.format == "json":
		return result.JSON(w, counts)
	case f.format.format == "csv":
		return writeStatesCSV(w, counts)
	case len(counts) == 1:
		return writeKinks(w, counts[0])
	}
	return writeHeights(w, counts)
}

func writeStatesCSV(w io.Writer, counts []*stateCounts) error {
	header := []string{"height", "kink", "valid"}
	if counts[0].Constructible != nil {
		header = append(header, "constructible")
	}
	rows := [][]string{header}
	for _, c := range counts {
		for y, n := range c.Valid {
			row := []string{strconv.Itoa(c.Height), strconv.Itoa(y), n.String()}
			if c.Constructible != nil {
				row = append(row, c.Constructible[y].String())
			}
			rows = append(rows, row)
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// writeKinks writes a line for every kink of one height.
func writeKinks(w io.Writer, c *stateCounts) error {
	t := newTable()
	header, footer := table.Row{"kink y", "valid"}, table.Row{"total", c.ValidTotal}
	if c.Constructible != nil {
		header, footer = append(header, "constructible"), append(footer, c.ConstructibleTotal)
	}
	t.AppendHeader(header)
	for y, n := range c.Valid {
		row := table.Row{y, n}
		if c.Constructible != nil {
			row = append(row, c.Constructible[y])
		}
		t.AppendRow(row)
	}
	t.AppendFooter(footer)
	t.SetColumnConfigs([]table.ColumnConfig{right(1), right(2), right(3)})
	_, err := fmt.Fprintf(w, "Border state classes of boards with %d rows\n\n%s\n", c.Height, t.Render())
	return err
}

// writeHeights writes a line for every height, with the numbers at the first
// and the last kink: Table 1 of the paper.
func writeHeights(w io.Writer, counts []*stateCounts) error {
	t := newTable()
	header := table.Row{"M", "valid, y = 0", "valid, y = M-1", "valid, all y"}
	if counts[0].Constructible != nil {
		header = append(header, "constructible, y = 0")
	}
	t.AppendHeader(header)
	for _, c := range counts {
		row := table.Row{c.Height, c.Valid[0], c.Valid[c.Height-1], c.ValidTotal}
		if c.Constructible != nil {
			row = append(row, c.Constructible[0])
		}
		t.AppendRow(row)
	}
	t.SetColumnConfigs([]table.ColumnConfig{right(1), right(2), right(3), right(4), right(5)})
	_, err := fmt.Fprintf(w, "Border state classes of boards with M rows\n\n%s\n", t.Render())
	return err
}
