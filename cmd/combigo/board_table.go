package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"sync"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A boardTable is a number for each board of a range: how they are found, and how they are written.
type boardTable[R any] struct {
	command string
	machine *machineFlags
	out     *output

	// find tells found of the number for each board as soon as it is there, in the order of the
	// range.
	find func(ctx context.Context, stderr io.Writer, boards board.Range, opt par.Options, found func(R)) error

	number  func(R) *big.Int
	board   func(R) board.Size
	fewest  func(board.Size) int // digits that the number is known to have beforehand, or fewer
	oeis    string               // the sequence of the numbers, if there is one
	csv     func(io.Writer, []R) error
	single  func(R) *view.Document
	several func([]R) *view.Document
}

// A tableWriter writes results in one format.
type tableWriter[R any] struct {
	write func(io.Writer, []R) error
	rows  bool // the lines of a result do not depend on other results
	head  bool // the first line stands above all results
}

// run finds the numbers and writes them, if the format can hold them: one by one as they are found
// where the format has a line for each, else together. What is found before Ctrl-C is written in
// any case.
func (t *boardTable[R]) run(command *cobra.Command, boards board.Range) (err error) {
	format, err := t.writer(command, boards)
	if err != nil {
		return err
	}
	stdout, closeOutput, err := t.out.open(command)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeOutput()) }()
	ctx, cancel := context.WithCancel(command.Context())
	defer cancel()
	bar := newProgressBar(command, t.command+" "+boards.String())
	out := &tableOutput[R]{stdout: stdout, format: format, bar: bar, stops: interruptionOf(command)}
	opt := t.machine.options(bar)
	ended := make(chan error, 1)
	go func() {
		ended <- t.find(ctx, command.ErrOrStderr(), boards, opt, func(r R) {
			if out.add(r) != nil {
				cancel()
			}
		})
	}()
	select {
	case err = <-ended:
	case <-command.Context().Done(): // the search ends by itself, soon or with the program
		err = context.Cause(command.Context())
	}
	bar.finish()
	if end := out.end(err == nil || command.Context().Err() != nil); end != nil {
		return end
	}
	return err
}

// A tableOutput is the results that have been found, and what is written of them.
type tableOutput[R any] struct {
	stdout io.Writer
	format tableWriter[R]
	bar    *progressBar
	stops  *interruption

	mu      sync.Mutex
	results []R
	ended   bool
	err     error // of writing
}

// add takes a result, and writes it if the format has lines for each.
func (o *tableOutput[R]) add(r R) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended || o.err != nil {
		return o.err
	}
	o.results = append(o.results, r)
	o.stops.saves.Store(true)
	if o.format.rows {
		o.bar.hide()
		o.err = writeWhole(o.stdout, func(w io.Writer) error { return o.writeRow(w, r) })
	}
	return o.err
}

// writeRow writes the lines of a result, and the one above all results with the first of them.
func (o *tableOutput[R]) writeRow(w io.Writer, r R) error {
	var lines bytes.Buffer
	if err := o.format.write(&lines, []R{r}); err != nil {
		return err
	}
	if o.format.head && len(o.results) > 1 {
		_, _ = lines.ReadString('\n')
	}
	_, err := lines.WriteTo(w)
	return err
}

// end writes what is to be written of all results together, and takes no more.
func (o *tableOutput[R]) end(write bool) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.ended = true
	if !o.format.rows && write && len(o.results) > 0 {
		o.err = writeWhole(o.stdout, func(w io.Writer) error { return o.format.write(w, o.results) })
	}
	return o.err
}

// writer returns the writer of the chosen format, or an error if that cannot hold the boards.
func (t *boardTable[R]) writer(command *cobra.Command, boards board.Range) (tableWriter[R], error) {
	shown := func(results []R) (*view.Document, any) {
		if _, single := boards.Single(); single {
			return t.single(results[0]), results[0]
		}
		return t.several(results), results
	}
	switch t.out.format {
	case "quiet":
		return tableWriter[R]{write: t.writeNumbers, rows: true}, nil
	case "json":
		return tableWriter[R]{write: func(w io.Writer, results []R) error {
			_, value := shown(results)
			return result.JSON(w, value)
		}}, nil
	case "csv":
		return tableWriter[R]{write: t.csv, rows: true, head: true}, nil
	case "bfile":
		write, err := t.bfileWriter(boards)
		return tableWriter[R]{write: write, rows: true, head: t.oeis != ""}, err
	}
	return tableWriter[R]{write: func(w io.Writer, results []R) error {
		document, value := shown(results)
		return t.out.form(command, document, views{"json": asJSON(value)})(w)
	}}, nil
}

func (t *boardTable[R]) writeNumbers(w io.Writer, results []R) error {
	return asLines(results, t.number)(w)
}

// bfileWriter writes the numbers of squares by their side, or of rectangles with one side fixed by
// the other one. That a term is too long is found out before the count if it is clear by then.
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

// bfileIndex returns what counts the terms of a b-file: the side of squares, or that side of
// rectangles that is not fixed.
func bfileIndex(boards board.Range) (func(board.Size) int, error) {
	switch {
	case boards.Square, boards.Rows.Len() == 1:
		return func(size board.Size) int { return size.Cols }, nil
	case boards.Cols.Len() == 1:
		return func(size board.Size) int { return size.Rows }, nil
	}
	return nil, errors.New(`--format bfile: a b-file is one sequence: want squares such as 1-11, or one side fixed, such as 7 1-20`)
}
