package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"combigo/published"
	"combigo/reproduction"
	"combigo/result"
)

func newPaperCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "paper",
		Short: "Recompute the tables, figures and numbers of the documents",
		Long: `Recompute what the documents on the combinatorics of Go print: tables, figures,
theorems with a content that can be computed, and displayed numbers. Each line
is set beside the published one and marked:

  equal      the published value came out
  better     more digits, a sharper bound, or a line that the document lacks
  different  another value; a note says what is known about why
  too-large  not computed; a note says what it would take
  unprinted  the document has no value to compare with

Lines that take too long are taken from earlier runs of this program, if there
are any, and say so.`,
		Example: `  combigo paper list
  combigo paper show table-2
  combigo paper show fig-9 --output fig-9.svg
  combigo paper all --budget 10m --out report`,
		Args: noSuchCommand,
		RunE: func(command *cobra.Command, _ []string) error { return command.Help() },
	}
	command.AddCommand(newPaperListCommand(), newPaperShowCommand(), newPaperAllCommand())
	return command
}

func newPaperListCommand() *cobra.Command {
	var json bool
	command := &cobra.Command{
		Use:   "list",
		Short: "List what can be recomputed, with where it is printed",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("paper list: argument %q: want none", args[0])
			}
			return nil
		},
		RunE: func(command *cobra.Command, _ []string) error {
			return writeWhole(command.OutOrStdout(), func(w io.Writer) error { return writePaperList(w, json) })
		},
	}
	command.Flags().BoolVar(&json, "json", false, "print JSON")
	return command
}

// budgetFlags is what a computation may use.
type budgetFlags struct {
	time    time.Duration
	threads threadsFlag
	memory  memoryFlag
}

func (f *budgetFlags) check(command string) error {
	if f.time <= 0 {
		return fmt.Errorf("paper %s: --budget %v: want a time above 0, such as 30s or 10m", command, f.time)
	}
	return nil
}

func (f *budgetFlags) budget() reproduction.Budget {
	return reproduction.Budget{Time: f.time, Threads: int(f.threads), Memory: f.memory.size}
}

// paperShowFlags is everything that the command paper show is told besides the id.
type paperShowFlags struct {
	budgetFlags
	output string
	json   bool
}

func newPaperShowCommand() *cobra.Command {
	f := &paperShowFlags{}
	command := &cobra.Command{
		Use:   "show ID",
		Short: "Recompute one entry, beside the published one",
		Long: `Recompute a table, a figure, a theorem or a number, and print it beside the
published one. combigo paper list has the ids. Lines that cost more than the
budget in all are left to earlier runs, or are too large.

--output writes the drawing of a figure into a file.`,
		Example: `  combigo paper show table-3 --budget 5m
  combigo paper show fig-10 --output automaton.svg`,
		Args: func(_ *cobra.Command, args []string) error { return f.check(args) },
		RunE: func(command *cobra.Command, args []string) error { return f.run(command, reproduction.Find(args[0])) },
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.DurationVar(&f.time, "budget", reproduction.DefaultTime, "CPU `TIME` that the dearer lines may take together, roughly, such as 30s or 10m")
	flags.Var(&f.threads, "threads", "number of threads (default: one for each processor)")
	flags.Var(&f.memory, "memory", "ceiling on memory, such as 8GiB (default: what the machine has available)")
	flags.StringVar(&f.output, "output", "", "`FILE` to write the figure to, such as fig-9.svg")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	return command
}

func (f *paperShowFlags) check(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("paper show: %d arguments given: want one id, such as table-3 (combigo paper list has all)", len(args))
	}
	e := reproduction.Find(args[0])
	if e == nil {
		return fmt.Errorf("paper show: %q is not an entry: want an id of combigo paper list, such as table-3, fig-9 or fs-table-1", args[0])
	}
	if f.output != "" {
		if e.Kind != reproduction.Figure {
			return fmt.Errorf("paper show: --output: %s is no figure: want fig-1 to fig-16", e.ID)
		}
		if filepath.Ext(f.output) != ".svg" {
			return fmt.Errorf("paper show: --output %q: want a file name that ends in .svg", f.output)
		}
	}
	return f.budgetFlags.check("show")
}

