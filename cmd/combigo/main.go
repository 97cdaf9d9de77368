// Combigo computes the combinatorics of the game of Go.
//
// Run it without arguments for a list of what it can do.
//
// A command is a function that describes it: its words, its flags, and how its question is answered
// ([command.answerWith]). It has no mathematics and no formatting: an answer of package view has
// every form that a flag may ask for.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"combigo.dev/combigo/cmd/combigo/internal/selftest"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/internal/buildinfo"
	"combigo.dev/combigo/internal/store/storage"
)

func main() { os.Exit(execute(&interruption{})) }

// grace is how long a command may take to stop in good order after Ctrl-C.
const grace = 300 * time.Millisecond

// stopSignals ask a command to stop, as Ctrl-C does: what timeout, Slurm and docker stop send, and
// the end of a terminal, unless nohup has that ignored.
func stopSignals() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// execute runs the command line and returns the exit status. After a first
// signal, which asks the command to stop, a second one has its usual effect.
func execute(interrupted *interruption) int {
	ctx, stop := signal.NotifyContext(context.Background(), stopSignals()...)
	defer stop()
	context.AfterFunc(ctx, stop)
	ctx = context.WithValue(ctx, interruptionKey{}, interrupted)
	done := make(chan error, 1)
	root := newRootCommand()
	if len(os.Args) > 1 && os.Args[1] == cobra.ShellCompRequestCmd {
		plainUsage(root)
	}
	out := root.OutOrStdout().(*standardOutput)
	go func() { done <- carryOut(ctx, root) }()
	select {
	case err := <-done:
		return report(os.Stderr, cmp.Or(out.err, err))
	case <-ctx.Done():
		interrupted.bar.Load().finish()
		select {
		case <-done:
		case <-time.After(grace):
			if interrupted.saves.Load() {
				fmt.Fprintln(os.Stderr, savingText)
				<-done
			}
		}
		storage.RemoveScratch() // a count may still be at work
		text := "interrupted"
		if f := interrupted.goesOn.Load(); f != nil {
			text += (*f)()
		}
		return report(os.Stderr, exitError{exitInterrupted, errors.New(text)})
	}
}

// report prints an error in one line, and returns the exit status for it.
// Errors that ask for none come from the parsing of the command line.
func report(stderr io.Writer, err error) int {
	if err == nil {
		return 0
	}
	exit := withStatus(err)
	if exit.err != nil {
		fmt.Fprintln(stderr, "combigo: "+view.Explained(exit.err))
	}
	return exit.code
}

// newRootCommand returns the command line with all that helps those who type it.
func newRootCommand() *cobra.Command {
	root := newCommands()
	root.InitDefaultCompletionCmd()
	completeCommands(root)
	for _, command := range root.Commands() {
		if command.Name() == "completion" {
			adaptCompletion(command)
		}
	}
	return root
}

// newCommands returns all commands.
func newCommands() *cobra.Command {
	root := group("combigo")
	root.Version = buildinfo.Read().String()
	root.SilenceErrors = true
	root.SilenceUsage = true
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages ", ".FlagUsagesWrapped 80 "))
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(command *cobra.Command, args []string) { _ = help(command, args) }) // standardOutput knows of errors
	root.SetOut(&standardOutput{File: os.Stdout})
	addCommands(root)
	root.SetHelpCommandGroupID(groupProgram)
	root.SetCompletionCommandGroupID(groupProgram)
	root.InitDefaultHelpCmd()
	for _, command := range root.Commands() {
		if command.Name() == "help" {
			adaptHelp(command)
		}
	}
	return root
}

// groupProgram is the group of commands about the program itself.
const groupProgram = "This program"

// addCommands adds all commands, in groups by the question.
func addCommands(root *cobra.Command) {
	add := func(title string, commands ...*cobra.Command) {
		root.AddGroup(&cobra.Group{ID: title, Title: title + ":"})
		for _, command := range commands {
			command.GroupID = title
			root.AddCommand(command)
		}
	}
	add("How many positions are legal", newCountCommand(), newRunCommand(), newRecurrenceCommand(), newPolynomialCommand(),
		newSymmetryCommand(), newPaperCommand(), newPatternsCommand(), newStatesCommand(), newCompareCommand(), newSequenceCommand())
	add("How the numbers grow, and estimates where nobody can count", newAsymptoticCommand(), newStripCommand(), newEstimateCommand(),
		newSampleCommand(), newBoundsCommand())
	add("Single positions and records", newCheckCommand(), newRandomCommand(), newRankCommand(), newUnrankCommand(),
		newListCommand(), newLibertiesCommand(), newRecordsCommand())
	add("Games", newGamesCommand(), newGraphCommand(), newHamiltonCommand(), newLongestCommand())
	add(groupProgram, newServeCommand(newCommands), newManualCommand(), newVersionCommand())
}

// flagError improves on what the flag parser says of negative numbers, which it takes for flags.
func flagError(command *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		word := "-" + unknown.GetSpecifiedShortnames()
		if len(word) > 1 && '0' <= word[1] && word[1] <= '9' {
			err = fmt.Errorf("%s: want no negative number", word)
		} else {
			err = fmt.Errorf("%w%s", err, nearestFlag(command, unknown))
		}
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) && invalid.GetFlag().Value.Type() == "bool" {
		err = fmt.Errorf("invalid argument %q for %q flag: want true, false or no value", invalid.GetValue(), "--"+invalid.GetFlag().Name)
	}
	return err
}

// nearestFlag asks whether a flag that a command has was meant by one that it does not know.
func nearestFlag(command *cobra.Command, unknown *pflag.NotExistError) string {
	if unknown.GetSpecifiedShortnames() != "" {
		return ""
	}
	var names []string
	command.Flags().VisitAll(func(flag *pflag.Flag) {
		if !flag.Hidden {
			names = append(names, "--"+flag.Name)
		}
	})
	return didYouMean("--"+unknown.GetSpecifiedName(), names...)
}

func newVersionCommand() *cobra.Command {
	c := newCommand("version")
	c.Args = noArguments
	c.addOutputFlags("", "text", "json")
	check := c.Flags().Bool("check", false, "check the program on this machine, in some seconds")
	c.addLimitFlags()
	return c.answerWith(func() (*view.Answer, error) {
		if !*check {
			return view.Version(buildinfo.Read(), nil), nil
		}
		outcomes, err := selftest.Run(c.Context(), c.startWork("checks of this program"))
		if err != nil {
			return nil, err
		}
		failed := slices.ContainsFunc(outcomes, func(o selftest.Outcome) bool { return o.Fault != nil })
		if failed {
			err = exitError{exitInternal, nil}
		}
		return view.Version(buildinfo.Read(), outcomes), err
	})
}
