package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/goban"
	"combigo/records"
	"combigo/result"
)

// recordsFlags is everything that the command records is told besides the boards.
type recordsFlags struct {
	of     quantitiesFlag
	rule   bool
	widths amountFlag
	memory memoryFlag
	format formatFlag
	json   bool
}

func newRecordsCommand() *cobra.Command {
	f := &recordsFlags{
		widths: amountFlag{n: 400},
		format: formatFlag{"text", []string{"text", "json", "csv", "bfile", "sgf"}},
	}
	command := &cobra.Command{
		Use:   "records ROWS [COLS]",
		Short: "Find the most strings, enemy strings, pseudoliberties or liberties",
		Long: `Find the most that a legal position of a board can have, with a position that
has it:

  strings           strings of stones
  neighbors         enemy strings next to one string
  pseudoliberties   pairs of a stone of one string and a liberty next to it
  liberties         liberties of one string

For one board, the rule for all boards of its height (the shorter side) is given
as well, as far as it is proved: "for width >= 4: 16 [+4 +6 +3]" means 16 for
width 4, 20, 26, 29, 33 and so on for the next ones. Without --rule that is done
for heights up to 8. A range, such as 1-8, gives a table.

Each position is measured again, string by string, before it is shown.`,
		Example: `  combigo records 8 --of pseudoliberties
  combigo records 7 12 --of strings,neighbors
  combigo records 1-8
  combigo records 10 --of liberties --rule --json`,
		Args: func(command *cobra.Command, args []string) error {
			boards, err := f.boards(args)
			if err != nil {
				return err
			}
			if _, single := boards.Single(); f.rule && !single {
				return errors.New("records: --rule is for one board, such as 9, not for a range")
			}
			return onlyOneOf(command, "format", "json")
		},
		RunE: func(command *cobra.Command, args []string) error { return f.run(command, args) },
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.Var(&f.of, "of", "strings, neighbors, pseudoliberties, liberties, or some of them with commas (default: all)")
	flags.BoolVar(&f.rule, "rule", false, "look for the rule of a height above 8, too")
	flags.Var(&f.widths, "widths", "how wide boards may get in the search for the rule")
	flags.Var(&f.memory, "memory", "ceiling on memory, such as 8GiB (default: what the machine has available)")
	flags.Var(&f.format, "format", "text, json, csv, bfile (the format of the OEIS) or sgf")
	flags.BoolVar(&f.json, "json", false, "short for --format json")
	return command
}

// boards reads the boards from the arguments, and sees whether the format can hold them.
func (f *recordsFlags) boards(args []string) (board.Range, error) {
	if len(args) == 0 {
		return board.Range{}, errors.New("records: no board is given: want a size such as 9, 9x13 or 9 13, or a range such as 1-8")
	}
	boards, err := board.ParseRange(args...)
	if err != nil {
		return boards, fmt.Errorf("records: %w", err)
	}
	if f.format.format == "bfile" && !f.json {
		if len(f.of.list()) != 1 {
			return boards, errors.New("records: --format bfile: a b-file is one sequence: want one of them with --of")
		}
		if _, err := bfileIndex(boards); err != nil {
			return boards, fmt.Errorf("records: %w", err)
		}
	}
	return boards, nil
}

// ruleHeight is the largest height whose rule is looked for without being asked for.
const ruleHeight = 8

func (f *recordsFlags) run(command *cobra.Command, args []string) error {
	boards, err := f.boards(args)
	if err != nil {
		return err
	}
	var found []*recordDocument
	_, single := boards.Single()
	for size := range boards.Sizes() {
		for _, of := range f.of.list() {
			d, err := f.find(command, of, size, single)
			if err != nil {
				return f.explain(err)
			}
			found = append(found, d)
		}
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error { return f.write(w, boards, found) })
}

// find finds one record and, for a single board, the rule.
func (f *recordsFlags) find(command *cobra.Command, of records.Quantity, size board.Size, single bool) (*recordDocument, error) {
	r, err := withRecordBar(command, fmt.Sprintf("%s %s", of, size), func(opt records.Options) (*records.Record, error) {
		return records.Find(command.Context(), of, size, f.options(opt))
	})
	if err != nil {
		return nil, err
	}
	d := newRecordDocument(r)
	if !single || size.Short() > ruleHeight && !f.rule {
		return d, nil
	}
	rule, err := withRecordBar(command, fmt.Sprintf("rule for %s", of), func(opt records.Options) (*records.Rule, error) {
		return records.FindRule(command.Context(), of, size.Short(), int(min(f.widths.n, board.MaxSide)), f.options(opt))
	})
	if err != nil {
		return nil, err
	}
	if value, ok := rule.Value(size.Long()); ok && value != r.Value {
		return nil, result.Wrong("the rule for "+size.String(), "it says %d %s, the search %d", value, of, r.Value)
	}
	d.Rule = newRuleDocument(rule)
	return d, nil
}

// withBar does some work with a progress bar.
func withRecordBar[T any](command *cobra.Command, label string, work func(records.Options) (T, error)) (T, error) {
	bar := newProgressBar(command.ErrOrStderr(), label)
	defer bar.finish()
	return work(records.Options{Progress: bar.report()})
}

func (f *recordsFlags) options(opt records.Options) records.Options {
	opt.Memory = f.memory.budget()
	return opt
}

// explain names the flag that led to an error.
func (f *recordsFlags) explain(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return err
	}
	return fmt.Errorf("records: %w", f.memory.explain(err))
}

// quantitiesFlag is a list of quantities, all if it is empty.
type quantitiesFlag struct{ chosen []records.Quantity }

func (f *quantitiesFlag) Set(s string) error {
	f.chosen = nil
	for _, name := range strings.Split(s, ",") {
		q, err := records.ParseQuantity(strings.TrimSpace(name))
		if err != nil {
			return err
		}
		f.chosen = append(f.chosen, q)
	}
	return nil
}

func (f *quantitiesFlag) list() []records.Quantity {
	if len(f.chosen) > 0 {
		return f.chosen
	}
	var all []records.Quantity
	for i := range records.Names() {
		all = append(all, records.Quantity(i))
	}
	return all
}

func (f *quantitiesFlag) String() string {
	var names []string
	for _, q := range f.chosen {
		names = append(names, q.String())
	}
	return strings.Join(names, ",")
}

func (f *quantitiesFlag) Type() string { return "WHAT" }

func (f *recordsFlags) write(w io.Writer, boards board.Range, found []*recordDocument) error {
	_, single := boards.Single()
	switch format := f.format.format; {
	case (f.json || format == "json") && len(found) == 1:
		return result.JSON(w, found[0])
	case f.json || format == "json":
		return result.JSON(w, found)
	case format == "csv":
		return writeRecordsCSV(w, found)
	case format == "bfile":
		return writeRecordsBFile(w, boards, found)
	case format == "sgf":
		return goban.WriteSGF(w, positionsOf(found)...)
	case single:
		return writeRecords(w, found)
	}
	return writeRecordsTable(w, f.of.list(), found)
}
