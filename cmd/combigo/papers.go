package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/cmd/combigo/internal/reproduction"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/comparison"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/sequence"
)

func newPaperCommand() *cobra.Command {
	return group("paper", newPaperListCommand(), newPaperShowCommand(), newPaperAllCommand())
}

func newPaperListCommand() *cobra.Command {
	c := newCommand("paper-list")
	c.Args = noArguments
	c.addOutputFlags("print the ids only", "text", "json")
	return c.answerWith(func() (*view.Answer, error) { return view.PaperList(), nil })
}

// addBudgetFlags adds the flags for what a computation may use.
func (c *command) addBudgetFlags(to *time.Duration, usage, file string) {
	timeVar(c.Flags(), to, "budget", usage)
	c.addLimitFlags()
	c.addOutputFlags("print the tally only", "text", "json")
	c.Flags().Lookup("output").Usage = file
}

func (c *command) budget(time time.Duration) reproduction.Budget {
	return reproduction.Budget{Time: time, Threads: c.machine.threads, Memory: cmp.Or(c.machine.memory.data, c.machine.memory.size)}
}

func newPaperShowCommand() *cobra.Command {
	c, budget := newCommand("paper-show"), reproduction.DefaultTime
	c.Args = oneArgument("one id, such as table-3 (combigo paper list has all)")
	c.ValidArgsFunction = completeIDs(func() []string { return entryIDs(func(e *reproduction.Entry) string { return e.ID + "\t" + e.Title }) })
	c.addBudgetFlags(&budget, "CPU time for the more expensive lines together, roughly, such as 30s or 10m", "`FILE` to write to; the drawing of a figure if it ends in .svg")
	return c.answerWith(func() (*view.Answer, error) {
		e, file := reproduction.Find(c.args[0]), c.out.file
		switch {
		case e == nil:
			return nil, fmt.Errorf("%q is not an entry: want an id of combigo paper list, such as table-3, fig-9 or fs-table-1%s",
				c.args[0], didYouMean(c.args[0], entryIDs(func(e *reproduction.Entry) string { return e.ID })...))
		case file != "" && e.Kind != reproduction.Figure:
			return nil, fmt.Errorf("--output: %s is no figure: want fig-1 to fig-16", e.ID)
		case file != "" && filepath.Ext(file) != ".svg":
			return nil, fmt.Errorf("--output %q: want a file name that ends in .svg", file)
		}
		o, err := e.Recompute(c.Context(), c.budget(budget))
		if err != nil {
			return nil, c.paperError(err)
		}
		if file != "" {
			err = writeFile("output", file, func(w io.Writer) error {
				_, err := io.WriteString(w, o.SVG)
				return err
			})
			c.out.file = ""
		}
		return view.PaperOutcome(e, o, file), err
	})
}

func entryIDs(name func(*reproduction.Entry) string) (ids []string) {
	for _, e := range reproduction.All() {
		ids = append(ids, name(e))
	}
	return ids
}

// paperError gives an error its exit status: the end of the context is left as it is.
func (c *command) paperError(err error) error {
	if c.Context().Err() != nil {
		return err
	}
	return exitError{exitInternal, err}
}

func newPaperAllCommand() *cobra.Command {
	c, budget := newCommand("paper-all"), time.Minute
	c.Args = noArguments
	c.addBudgetFlags(&budget, "time for the whole report, such as 30s or 10m", "`FILE` for the report, such as report.html")
	return c.answerWith(func() (*view.Answer, error) {
		file := c.out.file
		if file != "" && filepath.Ext(file) != ".html" {
			return nil, fmt.Errorf("--output %s: want a file name that ends in .html", file)
		}
		c.startWork("papers")
		kept := "; with --output FILE.html, the report so far is kept"
		if file != "" {
			c.savesOnInterrupt()
			kept = "; the report so far is in " + file
		}
		c.setResumeHint(func() string { return kept })
		start := time.Now()
		run, err := reproduction.RunAll(c.Context(), reproduction.RunOptions{Budget: c.budget(budget), Done: func(r *reproduction.Run) {
			c.bar.show(min(1, max(float64(time.Since(start))/float64(budget), float64(r.Recomputed())/float64(2*len(r.Records)))))
		}})
		if err != nil {
			return nil, c.paperError(err)
		}
		if file != "" {
			if err := writeFile("output", file, run.WriteHTML); err != nil {
				return nil, err
			}
		}
		if run.Interrupted {
			return nil, errInterrupted
		}
		c.out.file = ""
		return view.PaperRun(run, file), nil
	})
}

