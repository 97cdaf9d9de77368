package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"combigo/goban"
	"combigo/internal/enum"
	"combigo/internal/view"
)

// exitIllegal is the exit status of check if a position or a game is not legal.
const exitIllegal = 1

// stdinName is what standard input is called in errors.
const stdinName = "<stdin>"

// checkInputLimit is the largest input that check takes, in bytes: room for tens of thousands of games, but not for
// /dev/zero.
const checkInputLimit = 64 << 20

// checkFlags is everything that the command check is told besides the files.
type checkFlags struct {
	liberties bool
	game      bool
	rules     goban.Rules
	out       output
}

func newCheckCommand() *cobra.Command {
	f := &checkFlags{}
	command := &cobra.Command{
		Use:   "check FILE...",
		Short: "Check whether positions or games are legal",
		Long: `Check whether each position in files, in the .sgf and .txt files of folders, or
in standard input (-), is legal: whether every string of stones has a liberty.
If not, name the strings that have none, by colour and points.

A position is a diagram or SGF. In a diagram . is an empty point, X or # black,
O or @ white, with or without coordinates around; blank lines separate diagrams.
A border may be of stars, as Go::CountLiberties draws it. Of an SGF game it is
the position at the end of the main line.

With --liberties, count the liberties of each string as well, and say how many
one string can have at most on such a board, 2(mn+1)/3, by its number of points.

With --game, replay the main line of every SGF game and judge each move by the
rules: the point is empty, the players alternate (black begins on the empty
board), suicide, superko, and nothing comes after two passes. Say how long the
game is and whether positions repeat; with --superko none repetitions are legal
and are counted. The first move that is not legal is named by file:line:column.

Exit status: 0 if all positions or games are legal, 1 if some are not, 2 if the
input cannot be read.`,
		Example: `  combigo check game.sgf
  combigo check --quiet games/ && echo all legal
  combigo check --game --superko situational --suicide no game.sgf
  printf 'XO.\nOO.\n' | combigo check -`,
		RunE: f.run,
	}
	flags := command.Flags()
	flags.BoolVar(&f.game, "game", false, "replay the games of an SGF file and judge every move")
	wordVar(flags, &f.rules.Superko, "superko", "KIND", goban.ParseSuperko, nil, "with --game: positional, situational, natural or none (default positional)")
	suicideVar(flags, &f.rules.Suicide, "with --game: ")
	choiceVar(flags, &f.rules.FreeTurns, true, "turns", "strict", "free", "with --game: strict, or free if passes are left out")
	flags.BoolVar(&f.liberties, "liberties", false, "count the liberties of every string")
	f.out.register(command, "print the verdict as the exit status only", "text", "json")
	return command
}

// run judges the positions or games of the inputs and prints the verdicts. It prints none if any part cannot be read.
func (f *checkFlags) run(command *cobra.Command, args []string) error {
	if err := cmp.Or(onlyOneOf(command, "liberties", "game"), onlyWith(command, "game", "superko", "suicide", "turns")); err != nil {
		return err
	}
	files, err := inputFiles(args)
	if err != nil {
		return err
	}
	var all []view.Verdicts
	illegal := 0
	for _, file := range files {
		in, err := readInput(command.InOrStdin(), file, readSource)
		if err != nil {
			return err
		}
		var found view.Verdicts
		if f.game {
			found, err = view.CheckGames(command.Context(), in.name, in.text, f.rules)
		} else {
			found, err = view.CheckPositions(in.name, in.text, f.liberties)
		}
		if err != nil {
			return err
		}
		_, _, bad := found.Counts()
		illegal += bad
		all = append(all, found)
	}
	err = f.out.write(command, views{
		"text":  func(w io.Writer) error { return view.CheckedFiles(w, all) },
		"json":  asJSON(view.OneOf(all)),
		"quiet": func(io.Writer) error { return nil },
	})
	if err == nil && illegal > 0 {
		return exitError{exitIllegal, nil}
	}
	return err
}

// positionFiles are the ends of names of files that are read in folders.
var positionFiles = []string{".sgf", ".txt"}

// inputFiles returns the files to read: those given, and in folders all that may hold positions.
func inputFiles(args []string) ([]string, error) {
	if len(args) == 0 {
		return nil, errors.New("no input: want files or folders, or - for standard input")
	}
	var files []string
	if i := slices.Index(args, "-"); i >= 0 && slices.Contains(args[i+1:], "-") {
		return nil, errors.New("- is given twice: standard input can be read once")
	}
	for _, arg := range args {
		if info, err := os.Stat(arg); arg == "-" || err != nil || !info.IsDir() {
			files = append(files, arg)
			continue
		}
		before := len(files)
		err := filepath.WalkDir(arg, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Type().IsRegular() && slices.Contains(positionFiles, strings.ToLower(filepath.Ext(path))) {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return nil, unreadable(arg, err)
		}
		if len(files) == before {
			return nil, fmt.Errorf("%s: there is no file in this folder that ends in %s", arg, enum.Alternatives(positionFiles))
		}
	}
	return files, nil
}

// readInput reads a file, or standard input if its name is -.
func readInput[T any](stdin io.Reader, name string, read func(from io.Reader, name string) (T, error)) (found T, err error) {
	if name == "-" {
		return read(stdin, stdinName)
	}
	file, err := os.Open(name)
	if err != nil {
		return found, unreadable(name, err)
	}
	defer file.Close()
	return read(file, name)
}

// A source is a text and the name to call it by.
type source struct {
	name string
	text []byte
}

// readSource reads diagrams or SGF.
func readSource(from io.Reader, name string) (source, error) {
	text, err := readAll(name, from, "diagrams or SGF")
	return source{name, text}, err
}

// readAll returns a text, if it is not too large. What was expected is for the error.
func readAll(name string, from io.Reader, expected string) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(from, checkInputLimit+1))
	if err != nil {
		return nil, unreadable(name, err)
	}
	if len(text) > checkInputLimit {
		return nil, fmt.Errorf("%s: more than %d MiB: expected %s", name, checkInputLimit>>20, expected)
	}
	return text, nil
}

// unreadable names a file once where the operating system's error would name it a second time.
func unreadable(name string, err error) error {
	return fmt.Errorf("%s: cannot be read: %w", name, pathless(err))
}

// pathless returns an error of a file without the name of the file.
func pathless(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
