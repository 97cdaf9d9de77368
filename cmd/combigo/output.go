package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/result"
)

// output says how and where a command writes what it found. Every command that prints a result has
// one.
type output struct {
	format string
	json   bool
	quiet  bool
	file   string
	page   string // ceiling on memory of an answer for the explorer, for the format of this name
}

// register adds the flags for formats, the first of which is the default. What --quiet prints is
// said in words.
func (o *output) register(command *cobra.Command, quiet string, formats ...string) {
	flags := command.Flags()
	o.format = formats[0]
	usage := enum.Alternatives(formats)
	for i, format := range formats {
		if format == "bfile" {
			formats[i] = "bfile (the format of the OEIS)"
			usage = enum.Alternatives(formats)
			formats[i] = format
		}
	}
	enumVar(flags, &o.format, "format", "FORMAT", usage, formats...)
	flags.BoolVar(&o.json, "json", false, "short for --format json")
	if quiet != "" {
		flags.BoolVarP(&o.quiet, "quiet", "q", false, quiet)
	}
	flags.StringVarP(&o.file, "output", "o", "", "`FILE` to write to (default: standard output)")
	flags.StringVar(&o.page, "page", "", "answer the explorer, within `SIZE` of memory")
	flags.Lookup("page").Hidden = true
	checkBefore(command, o.check)
}

// check returns an error for flags that exclude each other, and for a file that cannot be written.
func (o *output) check(command *cobra.Command, _ []string) error {
	if err := cmp.Or(onlyOneOf(command, "format", "json"), onlyOneOf(command, "format", "quiet")); err != nil {
		return err
	}
	switch { // a JSON document is as quiet as can be
	case o.json:
		o.format = "json"
	case o.quiet:
		o.format = "quiet"
	}
	if o.page != "" {
		o.format = "page"
		if memory := command.Flags().Lookup("memory"); memory != nil {
			if err := memory.Value.Set(o.page); err != nil {
				return err
			}
		}
	}
	return writable("output", o.file)
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

// Lines on a terminal are as wide as the terminal, within these bounds.
const (
	minWidth = 60
	maxWidth = 200
)

// style is how documents are written: for people if they go to a terminal, with drawn boards if no
// format is asked for.
func (o *output) style(command *cobra.Command) view.Style {
	if o.file != "" {
		return view.Style{}
	}
	s := terminalStyle(command.OutOrStdout())
	if o.quiet || command.Flags().Changed("format") || os.Getenv("TERM") == "dumb" {
		return view.Style{Width: s.Width}
	}
	return s
}

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

// views are the functions that write a result, by format.
type views = map[string]func(io.Writer) error

// write writes a result in the format asked for, as the document if that is for people: all of it,
// or nothing if that fails.
func (o *output) write(command *cobra.Command, document *view.Document, others views) error {
	write := others[o.format]
	if write == nil {
		write = o.form(command, document, others)
	}
	if o.file != "" {
		return writeFile("output", o.file, write)
	}
	return writeWhole(command.OutOrStdout(), write)
}

// form writes a document for people, or as the explorer asks for the document.
func (o *output) form(command *cobra.Command, document *view.Document, others views) func(io.Writer) error {
	return func(w io.Writer) error {
		if o.format != "page" {
			return document.Text(w, o.style(command))
		}
		answer, err := view.NewPage(document, others)
		return cmp.Or(err, result.JSON(w, answer))
	}
}

// asJSON writes any value as JSON.
func asJSON(value any) func(io.Writer) error {
	return func(w io.Writer) error { return result.JSON(w, value) }
}

// asLine writes any value on a line.
func asLine(value any) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := fmt.Fprintln(w, value)
		return err
	}
}

// asLines writes what is said of each item on a line.
func asLines[T, V any](items []T, of func(T) V) func(io.Writer) error {
	return func(w io.Writer) error {
		for _, item := range items {
			if err := view.Lines(w, of(item)); err != nil {
				return err
			}
		}
		return nil
	}
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

// open returns what lines are written to as they are found, and what to do in the end.
func (o *output) open(command *cobra.Command) (io.Writer, func() error, error) {
	if o.file == "" {
		return command.OutOrStdout(), func() error { return nil }, nil
	}
	file, err := os.Create(o.file)
	if err != nil {
		return nil, nil, fmt.Errorf("--output %s: cannot be written: %w", o.file, pathless(err))
	}
	return file, file.Close, nil
}
