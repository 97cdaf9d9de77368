package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
)

// stripFlags is everything that the command strip is told besides the heights.
type stripFlags struct {
	digits  int
	stored  bool
	machine machineFlags
	out     output
}

const stripDigits = 20

func newStripCommand() *cobra.Command {
	f := &stripFlags{digits: stripDigits}
	command := &cobra.Command{
		Use:   "strip M",
		Short: "Enclose the constants of L(M,n) = a lambda^n (1 + r(M,n))",
		Long: `Enclose the constants of boards with M rows and many columns,

  L(M,n) = a lambda^n (1 + r(M,n)),  r(M,n) -> 0

by iterating the transfer matrix of a column: the quotients of the completions
of border states by one column more and less enclose lambda, and how fast their
range shrinks bounds the error of a. All digits shown are proved. The envelope
of r(M,n) is observed.

A range of heights, such as 1-9, makes a table, with the root of lambda that
converges to the base of liberties. 11 rows take a quarter of a minute,
12 a minute and a half, 13 eight minutes and 3 GB.`,
		Example: `  combigo strip 9
  combigo strip 1-9
  combigo strip 3 --digits 100`,
		RunE: f.run,
	}
	flags := command.Flags()
	numberVar(flags, &f.digits, "digits", asymptotic.FewestDigits, asymptotic.MaxDigits, "number of digits", "show `N` significant digits")
	flags.BoolVar(&f.stored, "stored", false, "show at once what was computed before, for up to 13 rows and 24 digits")
	f.machine.register(flags)
	f.out.register(command, "print the growth rate lambda only, or one a line", "text", "json", "csv")
	return command
}

func (f *stripFlags) run(command *cobra.Command, args []string) error {
	heights, err := rowsOf(args, asymptotic.MaxStripHeight)
	if err != nil {
		return err
	}
	if f.stored && f.digits > asymptotic.StoredDigits {
		return fmt.Errorf("--digits %d: want at most %d with --stored", f.digits, asymptotic.StoredDigits)
	}
	if f.stored && heights.Last > asymptotic.LastStored() {
		return fmt.Errorf("--stored: %d rows: want at most %d", heights.Last, asymptotic.LastStored())
	}
	if !f.stored {
		opt := par.Options{Threads: f.machine.threads, Memory: f.machine.memory.budget()}
		if err := asymptotic.CheckStrip(heights.Last, f.digits, opt); err != nil {
			return err
		}
	}
	var found []*asymptotic.Strip
	for height := heights.First; height <= heights.Last; height++ {
		s, err := f.find(command, height)
		if err != nil {
			return err
		}
		found = append(found, s)
	}
	strips := view.NewStrips(found, f.digits)
	return f.out.write(command, view.Strips.Document(strips), views{"json": asJSON(view.OneOf(strips)), "csv": strips.CSV, "quiet": strips.Lambdas})
}

func (f *stripFlags) find(command *cobra.Command, height int) (*asymptotic.Strip, error) {
	if f.stored {
		return asymptotic.Stored(height), nil
	}
	bar := newProgressBar(command, fmt.Sprintf("strip %d", height))
	defer bar.finish()
	opt := asymptotic.StripOptions{Options: par.Options{Threads: f.machine.threads}}
	if show := bar.report(); show != nil {
		opt.Step = func(s asymptotic.Step) { show(s.Share) }
	}
	return asymptotic.NewStrip(command.Context(), height, f.digits, opt)
}
