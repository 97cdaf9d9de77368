package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/liberties"
	"combigo.dev/combigo/par"
)

// libertiesFlags is everything that the command liberties is told besides the
// board or the height.
type libertiesFlags struct {
	upto       int
	widths     int
	size       board.Size // of the one board, if it is one
	method     liberties.Method
	control    bool
	solutions  bool
	checkpoint string
	machine    machineFlags
	plot       pictureFlags
	out        output
}

func newLibertiesCommand() *cobra.Command {
	f := &libertiesFlags{method: liberties.Auto}
	command := &cobra.Command{
		Use:   "liberties {ROWS COLS | ROWS | --upto ROWS}",
		Short: "Find the most liberties that one group can have",
		Long: `Find the most liberties that one connected group of stones can have on a board,
with a group that has them, and prove that no group has more.

Given two numbers (19 19 or 19x19), it is for that board. Given one number of
rows, it is for all widths at once: a table, and the rule that holds for all
widths. With --upto it is the table for all heights up to the given one.

The proof is a search for groups with more liberties than the closed formula of
Go::CountLiberties says, over all widths at once: it ends when the states that
it goes through repeat exactly. The liberties of the group that is shown are
counted again by a flood fill that shares nothing with the search. A line that
begins with FORMULA WRONG would say that the formula fails. Where a number is
not proved, it says so.

Heights that are multiples of 3 are fast up to 24. The others take about three
times as long with every row: seconds up to 16, minutes for 19 and 20. What
would take longer is not proved unless you ask for it with --method windows;
--checkpoint FILE keeps the state of such a search after each column or part of
one, and goes on from there if the program was stopped; the result then says so,
with the SHA-256 of the file, since the proof rests on it. --method formula
shows a group at once, without a proof. --format borders writes what the proof
by method plain rests on, as CSV: the border states after each column, and the
most liberties up to there. A point is . if it is empty, + if it is a liberty;
stones of a component have the same letter. A border without points stands for
groups that have ended.

--plot draws the group of one board; for one height a curve over the widths,
beside the bound 2 (mn+1) / 3 for all groups; or a table with --upto, coloured
by the liberties for each point of the board.`,
		Example: `  combigo liberties 19 19
  combigo liberties 9x13 --format sgf
  combigo liberties 7 --solutions
  combigo liberties --upto 12 --format html > table.html
  combigo liberties --upto 12 --plot table.pdf --width 12
  combigo liberties 22 --method windows --checkpoint 22.checkpoint`,
		RunE: f.run,
	}
	flags := command.Flags()
	numberVar(flags, &f.upto, "upto", 1, liberties.MaxWindows, "number of rows", "all heights up to this one")
	numberVar(flags, &f.widths, "widths", 1, maxColumns, "number of columns", "widths up to `N` (default: as many as the height, or until the states repeat)")
	wordVar(flags, &f.method, "method", "METHOD", liberties.ParseMethod, func(m liberties.Method) string { return string(m) },
		"auto, plain (all border states, at most 12 rows), windows (at least 5 rows) or formula (no proof)")
	flags.BoolVar(&f.control, "control", false, "run the whole search again with the threshold of the formula itself: it must find groups")
	flags.BoolVar(&f.solutions, "solutions", false, "show a group for every width")
	flags.StringVar(&f.checkpoint, "checkpoint", "", "`FILE` that keeps the state of the search, and that a search goes on from")
	f.machine.register(flags)
	f.plot.register(command, "draw the group, a curve or a table")
	f.out.register(command, "print the number only, or one number a line", "text", "json", "csv", "bfile", "html", "sgf", "borders")
	return command
}

// maxColumns is more widths than anybody reads, and maxRows more rows: a group is made, and its
// liberties counted, for every width up to the height.
const (
	maxColumns = 1000
	maxRows    = 300
)

// boards reads the arguments: the heights, and the one board, if it is one.
func (f *libertiesFlags) boards(args []string) (heights board.Span, err error) {
	switch {
	case f.upto > 0 && len(args) > 0:
		return heights, fmt.Errorf("%q and --upto: want one of them", strings.Join(args, " "))
	case f.upto > 0:
		return board.Span{First: 1, Last: f.upto}, nil
	case len(args) == 0:
		return heights, errors.New("no board is given: want a board such as 9x13, a number of rows such as 9, or --upto 9")
	}
	boards, err := board.ParseRange(args...)
	if err != nil {
		return heights, err
	}
	size, single := boards.Single()
	if !single {
		return heights, fmt.Errorf("board %q: want one board, such as 9x13, or one number of rows; --upto is for more", strings.Join(args, " "))
	}
	if boards.Square {
		return boards.Rows, nil
	}
	f.size = size
	return board.Span{First: size.Short(), Last: size.Short()}, nil
}

