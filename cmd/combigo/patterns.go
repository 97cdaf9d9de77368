package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/result"
	"combigo/symmetry/patterns"
)

// patternsFlags is everything that the command patterns is told besides the
// numbers of stones.
type patternsFlags struct {
	board    boardFlag
	meaning  meaningFlag
	legal    bool
	boards   boardsFlag
	threads  threadsFlag
	memory   memoryFlag
	format   formatFlag
	json     bool
	quiet    bool
	stones   board.Span
	haveText string
}

func newPatternsCommand() *cobra.Command {
	f := &patternsFlags{
		format: formatFlag{"text", []string{"text", "json", "csv", "bfile"}},
		board:  boardFlag{board.Size{Rows: 19, Cols: 19}}, boards: patterns.DefaultTreeBoards,
	}
	command := &cobra.Command{
		Use:   "patterns N",
		Short: "Count the opening patterns of N stones, up to symmetry",
		Long: "Count the opening patterns of N stones: what can be on the board after N moves,\n" +
			"or how it came there, if rotations and reflections of the board do not count.\n" +
			"Captures are ignored. There is more than one meaning of that; each is counted\n" +
			"exactly, the first four by Burnside's lemma:\n\n" + meaningHelp() + `
A tree of moves has fewer leaves than there are sequences up to symmetry: after
two stones that a reflection exchanges, it takes the third move from half of the
board. With the points in sight only, that begins at N = 3; with the colours
too, at N = 4 (at 5 if no motion but the identity leaves a point where it is).
A tree is left out where it would have more than --tree-boards boards to
describe, which grow three to five times with each stone.

Give one number of stones, such as 5, or a range, such as 0-10. --legal leaves
out patterns in whose last position a string has no liberty; that is for boards
up to about 7x7, and not for sets and trees.`,
		Example: `  combigo patterns 5
  combigo patterns 0-10 --meaning sequences --format bfile
  combigo patterns 0-8 --board 5x7 --json
  combigo patterns 0-16 --board 4 --legal`,
		Args: func(command *cobra.Command, args []string) (err error) {
			if f.stones, err = parseStones(args); err != nil {
				return fmt.Errorf("patterns: %w", err)
			}
			f.haveText = args[0]
			return onlyOneOf(command, "format", "json", "quiet")
		},
		RunE: func(command *cobra.Command, _ []string) error { return f.run(command) },
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.Var(&f.board, "board", "the board, such as 19 or 9x13")
	flags.Var(&f.meaning, "meaning", "count for this meaning only")
	flags.BoolVar(&f.legal, "legal", false, "count only patterns in which every string has a liberty in the end")
	flags.Var(&f.boards, "tree-boards", "most boards that a tree may describe")
	flags.Var(&f.threads, "threads", "number of threads for --legal (default: one for each processor)")
	flags.Var(&f.memory, "memory", "ceiling on memory for --legal, such as 8GiB (default: what the machine has available)")
	flags.Var(&f.format, "format", "text, json, csv or bfile (the format of the OEIS, for one meaning)")
	flags.BoolVar(&f.json, "json", false, "short for --format json")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the number of one meaning only, or one number a line")
	return command
}

// meaningHelp lists the meanings.
func meaningHelp() string {
	var lines strings.Builder
	for _, m := range patterns.Meanings() {
		fmt.Fprintf(&lines, "  %s\n      %s\n", m, m.Definition())
	}
	return lines.String()
}

// mostStones is more than any board has points.
const mostStones = 100_000

// parseStones reads a number of stones or a range.
func parseStones(args []string) (board.Span, error) {
	if len(args) == 0 {
		return board.Span{}, errors.New("no number of stones is given: want one such as 5, or a range such as 0-10")
	}
	if len(args) > 1 {
		return board.Span{}, fmt.Errorf("stones %q: %d words given: want one such as 5 or 0-10 (a board is given by --board)",
			strings.Join(args, " "), len(args))
	}
	first, last, isRange := strings.Cut(args[0], "-")
	if !isRange {
		last = first
	}
	var span board.Span
	for _, end := range []struct {
		text string
		to   *int
	}{{first, &span.First}, {last, &span.Last}} {
		n, err := strconv.Atoi(end.text)
		if err != nil || n < 0 || n > mostStones {
			return span, fmt.Errorf("stones %q: want a number such as 5, or a range such as 0-10", args[0])
		}
		*end.to = n
	}
	if span.First > span.Last {
		return span, fmt.Errorf("stones %q: the range runs backwards: write %d-%d", args[0], span.Last, span.First)
	}
	return span, nil
}

func (f *patternsFlags) options(bar *progressBar) patterns.Options {
	opt := patterns.Options{
		Board: f.board.Size, First: f.stones.First, Last: f.stones.Last, Legal: f.legal, TreeBoards: int(f.boards),
		Threads: int(f.threads), Memory: f.memory.size, Progress: bar.report(),
	}
	if f.meaning.given {
		opt.Meanings = []patterns.Meaning{f.meaning.Meaning}
	}
	return opt
}

func (f *patternsFlags) run(command *cobra.Command) error {
	if (f.quiet || f.format.format == "bfile") && !f.meaning.given {
		return errors.New("patterns: --quiet and --format bfile are for one sequence: want a --meaning")
	}
	opt := f.options(nil)
	if err := opt.Validate(); err != nil {
		return fmt.Errorf("patterns: %w", err)
	}
	bar := newProgressBar(command.ErrOrStderr(), "patterns "+f.haveText)
	r, err := patterns.Count(command.Context(), f.options(bar))
	bar.finish()
	if err != nil {
		return f.explain(err)
	}
	if f.quiet || f.format.format == "bfile" {
		for _, v := range r.Values {
			if v.Number == nil {
				return fmt.Errorf("patterns: %s of %d stones: more than %d boards to describe: want fewer stones or more --tree-boards",
					v.Meaning, v.Stones, int(f.boards))
			}
		}
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error { return f.write(w, r) })
}

// explain names the flag that led to an error.
func (f *patternsFlags) explain(err error) error {
	return fmt.Errorf("patterns: %w", f.memory.explain(err))
}

func (f *patternsFlags) write(w io.Writer, r *patterns.Result) error {
	switch format := f.format.format; {
	case f.quiet:
		for _, v := range r.Values {
			if _, err := fmt.Fprintln(w, v.Number); err != nil {
				return err
			}
		}
		return nil
	case f.json || format == "json":
		return result.JSON(w, newPatternsDocument(r))
	case format == "csv":
		return writePatternsCSV(w, r)
	case format == "bfile":
		var terms []result.Term
		for _, v := range r.Values {
			terms = append(terms, result.Term{Index: v.Stones, Value: v.Number})
		}
		return result.BFile(w, terms)
	}
	return f.writePatterns(w, r)
}

// boardFlag is the size of one board.
type boardFlag struct{ board.Size }

func (f *boardFlag) Set(s string) (err error) {
	f.Size, err = board.Parse(s)
	return err
}

func (f *boardFlag) Type() string { return "SIZE" }

// meaningFlag is a meaning of the question for patterns.
type meaningFlag struct {
	patterns.Meaning
	given bool
}

func (f *meaningFlag) Set(s string) (err error) {
	f.Meaning, err = patterns.ParseMeaning(s)
	f.given = err == nil
	return err
}

func (f *meaningFlag) String() string {
	if !f.given {
		return ""
	}
	return f.Meaning.String()
}

func (f *meaningFlag) Type() string { return "MEANING" }

// boardsFlag is a number of boards that a tree describes.
type boardsFlag int

func (f *boardsFlag) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return errors.New("want a number of boards from 1")
	}
	*f = boardsFlag(n)
	return nil
}

func (f *boardsFlag) String() string { return strconv.Itoa(int(*f)) }
func (f *boardsFlag) Type() string   { return "N" }
