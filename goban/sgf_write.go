package goban

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"
)

// sgfPointsPerLine keeps lines of written SGF short.
const sgfPointsPerLine = 16

// WriteSGF writes positions as an SGF FF[4] collection, each as a game with set-up stones and no
// moves. It fails, before it writes anything, if a board is larger than SGF allows, and if the
// writer fails.
func WriteSGF(w io.Writer, positions ...*Position) error {
	for _, p := range positions {
		if max(p.rows, p.cols) > MaxSGFSide {
			return fmt.Errorf("board %s: expected at most %d rows and columns in SGF", p.size(), MaxSGFSide)
		}
	}
	b := bufio.NewWriter(w)
	for _, p := range positions {
		fmt.Fprintf(b, "(;FF[4]GM[1]SZ[%s]", p.sgfSize())
		p.writeSGFStones(b, "AB", Black)
		p.writeSGFStones(b, "AW", White)
		b.WriteString(")\n")
	}
	return b.Flush()
}

// sgfMovesPerLine keeps lines of written games short.
const sgfMovesPerLine = 12

// WriteSGFGame writes a game from the empty board as SGF FF[4], move by move as they come, so that
// it may be longer than memory. The comment may be empty. It fails, before it writes anything, if
// the board is larger than SGF allows, and if the writer fails. The moves must be on the board.
func WriteSGFGame(w io.Writer, rows, cols int, comment string, moves iter.Seq[Move]) error {
	p, err := New(rows, cols)
	if err != nil {
		return err
	}
	if max(rows, cols) > MaxSGFSide {
		return fmt.Errorf("board %s: expected at most %d rows and columns in SGF", p.size(), MaxSGFSide)
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "(;FF[4]GM[1]SZ[%s]", p.sgfSize())
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
		if _, err := b.WriteString(m.sgf()); err != nil {
			return err
		}
		written++
	}
	b.WriteString(")\n")
	return b.Flush()
}

// sgf returns a move as a node.
func (m Move) sgf() string {
	name, point := "B", ""
	if m.Color == White {
		name = "W"
	}
	if !m.Pass {
		point = sgfPoint(m.Point)
	}
	return ";" + name + "[" + point + "]"
}

// sgfSize returns the value of SZ. FF[4] forbids the long form for square boards.
func (p *Position) sgfSize() string {
	if p.rows == p.cols {
		return fmt.Sprint(p.rows)
	}
	return fmt.Sprintf("%d:%d", p.cols, p.rows)
}

// writeSGFStones writes the stones of a colour as one property, or nothing if there are none.
func (p *Position) writeSGFStones(b *bufio.Writer, ident string, c Color) {
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
