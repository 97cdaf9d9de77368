package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/liberties"
	"combigo.dev/combigo/measure"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/ranking"
	"combigo.dev/combigo/records"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/sampling"
	"combigo.dev/combigo/sampling/uniform"
)

// addPositionFlags adds the flags of a command that shows positions.
func (c *command) addPositionFlags() {
	c.addOutputFlags("print the positions only, and nothing on standard error", "diagram", "sgf", "json")
	c.addPlotFlags("draw the first position")
	c.addLimitFlags()
}

// addStatisticsFlag adds the flag for statistics in the place of positions.
func (c *command) addStatisticsFlag(usage string, without ...string) *bool {
	statistics := c.Flags().Bool("statistics", false, usage)
	c.flagRules(never("statistics", append(without, "plot")...))
	c.onlyFormats("statistics", "diagram", "json")
	return statistics
}

// shownBoard reads the board, whose positions must be such that the format can show them.
func (c *command) shownBoard(args []string) (board.Size, error) {
	size, err := parseBoard(args)
	if c.out.format == "quiet" {
		c.out.format = "diagram"
	}
	switch {
	case err != nil:
	case c.out.format == "sgf" && size.Long() > goban.MaxSGFSide:
		err = fmt.Errorf("--format sgf: board %s: SGF has at most %d rows and columns", size, goban.MaxSGFSide)
	case size.Long() > goban.MaxSide:
		err = fmt.Errorf("board %s: want sides of at most %d", size, goban.MaxSide)
	}
	return size, err
}

// table makes the completion counts of a board.
func (c *command) table(size board.Size) (*ranking.Table, error) {
	return ranking.New(c.Context(), size, c.tableOptions(size))
}

// tableOptions has a bar for the making of a table, and says beforehand if that takes minutes.
func (c *command) tableOptions(size board.Size) par.Options {
	opt := c.startWork("completion counts %s", size)
	need, err := ranking.Need(size)
	if err == nil && (opt.Memory <= 0 || need <= opt.Memory) {
		c.announce(ranking.Expect(size, opt), "completion counts of "+size.String(), " and %s", need)
	}
	return opt
}

// streamTable writes positions of a table as they are found.
func (c *command) streamTable(table *ranking.Table, pour func(*view.Positions) error) error {
	c.bar.finish()
	return c.streamPositions(func(out io.Writer) *view.Positions {
		return view.NumberedPositions(out, c.out.format, c.style(), table)
	}, pour)
}

// streamPositions writes positions as they are found, and draws the first one.
func (c *command) streamPositions(begin func(out io.Writer) *view.Positions, pour func(*view.Positions) error) (err error) {
	if p := c.page(); p != nil {
		w := begin(io.Discard)
		if err := pour(w); err != nil {
			return err
		}
		p.page, err = w.Page()
		return err
	}
	stdout, closeOutput, err := c.open()
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, closeOutput()) }()
	w := begin(stdout)
	if err := pour(w); err != nil {
		return outputError(err)
	}
	if err := outputError(w.End()); err != nil || w.First == nil {
		return err
	}
	return c.picture.write(func() (*canvas.Canvas, error) { return view.BoardPlot(w.First), nil })
}

// outputError gives an error while positions are found and written its exit status.
func outputError(err error) error {
	internal, outside := (*result.InternalError)(nil), (*ranking.RangeError)(nil)
	if err == nil || errors.Is(err, context.Canceled) || errors.As(err, &internal) || errors.As(err, &outside) {
		return err
	}
	return exitError{exitInternal, fmt.Errorf("standard output: %w", err)}
}

// writeRanks writes the positions with some numbers, each of which is checked.
func writeRanks(ctx context.Context, w *view.Positions, table *ranking.Table, ranks []*big.Int) error {
	positions, err := table.CheckedUnrank(ctx, ranks)
	if err != nil {
		return err
	}
	return w.WriteAll(positions, ranks)
}

