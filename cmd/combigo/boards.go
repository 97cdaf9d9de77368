package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"combigo/board"
)

// noArguments wants no arguments.
func noArguments(command *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %q: want none", args[0])
	}
	return nil
}

// oneBoard reads the arguments of a command that takes one board.
func oneBoard(args []string) (board.Size, error) {
	if len(args) == 0 {
		return board.Size{}, errors.New("no board is given: want a size such as 9, 9x13 or 9 13")
	}
	return board.Parse(args...)
}

// boardsOf reads the arguments of a command that takes one board or a range of them.
func boardsOf(args []string) (board.Range, error) {
	if len(args) == 0 {
		return board.Range{}, errors.New("no board is given: want a size such as 9, 9x13 or 9 13, or a range such as 1-8")
	}
	return board.ParseRange(args...)
}

// rowsOf reads the argument of a command that takes a number of rows or a range of them, up to most.
func rowsOf(args []string, most int) (board.Span, error) {
	if len(args) != 1 {
		return board.Span{}, fmt.Errorf("%d arguments given: want one number of rows, such as 9, or a range such as 1-9", len(args))
	}
	boards, err := board.ParseRange(args[0])
	if err == nil && (!boards.Square || boards.Rows.Last > most) {
		err = fmt.Errorf("%q: want a number of rows from 1 to %d, or a range of them", args[0], most)
	}
	return boards.Rows, err
}
