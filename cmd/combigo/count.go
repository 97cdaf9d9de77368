package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/measure"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/polynomial"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/symmetry"
	"combigo.dev/combigo/symmetry/patterns"
	"combigo.dev/combigo/transfer"
)

type countCommand struct {
	*command
	board      variantFlags
	options    count.Options
	byStones   bool
	meanStones bool
	kos        bool
	modulus    uint64
}

func newCountCommand() *cobra.Command {
	c := &countCommand{command: newCommand("count")}
	flags, o := c.Flags(), &c.options
	c.board.register(c.command)
	numberVar(flags, &o.Variant.Colors, "colors", 1, maxColors, "number of colours", "number `K` of colours (default: 2)")
	wordVar(flags, &o.Method, "method", "METHOD", count.ParseMethod, nil, "auto, brute (tiny boards), halves (dynamic programming over border words on half of the board, plain boards), words (the same through all columns: other lattices, and empty rows beyond the board), recurrence (long plain boards) or frontier (any board) (default: auto)")
	flags.BoolVar(&o.Modular, "modular", false, "compute residues modulo 32-bit primes, and put them together by Chinese remainders")
	flags.BoolVar(&o.Verify, "verify", false, "count the whole board a second time, in another way and modulo a prime")
	flags.BoolVar(&c.byStones, "by-stones", false, "count by the numbers of black and white stones")
	flags.BoolVar(&c.meanStones, "mean-stones", false, "find the exact mean and variance of the number of stones")
	flags.BoolVar(&c.kos, "kos", false, "count by the numbers of captures of one stone that the opponent could take back at once")
	c.addPlotFlags("with --by-stones: draw a heat map, on a logarithmic scale,")
	numberVar(flags, &c.modulus, "mod", 2, math.MaxUint64, "modulus", "compute the number modulo `P` only, from 2 to 2^64-1; sides up to 10^18")
	c.addLimitFlags()
	flags.StringVar(&o.Scratch, "scratch", "", "`DIR` for files of values that do not fit in memory, removed at the end (default: the directory of temporary files)")
	c.addOutputFlags("print the number only, or one number a line", "text", "json", "csv", "bfile", "latex")
	c.flagRules(
		never("kos", "colors", "by-stones", "mean-stones", "method", "modular", "verify", "plot", "scratch"),
		never("mean-stones", "by-stones", "method", "modular", "verify", "plot", "graph"),
		never("by-stones", "colors", "method", "modular", "verify"), goWith("by-stones", "plot"),
	)
	for _, table := range []string{"kos", "by-stones"} { // a b-file is a single sequence
		c.onlyFormats(table, "text", "json", "csv", "latex")
	}
	c.onlyFormats("mean-stones", "text", "json", "latex") // a mean is no integer
	return c.answerWith(c.answer)
}

// maxColors is more than any board has points that could be told apart, and few enough for the
// numbers to be carried exactly.
const maxColors = 1000

func (c *countCommand) answer() (*view.Answer, error) {
	v := &c.options.Variant
	v.Lattice, v.SafeTop, v.SafeBottom = c.board.lattice, c.board.safeTop, c.board.safeBottom
	if c.modulus != 0 && (c.board.graph != "" || !v.Plain()) {
		return nil, errors.New("--mod is for two colours on the plain board only")
	}
	boards, err := c.board.boards(c.args)
	if c.modulus != 0 || err != nil && c.board.graph == "" && v.Plain() {
		// The board may be too long for a count of its columns.
		if rows, cols, stripErr := board.ParseSides(recurrence.MaxSide, c.args...); stripErr == nil {
			return c.strip(recurrence.Strip{Rows: rows.Uint64(), Cols: cols.Uint64(), Modulus: c.modulus})
		} else if c.modulus != 0 {
			return nil, stripErr
		}
	}
	if err != nil {
		return nil, err
	}
	switch {
	case c.kos:
		g, err := c.board.read(c.command)
		if err != nil {
			return nil, err
		}
		found, err := measure.Kos(c.Context(), g, c.startWork("kos of the %s", g))
		if wide := (*transfer.WidthError)(nil); errors.As(err, &wide) {
			return nil, fmt.Errorf("--kos: %s is too wide: want a shorter side, or border, of at most %d points, not %d", g, wide.Max, wide.Width)
		}
		return viewOf(view.Kos)(found, err)
	case c.byStones || c.meanStones:
		return c.stones(boards)
	case c.board.graph != "":
		return c.graph()
	}
	t := &boardTable[*result.Result]{
		find: func(ctx context.Context, boards board.Range, work par.Options, found func(*result.Result)) error {
			opt := c.options
			opt.Options, opt.Found = work, found
			_, err := count.Table(ctx, boards, opt)
			return err
		},
		board: func(r *result.Result) board.Size { return r.Board }, fewest: c.minDigits, oeis: count.OEISOf(boards, *v),
		answer: view.Results,
	}
	answer, err := t.run(c.command, boards)
	if large := (*count.LargeError)(nil); errors.As(err, &large) && c.mayQuote(boards) {
		_ = c.machine.memory.explain(err) // completes what large says
		if quoted := view.Quoted(large); quoted != nil {
			return quoted, nil
		}
	}
	return answer, err
}

