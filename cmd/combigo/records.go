package main

import (
	"errors"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/records"
	"combigo.dev/combigo/result"
)

// recordsCommand is the command records, and what it is told besides the boards.
type recordsCommand struct {
	*command
	of     []records.Quantity
	rule   bool
	widths int
}

func newRecordsCommand() *cobra.Command {
	c := &recordsCommand{widths: 400, command: newCommand("records")}
	flags := c.Flags()
	wordVar(flags, &c.of, "of", "WHAT", records.ParseQuantities, nil,
		"strings, neighbors, pseudoliberties, liberties, or some of them with commas (default: all)")
	flags.BoolVar(&c.rule, "rule", false, "look for the rule of a height above 8, too")
	numberVar(flags, &c.widths, "widths", 1, board.MaxSide, "number of columns", "how wide boards may get in the search for the rule")
	memoryVar(flags, &c.machine.memory, "")
	c.draws("draw the position, curves or a table")
	c.writes("print the numbers only, one a line", "text", "json", "csv", "bfile", "sgf")
	return c.answers(c.answer)
}

func (c *recordsCommand) answer() (*view.Answer, error) {
	boards, err := boardsOf(c.args)
	if err != nil {
		return nil, err
	}
	_, single := boards.Single()
	if c.rule && !single {
		return nil, errors.New("--rule is for one board, such as 9, not for a range")
	}
	if len(c.of) == 0 {
		for i := range records.Names() {
			c.of = append(c.of, records.Quantity(i))
		}
	}
	if c.picture.file != "" {
		if err := view.CheckRecordsPlot(c.of, boards); err != nil {
			return nil, err
		}
	}
	var index func(board.Size) int
	if c.out.format == "bfile" {
		if len(c.of) != 1 {
			return nil, errors.New("--format bfile: a b-file is one sequence: want one of them with --of")
		}
		if index, err = bfileIndex(boards); err != nil {
			return nil, err
		}
	}
	var found []*records.Record
	for size := range boards.Sizes() {
		for _, of := range c.of {
			r, err := c.find(of, size, single)
			if err != nil {
				return nil, err
			}
			found = append(found, r)
		}
	}
	return view.Records(c.of, boards, found, index), nil
}

// find finds one record and, for a single board, the rule.
func (c *recordsCommand) find(of records.Quantity, size board.Size, single bool) (*records.Record, error) {
	const ruleHeight = 8 // the largest height whose rule is looked for without being asked for
	r, err := records.Find(c.Context(), of, size, c.work("%s %s", of, size))
	if err != nil || !single || size.Short() > ruleHeight && !c.rule {
		return r, err
	}
	r.Rule, err = records.FindRule(c.Context(), of, size.Short(), c.widths, c.work("rule for %s", of))
	if err != nil {
		return nil, err
	}
	if value, ok := r.Rule.Value(size.Long()); ok && value != r.Value {
		return nil, result.InternalErrorf("the rule for "+size.String(), "it says %d %s, the search %d", value, of, r.Value)
	}
	return r, nil
}
