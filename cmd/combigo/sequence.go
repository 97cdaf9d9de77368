package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/sequence"
)

// sequenceFlags is everything that the command sequence is told besides the id.
type sequenceFlags struct {
	terms   int64
	draft   bool
	machine machineFlags
	out     output
}

func newSequenceCommand() *cobra.Command {
	f := &sequenceFlags{}
	command := &cobra.Command{
		Use:   "sequence [ID]",
		Short: "List integer sequences about Go, or print the terms of one",
		Long: `Without ID, list the sequences that the program computes: those of the On-Line
Encyclopedia of Integer Sequences (OEIS) and others that are not in it.

With ID, print the first terms as a b-file of the OEIS, each as soon as it is
known. Without --terms these are the terms that take about a second. A term that
the OEIS has and that comes out differently is an error, unless that of the OEIS
is known to be wrong: then a comment says so. docs/sequences.md says in which
second way the terms of each sequence are checked.

With --draft, print what an editor of the OEIS needs: a new entry, or what is to
be added to one or put right, and how to make the b-file.`,
		Example: `  combigo sequence
  combigo sequence A094777 --terms 12
  combigo sequence torus --json
  combigo sequence A007565 --draft`,
		ValidArgsFunction: completeIDs(func() (ids []string) {
			for _, s := range sequence.All() {
				ids = append(ids, s.ID+"\t"+s.Name)
			}
			return ids
		}),
		RunE: f.run,
	}
	flags := command.Flags()
	numberVar(flags, &f.terms, "terms", 1, math.MaxInt64, "number of terms", "number N of terms (default: those that take about a second)")
	flags.BoolVar(&f.draft, "draft", false, "print a draft for the OEIS")
	f.machine.register(flags)
	f.out.register(command, "print the terms only, one a line, or the ids", "bfile", "csv", "json")
	return command
}

func (f *sequenceFlags) run(command *cobra.Command, args []string) error {
	switch {
	case len(args) > 1:
		return oneArgument("one id, such as A094777")(command, args)
	case len(args) == 1:
		s, err := sequence.Find(args[0])
		if err != nil {
			return fmt.Errorf("%w (combigo sequence lists all)%s", err, didYouMean(args[0], sequence.IDs()...))
		}
		return f.print(command, s)
	case f.terms > 0:
		return errors.New("--terms goes with the id of a sequence, such as A094777")
	case f.draft:
		return errors.New("--draft goes with the id of a sequence, such as A007565")
	}
	return f.out.write(command, view.Sequences(), views{"json": asJSON(sequence.All()), "quiet": view.SequenceIDs})
}

// print writes the terms of a sequence, in JSON all together, otherwise one by one as they are
// known.
func (f *sequenceFlags) print(command *cobra.Command, s *sequence.Sequence) (err error) {
	count := s.Quick
	if f.terms > 0 {
		count = int(min(f.terms, 1<<30))
	}
	if err := s.Check(count); err != nil {
		return fmt.Errorf("--terms %d: %w", count, err)
	}
	if f.draft {
		if err := noneWith(command, "draft", "format", "json", "quiet"); err != nil {
			return err
		}
		f.out.format = "draft"
	}
	w, closeOutput, err := f.out.open(command)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, closeOutput()) }()
	opt, finish := f.machine.begin(command, s.ID)
	defer finish()
	found := &view.SequenceTerms{Sequence: s}
	for t, err := range s.Terms(command.Context(), count, opt) {
		if err != nil {
			return fmt.Errorf("%s: %w", s.ID, err)
		}
		if err := found.Add(w, t, f.out.format); err != nil {
			return exitError{exitInternal, fmt.Errorf("standard output: %w", err)}
		}
	}
	switch f.out.format {
	case "page":
		return f.out.write(command, found.Document(), views{"json": asJSON(found)})
	case "json":
		return result.JSON(w, found)
	case "draft":
		return found.Draft(w)
	}
	return nil
}
