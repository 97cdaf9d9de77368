package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"combigo/board"
)

func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "combigo",
		Short: "The combinatorics of the game of Go",
		Long: `Combigo computes the combinatorics of the game of Go: how many positions are
legal on a board, and what it takes to count them.

A board is given by its numbers of rows and columns, in any of these ways:

  9          9 rows, 9 columns
  9 13       9 rows, 13 columns
  9x13       the same
  1-11       the squares from 1x1 to 11x11
  1-6 1-20   all boards of 1 to 6 rows and 1 to 20 columns

Exit status: 0 if all is well, 1 if a check failed, 2 if the command line or
the input is at fault, 130 after Ctrl-C.`,
		Example: `  combigo count 9
  combigo count 1-11
  combigo states 1-19`,
		Version:       version(),
		Args:          noSuchCommand,
		RunE:          func(command *cobra.Command, _ []string) error { return command.Help() },
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages ", ".FlagUsagesWrapped 80 "))
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(
		newCountCommand(),
		newStatesCommand(),
		newCheckCommand(),
		newPolynomialCommand(),
		newCompareCommand(),
		newBoundsCommand(),
		newSymmetryCommand(),
		newPaperCommand(),
		newPatternsCommand(),
		newRunCommand(),
		newServeCommand(),
		newStripCommand(),
		newAsymptoticCommand(),
		newEstimateCommand(),
		newHamiltonCommand(),
		newLongestCommand(),
		newGraphCommand(),
		newGamesCommand(),
		newRandomCommand(),
		newRankCommand(),
		newUnrankCommand(),
		newListCommand(),
		newRecordsCommand(),
		newRecurrenceCommand(),
		newSampleCommand(),
		newLibertiesCommand(),
	)
	return root
}

func noSuchCommand(command *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range command.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return fmt.Errorf("%q is not a command: want one of %s", args[0], strings.Join(names, ", "))
}

// flagError improves on what the flag parser says of negative numbers, which
// it takes for flags.
func flagError(command *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		word := "-" + unknown.GetSpecifiedShortnames()
		if len(word) > 1 && '0' <= word[1] && word[1] <= '9' {
			if _, boardErr := board.ParseRange(word); boardErr != nil {
				err = boardErr
			}
		}
	}
	return fmt.Errorf("%s: %w", command.Name(), err)
}

// version returns the version of the module as far as the build knows it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown)"
	}
	return info.Main.Version + ", " + info.GoVersion
}
