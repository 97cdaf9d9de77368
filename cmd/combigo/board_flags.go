package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/lattice"
)

// size reads the board from the arguments of a command that takes one.
func (f *variantFlags) size(command *cobra.Command, args []string) (board.Size, error) {
	if len(args) == 0 {
		return board.Size{}, fmt.Errorf("%s: no board is given: want a size such as 4, 3x5 or 3 5, or --graph FILE", command.Name())
	}
	boards, err := f.boards(args)
	if err != nil {
		return board.Size{}, fmt.Errorf("%s: %w", command.Name(), err)
	}
	size, single := boards.Single()
	if !single {
		return size, fmt.Errorf("%s: board %q: want one size, such as 4 or 3x5, not a range", command.Name(), strings.Join(args, " "))
	}
	return size, nil
}

// checkOne returns an error unless the flags and the arguments give one board.
func (f *variantFlags) checkOne(command *cobra.Command, args []string) error {
	if err := f.check(command, args); err != nil || f.graph != "" {
		return err
	}
	_, err := f.size(command, args)
	return err
}

// read returns the board that the flags and the arguments give as a graph.
func (f *variantFlags) read(command *cobra.Command, args []string) (*lattice.Graph, error) {
	if f.graph != "" {
		g, err := f.readGraph(command.InOrStdin())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", command.Name(), err)
		}
		return g, nil
	}
	size, err := f.size(command, args)
	if err != nil {
		return nil, err
	}
	kind := f.lattice.Kind
	if kind == lattice.None {
		kind = lattice.Square
	}
	g, err := lattice.New(kind, size.Rows, size.Cols, lattice.Options{SafeTop: f.safeTop, SafeBottom: f.safeBottom})
	if err != nil {
		return nil, fmt.Errorf("%s: board %s: %w", command.Name(), size, err)
	}
	return g, nil
}