func newRandomCommand() *cobra.Command {
	c, o, count := newCommand("random"), uniform.Options{}, int64(1)
	flags := c.Flags()
	seedVar(flags, &o.Seed, "seed of the random numbers: the same positions for the same seed (default: a new one)")
	numberVar(flags, &count, "count", 1, math.MaxInt64, "number of positions", "how many positions")
	statistics := c.addStatisticsFlag("estimate the mean of each feature of positions, with 95% intervals, and print no positions")
	c.check(func() error {
		if *statistics && count == 1 {
			return errors.New("--count 1: one position has no interval: want 2 or more with --statistics")
		}
		return nil
	})
	wordVar(flags, &o.Method, "method", "METHOD", uniform.ParseMethod, nil, "auto, exact (through completion counts) or rejection (default: auto, by the board)")
	c.addPositionFlags()
	return c.answerWith(func() (*view.Answer, error) {
		size, err := c.shownBoard(c.args)
		if err != nil {
			return nil, err
		}
		if !c.given("seed") {
			o.Seed = uint64(rand.Uint32())
		}
		d, label := &drawProgress{command: c, count: count}, "positions "+size.String()
		if o.Method == uniform.Exact {
			o.Options = c.tableOptions(size)
		} else {
			c.startWork("%s", label)
			o.Options = c.limits()
		}
		o.Drawn = d.show
		sampler, err := uniform.New(c.Context(), size, o)
		if err != nil {
			return nil, err
		}
		if o.Method == uniform.Exact {
			c.startWork("%s", label)
		}
		if *statistics {
			drawn := sampling.NewHistograms(len(goban.Features{}))
			err := d.draw(sampler, func(p *goban.Position) error {
				for feature, value := range p.Features() {
					drawn[feature][value]++
				}
				return nil
			})
			if err != nil {
				return nil, err
			}
			return view.DrawnStatistics(size, count, o.Seed, sampler, drawn), nil
		}
		err = c.streamPositions(func(out io.Writer) *view.Positions {
			return view.RandomPositions(out, c.out.format, c.style(), size, count, o.Seed, sampler)
		}, func(w *view.Positions) error {
			return d.draw(sampler, func(p *goban.Position) error { return w.Write(p, nil) })
		})
		if err == nil && c.out.format != "json" && !c.out.quiet {
			c.PrintErrf("%s of %s, --seed %d, drawn %s\n", view.Plural(count, "position"), size, o.Seed, sampler.Describe())
		}
		return nil, err
	})
}

// Positions are drawn in batches before they are written: a few at first, and more as long as that
// takes no time, so that all threads have enough to do. How they are cut up makes no difference to
// the positions.
const (
	firstBatch = 1 << 9
	maxBatch   = 1 << 15
	batchTime  = time.Second / 4
)

// A drawProgress is how far the drawing of positions is.
type drawProgress struct {
	command            *command
	count, done, batch int64
}

// show shows how far it is, given the share of the batch that is drawn.
func (d *drawProgress) show(share float64) {
	d.command.bar.show((float64(d.done) + share*float64(d.batch)) / float64(d.count))
}

// draw draws the positions, for a function that writes or measures them.
func (d *drawProgress) draw(sampler *uniform.Sampler, use func(*goban.Position) error) error {
	d.command.announce(sampler.Expect(d.count), "random: few colourings of this board are legal", ", by chance less or several times as long")
	for next := int64(firstBatch); d.done < d.count; {
		start := time.Now()
		d.batch = min(next, d.count-d.done)
		positions, err := sampler.Draw(d.command.Context(), int(d.batch))
		if err != nil {
			return err
		}
		if time.Since(start) < batchTime {
			next = min(2*next, maxBatch)
		}
		for _, p := range positions {
			if !p.Legal() {
				return result.InternalErrorf("a position that was drawn", "it is not legal")
			}
			if err := use(p); err != nil {
				return err
			}
		}
		d.done, d.batch = d.done+d.batch, 0
		d.show(0)
	}
	return nil
}

func newListCommand() *cobra.Command {
	c, from, count := newCommand("list"), new(big.Int), int64(0)
	flags := c.Flags()
	flags.Var(value[*big.Int]{&from, "RANK", ranking.ParseRank, nil}, "from", "the number of the first position")
	numberVar(flags, &count, "count", 1, math.MaxInt64, "number of positions", "how many positions at most (default: all)")
	statistics := c.addStatisticsFlag("count all positions by their features, on boards of up to 16 points, and print no positions", "from", "count")
	c.addPositionFlags()
	return c.answerWith(func() (*view.Answer, error) {
		size, err := c.shownBoard(c.args)
		if err != nil {
			return nil, err
		}
		if *statistics {
			return c.statistics(size)
		}
		table, err := c.table(size)
		if err != nil {
			return nil, err
		}
		left := new(big.Int).Sub(table.Total(), from)
		if left.Sign() <= 0 {
			return nil, fmt.Errorf("--from %w", &ranking.RangeError{Board: size, Rank: from, Total: table.Total()})
		}
		if n := big.NewInt(count); count > 0 && n.Cmp(left) < 0 {
			left = n
		}
		return nil, c.streamTable(table, func(w *view.Positions) error { return list(c.Context(), w, table, from, left) })
	})
}

// statistics counts the positions of a board by their features.
func (c *command) statistics(size board.Size) (*view.Answer, error) {
	b, err := lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{})
	if err != nil {
		return nil, err
	}
	opt := c.startWork("statistics %s", size)
	p, err := game.NewPositions(c.Context(), b, opt)
	if err != nil {
		return nil, err
	}
	return viewOf(func(all []sampling.Histogram) *view.Answer { return view.Statistics(size, all) })(p.Features(c.Context(), opt))
}

