package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"combigo/count"
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

// memoryFlag is a size of memory, such as 8GiB.
type memoryFlag struct {
	size result.Bytes
	text string // as it was given
}

func (f *memoryFlag) Set(s string) (err error) {
	f.text = s
	f.size, err = result.ParseBytes(s)
	return err
}

// orAvailable returns the size, or what the machine has available if none was given; 0 if that is not known.
func (f *memoryFlag) orAvailable() result.Bytes {
	if f.size > 0 {
		return f.size
	}
	return count.AvailableMemory()
}

// orHalf is orAvailable for what leaves as much behind for the garbage collector as it holds.
func (f *memoryFlag) orHalf() result.Bytes {
	if f.size > 0 {
		return f.size
	}
	return count.AvailableMemory() / 2
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
