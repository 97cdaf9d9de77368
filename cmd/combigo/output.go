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

	"golang.org/x/term"

	"combigo.dev/combigo/internal/view"
)

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

// writeFile writes the file that a flag gives, and removes it again if that fails.
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
		os.Remove(name)
		return fmt.Errorf("--%s %s: %w", flag, name, pathless(err))
	}
	return nil
}