// list writes the positions from a number on, in batches that are small, so that the first ones
// come at once.
func list(ctx context.Context, w *view.Positions, table *ranking.Table, from, left *big.Int) error {
	const batch = 1 << 14
	next := new(big.Int).Set(from)
	for left.Sign() > 0 {
		n := int64(batch)
		if left.IsInt64() {
			n = min(n, left.Int64())
		}
		var ranks []*big.Int
		for range n {
			ranks = append(ranks, new(big.Int).Set(next))
			next.Add(next, big.NewInt(1))
		}
		if err := writeRanks(ctx, w, table, ranks); err != nil {
			return err
		}
		left.Sub(left, big.NewInt(n))
	}
	return nil
}

// positionText is what a text of positions is expected to be.
const positionText = "diagrams or SGF"

func newRankCommand() *cobra.Command {
	c := newCommand("rank")
	c.Args = oneArgument("one FILE, or - for standard input")
	c.addOutputFlags("print the numbers only, as text has them", "text", "json")
	c.addLimitFlags()
	return c.answerWith(func() (*view.Answer, error) {
		in, err := readText(c.InOrStdin(), c.args[0], positionText)
		if err != nil {
			return nil, err
		}
		ranked, checks, err := ranking.RankText(c.Context(), in.name, in.text, c.table)
		return view.Ranks(in.name, ranked, checks), err
	})
}

func newUnrankCommand() *cobra.Command {
	c := newCommand("unrank")
	c.addPositionFlags()
	return c.answerWith(func() (*view.Answer, error) {
		if len(c.args) < 2 {
			return nil, errors.New("want a board and a number, such as 9 12345, or - to read the numbers from standard input")
		}
		last := c.args[len(c.args)-1]
		size, err := c.shownBoard(c.args[:len(c.args)-1])
		if err != nil {
			return nil, err
		}
		ranks := make([]*big.Int, 1)
		if last != "-" {
			ranks[0], err = ranking.ParseRank(last)
		} else if in, failed := readText(c.InOrStdin(), last, "numbers of positions"); failed != nil {
			err = failed
		} else {
			ranks, err = ranking.ParseRanks(in.name, in.text)
		}
		if err != nil {
			return nil, err
		}
		table, err := c.table(size)
		if err != nil {
			return nil, err
		}
		return nil, c.streamTable(table, func(w *view.Positions) error { return writeRanks(c.Context(), w, table, ranks) })
	})
}

func newCheckCommand() *cobra.Command {
	c := newCommand("check")
	game, strict, list, measured, turns, rules := false, false, false, false, "strict", goban.ChosenRules{}
	compare := measure.Options{Runs: measure.DefaultRuns}
	flags := c.Flags()
	flags.BoolVar(&game, "game", false, "replay the games of an SGF file and judge every move")
	const otherwise = " (default: as the game says, else "
	wordVar(flags, &rules.Superko, "superko", "KIND", chosen(goban.ParseSuperko), nil,
		"with --game: positional, situational, natural, own, simple or none"+otherwise+"positional)")
	wordVar(flags, &rules.Suicide, "suicide", "yes|no", chosen(goban.ParseSuicide), nil,
		"with --game: yes or no: whether a move may take the last liberty of its own string"+otherwise+"yes)")
	enumVar(flags, &turns, "turns", "strict|free", "with --game: strict, or free if passes are left out", "strict", "free")
	flags.BoolVar(&strict, "strict", false, "refuse SGF that breaks FF[4]")
	flags.BoolVar(&list, "rules", false, "list the rules that games may name (RU), and read no files")
	flags.BoolVar(&measured, "measure", false, "print the features of each legal position, its number, and how unusual it is")
	numberVar(flags, &compare.Runs, "runs", 2, maxMeasureRuns, "number of runs", "with --measure: how many random positions to compare with")
	seedVar(flags, &compare.Seed, "seed of the random positions of --measure")
	c.addOutputFlags("print the verdict as the exit status only", "text", "json")
	c.addLimitFlags()
	c.flagRules(
		never("rules", "game", "strict", "superko", "suicide", "turns", "measure"), never("measure", "game"),
		goWith("game", "superko", "suicide", "turns"), goWith("measure", "runs", "seed", "threads", "memory"),
	)
	return c.answerWith(func() (*view.Answer, error) {
		if list {
			if len(c.args) > 0 {
				return nil, fmt.Errorf("--rules lists rules, and reads no files such as %s", c.args[0])
			}
			return view.RuleSets(), nil
		}
		rules.FreeTurns = turns == "free"
		files, err := inputFiles(c.args)
		if err != nil {
			return nil, err
		}
		var all []*view.Checked
		status, unread := 0, 0
		for _, file := range files {
			found, err := c.checkFile(file, game, strict, rules, measured, compare)
			switch {
			case c.Context().Err() != nil || err != nil && len(files) == 1:
				return nil, err
			case err != nil:
				found, status, unread = view.NotChecked(file, err), exitUsage, unread+1
				c.PrintErrf("combigo: check: %s\n", view.OneLine(err.Error()))
			case found.Illegal > 0:
				status = max(status, exitIllegal)
			}
			all = append(all, found)
		}
		switch {
		case status == 0:
			return view.CheckedFiles(all), nil
		case unread == len(files):
			return nil, exitError{status, nil}
		}
		return view.CheckedFiles(all), exitError{status, nil}
	})
}

