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
legal on a board, how the numbers grow, what single positions can have, and how
many games there are. Every number comes with how it was got and checked.

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
  combigo estimate 19
  combigo random 19 --format sgf
  combigo serve --open`,
		Version:       version(),
		Args:          noSuchCommand,
		RunE:          func(command *cobra.Command, _ []string) error { return command.Help() },
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages ", ".FlagUsagesWrapped 80 "))
	root.SetFlagErrorFunc(flagError)
	addCommands(root)
	root.SetHelpCommand(newHelpCommand())
	root.SetHelpCommandGroupID(groupProgram)
	root.SetCompletionCommandGroupID(groupProgram)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, command := range root.Commands() {
		if command.Name() == "completion" {
			command.Short = "Write a script that completes commands in a shell"
			command.Args = noSuchCommand
			command.RunE = func(command *cobra.Command, _ []string) error { return command.Help() }
		}
	}
	completeCommands(root)
	return root
}

// The groups of the list of commands, by the question.
const (
	groupCount     = "count"
	groupGrowth    = "growth"
	groupPositions = "positions"
	groupGames     = "games"
	groupProgram   = "program"
)

func addCommands(root *cobra.Command) {
	add := func(id, title string, commands ...*cobra.Command) {
		root.AddGroup(&cobra.Group{ID: id, Title: title + ":"})
		for _, command := range commands {
			command.GroupID = id
			root.AddCommand(command)
		}
	}
	add(groupCount, "How many positions are legal",
		newCountCommand(),
		newRunCommand(),
		newRecurrenceCommand(),
		newPolynomialCommand(),
		newSymmetryCommand(),
		newPaperCommand(),
		newPatternsCommand(),
		newStatesCommand(),
		newCompareCommand(),
		newSequenceCommand(),
	)
	add(groupGrowth, "How the numbers grow, and about how many where nobody can count",
		newAsymptoticCommand(),
		newStripCommand(),
		newEstimateCommand(),
		newSampleCommand(),
		newBoundsCommand(),
	)
	add(groupPositions, "One position, and what it can have",
		newCheckCommand(),
		newRandomCommand(),
		newRankCommand(),
		newUnrankCommand(),
		newListCommand(),
		newLibertiesCommand(),
		newRecordsCommand(),
	)
	add(groupGames, "Games",
		newGamesCommand(),
		newGraphCommand(),
		newHamiltonCommand(),
		newLongestCommand(),
	)
	add(groupProgram, "This program",
		newServeCommand(),
		newManualCommand(),
	)
}

// newHelpCommand is cobra's help, but that a wrong command is an error.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show the help of a command",
		Long:  "Show the help of a command, as COMMAND --help does.",
		Example: `  combigo help count
  combigo help run start`,
		ValidArgsFunction: func(command *cobra.Command, args []string, start string) ([]string, cobra.ShellCompDirective) {
			found, rest, err := command.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var names []string
			for _, sub := range found.Commands() {
				if sub.IsAvailableCommand() && strings.HasPrefix(sub.Name(), start) {
					names = append(names, sub.Name()+"\t"+sub.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(command *cobra.Command, args []string) error {
			found, rest, err := command.Root().Find(args)
			if err != nil || len(rest) > 0 {
				if len(rest) == 0 {
					rest = args
				}
				return noSuchCommand(found, rest)
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
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
	if len(names) == 0 {
		return fmt.Errorf("%q is not a command: %s has none below it", args[0], command.CommandPath())
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
