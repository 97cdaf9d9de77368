package goban

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"
)

// sgfPointsPerLine keeps lines of written SGF short.
const sgfPointsPerLine = 16

// WriteSGF writes positions as an SGF FF[4] collection, each as a game with set-up stones and no
// moves. It fails, before it writes anything, if a board is larger than SGF allows, and if the
// writer fails.
func WriteSGF(w io.Writer, positions ...*Position) error {
	var b bytes.Buffer
	for _, p := range positions {
		if err := p.writeSGFStart(&b); err != nil {
			return err
		}
		p.writeSGFStones(&b, "AB", Black)
		p.writeSGFStones(&b, "AW", White)
		b.WriteString(")\n")
	}
	_, err := b.WriteTo(w)
	return err
}

// sgfMovesPerLine keeps lines of written games short.
const sgfMovesPerLine = 12

// WriteSGFGame writes a game from the empty board as SGF FF[4], move by move as they come, so that
// it may be longer than memory. The comment may be empty. It fails, before it writes anything, if
// the board is larger than SGF allows; and if a move is neither black nor white, or the writer
// fails. The moves must be on the board.
func WriteSGFGame(w io.Writer, rows, cols int, comment string, moves iter.Seq[Move]) error {
	p, err := New(rows, cols)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	if err := p.writeSGFStart(b); err != nil {
		return err
	}
	if utf8.RuneCountInString(comment) < len(comment) {
		b.WriteString("CA[UTF-8]")
	}
	if comment != "" {
		fmt.Fprintf(b, "\nC[%s]", strings.NewReplacer(`\`, `\\`, "]", `\]`).Replace(comment))
	}
	written := 0
	for m := range moves {
		if written%sgfMovesPerLine == 0 {
			b.WriteByte('\n')
		}
		if !m.Color.IsStone() {
			return fmt.Errorf("a move of colour %d: want black or white", m.Color)
		}
		point := ""
		if !m.Pass {
			point = sgfPoint(m.Point)
		}
		if _, err := fmt.Fprintf(b, ";%c[%s]", "EBW"[m.Color], point); err != nil {
			return err
		}
		written++
	}
	b.WriteString(")\n")
	return b.Flush()
}

// writeSGFStart writes how a game begins. FF[4] forbids the long form of SZ for square boards.
func (p *Position) writeSGFStart(w io.Writer) error {
	if max(p.rows, p.cols) > MaxSGFSide {
		return fmt.Errorf("board %s: expected at most %d rows and columns in SGF", p.size(), MaxSGFSide)
	}
	size := fmt.Sprintf("%d:%d", p.cols, p.rows)
	if p.rows == p.cols {
		size = strconv.Itoa(p.rows)
	}
	_, err := fmt.Fprintf(w, "(;FF[4]GM[1]SZ[%s]", size)
	return err
}

// writeSGFStones writes the stones of a colour as one property, or nothing if there are none.
func (p *Position) writeSGFStones(b *bytes.Buffer, ident string, c Color) {
	written := 0
	for i, found := range p.grid {
		if found != c {
			continue
		}
		if written%sgfPointsPerLine == 0 {
			b.WriteByte('\n')
		}
		if written == 0 {
			b.WriteString(ident)
		}
		fmt.Fprintf(b, "[%s]", sgfPoint(p.point(i)))
		written++
	}
}