// maxMeasureRuns is the most random positions that a position is compared with.
const maxMeasureRuns = 1_000_000

// checkFile judges the games or the positions of a file, and measures those that are legal.
func (c *command) checkFile(file string, game, strict bool, rules goban.ChosenRules, measured bool, opt measure.Options) (*view.Checked, error) {
	in, err := readText(c.InOrStdin(), file, positionText)
	switch {
	case err != nil:
		return nil, err
	case game:
		judged, err := goban.JudgeGames(c.Context(), in.name, in.text, rules, strict)
		return view.CheckedGames(in.name, judged), err
	}
	judged, err := goban.JudgePositions(c.Context(), in.name, in.text, strict)
	var measures []*measure.Measure
	for _, j := range judged {
		var m *measure.Measure
		if measured && len(j.Dead) == 0 {
			opt.Options = c.startWork("measure of %dx%d", j.Position.Rows(), j.Position.Cols())
			if m, err = measure.Of(c.Context(), j.Position, opt); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", in.name, j.Line, err)
			}
		}
		measures = append(measures, m)
	}
	return view.CheckedPositions(in.name, judged, measures), err
}

// chosen reads a word that stands for a value, which is not nil if the word is given.
func chosen[T any](parse func(string) (T, error)) func(string) (*T, error) {
	return func(text string) (*T, error) {
		x, err := parse(text)
		return &x, err
	}
}

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
	c.addPlotFlags("draw the position of one board")
	c.addOutputFlags("print the numbers only, one a line", "text", "json", "csv", "bfile", "sgf")
	return c.answerWith(c.answer)
}

func (c *recordsCommand) answer() (*view.Answer, error) {
	boards, err := parseBoards(c.args)
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
	if c.picture.file != "" && !(single && len(c.of) == 1) {
		return nil, errors.New("--plot draws one position: want one board and one quantity, such as --of strings")
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
	r, err := records.Find(c.Context(), of, size, c.startWork("%s %s", of, size))
	if err != nil || !single || size.Short() > ruleHeight && !c.rule {
		return r, err
	}
	r.Rule, err = records.FindRule(c.Context(), of, size.Short(), c.widths, c.startWork("rule for %s", of))
	if err != nil {
		return nil, err
	}
	if value, ok := r.Rule.Value(size.Long()); ok && value != r.Value {
		return nil, result.InternalErrorf("the rule for "+size.String(), "it says %d %s, the search %d", value, of, r.Value)
	}
	return r, nil
}

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
	flags.StringVar(&c.options.Checkpoint, "checkpoint", "", "`FILE` that saves the state of the search, and from which a stopped search continues")
	c.addLimitFlags()
	c.addPlotFlags("draw the group of one board")
	c.addOutputFlags("print the number only, or one number a line", "text", "json", "csv", "bfile", "sgf")
	c.noBoardWith("upto")
	c.flagRules(never("checkpoint", "upto"))
	return c.answerWith(c.answer)
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
	case c.picture.file != "" && !single:
		return errors.New("--plot draws one group: want one board, such as 9x13")
	}
	windows := false
	for height := heights.First; height <= heights.Last; height++ {
		windows = windows || o.Method.For(height) == liberties.Windows
	}
	err := cmp.Or(liberties.Check(heights.First, o.Method), liberties.Check(heights.Last, o.Method))
	for _, flag := range []string{"checkpoint", "control"} {
		if err == nil && !windows && c.given(flag) {
			return fmt.Errorf("--%s is for method windows, not for %s", flag, o.Method.For(heights.Last))
		}
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
		c.savesOnInterrupt()
		c.setResumeHint(func() string {
			return "; the search so far is in " + c.options.Checkpoint + ": the same command goes on"
		})
	}
	found := &view.Liberties{Solutions: c.solutions}
	for height := heights.First; height <= heights.Last && err == nil; height++ {
		c.options.Options = c.startWork("liberties %d", height)
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
	return found.Answer(), nil
}

// trim leaves the widths that were asked for; the table of many heights is square if none were.
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
