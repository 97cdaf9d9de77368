package main

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/liberties"
	"combigo.dev/combigo/records"
	"combigo.dev/combigo/result"
)

// recordsCommand is the command records, with the values of its flags.
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

// libertiesCommand is the command liberties, with the values of its flags.
type libertiesCommand struct {
	*command
	upto      int
	widths    int
	size      board.Size // of the one board, if it is one
	options   liberties.Options
	solutions bool
}

func newLibertiesCommand() *cobra.Command {
	c := &libertiesCommand{options: liberties.Options{Method: liberties.Auto}, command: newCommand("liberties")}
	flags := c.Flags()
	numberVar(flags, &c.upto, "upto", 1, liberties.MaxWindows, "number of rows", "all heights up to this one")
	numberVar(flags, &c.widths, "widths", 1, maxColumns, "number of columns", "widths up to `N` (default: as many as the height, or until the states repeat)")
	wordVar(flags, &c.options.Method, "method", "METHOD", liberties.ParseMethod, func(m liberties.Method) string { return string(m) },
		"auto, plain (all border states, at most 12 rows), windows (at least 5 rows) or formula (no proof)")
	flags.BoolVar(&c.options.Control, "control", false, "run the whole search again with the threshold of the formula itself: it must find groups")
	flags.BoolVar(&c.solutions, "solutions", false, "show a group for every width")
	flags.StringVar(&c.options.Checkpoint, "checkpoint", "", "`FILE` that keeps the state of the search, and that a search goes on from")
	c.limited()
	c.draws("draw the group, a curve or a table")
	c.writes("print the number only, or one number a line", "text", "json", "csv", "bfile", "sgf")
	return c.answers(c.answer)
}

// maxColumns is more widths than anybody reads, and maxRows more rows: a group is made, and its
// liberties counted, for every width up to the height.
const (
	maxColumns = 1000
	maxRows    = 300
)

// boards reads the arguments: the heights, and the one board, if it is one.
func (c *libertiesCommand) boards() (heights board.Span, err error) {
	switch {
	case c.upto > 0 && len(c.args) > 0:
		return heights, fmt.Errorf("%q and --upto: want one of them", strings.Join(c.args, " "))
	case c.upto > 0:
		return board.Span{First: 1, Last: c.upto}, nil
	case len(c.args) == 0:
		return heights, errors.New("no board is given: want a board such as 9x13, a number of rows such as 9, or --upto 9")
	}
	boards, err := board.ParseRange(c.args...)
	if err != nil {
		return heights, err
	}
	size, single := boards.Single()
	if !single {
		return heights, fmt.Errorf("board %q: want one board, such as 9x13, or one number of rows; --upto is for more", strings.Join(c.args, " "))
	}
	if boards.Square {
		return boards.Rows, nil
	}
	c.size = size
	return board.Span{First: size.Short(), Last: size.Short()}, nil
}

// checkFlags refuses what does not go together, and what is too large, beforehand.
func (c *libertiesCommand) checkFlags(heights board.Span) error {
	single, o := c.size != board.Size{}, &c.options
	switch {
	case c.size.Long() > maxColumns:
		return fmt.Errorf("board %s: want sides of at most %d points", c.size, maxColumns)
	case !single && heights.Last > maxRows:
		return fmt.Errorf("%d rows: want at most %d for all widths; one board, such as 9x%d, may be larger",
			heights.Last, maxRows, maxColumns)
	case single && c.widths > 0:
		return errors.New("--widths is for a height, not for one board")
	case c.out.format == "bfile" && single:
		return errors.New("--format bfile: a b-file is a sequence: want a number of rows, or --upto for squares")
	case c.out.format == "bfile" && 0 < c.widths && c.widths < c.upto:
		return fmt.Errorf("--format bfile: the squares up to %d need as many widths, not --widths %d", c.upto, c.widths)
	case o.Checkpoint != "" && heights.Len() > 1:
		return errors.New("--checkpoint is for one height, not for --upto")
	}
	windows := false
	for height := heights.First; height <= heights.Last; height++ {
		windows = windows || o.Method.For(height) == liberties.Windows
	}
	err := cmp.Or(liberties.Check(heights.First, o.Method), liberties.Check(heights.Last, o.Method))
	switch {
	case err == nil && o.Checkpoint != "" && !windows:
		return fmt.Errorf("--checkpoint is for method windows, not for %s", o.Method.For(heights.First))
	case err == nil && o.Control && !windows:
		return fmt.Errorf("--control is for method windows, not for %s", o.Method.For(heights.Last))
	}
	return err
}

// searchGCPercent keeps the garbage small compared with the few large arrays that a
// search lives in; they hold no pointers, so that collecting takes no time.
const searchGCPercent = 20

func (c *libertiesCommand) answer() (*view.Answer, error) {
	heights, err := c.boards()
	if err := cmp.Or(err, c.checkFlags(heights)); err != nil {
		return nil, err
	}
	defer debug.SetGCPercent(debug.SetGCPercent(searchGCPercent))
	if c.options.Checkpoint != "" {
		c.saves()
		c.goesOn(func() string {
			return "; the search so far is in " + c.options.Checkpoint + ": the same command goes on"
		})
	}
	found := &view.Liberties{Solutions: c.solutions}
	for height := heights.First; height <= heights.Last && err == nil; height++ {
		c.options.Options = c.work("liberties %d", height)
		if c.size != (board.Size{}) {
			found.Board, err = liberties.OnBoard(c.Context(), c.size.Rows, c.size.Cols, c.options)
			break
		}
		c.options.Alone = heights.Len() > 1
		var row *liberties.Row
		row, err = liberties.ForHeight(c.Context(), height, max(c.widths, heights.Last), c.options)
		found.Rows = append(found.Rows, row)
	}
	if err != nil {
		return nil, err
	}
	if len(found.Rows) > 1 {
		liberties.UseSymmetry(found.Rows)
	}
	c.trim(found.Rows)
	if c.out.format == "quiet" || c.out.format == "sgf" || c.out.format == "bfile" { // which have no place for this
		for _, warning := range found.Warnings() {
			c.PrintErrln("combigo: liberties: " + warning)
		}
	}
	return found.Answer()
}

// trim leaves the widths that were asked for; the table of many heights is
// square if none were.
func (c *libertiesCommand) trim(rows []*liberties.Row) {
	widths := c.widths
	if widths == 0 && len(rows) > 1 {
		widths = len(rows)
	}
	for _, r := range rows {
		if 0 < widths && widths < len(r.Columns) {
			r.Columns = r.Columns[:widths]
		}
	}
}
