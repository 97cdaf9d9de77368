package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"sync"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A boardTable is a number for each board of a range: how they are found, and how they are written.
type boardTable[R any] struct {
	// find tells found of the number for each board as soon as it is there, in the order of the
	// range.
	find func(ctx context.Context, boards board.Range, opt par.Options, found func(R)) error

	board  func(R) board.Size
	fewest func(board.Size) int // digits that the number is known to have beforehand, or fewer
	oeis   string               // the sequence of the numbers, if there is one
	one    func(R) *view.Answer // in one number, the first of its Numbers
	all    func([]R) *view.Answer
}

// run finds the numbers and writes them, if the format can hold them: one by one as they are found
// where the format has a line for each, else together. What is found before Ctrl-C is written in
// any case.
func (t *boardTable[R]) run(c *command, boards board.Range) (err error) {
	if c.out.format == "bfile" {
		if err := t.checkBFile(boards); err != nil {
			return err
		}
	}
	stdout, closeOutput, err := c.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeOutput()) }()
	ctx, cancel := context.WithCancel(c.Context())
	defer cancel()
	opt := c.work("%s %s", c.Name(), boards)
	out := &tableOutput[R]{table: t, command: c, boards: boards, stdout: stdout}
	ended := make(chan error, 1)
	go func() {
		ended <- t.find(ctx, boards, opt, func(r R) {
			if out.add(r) != nil {
				cancel()
			}
		})
	}()
	select {
	case err = <-ended:
	case <-c.Context().Done(): // the search ends by itself, soon or with the program
		err = context.Cause(c.Context())
	}
	c.bar.finish()
	if end := out.end(err == nil || c.Context().Err() != nil); end != nil {
		return end
	}
	return err
}

// checkBFile returns an error unless the boards are a sequence whose terms are short enough, as far
// as that is known before the count.
func (t *boardTable[R]) checkBFile(boards board.Range) error {
	if _, err := bfileIndex(boards); err != nil {
		return err
	}
	for size := range boards.Sizes() {
		if digits := t.fewest(size); digits > result.MaxBFileDigits {
			return fmt.Errorf("--format bfile: the number for board %s has at least %d digits: at most %d are allowed",
				size, digits, result.MaxBFileDigits)
		}
	}
	return nil
}

// A tableOutput is the results that have been found, and what is written of them.
type tableOutput[R any] struct {
	table   *boardTable[R]
	command *command
	boards  board.Range
	stdout  io.Writer

	mu      sync.Mutex
	results []R
	ended   bool
	err     error // of writing
}

// inRows reports whether the lines of a result do not depend on other results.
func (o *tableOutput[R]) inRows() bool {
	format := o.command.out.format
	return format == "quiet" || format == "csv" || format == "bfile"
}

// add takes a result, and writes it if the format has lines for each.
func (o *tableOutput[R]) add(r R) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended || o.err != nil {
		return o.err
	}
	o.results = append(o.results, r)
	o.command.saves()
	if o.inRows() {
		o.command.bar.hide()
		o.err = writeWhole(o.stdout, func(w io.Writer) error { return o.writeRow(w, r) })
	}
	return o.err
}

// writeRow writes the lines of a result, and the one above all results with the first of them. The
// terms of a b-file are counted by the side of squares, or by the other side if one is fixed.
func (o *tableOutput[R]) writeRow(w io.Writer, r R) error {
	answer, head := o.table.one(r), o.command.out.format == "csv"
	if o.command.out.format == "bfile" {
		index, err := bfileIndex(o.boards)
		if err != nil {
			return err
		}
		answer.Terms = []result.Term{{Index: index(o.table.board(r)), Value: answer.Numbers[0].(*big.Int)}}
		if head = o.table.oeis != ""; head {
			answer.Comments = []string{o.table.oeis}
		}
	}
	var lines bytes.Buffer
	if err := answer.Write(&lines, o.command.out.format, view.Style{}); err != nil {
		return err
	}
	if head && len(o.results) > 1 {
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
	if o.inRows() || !write || len(o.results) == 0 {
		return o.err
	}
	answer := o.table.all(o.results)
	if _, single := o.boards.Single(); single {
		answer = o.table.one(o.results[0])
	}
	return writeWhole(o.stdout, func(w io.Writer) error { return answer.Write(w, o.command.out.format, o.command.style()) })
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
