package certificate

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/syntax"
)

const (
	magic     = "combigo 1"
	lineWidth = 80
)

// maxFile is the size in bytes of the largest text that Read takes.
const maxFile = 64 << 20

// Write writes a certificate in the format of the package comment.
func Write(w io.Writer, c *Certificate) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "certificate: %s\nkind: %s\n", magic, c.Kind)
	writeBoard(out, c.Board)
	suicide := "no"
	if c.Suicide {
		suicide = "yes"
	}
	fmt.Fprintf(out, "suicide: %s\nstart: %s\nmoves: %d\n", suicide, c.Start, len(c.Moves))
	for line := range slices.Chunk(c.Moves, lineWidth) {
		for _, m := range line {
			out.WriteString(m.String())
		}
		out.WriteByte('\n')
	}
	return out.Flush()
}

// writeBoard writes the lines of the board.
func writeBoard(w io.Writer, g *lattice.Graph) {
	if rows, cols := g.Size(); g.Kind() == lattice.Square {
		fmt.Fprintf(w, "board: %dx%d\n", rows, cols)
		return
	}
	fmt.Fprintf(w, "board: graph %d\nedges:", g.Len())
	for u, v := range g.Edges() {
		fmt.Fprintf(w, " %d-%d", u, v)
	}
	fmt.Fprintln(w)
}

// reader reads a certificate line by line.
type reader struct {
	name string
	rest string // what is not read yet
	line int    // the number of the line that is read
	err  error  // the first one
}

// Read reads a certificate. It does not check what it claims: Check does. The name is for errors,
// which are *syntax.Error.
func Read(in io.Reader, name string) (*Certificate, error) {
	text, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxFile {
		return nil, fmt.Errorf("%s: more than %d MiB: expected a certificate", name, maxFile>>20)
	}
	r := &reader{name: name, rest: string(text)}
	c := r.certificate()
	if r.err != nil {
		return nil, r.err
	}
	return c, nil
}

// fail notes what is wrong in a column of the line.
func (r *reader) fail(column int, format string, args ...any) {
	if r.err == nil {
		r.err = &syntax.Error{Name: r.name, Line: r.line, Column: column, Msg: fmt.Sprintf(format, args...)}
	}
}

// next reads the next line, without the spaces at its end; it is empty at the end of the text.
func (r *reader) next() string {
	line, rest, _ := strings.Cut(r.rest, "\n")
	r.rest = rest
	r.line++
	return strings.TrimRight(line, " \t\r")
}

// value reads the next line, which must have the given name.
func (r *reader) value(name string) string {
	value, ok := strings.CutPrefix(r.next(), name+":")
	if !ok {
		r.fail(1, "unexpected line: expected %q", name+": ...")
	}
	return strings.TrimSpace(value)
}

// certificate reads all lines.
func (r *reader) certificate() *Certificate {
	c := &Certificate{}
	if r.value("certificate") != magic {
		r.fail(1, "unknown format: expected %q", magic)
	}
	if c.Kind = Kind(r.value("kind")); c.Kind != Game && c.Kind != Cycle && c.Kind != SymmetricCycle {
		r.fail(1, "unknown kind: expected %s, %s or %s", Game, Cycle, SymmetricCycle)
	}
	if c.Board = r.board(); r.err != nil {
		return nil
	}
	suicide := r.value("suicide")
	if c.Suicide = suicide == "yes"; !c.Suicide && suicide != "no" {
		r.fail(1, "expected suicide: yes or no")
	}
	n, start := c.Board.Len(), r.value("start")
	if len(start) != n || strings.Trim(start, ".XO") != "" {
		r.fail(1, "expected a start of %d characters, each . (empty), X (black) or O (white)", n)
	}
	c.Start = Position(start)
	claimed, err := strconv.Atoi(r.value("moves"))
	if err != nil || claimed < 0 {
		r.fail(1, "expected a number of moves")
	}
	if c.Moves = r.moves(n, claimed); len(c.Moves) != claimed {
		r.fail(1, "the text has %d moves: expected %d", len(c.Moves), claimed)
	}
	return c
}

// board reads the lines of the board.
func (r *reader) board() *lattice.Graph {
	value := r.value("board")
	var g *lattice.Graph
	if number, ok := strings.CutPrefix(value, "graph "); ok {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > MaxPoints {
			r.fail(1, "expected graph and a number of vertices from 1 to %d", MaxPoints)
			return nil
		}
		var edges [][2]int
		for _, word := range strings.Fields(r.value("edges")) {
			from, to, _ := strings.Cut(word, "-")
			u, err1 := strconv.Atoi(from)
			v, err2 := strconv.Atoi(to)
			if err1 != nil || err2 != nil {
				r.fail(1, "expected edges such as 0-1")
			}
			edges = append(edges, [2]int{u, v})
		}
		if g, err = lattice.FromEdges(n, edges); err != nil {
			r.fail(1, "%v", err)
		}
		return g
	}
	size, err := board.Parse(value)
	if err == nil && size.Points() > MaxPoints {
		err = fmt.Errorf("board %s: expected at most %d points", size, MaxPoints)
	}
	if err == nil {
		g, err = lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{})
	}
	if err != nil {
		r.fail(1, "%v", err)
	}
	return g
}

// moves reads moves to the end of the text, of which it claims to have a number.
func (r *reader) moves(n, claimed int) []Move {
	if r.err != nil {
		return nil
	}
	moves := make([]Move, 0, min(claimed, len(r.rest)))
	for r.rest != "" && r.err == nil {
		for i, letter := range r.next() {
			m, ok := parseMove(letter, n)
			switch {
			case letter == ' ' || letter == '\t' || letter == '\r':
				r.fail(i+1, "a space between moves: expected letters without spaces")
			case !ok:
				r.fail(i+1, "%q is no move: expected a letter from A to %c or from a to %c", letter, 'A'+n-1, 'a'+n-1)
			}
			moves = append(moves, m)
		}
	}
	return moves
}

// parseMove returns the move of a letter on a board of n vertices, or false if the letter is no
// move.
func parseMove(letter rune, n int) (Move, bool) {
	switch last := rune(n); {
	case 'A' <= letter && letter < 'A'+last:
		return Move{Black, uint8(letter - 'A')}, true
	case 'a' <= letter && letter < 'a'+last:
		return Move{White, uint8(letter - 'a')}, true
	}
	return Move{}, false
}
