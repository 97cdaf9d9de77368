package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/records"
	"combigo.dev/combigo/result"
)

// recordsFlags is everything that the command records is told besides the boards.
type recordsFlags struct {
	of      []records.Quantity
	rule    bool
	widths  int
	machine machineFlags
	plot    pictureFlags
	out     output
}

func newRecordsCommand() *cobra.Command {
	f := &recordsFlags{widths: 400}
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

Each position is measured again, string by string, before it is shown.

--plot draws the position of one board, curves over squares or over boards with
one fixed side, or a table of rectangles for one quantity. Curves and colours
are for each point of the board.`,
		Example: `  combigo records 8 --of pseudoliberties
  combigo records 7 12 --of strings,neighbors
  combigo records 1-8
  combigo records 10 --of liberties --rule --json
  combigo records 1-7 1-12 --of strings --plot strings.pdf`,
		RunE: f.run,
	}
	flags := command.Flags()
	wordVar(flags, &f.of, "of", "WHAT", records.ParseQuantities, nil,
		"strings, neighbors, pseudoliberties, liberties, or some of them with commas (default: all)")
	flags.BoolVar(&f.rule, "rule", false, "look for the rule of a height above 8, too")
	numberVar(flags, &f.widths, "widths", 1, board.MaxSide, "number of columns", "how wide boards may get in the search for the rule")
	f.machine.registerMemory(flags, "")
	f.plot.register(command, "draw the position, curves or a table")
	f.out.register(command, "print the numbers only, one a line", "text", "json", "csv", "bfile", "sgf")
	return command
}

// ruleHeight is the largest height whose rule is looked for without being asked for.
const ruleHeight = 8

func (f *recordsFlags) run(command *cobra.Command, args []string) error {
	boards, err := boardsOf(args)
	if err != nil {
		return err
	}
	_, single := boards.Single()
	if f.rule && !single {
		return errors.New("--rule is for one board, such as 9, not for a range")
	}
	if len(f.of) == 0 {
		for i := range records.Names() {
			f.of = append(f.of, records.Quantity(i))
		}
	}
	if f.plot.file != "" {
		if err := view.CheckRecordsPlot(f.of, boards); err != nil {
			return err
		}
	}
	var index func(board.Size) int
	if f.out.format == "bfile" {
		if len(f.of) != 1 {
			return errors.New("--format bfile: a b-file is one sequence: want one of them with --of")
		}
		if index, err = bfileIndex(boards); err != nil {
			return err
		}
	}
	var found []*records.Record
	for size := range boards.Sizes() {
		for _, of := range f.of {
			r, err := f.find(command, of, size, single)
			if err != nil {
				return err
			}
			found = append(found, r)
		}
	}
	if err := f.plot.write(func() (*canvas.Canvas, error) { return view.RecordsPlot(f.of, boards, found), nil }); err != nil {
		return err
	}
	document := view.Records(found)
	if !single {
		document = view.RecordsTable(f.of, found)
	}
	return f.out.write(command, document, views{
		"json":  asJSON(view.OneOf(found)),
		"csv":   func(w io.Writer) error { return view.RecordsCSV(w, found) },
		"bfile": func(w io.Writer) error { return view.RecordsBFile(w, found, index) },
		"sgf":   func(w io.Writer) error { return view.RecordsSGF(w, found) },
		"quiet": asLines(found, func(r *records.Record) int { return r.Value }),
	})
}

// find finds one record and, for a single board, the rule.
func (f *recordsFlags) find(command *cobra.Command, of records.Quantity, size board.Size, single bool) (*records.Record, error) {
	ctx := command.Context()
	opt, finish := f.machine.begin(command, fmt.Sprintf("%s %s", of, size))
	r, err := records.Find(ctx, of, size, opt)
	finish()
	if err != nil || !single || size.Short() > ruleHeight && !f.rule {
		return r, err
	}
	opt, finish = f.machine.begin(command, fmt.Sprintf("rule for %s", of))
	r.Rule, err = records.FindRule(ctx, of, size.Short(), f.widths, opt)
	finish()
	if err != nil {
		return nil, err
	}
	if value, ok := r.Rule.Value(size.Long()); ok && value != r.Value {
		return nil, result.InternalErrorf("the rule for "+size.String(), "it says %d %s, the search %d", value, of, r.Value)
	}
	return r, nil
}
