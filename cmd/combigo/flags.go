package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"combigo/count"
	"combigo/internal/par"
	"combigo/result"
)

// onlyOneOf returns an error if more than one of the flags is given.
func onlyOneOf(command *cobra.Command, names ...string) error {
	var given []string
	for _, name := range names {
		if command.Flags().Changed(name) {
			given = append(given, "--"+name)
		}
	}
	if len(given) > 1 {
		return fmt.Errorf("%s: %s are too many: want at most one of them", command.Name(), strings.Join(given, " and "))
	}
	return nil
}

// The types of this file are flags with errors that say what would be right.
// The flag parser puts the name of the flag and the bad value in front.

// memoryFlag is a ceiling on the memory of the process, such as 8GiB.
type memoryFlag struct {
	size    result.Bytes // 0 if none was given
	text    string       // as it was given
	ceiling result.Bytes // that is kept: the size, or what the machine has available if that is less
	kept    bool         // whether the runtime knows it
}

func (f *memoryFlag) Set(s string) (err error) {
	f.text = s
	f.size, err = result.ParseBytes(s)
	return err
}

// budget makes the runtime keep the ceiling, and returns what it leaves for data; 0 if nothing is known.
func (f *memoryFlag) budget() result.Bytes {
	f.ceiling, f.kept = f.size, true
	if most := par.Most(); f.size == 0 || most > 0 && most < f.size {
		f.ceiling = most
	}
	return par.Keep(f.ceiling)
}

// explain says of an error about data that do not fit what the process would need with them, and names the flag that
// has the ceiling. Other errors are as they were.
func (f *memoryFlag) explain(err error) error {
	var memory *result.MemoryError
	if !errors.As(err, &memory) {
		return err
	}
	if f.kept {
		memory.Need, memory.Ceiling, memory.Given = par.Whole(memory.Need), f.ceiling, f.ceiling == f.size
		if memory.Exact > 0 {
			memory.Exact = par.Whole(memory.Exact)
		}
	}
	if f.size == 0 {
		return err
	}
	return fmt.Errorf("--memory %s: %w", f.text, err)
}

func (f *memoryFlag) String() string { return f.text }
func (f *memoryFlag) Type() string   { return "SIZE" }

// mostThreads is far more than pays on any machine.
const mostThreads = 4096

// threadsFlag is a number of threads, 0 if not given.
type threadsFlag int

func (f *threadsFlag) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > mostThreads {
		return fmt.Errorf("want a number of threads from 1 to %d", mostThreads)
	}
	*f = threadsFlag(n)
	return nil
}

func (f *threadsFlag) String() string {
	if *f == 0 {
		return ""
	}
	return strconv.Itoa(int(*f))
}

func (f *threadsFlag) Type() string { return "N" }

// methodFlag is a way to count.
type methodFlag struct{ count.Method }

func (f *methodFlag) Set(s string) (err error) {
	f.Method, err = count.ParseMethod(s)
	return err
}

func (f *methodFlag) Type() string { return "METHOD" }

// formatFlag is one of a few output formats.
type formatFlag struct {
	format string
	known  []string
}

func (f *formatFlag) Set(s string) error {
	if !slices.Contains(f.known, s) {
		return fmt.Errorf("want %s", strings.Join(f.known, ", "))
	}
	f.format = s
	return nil
}

func (f *formatFlag) String() string { return f.format }
func (f *formatFlag) Type() string   { return "FORMAT" }
