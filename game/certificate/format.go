package certificate

import (
	"bufio"
	"errors"
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

// reader reads a certificate as it comes, so that the text is never in memory as a whole.
type reader struct {
	name  string
	in    *bufio.Reader
	line  int // the number of the line that is read
	ended bool
}

func (r *reader) errorf(format string, args ...any) error { return r.errorAt(1, format, args...) }

func (r *reader) errorAt(column int, format string, args ...any) error {
	return &syntax.Error{Name: r.name, Line: max(r.line, 1), Column: column, Msg: fmt.Sprintf(format, args...)}
}

// value reads the next line, which must have the given name.
func (r *reader) value(name string) (string, error) {
	r.line++
	if r.ended {
		return "", r.errorf("the text ends: expected a line %q", name+": ...")
	}
	line, err := r.in.ReadString('\n')
	if r.ended = errors.Is(err, io.EOF); err != nil && !r.ended {
		return "", err
	}
	value, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), name+":")
	if !ok {
		return "", r.errorf("unexpected line: expected %q", name+": ...")
	}
	return strings.TrimSpace(value), nil
}

// Read reads a certificate. It does not check what it claims: Check does. The name is for errors,
// which are *syntax.Error.
func Read(in io.Reader, name string) (*Certificate, error) {
	limited := &io.LimitedReader{R: in, N: maxFile + 1}
	r := &reader{name: name, in: bufio.NewReader(limited)}
	c, err := r.certificate()
	if limited.N == 0 {
		return nil, fmt.Errorf("%s: more than %d MiB: expected a certificate", name, maxFile>>20)
	}
	return c, err
}

func (r *reader) certificate() (*Certificate, error) {
	c := &Certificate{}
	if v, err := r.value("certificate"); err != nil {
		return nil, err
	} else if v != magic {
		return nil, r.errorf("unknown format: expected %q", magic)
	}
	kind, err := r.value("kind")
	if err != nil {
		return nil, err
	}
	if c.Kind = Kind(kind); c.Kind != Game && c.Kind != Cycle && c.Kind != SymmetricCycle {
		return nil, r.errorf("unknown kind: expected %s, %s or %s", Game, Cycle, SymmetricCycle)
	}
	if c.Board, err = r.board(); err != nil {
		return nil, err
	}
	suicide, err := r.value("suicide")
	if err != nil {
		return nil, err
	}
	if c.Suicide = suicide == "yes"; !c.Suicide && suicide != "no" {
		return nil, r.errorf("expected suicide: yes or no")
	}
	if c.Start, err = r.start(c.Board.Len()); err != nil {
		return nil, err
	}
	c.Moves, err = r.moves(c.Board.Len())
	return c, err
}

// board reads the lines of the board.
func (r *reader) board() (*lattice.Graph, error) {
	value, err := r.value("board")
	if err != nil {
		return nil, err
	}
	if number, ok := strings.CutPrefix(value, "graph "); ok {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > MaxPoints {
			return nil, r.errorf("expected graph and a number of vertices from 1 to %d", MaxPoints)
		}
		return r.edges(n)
	}
	size, err := board.Parse(value)
	if err != nil {
		return nil, r.errorf("%v", err)
	}
	if size.Points() > MaxPoints {
		return nil, r.errorf("board %s: expected at most %d points", size, MaxPoints)
	}
	return lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{})
}

func (r *reader) edges(n int) (*lattice.Graph, error) {
	value, err := r.value("edges")
	if err != nil {
		return nil, err
	}
	var edges [][2]int
	for _, word := range strings.Fields(value) {
		from, to, _ := strings.Cut(word, "-")
		u, err1 := strconv.Atoi(from)
		v, err2 := strconv.Atoi(to)
		if err1 != nil || err2 != nil {
			return nil, r.errorf("expected edges such as 0-1")
		}
		edges = append(edges, [2]int{u, v})
	}
	g, err := lattice.FromEdges(n, edges)
	if err != nil {
		return nil, r.errorf("%v", err)
	}
	return g, nil
}

func (r *reader) start(n int) (Position, error) {
	value, err := r.value("start")
	if err != nil {
		return nil, err
	}
	if len(value) != n || strings.Trim(value, ".XO") != "" {
		return nil, r.errorf("expected a start of %d characters, each . (empty), X (black) or O (white)", n)
	}
	return Position(value), nil
}

func (r *reader) moves(n int) ([]Move, error) {
	value, err := r.value("moves")
	if err != nil {
		return nil, err
	}
	claimed, err := strconv.Atoi(value)
	if err != nil || claimed < 0 {
		return nil, r.errorf("expected a number of moves")
	}
	moves := []Move{}
	if !r.ended {
		if moves, err = r.letters(n); err != nil {
			return nil, err
		}
	}
	if len(moves) != claimed {
		return nil, r.errorf("the text has %d moves: expected %d", len(moves), claimed)
	}
	return moves, nil
}

// letters reads moves to the end of the text. Lines may end in spaces.
func (r *reader) letters(n int) ([]Move, error) {
	moves := []Move{}
	r.line++
	space := 0 // the column of the first of the spaces before the next letter, if any
	for column := 1; ; {
		letter, size, err := r.in.ReadRune()
		if errors.Is(err, io.EOF) {
			return moves, nil
		}
		if err != nil {
			return nil, err
		}
		switch m, ok := parseMove(letter, n); {
		case letter == '\n':
			r.line++
			column, space = 1, 0
			continue
		case letter == ' ' || letter == '\t' || letter == '\r':
			if space == 0 {
				space = column
			}
		case space > 0:
			return nil, r.errorAt(space, "a space between moves: expected letters without spaces")
		case !ok:
			return nil, r.errorAt(column, "%q is no move: expected a letter from A to %c or from a to %c", letter, 'A'+n-1, 'a'+n-1)
		default:
			moves = append(moves, m)
		}
		column += size
	}
}

func parseMove(letter rune, n int) (Move, bool) {
	switch last := rune(n); {
	case 'A' <= letter && letter < 'A'+last:
		return Move{Black, uint8(letter - 'A')}, true
	case 'a' <= letter && letter < 'a'+last:
		return Move{White, uint8(letter - 'a')}, true
	}
	return Move{}, false
}
