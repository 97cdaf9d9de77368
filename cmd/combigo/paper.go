package main

import (
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/internal/reproduction"
	"combigo.dev/combigo/internal/view"
)

func newPaperCommand() *cobra.Command {
	command := described("paper")
	command.Args = noSuchCommand
	command.RunE = help
	command.AddCommand(newPaperListCommand(), newPaperShowCommand(), newPaperAllCommand())
	return command
}

func newPaperListCommand() *cobra.Command {
	c := newCommand("paper-list")
	c.Args = noArguments
	c.writes("print the ids only", "text", "json")
	return c.answers(func() (*view.Answer, error) { return view.PaperList(), nil })
}

// budgeted adds the flags for what a computation may use.
func (c *command) budgeted(to *time.Duration, usage, file string) {
	timeVar(c.Flags(), to, "budget", usage)
	c.limited()
	c.writes("print the tally only", "text", "json")
	c.Flags().Lookup("output").Usage = file
}

func (c *command) budget(time time.Duration) reproduction.Budget {
	return reproduction.Budget{Time: time, Threads: c.machine.threads, Memory: c.machine.memory.size}
}

func newPaperShowCommand() *cobra.Command {
	c, budget := newCommand("paper-show"), reproduction.DefaultTime
	c.Args = oneArgument("one id, such as table-3 (combigo paper list has all)")
	c.ValidArgsFunction = completeIDs(func() []string { return entryIDs(func(e *reproduction.Entry) string { return e.ID + "\t" + e.Title }) })
	c.budgeted(&budget, "CPU time for the more expensive lines together, roughly, such as 30s or 10m", "`FILE` to write to; the drawing of a figure if it ends in .svg")
	return c.answers(func() (*view.Answer, error) {
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
	c.budgeted(&budget, "time it may take, such as 30s or 10m", "`FILE` for the report, such as report.html")
	return c.answers(func() (*view.Answer, error) {
		file := c.out.file
		if file != "" && filepath.Ext(file) != ".html" {
			return nil, fmt.Errorf("--output %s: want a file name that ends in .html", file)
		}
		c.work("papers")
		kept := "; with --output FILE.html, what there is by then is kept"
		if file != "" {
			c.saves()
			kept = "; what there is by now is in " + file
		}
		c.goesOn(func() string { return kept })
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
