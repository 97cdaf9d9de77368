package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/internal/reproduction"
	"combigo.dev/combigo/internal/view"
)

func newPaperCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "paper",
		Short: "Recompute the tables, figures and numbers of the papers",
		Long: `Recompute what the papers on the combinatorics of Go print: tables, figures,
theorems with a content that can be computed, and displayed numbers. Each line
is set beside the published one and marked:

  equal             the published value came out
  more digits       it came out, and more digits of it
  exact             in print it is an estimate, or rounded
  sharper           a sharper bound
  further           a further row of a table, or an answer to an open question
  different         another value; a note says what is known about why
  undecided         what is known here neither confirms nor contradicts it
  quoted            not computed here
  too large         not computed; a note says what it would take
  not in the paper  nothing to compare with

After each number is what it rests on: proved (a proof or a certificate), two
ways (two programs that share no code), one way, observed (estimated, or true in
all cases looked at), or quoted.

Lines that take too long are taken from earlier runs of this program, if there
are any, and say so.`,
		Example: `  combigo paper list
  combigo paper show table-2
  combigo paper show fig-9 --output fig-9.svg
  combigo paper all --budget 10m --output report.html`,
		Args: noSuchCommand,
		RunE: help,
	}
	command.AddCommand(newPaperListCommand(), newPaperShowCommand(), newPaperAllCommand())
	return command
}

func newPaperListCommand() *cobra.Command {
	var out output
	command := &cobra.Command{
		Use:   "list",
		Short: "List what can be recomputed, with where it is printed",
		Args:  noArguments,
		RunE: func(command *cobra.Command, _ []string) error {
			return out.write(command, view.PaperList(), views{"json": view.PaperListJSON, "quiet": view.PaperIDs})
		},
	}
	out.register(command, "print the ids only", "text", "json")
	return command
}

// budgetFlags is what a computation may use.
type budgetFlags struct {
	time    time.Duration
	machine machineFlags
	out     output
}

func (f *budgetFlags) register(command *cobra.Command, usage, quiet string) {
	flags := command.Flags()
	timeVar(flags, &f.time, "budget", usage)
	f.machine.register(flags)
	f.out.register(command, quiet, "text", "json")
}

func (f *budgetFlags) budget() reproduction.Budget {
	return reproduction.Budget{Time: f.time, Threads: f.machine.threads, Memory: f.machine.memory.size}
}

func newPaperShowCommand() *cobra.Command {
	f := &budgetFlags{time: reproduction.DefaultTime}
	command := &cobra.Command{
		Use:   "show ID",
		Short: "Recompute one entry, beside the published one",
		Long: `Recompute a table, a figure, a theorem or a number, and print it beside the
published one. combigo paper list has the ids. Lines that cost more than the
budget in all are left to earlier runs, or are too large.

--output writes the drawing of a figure into a file.`,
		Example: `  combigo paper show table-3 --budget 5m
  combigo paper show fig-10 --output automaton.svg`,
		Args:              oneArgument("one id, such as table-3 (combigo paper list has all)"),
		ValidArgsFunction: completeIDs(func() []string { return entryIDs(func(e *reproduction.Entry) string { return e.ID + "\t" + e.Title }) }),
		RunE:              f.show,
	}
	f.register(command, "CPU time for the more expensive lines together, roughly, such as 30s or 10m", "print the tally only")
	command.Flags().Lookup("output").Usage = "`FILE` to write to; the drawing of a figure if it ends in .svg"
	return command
}

func entryIDs(name func(*reproduction.Entry) string) (ids []string) {
	for _, e := range reproduction.All() {
		ids = append(ids, name(e))
	}
	return ids
}

func (f *budgetFlags) show(command *cobra.Command, args []string) error {
	e := reproduction.Find(args[0])
	if e == nil {
		ids := entryIDs(func(e *reproduction.Entry) string { return e.ID })
		return fmt.Errorf("%q is not an entry: want an id of combigo paper list, such as table-3, fig-9 or fs-table-1%s",
			args[0], didYouMean(args[0], ids...))
	}
	file := f.out.file
	if file != "" {
		if e.Kind != reproduction.Figure {
			return fmt.Errorf("--output: %s is no figure: want fig-1 to fig-16", e.ID)
		}
		if filepath.Ext(file) != ".svg" {
			return fmt.Errorf("--output %q: want a file name that ends in .svg", file)
		}
	}
	o, err := e.Recompute(command.Context(), f.budget())
	if err != nil {
		return paperError(command, err)
	}
	if file != "" {
		err := writeFile("output", file, func(w io.Writer) error {
			_, err := io.WriteString(w, o.SVG)
			return err
		})
		if err != nil {
			return err
		}
	}
	f.out.file = ""
	return f.out.write(command, view.PaperOutcome(e, o, file), views{
		"json":  asJSON(view.NewPaperDocument(e, o)),
		"quiet": asLine(view.PaperTally(o.Count)),
	})
}

// paperError gives an error its exit status: the end of the context is left as it is.
func paperError(command *cobra.Command, err error) error {
	if command.Context().Err() != nil {
		return err
	}
	return exitError{exitInternal, err}
}

func newPaperAllCommand() *cobra.Command {
	f := &budgetFlags{time: time.Minute}
	command := &cobra.Command{
		Use:   "all",
		Short: "Recompute all that fits the time, and write a report",
		Long: `Recompute all that fits the time, the cheapest first, and say which lines came
out. With --output FILE.html, write a report as well: one self-contained file,
with the figures. Ctrl-C ends it, too, and writes what there is.`,
		Example: `  combigo paper all
  combigo paper all --budget 10m --output report.html`,
		Args: noArguments,
		RunE: f.all,
	}
	f.register(command, "time it may take, such as 30s or 10m", "print the tally only")
	command.Flags().Lookup("output").Usage = "`FILE` for the report, such as report.html"
	return command
}

func (f *budgetFlags) all(command *cobra.Command, _ []string) error {
	file := f.out.file
	if file != "" && filepath.Ext(file) != ".html" {
		return fmt.Errorf("--output %s: want a file name that ends in .html", file)
	}
	bar := newProgressBar(command, "papers")
	saves(command, file != "")
	goesOn(command, func() string {
		if file == "" {
			return "; with --output FILE.html, what there is by then is kept"
		}
		return "; what there is by now is in " + file
	})
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
		return paperError(command, err)
	}
	if file != "" {
		if err := writeFile("output", file, run.WriteHTML); err != nil {
			return err
		}
	}
	if run.Interrupted {
		return exitError{exitInterrupted, errors.New("interrupted")}
	}
	f.out.file = ""
	return f.out.write(command, view.PaperRun(run, file), views{
		"json":  func(w io.Writer) error { return view.PaperRunJSON(w, run) },
		"quiet": asLine(view.PaperTally(run.Count)),
	})
}
