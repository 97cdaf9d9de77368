package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"combigo/internal/view"
	"combigo/result"
	"combigo/sequence"
)

// sequenceFlags is everything that the command sequence is told besides the id.
type sequenceFlags struct {
	terms   int64
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
the OEIS has and that comes out differently is an error. docs/sequences.md says
in which second way the terms of each sequence are checked.`,
		Example: `  combigo sequence
  combigo sequence A094777 --terms 12
  combigo sequence torus --json`,
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
	}
	return f.out.write(command, views{"text": view.Sequences().Text, "json": asJSON(sequence.All()), "quiet": view.SequenceIDs})
}

// print writes the terms of a sequence, in JSON all together, otherwise one by one as they are known.
func (f *sequenceFlags) print(command *cobra.Command, s *sequence.Sequence) (err error) {
	count := s.Quick
	if f.terms > 0 {
		count = int(min(f.terms, 1<<30))
	}
	if err := s.Check(count); err != nil {
		return fmt.Errorf("--terms %d: %w", count, err)
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
	if f.out.format != "json" {
		return nil
	}
	return result.JSON(w, found)
}