// mayQuote reports whether a number from print is an answer: to the plain question for one board,
// without a flag that says how to compute the number.
func (c *countCommand) mayQuote(boards board.Range) bool {
	_, single := boards.Single()
	return single && !slices.ContainsFunc([]string{"method", "modular", "verify", "memory", "scratch"}, c.given)
}

// minDigits returns how many digits a number has at least: 0 but for plain boards, of which alone
// that is known.
func (c *countCommand) minDigits(size board.Size) int {
	if !c.options.Variant.Plain() {
		return 0
	}
	return count.MinDigits(size)
}

// graph counts the positions of each graph in a file.
func (c *countCommand) graph() (*view.Answer, error) {
	if c.out.format == "bfile" {
		return nil, errors.New("--format bfile: a b-file is one sequence: want boards, not --graph")
	}
	all, err := c.board.graphs(c.command, math.MaxInt)
	if err != nil {
		return nil, err
	}
	c.options.Options = c.startWork("count %s", c.board.graph)
	if len(all) > 1 {
		c.savesOnInterrupt()
		c.options.Progress = nil
	}
	var results []*result.Result
	for i, g := range all {
		r, err := count.Graph(c.Context(), g, c.options)
		if err != nil && i > 0 {
			return view.Results(results), fmt.Errorf("graph %d: %w", i+1, err)
		} else if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return view.Results(results), nil
}

// strip counts a board of any length, with the flags that go with that.
func (c *countCommand) strip(strip recurrence.Strip) (*view.Answer, error) {
	for _, name := range []string{"modular", "method", "verify", "by-stones", "mean-stones", "kos"} {
		if c.given(name) && !(name == "method" && c.options.Method == count.Recurrence) {
			return nil, fmt.Errorf("--%s cannot be combined with --mod or a side above %d points", name, board.MaxSide)
		}
	}
	if !slices.Contains([]string{"text", "json", "quiet"}, c.out.format) {
		return nil, fmt.Errorf("--format %s cannot be combined with --mod or a side above %d points: want text or json", c.out.format, board.MaxSide)
	}
	c.announce(strip.Expect(), strip.String(), ", within a factor of three")
	r, err := strip.Count(c.Context(), recurrence.Options{Options: c.startWork("count %s", strip)})
	if tooMuch := (*result.MemoryError)(nil); errors.As(err, &tooMuch) {
		if c.modulus == 0 {
			tooMuch.Help = "--mod P computes it modulo P, in little memory"
		}
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", strip, err)
	}
	return view.Result(r), nil
}

// stones counts the positions of one board by their stones, or finds the mean number of stones.
func (c *countCommand) stones(boards board.Range) (*view.Answer, error) {
	if c.board.graph != "" {
		g, err := c.board.read(c.command)
		if err != nil {
			return nil, err
		}
		c.options.Options = c.startWork("count %s by stones", c.board.graph)
		return viewOf(view.Stones)(count.GraphStones(c.Context(), g, c.options))
	}
	size, single := boards.Single()
	if !single {
		flag := map[bool]string{false: "by", true: "mean"}[c.meanStones]
		return nil, fmt.Errorf("--%s-stones: board %q: want one size, such as 5 or 4x7, not a range", flag, boards.String())
	}
	if c.meanStones {
		c.options.Options = c.startWork("stones of %s", size)
		return viewOf(view.StoneMoments)(count.Moments(c.Context(), size, c.options))
	}
	c.options.Options = c.startWork("count %s by stones", size)
	return viewOf(view.Stones)(count.Stones(c.Context(), size, c.options))
}

func newPolynomialCommand() *cobra.Command {
	c := newCommand("polynomial")
	var boards variantFlags
	var factor, probability bool
	var at []*big.Rat
	var o polynomial.Options
	flags := c.Flags()
	boards.register(c)
	flags.BoolVar(&probability, "probability", false, "find the other Go polynomial: the probability that a random position is legal, in p, the probability of either colour at a point")
	flags.BoolVar(&factor, "factor", false, "split the polynomial into factors")
	flags.Var(value[[]*big.Rat]{&at, "L1,L2,...", polynomial.ParsePoints, nil}, "at", "print the values at these numbers, whole or fractions, with commas between them")
	wordVar(flags, &o.Method, "method", "METHOD", polynomial.ParseMethod, polynomial.Method.String, "auto, symbolic or interpolation")
	c.addLimitFlags()
	c.flagRules(never("probability", "method"))
	c.addOutputFlags("print the polynomial only, on one line; with --at the values, one a line", "text", "json", "sage", "mathematica", "pari", "latex")
	return c.answerWith(func() (*view.Answer, error) {
		all, err := boards.graphs(c, math.MaxInt)
		if err != nil {
			return nil, err
		}
		o.Options = c.startWork("polynomial")
		var answers []*view.Answer
		for _, g := range all {
			o.Expected = func(e polynomial.Forecast) {
				c.announce(e.Time, "polynomial of the "+g.String(), " and %s by method %s, within a factor of three", e.Memory, e.Method)
			}
			find := polynomial.Go
			if probability {
				find = polynomial.Probability
			}
			r, err := find(c.Context(), g, o)
			if tooWide := (*transfer.WidthError)(nil); errors.As(err, &tooWide) {
				return nil, fmt.Errorf("%s: %w", g, err)
			}
			if err != nil {
				return nil, result.WithSubject(err, g.String())
			}
			if factor {
				factors := r.Poly.Factor()
				r.Factorization = &factors
			}
			r.Evaluate(at)
			answers = append(answers, view.Polynomial(r, count.Variant{SafeTop: boards.safeTop, SafeBottom: boards.safeBottom}.Beyond()))
		}
		return view.Joined(answers), nil
	})
}

func newRecurrenceCommand() *cobra.Command {
	c := newCommand("recurrence")
	c.Args = oneArgument("one number of rows, such as 3")
	o, kind, terms := recurrence.Options{Seed: 1}, recurrence.Symmetry(0), 0
	const maxTerms = 10_000 // more than any b-file has with terms of at most 1000 digits
	flags := c.Flags()
	wordVar(flags, &kind, "matrix", "KIND", recurrence.ParseSymmetry, nil, "give the matrix: states, classes or updown")
	numberVar(flags, &terms, "terms", 1, maxTerms, "number", "number of terms of a b-file (default: 1000, or all terms of at most 1000 digits)")
	numberVar(flags, &o.Primes, "primes", 1, recurrence.MaxPrimes, "number of primes", "number of primes for the order, 1 to 4 (default: 2)")
	seedVar(flags, &o.Seed, "seed `N` of the random numbers: which primes are drawn")
	c.addLimitFlags()
	c.addOutputFlags("print the order only", "text", "json", "sage", "mathematica", "pari", "latex", "bfile")
	c.onlyFormats("matrix", "text", "json", "sage", "pari", "latex")
	return c.answerWith(func() (*view.Answer, error) {
		height, err := strconv.Atoi(c.args[0])
		if err != nil || height < 1 || height > recurrence.MaxHeight {
			return nil, fmt.Errorf("%q: want a number of rows from 1 to %d", c.args[0], recurrence.MaxHeight)
		}
		format, matrix, integers := c.out.format, c.given("matrix"), height <= recurrence.MaxExactHeight
		plain := slices.Contains([]string{"text", "json", "quiet", "page"}, format)
		switch {
		case matrix && height > recurrence.MaxTransferHeight:
			return nil, fmt.Errorf("--matrix: want a number of rows from 1 to %d, not %d", recurrence.MaxTransferHeight, height)
		case !integers && !plain:
			return nil, fmt.Errorf("--format %s: the coefficients are found for at most %d rows, not %d", format, recurrence.MaxExactHeight, height)
		case o.Primes != 0 && (matrix || integers):
			return nil, fmt.Errorf("--primes is for more than %d rows, where the order is found modulo primes", recurrence.MaxExactHeight)
		case terms != 0 && format != "bfile":
			return nil, errors.New("--terms is for --format bfile only")
		}
		o.Options = c.startWork("recurrence %d", height)
		switch {
		case matrix:
			return viewOf(view.Transfer)(recurrence.NewTransfer(height, kind))
		case !integers:
			return viewOf(view.RecurrenceOrder)(recurrence.FindOrder(c.Context(), height, o))
		}
		return viewOf(func(r *recurrence.Recurrence) *view.Answer { return view.Recurrence(r, terms) })(recurrence.Find(c.Context(), height, o))
	})
}

func newSymmetryCommand() *cobra.Command {
	c, exchange, estimate := newCommand("symmetry"), false, false
	flags := c.Flags()
	flags.BoolVar(&exchange, "exchange", false, "with --format bfile or --quiet: count positions up to the exchange of colours, too")
	flags.BoolVar(&estimate, "estimate", false, "say how each number would be counted, in what time and memory, and stop")
	c.flagRules(never("estimate", "format", "json", "quiet"))
	c.addLimitFlags()
	c.addOutputFlags("print the number only, or one number a line", "text", "json", "csv", "bfile")
	return c.answerWith(func() (*view.Answer, error) {
		boards, err := parseBoards(c.args)
		if err != nil {
			return nil, err
		}
		if !estimate {
			return symmetryTable(c, exchange).run(c, boards)
		}
		size, single := boards.Single()
		if !single {
			return nil, fmt.Errorf("--estimate: board %q: want one size, not a range", boards)
		}
		return viewOf(func(estimates []symmetry.Estimate) *view.Answer { return view.SymmetryEstimates(size, estimates) })(
			symmetry.Estimates(size, symmetry.Options{Options: c.limits()}))
	})
}

func symmetryTable(c *command, exchange bool) *boardTable[*symmetry.Result] {
	const fewer = 2 // digits that the number of orbits of a group of 16 can have less than L(m,n)
	return &boardTable[*symmetry.Result]{
		find: func(ctx context.Context, boards board.Range, work par.Options, found func(*symmetry.Result)) error {
			_, err := symmetry.Table(ctx, boards, symmetry.Options{Options: work, Found: found, Estimated: func(f symmetry.Forecast) {
				took := time.Duration(f.Seconds / float64(work.Goroutines()) * float64(time.Second))
				c.announce(took, fmt.Sprintf("symmetry %s", boards), " and %s, within a factor of three; --estimate has the parts", f.Bytes)
			}})
			return err
		},
		board:  func(r *symmetry.Result) board.Size { return r.Board },
		fewest: func(size board.Size) int { return count.MinDigits(size) - fewer },
		answer: func(all []*symmetry.Result) *view.Answer { return view.Symmetries(all, exchange) },
	}
}

func newPatternsCommand() *cobra.Command {
	c, meaning := newCommand("patterns", "MEANINGS", meaningHelp()), patterns.Meaning(0)
	o := patterns.Options{Board: board.Size{Rows: 19, Cols: 19}, TreeBoards: patterns.DefaultTreeBoards}
	flags := c.Flags()
	wordVar(flags, &o.Board, "board", "SIZE", func(s string) (board.Size, error) { return board.Parse(s) }, board.Size.String, "the board, such as 19 or 9x13")
	wordVar(flags, &meaning, "meaning", "MEANING", patterns.ParseMeaning, nil, "count for this meaning only")
	flags.BoolVar(&o.Legal, "legal", false, "count only patterns in which every string has a liberty in the end")
	numberVar(flags, &o.TreeBoards, "tree-boards", 1, math.MaxInt, "number of boards", "largest number of boards that a tree may describe")
	threadsVar(flags, &c.machine.threads, " for --legal")
	memoryVar(flags, &c.machine.memory, " for --legal")
	c.addOutputFlags("print the number of one meaning only, or one number a line", "text", "json", "csv", "bfile", "latex")
	return c.answerWith(func() (*view.Answer, error) {
		stones, err := patterns.ParseStones(strings.Join(c.args, " "))
		if err != nil {
			if len(c.args) > 1 {
				err = fmt.Errorf("%w (a board is given by --board)", err)
			}
			return nil, err
		}
		o.First, o.Last, o.Threads = stones.First, stones.Last, c.machine.threads
		if c.given("meaning") {
			o.Meanings = []patterns.Meaning{meaning}
		}
		sequence := c.out.format == "quiet" || c.out.format == "bfile"
		if sequence && !c.given("meaning") {
			return nil, errors.New("--quiet and --format bfile are for one sequence: want a --meaning")
		}
		if err := o.Validate(); err != nil {
			return nil, err
		}
		o.Options = c.startWork("patterns %s", c.args[0])
		r, err := patterns.Count(c.Context(), o)
		if err != nil {
			return nil, err
		}
		for _, v := range r.Values {
			if sequence && v.Number == nil {
				return nil, fmt.Errorf("%s of %d stones: more than %d boards to describe: want fewer stones or more --tree-boards", v.Meaning, v.Stones, o.TreeBoards)
			}
		}
		return view.Patterns(r, o.TreeBoards), nil
	})
}

func meaningHelp() string {
	var lines strings.Builder
	for _, m := range patterns.Meanings() {
		fmt.Fprintf(&lines, "  %s\n      %s\n", m, m.Definition())
	}
	return lines.String()
}

// maxConstructibleHeight is the largest height that is searched for constructible classes: the
// search for 13 takes too much memory.
const maxConstructibleHeight = 12

func newStatesCommand() *cobra.Command {
	c := newCommand("states")
	constructible, growth, reached, digits := false, false, false, 24
	flags := c.Flags()
	flags.BoolVar(&constructible, "constructible", false, "count the constructible classes, too")
	flags.BoolVar(&reached, "reached", false, "count the classes that the positions of the first N points lead to, for each N")
	flags.BoolVar(&growth, "growth", false, "print how fast the classes grow with M")
	numberVar(flags, &digits, "digits", 1, asymptotic.MaxClassDigits, "number", "with --growth: `N` digits")
	c.flagRules(goWith("growth", "digits"), atMostOne("growth", "constructible", "reached"))
	c.addOutputFlags("print the number of valid classes over all kinks only, one a line for each height", "text", "json", "csv", "latex")
	c.onlyFormats("growth", "text", "json")
	return c.answerWith(func() (*view.Answer, error) {
		switch {
		case growth && len(c.args) > 0:
			return nil, fmt.Errorf("--growth takes no number of rows: %q", strings.Join(c.args, " "))
		case growth:
			return view.ClassGrowth(asymptotic.NewClassGrowth(digits), digits), nil
		}
		most := connected.MaxHeight
		if constructible || reached {
			most = maxConstructibleHeight
		}
		heights, err := parseRows(c.args, most)
		if err != nil && (constructible || reached) {
			flag := map[bool]string{true: "constructible", false: "reached"}[constructible]
			err = fmt.Errorf("--%s: %w", flag, err)
		}
		if err != nil {
			return nil, err
		}
		if reached {
			if heights.First != heights.Last {
				return nil, fmt.Errorf("--reached: want one number of rows, not %q", c.args[0])
			}
			return viewOf(func(counts []int64) *view.Answer { return view.ReachedStates(heights.First, counts) })(
				connected.ReachedClasses(c.Context(), heights.First, par.Options{}))
		}
		var counts []*connected.ClassCount
		for height := heights.First; height <= heights.Last; height++ {
			found, err := connected.CountClasses(c.Context(), height, constructible, par.Options{})
			if err != nil {
				return nil, err
			}
			counts = append(counts, found)
		}
		return view.States(counts), nil
	})
}