func newSequenceCommand() *cobra.Command {
	c, terms, draft := newCommand("sequence"), int64(0), false
	c.ValidArgsFunction = completeIDs(func() (ids []string) {
		for _, s := range sequence.All() {
			ids = append(ids, s.ID+"\t"+s.Name)
		}
		return ids
	})
	numberVar(c.Flags(), &terms, "terms", 1, math.MaxInt64, "number of terms", "number N of terms (default: those that take about a second)")
	c.Flags().BoolVar(&draft, "draft", false, "print a draft for the OEIS")
	c.addLimitFlags()
	c.addOutputFlags("print the terms only, one a line, or the ids", "bfile", "csv", "json")
	c.flagRules(never("draft", "format", "json", "quiet"))
	return c.answerWith(func() (*view.Answer, error) {
		if len(c.args) > 1 {
			return nil, oneArgument("one id, such as A094777")(c.Command, c.args)
		}
		if bfile := c.out.format == "bfile"; len(c.args) == 0 {
			if terms > 0 || draft || bfile && c.given("format") {
				return nil, errors.New("--terms, --draft and --format bfile go with the id of a sequence, such as A094777")
			}
			if bfile {
				c.out.format = "text"
			}
			return view.Sequences(), nil
		}
		s, err := sequence.Find(c.args[0])
		if err != nil {
			guess := ""
			if len(c.args[0]) != len("A094777") { // a whole number of the OEIS is no slip
				guess = didYouMean(c.args[0], sequence.IDs()...)
			}
			return nil, fmt.Errorf("%w (combigo sequence lists all)%s", err, guess)
		}
		n := s.Quick
		if terms > 0 {
			n = int(min(terms, 1<<30))
		}
		if err := s.Check(n); err != nil {
			return nil, fmt.Errorf("--terms %d: %w", n, err)
		}
		if draft {
			c.out.format = "draft"
		}
		opt := c.startWork("%s", s.ID)
		if term, refusal := s.TooLarge(n, opt); refusal != nil && !draft {
			if large := (*count.LargeError)(nil); errors.As(refusal, &large) {
				refusal = large.Err
			}
			c.PrintErrf("combigo: sequence: %s: term %d will be refused: %v: the terms before it are computed\n", s.ID, term, refusal)
		}
		var terms []sequence.Term
		lines := &termWriter{command: c, comments: s.Comments()}
		for t, failed := range s.Terms(c.Context(), n, opt) {
			if failed != nil {
				err = fmt.Errorf("%s: %w", s.ID, failed)
				break
			}
			c.savesOnInterrupt()
			terms = append(terms, t)
			if t.Wrong != nil {
				lines.comments = append(lines.comments, fmt.Sprintf("the OEIS has a(%d) = %v", t.N, t.Wrong))
			}
			if c.out.format == "bfile" && !lines.write(result.Term{Index: t.N, Value: t.Value}) {
				break
			}
		}
		if c.out.format == "bfile" {
			return nil, cmp.Or(lines.end(), err)
		}
		if len(terms) == 0 || draft && err != nil {
			return nil, err
		}
		return view.SequenceTerms(s, terms), err
	})
}

func newCompareCommand() *cobra.Command {
	c, length := newCommand("compare"), comparison.Five
	c.ValidArgs = []string{"gomoku", "connect4", "chess"}
	const maxLength = 256 // more stones in a row than any board has
	numberVar(c.Flags(), &length, "length", 2, maxLength, "number of stones", "of gomoku: stones in a row")
	c.addLimitFlags()
	c.addOutputFlags("print the first number only", "text", "json")
	return c.answerWith(func() (*view.Answer, error) { return viewOf(view.Comparison)(comparisonOf(c, length)) })
}

// comparisonOf reads the game and the board from the arguments, and finds its figures.
func comparisonOf(c *command, length int) (*comparison.Report, error) {
	if len(c.args) == 0 {
		return nil, errors.New("no game is given: want gomoku, connect4 or chess")
	}
	game, words := c.args[0], c.args[1:]
	if game != "gomoku" && c.given("length") {
		return nil, fmt.Errorf("%s: --length is for gomoku only", game)
	}
	if game == "chess" {
		if len(words) > 0 {
			return nil, fmt.Errorf("chess takes no board, such as %q", strings.Join(words, " "))
		}
		return comparison.Chess(c.Context())
	}
	if game == "connect4" && len(words) == 0 {
		words = []string{"6x7"}
	}
	if game == "gomoku" || game == "connect4" {
		size, err := parseBoard(words)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", game, err)
		}
		if game == "gomoku" {
			return comparison.Gomoku(c.Context(), size, length, c.startWork("compare %s", strings.Join(c.args, " ")))
		}
		r, err := comparison.Connect4(c.Context(), size.Rows, size.Cols)
		if err != nil {
			err = fmt.Errorf("connect4: %w", err)
		}
		return r, err
	}
	return nil, fmt.Errorf("%q is not a game: want gomoku, connect4 or chess%s", game, didYouMean(game, "gomoku", "connect4", "chess"))
}
