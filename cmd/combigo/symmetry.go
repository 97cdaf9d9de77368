package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/symmetry"
	"combigo.dev/combigo/symmetry/patterns"
)

func newSymmetryCommand() *cobra.Command {
	c, exchange, estimate := newCommand("symmetry"), false, false
	flags := c.Flags()
	flags.BoolVar(&exchange, "exchange", false, "with --format bfile or --quiet: count positions up to the exchange of colours, too")
	flags.BoolVar(&estimate, "estimate", false, "say how each number would be counted, in what time and memory, and stop")
	c.limited()
	c.writes("print the number only, or one number a line", "text", "json", "csv", "bfile")
	return c.answers(func() (*view.Answer, error) {
		boards, err := boardsOf(c.args)
		if err != nil {
			return nil, err
		}
		if !estimate {
			return symmetryTable(c, exchange).run(c, boards)
		}
		if err := c.noneWith("estimate", "format", "json", "quiet"); err != nil {
			return nil, err
		}
		size, single := boards.Single()
		if !single {
			return nil, fmt.Errorf("--estimate: board %q: want one size, not a range", boards)
		}
		return shown(func(estimates []symmetry.Estimate) *view.Answer { return view.SymmetryEstimates(size, estimates) })(
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
	numberVar(flags, &o.TreeBoards, "tree-boards", 1, math.MaxInt, "number of boards", "most boards that a tree may describe")
	threadsVar(flags, &c.machine.threads, " for --legal")
	memoryVar(flags, &c.machine.memory, " for --legal")
	c.writes("print the number of one meaning only, or one number a line", "text", "json", "csv", "bfile", "latex")
	return c.answers(func() (*view.Answer, error) {
		stones, err := patterns.ParseStones(c.args...)
		if err != nil {
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
		o.Options = c.work("patterns %s", c.args[0])
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

// meaningHelp lists the meanings.
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
	c.writes("print the number of valid classes over all kinks only, one a line for each height", "text", "json", "csv", "latex")
	return c.answers(func() (*view.Answer, error) {
		err := cmp.Or(c.onlyWith("growth", "digits"), c.onlyOneOf("growth", "constructible", "reached"))
		switch {
		case err != nil:
			return nil, err
		case growth && len(c.args) > 0:
			return nil, fmt.Errorf("--growth takes no number of rows: %q", strings.Join(c.args, " "))
		case growth && c.out.format == "csv":
			return nil, errors.New("--growth: want --format text or json")
		case growth:
			return view.ClassGrowth(asymptotic.NewClassGrowth(digits), digits), nil
		}
		most := connected.MaxHeight
		if constructible || reached {
			most = maxConstructibleHeight
		}
		heights, err := rowsOf(c.args, most)
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
			return shown(func(counts []int64) *view.Answer { return view.ReachedStates(heights.First, counts) })(
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