// check refuses what does not go together, and what is too large, beforehand.
func (f *libertiesFlags) check(heights board.Span) error {
	single := f.size != board.Size{}
	if f.size.Long() > maxColumns {
		return fmt.Errorf("board %s: want sides of at most %d points", f.size, maxColumns)
	}
	if !single && heights.Last > maxRows {
		return fmt.Errorf("%d rows: want at most %d for all widths; one board, such as 9x%d, may be larger",
			heights.Last, maxRows, maxColumns)
	}
	if single && f.widths > 0 {
		return errors.New("--widths is for a height, not for one board")
	}
	if f.out.format == "bfile" && single {
		return errors.New("--format bfile: a b-file is a sequence: want a number of rows, or --upto for squares")
	}
	if f.out.format == "bfile" && 0 < f.widths && f.widths < f.upto {
		return fmt.Errorf("--format bfile: the squares up to %d need as many widths, not --widths %d", f.upto, f.widths)
	}
	if f.out.format == "borders" {
		if single {
			return errors.New("--format borders is for all widths: want a number of rows")
		}
		if f.method == liberties.Auto {
			f.method = liberties.Plain
		}
		if f.method != liberties.Plain {
			return fmt.Errorf("--format borders is for method plain, not for %s", f.method)
		}
	}
	if f.checkpoint != "" && heights.Len() > 1 {
		return errors.New("--checkpoint is for one height, not for --upto")
	}
	for _, height := range []int{heights.First, heights.Last} {
		if err := liberties.Check(height, f.method); err != nil {
			return err
		}
	}
	if f.checkpoint != "" && f.method.For(heights.First) != liberties.Windows {
		return fmt.Errorf("--checkpoint is for method windows, not for %s", f.method.For(heights.First))
	}
	if f.control && !f.searches(heights) {
		return fmt.Errorf("--control is for method windows, not for %s", f.method.For(heights.Last))
	}
	return nil
}

// searches reports whether any of the heights is treated with windows.
func (f *libertiesFlags) searches(heights board.Span) bool {
	for height := heights.First; height <= heights.Last; height++ {
		if f.method.For(height) == liberties.Windows {
			return true
		}
	}
	return false
}

func (f *libertiesFlags) run(command *cobra.Command, args []string) error {
	heights, err := f.boards(args)
	if err := cmp.Or(err, f.check(heights)); err != nil {
		return err
	}
	if f.size != (board.Size{}) {
		return f.runBoard(command)
	}
	var rows []*liberties.Row
	for height := heights.First; height <= heights.Last; height++ {
		row, err := withBar(f, command, height, func(ctx context.Context, o liberties.Options) (*liberties.Row, error) {
			o.Alone = heights.Len() > 1
			return liberties.ForHeight(ctx, height, max(f.widths, heights.Last), o)
		})
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	if len(rows) > 1 {
		liberties.UseSymmetry(rows)
	}
	f.trim(rows)
	if err := f.plot.write(func() (*canvas.Canvas, error) { return view.MaxPlot(rows), nil }); err != nil {
		return err
	}
	return f.write(command, &view.Liberties{Rows: rows, Solutions: f.solutions})
}

// trim leaves the widths that were asked for; the table of many heights is
// square if none were.
func (f *libertiesFlags) trim(rows []*liberties.Row) {
	widths := f.widths
	if widths == 0 && len(rows) > 1 {
		widths = len(rows)
	}
	for _, r := range rows {
		if 0 < widths && widths < len(r.Columns) {
			r.Columns = r.Columns[:widths]
		}
	}
}

func (f *libertiesFlags) runBoard(command *cobra.Command) error {
	b, err := withBar(f, command, f.size.Short(), func(ctx context.Context, o liberties.Options) (*liberties.Board, error) {
		return liberties.OnBoard(ctx, f.size.Rows, f.size.Cols, o)
	})
	if err != nil {
		return err
	}
	p, err := b.Group.Position()
	if err := cmp.Or(err, f.plot.writeBoard(p)); err != nil {
		return err
	}
	return f.write(command, &view.Liberties{Board: b})
}

// write writes what was found. It says on stderr that numbers are not proved, or that the formula
// is wrong, where the format has no place for that.
func (f *libertiesFlags) write(command *cobra.Command, found *view.Liberties) error {
	if f.out.format == "quiet" || f.out.format == "sgf" || f.out.format == "bfile" {
		for _, warning := range found.Warnings() {
			fmt.Fprintln(command.ErrOrStderr(), "combigo: liberties: "+warning)
		}
	}
	return f.out.write(command, found.Document(), views{
		"json": found.JSON, "csv": found.CSV, "bfile": found.BFile, "html": found.HTML,
		"sgf": found.SGF, "borders": found.Borders, "quiet": found.Numbers,
	})
}

// searchGCPercent keeps the garbage small beside the few large arrays that a
// search lives in; they hold no pointers, so that collecting takes no time.
const searchGCPercent = 20

// withBar runs a search with a progress bar.
func withBar[T any](
	f *libertiesFlags, command *cobra.Command, height int, do func(context.Context, liberties.Options) (T, error),
) (T, error) {
	opt, finish := f.machine.begin(command, "liberties "+strconv.Itoa(height))
	defer finish()
	defer debug.SetGCPercent(debug.SetGCPercent(searchGCPercent))
	saves(command, f.checkpoint != "")
	if f.checkpoint != "" {
		goesOn(command, func() string { return "; the search so far is in " + f.checkpoint + ": the same command goes on" })
	}
	return do(command.Context(), liberties.Options{
		Method: f.method, Options: par.Options{Threads: opt.Threads, Memory: opt.Memory, Progress: opt.Progress}, Control: f.control, Checkpoint: f.checkpoint,
		Borders: f.out.format == "borders",
	})
}
