package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/term"

	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/result"
)

// Exit statuses.
const (
	exitInternal    = 1   // the program or the machine is at fault
	exitIllegal     = 1   // a position, a game or a certificate is not legal
	exitUsage       = 2   // the arguments, the input, or what they ask for
	exitInterrupted = 130 // Ctrl-C, as shells report it
)

// An exitError is an error with the exit status that it asks for. If err is nil
// nothing is printed: the command has said all there is to say.
type exitError struct {
	code int
	err  error
}

func (e exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.code)
	}
	return e.err.Error()
}

func (e exitError) Unwrap() error { return e.err }

// errInterrupted is the end of a command that has printed what there was at Ctrl-C.
var errInterrupted = exitError{exitInterrupted, errors.New("interrupted")}

// withStatus gives an error the exit status that it asks for: that of a number that failed a check
// is the program's, and of most others the user's.
func withStatus(err error) exitError {
	exit := exitError{exitUsage, err}
	if internal := (*result.InternalError)(nil); errors.As(err, &internal) {
		exit.code = exitInternal
	}
	errors.As(err, &exit)
	return exit
}

// Lines on a terminal are as wide as the terminal, within these bounds.
const (
	minWidth = 60
	maxWidth = 200
)

// terminalStyle is how documents are written to a terminal, and the zero style if a writer is none.
func terminalStyle(w io.Writer) view.Style {
	file, ok := w.(interface{ Fd() uintptr })
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return view.Style{}
	}
	s := view.Style{Terminal: true, Color: os.Getenv("NO_COLOR") == ""}
	if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
		s.Width = min(max(width, minWidth), maxWidth)
	}
	return s
}

// A standardOutput remembers that it could not be written to: not all that write ask.
type standardOutput struct {
	*os.File
	err error
}

func (o *standardOutput) Write(b []byte) (int, error) {
	n, err := o.File.Write(b)
	if err != nil && o.err == nil {
		o.err = exitError{exitInternal, fmt.Errorf("standard output: %w", pathless(err))}
	}
	return n, err
}

// writeWhole writes to stdout all at once, or nothing if the writing into memory fails.
func writeWhole(stdout io.Writer, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return stream(stdout, func(w io.Writer) error {
		_, err := b.WriteTo(w)
		return err
	})
}

// stream writes to stdout as it comes what may be too large to be held.
func stream(stdout io.Writer, write func(io.Writer) error) error {
	if err := write(stdout); err != nil {
		return exitError{exitInternal, fmt.Errorf("standard output: %w", err)}
	}
	return nil
}

// writable returns an error for the name of a file, given by a flag, that is a directory, that has
// no directory to be in, or that the system refuses.
func writable(flag, name string) error {
	if name == "" {
		return nil
	}
	dir := filepath.Dir(name)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("--%s %s: there is no directory %s", flag, name, dir)
	}
	switch info, err := os.Stat(name); {
	case err == nil && info.IsDir():
		return fmt.Errorf("--%s %s: this is a directory: want the name of a file", flag, name)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("--%s: %w", flag, err)
	}
	return nil
}

// writeFile writes the file that a flag gives, and removes it again if that fails: a device or a
// pipe stays.
func writeFile(flag, name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("--%s %s: cannot be written: %w", flag, name, pathless(err))
	}
	b := bufio.NewWriter(file)
	if err = write(b); err == nil {
		err = b.Flush()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			os.Remove(name)
		}
		return fmt.Errorf("--%s %s: %w", flag, name, pathless(err))
	}
	return nil
}

// stdinName is what standard input is called in errors.
const stdinName = "<stdin>"

// checkInputLimit is the largest input that check takes, in bytes: room for tens of thousands of
// games, but not for /dev/zero.
const checkInputLimit = 64 << 20

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

// positionFiles are the ends of names of files that are read in folders.
var positionFiles = []string{".sgf", ".txt"}
