package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"combigo/internal/par"
	"combigo/result"
	"combigo/sequence"
)

// sequenceFlags is everything that the command sequence is told besides the id.
type sequenceFlags struct {
	terms   amountFlag
	threads threadsFlag
	memory  memoryFlag
	format  formatFlag
	json    bool
}

func newSequenceCommand() *cobra.Command {
	f := &sequenceFlags{format: formatFlag{"bfile", []string{"bfile", "csv", "json"}}}
	command := &cobra.Command{
		Use:   "sequence [ID]",
		Short: "List integer sequences about Go, or print the terms of one",
		Long: `Without ID, list the sequences that the program computes: those of the On-Line
Encyclopedia of Integer Sequences (OEIS) and others that are not in it.

With ID, print the first terms as a b-file of the OEIS, each as soon as it is
known. Without --terms these are the terms that take about a second. A term that
the OEIS has and that comes out differently is an error. docs/sequences.md says
in which second way the terms of each sequence are checked.`,
		Example: `  combigo sequence
  combigo sequence A094777 --terms 12
  combigo sequence torus --json`,
		Args: func(command *cobra.Command, args []string) error {
			if len(args) > 1 {
				return errors.New("sequence: more than one argument is given: want one id, such as A094777")
			}
			if len(args) == 1 {
				if _, err := sequence.Find(args[0]); err != nil {
					return fmt.Errorf("sequence: %w", err)
				}
			} else if command.Flags().Changed("terms") {
				return errors.New("sequence: --terms goes with the id of a sequence, such as A094777")
			}
			return onlyOneOf(command, "format", "json")
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var ids []string
			if len(args) == 0 {
				for _, s := range sequence.All() {
					ids = append(ids, s.ID+"\t"+s.Name)
				}
			}
			return ids, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(command *cobra.Command, args []string) error {
			if f.json {
				f.format.format = "json"
			}
			if len(args) == 0 {
				return f.list(command.OutOrStdout())
			}
			s, err := sequence.Find(args[0])
			if err != nil {
				return fmt.Errorf("sequence: %w", err)
			}
			return f.print(command, s)
		},
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.Var(&f.terms, "terms", "number N of terms (default: those that take about a second)")
	flags.Var(&f.threads, "threads", "number of threads (default: one for each processor)")
	flags.Var(&f.memory, "memory", "ceiling on memory, such as 8GiB (default: what the machine has available)")
	flags.Var(&f.format, "format", "bfile (the format of the OEIS), csv or json")
	flags.BoolVar(&f.json, "json", false, "short for --format json")
	return command
}

// list writes the catalog.
func (f *sequenceFlags) list(w io.Writer) error {
	if f.format.format == "json" {
		return result.JSON(w, sequence.All())
	}
	t := newTable()
	t.AppendHeader(table.Row{"id", "a(n)"})
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 2, WidthMax: 58, WidthMaxEnforcer: text.WrapSoft}})
	for _, s := range sequence.All() {
		t.AppendRow(table.Row{s.ID, s.Name})
	}
	_, err := fmt.Fprintln(w, t.Render())
	return err
}

// print writes the terms of a sequence, in JSON all together, otherwise one by one as they are known.
func (f *sequenceFlags) print(command *cobra.Command, s *sequence.Sequence) error {
	count := s.Quick
	if f.terms.n > 0 {
		count = int(min(f.terms.n, 1<<30))
	}
	w := command.OutOrStdout()
	switch f.format.format {
	case "bfile":
		fmt.Fprintf(w, "# %s: %s\n", s.ID, s.Name)
		if s.InOEIS() {
			fmt.Fprintf(w, "# %s\n", s.Link())
		}
	case "csv":
		fmt.Fprintln(w, "id,n,value")
	}
	bar := newProgressBar(command.ErrOrStderr(), s.ID)
	defer bar.finish()
	var terms []sequence.Term
	for t, err := range s.Terms(command.Context(), count, par.Options{Threads: int(f.threads), Memory: f.memory.size, Progress: bar.report()}) {
		if err != nil {
			return fmt.Errorf("sequence: %s: %w", s.ID, err)
		}
		switch f.format.format {
		case "bfile":
			_, err = fmt.Fprintf(w, "%d %v\n", t.N, t.Value)
		case "csv":
			_, err = fmt.Fprintf(w, "%s,%d,%v\n", s.ID, t.N, t.Value)
		default:
			terms = append(terms, t)
		}
		if err != nil {
			return exitError{exitInternal, fmt.Errorf("standard output: %w", err)}
		}
	}
	if f.format.format != "json" {
		return nil
	}
	return result.JSON(w, struct {
		*sequence.Sequence
		Terms []sequence.Term `json:"terms"`
	}{s, terms})
}