func (f *paperShowFlags) run(command *cobra.Command, e *reproduction.Entry) error {
	o, err := e.Recompute(command.Context(), f.budget())
	if err != nil {
		return paperError(command, "show", err)
	}
	if f.output != "" {
		if err := os.WriteFile(f.output, []byte(o.SVG), 0o666); err != nil {
			return fmt.Errorf("paper show: --output: %w", err)
		}
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error {
		if f.json {
			return result.JSON(w, paperOutcome{toPaperEntry(e), o})
		}
		return writePaperOutcome(w, e, o, f.output)
	})
}

// paperError gives an error its exit status: the end of the context is left as it is.
func paperError(command *cobra.Command, name string, err error) error {
	if command.Context().Err() != nil {
		return err
	}
	return exitError{exitInternal, fmt.Errorf("paper %s: %w", name, err)}
}

// paperAllFlags is everything that the command paper all is told.
type paperAllFlags struct {
	budgetFlags
	out  string
	json bool
}

func newPaperAllCommand() *cobra.Command {
	f := &paperAllFlags{}
	command := &cobra.Command{
		Use:   "all",
		Short: "Recompute all that fits the time, and write a report",
		Long: `Recompute all that fits the time, the cheapest first, and write a report: one
file report.html that stands for itself, with the figures. Ctrl-C ends it, too,
and writes what there is.`,
		Example: `  combigo paper all
  combigo paper all --budget 10m --out report`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("paper all: argument %q: want none", args[0])
			}
			return f.check("all")
		},
		RunE: func(command *cobra.Command, _ []string) error { return f.run(command) },
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.DurationVar(&f.time, "budget", time.Minute, "`TIME` it may take, such as 30s or 10m")
	flags.StringVar(&f.out, "out", ".", "`DIR` for the report, made if it is not there")
	flags.Var(&f.threads, "threads", "number of threads (default: one for each processor)")
	flags.Var(&f.memory, "memory", "ceiling on memory, such as 8GiB (default: what the machine has available)")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	return command
}

func (f *paperAllFlags) run(command *cobra.Command) error {
	if err := os.MkdirAll(f.out, 0o777); err != nil {
		return fmt.Errorf("paper all: --out: %w", err)
	}
	bar := newProgressBar(command.ErrOrStderr(), "documents")
	start := time.Now()
	run, err := reproduction.RunAll(command.Context(), reproduction.RunOptions{
		Budget: f.budget(),
		Done: func(r *reproduction.Run) {
			if show := bar.report(); show != nil {
				show(min(1, max(float64(time.Since(start))/float64(f.time), float64(r.Recomputed())/float64(2*len(r.Records)))))
			}
		},
	})
	bar.finish()
	if err != nil {
		return paperError(command, "all", err)
	}
	name := filepath.Join(f.out, "report.html")
	if err := writePaperReport(name, run); err != nil {
		return err
	}
	if run.Interrupted {
		return exitError{exitInterrupted, errors.New("interrupted; what there is is in " + name)}
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error {
		if f.json {
			return writeRunJSON(w, run)
		}
		return writeRun(w, run, name)
	})
}

// writePaperReport writes the report in memory, and then the file.
func writePaperReport(name string, run *reproduction.Run) error {
	var page strings.Builder
	if err := run.WriteHTML(&page); err != nil {
		return exitError{exitInternal, fmt.Errorf("paper all: %w", err)}
	}
	if err := os.WriteFile(name, []byte(page.String()), 0o666); err != nil {
		return fmt.Errorf("paper all: --out: %w", err)
	}
	return nil
}

