package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"github.com/spf13/pflag"

	"combigo/board"
	"combigo/goban"
	"combigo/result"
)

// tableFlags is what a table of completion counts may use.
type tableFlags struct {
	threads threadsFlag
	memory  memoryFlag
}

func (f *tableFlags) register(flags *pflag.FlagSet) {
	flags.Var(&f.threads, "threads", "number of threads (default: one for each processor)")
	flags.Var(&f.memory, "memory", "ceiling on the memory of the completion counts, such as 8GiB (default: what the machine has available)")
}

func (f *tableFlags) ceiling() result.Bytes { return f.memory.budget() }

// explain names the flag that led to an error.
func (f *tableFlags) explain(command string, err error) error {
	return fmt.Errorf("%s: %w", command, f.memory.explain(err))
}

// positionFlags is how positions are written.
type positionFlags struct {
	format formatFlag
	json   bool
}

func newPositionFlags() positionFlags {
	return positionFlags{format: formatFlag{"diagram", []string{"diagram", "sgf", "json"}}}
}

func (f *positionFlags) register(flags *pflag.FlagSet) {
	flags.Var(&f.format, "format", "diagram, sgf or json")
	flags.BoolVar(&f.json, "json", false, "short for --format json")
}

func (f *positionFlags) isJSON() bool { return f.json || f.format.format == "json" }

// fits returns an error if positions of a board cannot be written.
func (f *positionFlags) fits(size board.Size) error {
	if !f.isJSON() && f.format.format == "sgf" && size.Long() > goban.MaxSGFSide {
		return fmt.Errorf("--format sgf: board %s: SGF has at most %d rows and columns", size, goban.MaxSGFSide)
	}
	if size.Long() > goban.MaxSide {
		return fmt.Errorf("board %s: want sides of at most %d", size, goban.MaxSide)
	}
	return nil
}

func (f *positionFlags) writer(out *bufio.Writer) positionWriter {
	switch {
	case f.isJSON():
		return &jsonPositions{out: out}
	case f.format.format == "sgf":
		return sgfPositions{out}
	}
	return &diagramPositions{out: out}
}

