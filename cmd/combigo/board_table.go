package main

import (
	"errors"
	"fmt"
	"io"
	"math/big"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"combigo/board"
	"combigo/result"
)

// boardTableFlags say how a command writes the numbers of its boards.
type boardTableFlags struct {
	format formatFlag
	json   bool
	quiet  bool
}

func (f *boardTableFlags) register(flags *pflag.FlagSet) {
	f.format = formatFlag{"text", []string{"text", "json", "csv", "bfile"}}
	flags.Var(&f.format, "format", "text, json, csv or bfile (the format of the OEIS)")
	flags.BoolVar(&f.json, "json", false, "short for --format json")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the number only, or one number a line")
}

// A boardTable is a number for each board of a range: how they are found, and how they are written.
type boardTable[R any] struct {
	command string
	flags   *boardTableFlags

	find    func(*cobra.Command, board.Range, *progressBar) ([]R, error)
	explain func(error) error // says which flag led to an error of find

	number  func(R) *big.Int
	board   func(R) board.Size
	fewest  func(board.Size) int // digits that the number is known to have beforehand, or fewer
	object  func(R) any          // for JSON
	oeis    string               // the sequence of the numbers, if there is one
	csv     func(io.Writer, []R) error
	single  func(io.Writer, R) error // as text
	several func(io.Writer, []R) error
}

// run finds the numbers and writes them, if the format can hold them.
func (t *boardTable[R]) run(command *cobra.Command, boards board.Range) error {
	write, err := t.writer(boards)
	if err != nil {
		return fmt.Errorf("%s: %w", t.command, err)
	}
	bar := newProgressBar(command.ErrOrStderr(), t.command+" "+boards.String())
	results, err := t.find(command, boards, bar)
	bar.finish()
	if err != nil {
		return t.explain(err)
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error { return write(w, results) })
}

// writer returns the writer of the chosen format, or an error if that cannot hold the boards.
func (t *boardTable[R]) writer(boards board.Range) (func(io.Writer, []R) error, error) {
	_, single := boards.Single()
	switch format := t.flags.format.format; {
	case t.flags.quiet:
		return t.writeNumbers, nil
	case (t.flags.json || format == "json") && single:
		return func(w io.Writer, results []R) error { return result.JSON(w, t.object(results[0])) }, nil
	case t.flags.json || format == "json":
		return t.writeObjects, nil
	case format == "csv":
		return t.csv, nil
	case format == "bfile":
		return t.bfileWriter(boards)
	case single:
		return func(w io.Writer, results []R) error { return t.single(w, results[0]) }, nil
	}
	return t.several, nil
}

func (t *boardTable[R]) writeNumbers(w io.Writer, results []R) error {
	for _, r := range results {
		if _, err := fmt.Fprintln(w, t.number(r)); err != nil {
			return err
		}
	}
	return nil
}

func (t *boardTable[R]) writeObjects(w io.Writer, results []R) error {
	var objects []any
	for _, r := range results {
		objects = append(objects, t.object(r))
	}
	return result.JSON(w, objects)
}

// bfileWriter writes the numbers of squares by their side, or of rectangles with one side fixed by the other one. That a
// term is too long is found out before the count if it is clear by then.
func (t *boardTable[R]) bfileWriter(boards board.Range) (func(io.Writer, []R) error, error) {
	index, err := bfileIndex(boards)
	if err != nil {
		return nil, err
	}
	for size := range boards.Sizes() {
		if digits := t.fewest(size); digits > result.MaxBFileDigits {
			return nil, fmt.Errorf("--format bfile: the number for board %s has at least %d digits: at most %d are allowed",
				size, digits, result.MaxBFileDigits)
		}
	}
	return func(w io.Writer, results []R) error {
		var terms []result.Term
		for _, r := range results {
			terms = append(terms, result.Term{Index: index(t.board(r)), Value: t.number(r)})
		}
		if t.oeis == "" {
			return result.BFile(w, terms)
		}
		return result.BFile(w, terms, t.oeis)
	}, nil
}

// bfileIndex returns what counts the terms of a b-file: the side of squares, or that side of rectangles that is not
// fixed.
func bfileIndex(boards board.Range) (func(board.Size) int, error) {
	switch {
	case boards.Square, boards.Rows.Len() == 1:
		return func(size board.Size) int { return size.Cols }, nil
	case boards.Cols.Len() == 1:
		return func(size board.Size) int { return size.Rows }, nil
	}
	return nil, errors.New(`--format bfile: a b-file is one sequence: want squares such as 1-11, or one side fixed, such as 7 1-20`)
}
