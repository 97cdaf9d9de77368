package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"combigo.dev/combigo/internal/enum"
)

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
