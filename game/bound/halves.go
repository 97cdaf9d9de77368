package bound

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"combigo/goban"
	"combigo/internal/par"
	"combigo/transfer"
)

// Halves are the divisions of a board into a black and a white part, both of them connected, that agree on some fixed points:
//
//	X X X X X X   black
//	X . . . . .   signs, each of either colour
//	X O O O O O   white
//	X ? ? ? ? ?   open points: any colours that leave black and white connected
//	X ? ? ? ? ?
//	X X X X X X   black
//
// There may be more lines of signs above the open points, with black and white lines between them in turn, the black ones joined
// on the left and the white ones on the right.
//
// There is a walk through all of these divisions in which every step changes one point, and every second step the first sign:
// docs/games-bounds.md has the proof, and [combigo/game/witness] makes games that go along it.
type Halves struct {
	rows, cols int
	more       int // four lines each: signs, black, signs, white
	signs      []goban.Point
}

// LeastOpen is the least number of rows of open points that [NewHalves] may be held to.
const LeastOpen = 4

// NewHalves returns the divisions of a board with as many rows of open points as possible, but no more than most, which is at least
// [LeastOpen]. It returns an error if the board is too small: it takes 5 rows, and enough columns for the signs to tell the
// steps apart.
func NewHalves(rows, cols, most int) (*Halves, error) {
	h := &Halves{rows: rows, cols: cols, more: max(0, (rows-4-most+3)/4)}
	if rows < 5 || cols < 3 || most < LeastOpen {
		return nil, fmt.Errorf("board %dx%d, %d open rows: want at least 5 rows, 3 columns, and %d open rows", rows, cols, most, LeastOpen)
	}
	for row := 1; row < h.top(); row += 2 {
		for col := 1; col < cols; col++ {
			if p := (goban.Point{Row: row, Col: col}); h.Fixed(p) == goban.Empty {
				h.signs = append(h.signs, p)
			}
		}
	}
	if n := h.Signs(); n < 40 && 1<<(n-1) <= h.Open() {
		return nil, fmt.Errorf("board %dx%d: %d signs are too few for %d open points: want more columns", rows, cols, n, h.Open())
	}
	return h, nil
}

// top returns the white row above the open points.
func (h *Halves) top() int { return 2 + 4*h.more }

// Rows returns the number of rows.
func (h *Halves) Rows() int { return h.rows }

// Cols returns the number of columns.
func (h *Halves) Cols() int { return h.cols }

// Signs returns the number of signs.
func (h *Halves) Signs() int { return len(h.signs) }

// OpenRows returns the number of rows of open points.
func (h *Halves) OpenRows() int { return h.rows - 2 - h.top() }

// Open returns the number of open points.
func (h *Halves) Open() int { return h.OpenRows() * (h.cols - 1) }

// Fixed returns the colour that a point has in all divisions, Empty if it is a sign or open.
func (h *Halves) Fixed(p goban.Point) goban.Color {
	switch {
	case p.Col == 0 || p.Row == 0 || p.Row == h.rows-1:
		return goban.Black
	case p.Row > h.top():
		return goban.Empty
	case p.Row%4 == 2 || p.Row > 1 && p.Col == h.cols-1:
		return goban.White
	case p.Row%4 == 0:
		return goban.Black
	}
	return goban.Empty
}

// Sign returns the place of a sign.
func (h *Halves) Sign(i int) goban.Point { return h.signs[i] }

// OpenPoint returns the place of an open point.
func (h *Halves) OpenPoint(i int) goban.Point {
	return goban.Point{Row: h.top() + 1 + i/(h.cols-1), Col: 1 + i%(h.cols-1)}
}

// String returns the fixed points as a diagram, with a + for each sign and a ? for each open point.
func (h *Halves) String() string {
	var b strings.Builder
	for row := range h.rows {
		if row > 0 {
			b.WriteByte('\n')
		}
		for col := range h.cols {
			mark := "+XO"[h.Fixed(goban.Point{Row: row, Col: col})]
			if mark == '+' && row > h.top() {
				mark = '?'
			}
			b.WriteByte(mark)
		}
	}
	return b.String()
}

// Markers returns a black and a white point beside each other that have these colours in all divisions.
func (h *Halves) Markers() (black, white goban.Point) {
	return goban.Point{Row: 2}, goban.Point{Row: 2, Col: 1}
}

// MaxOpen is the largest number of rows of open points for which divisions are counted. Time and memory grow about threefold
// with each.
const MaxOpen = 20

// Divisions returns the number of ways to divide the open points, exactly.
//
// Black and white are both connected if and only if the line between them is a single path that does not cross or touch
// itself. It begins at the upper left corner of the open points, between the black column and the white row, and ends at the right
// side of the board. So the number is that of self-avoiding paths through the corners of the open points: from the first corner of a
// line, of which there is one more than open rows, in as many lines as there are open columns, to any one of the last line.
func (h *Halves) Divisions(ctx context.Context, opt par.Options) (*big.Int, error) {
	if h.OpenRows() > MaxOpen {
		return nil, fmt.Errorf("board %dx%d: %d open rows: want at most %d", h.rows, h.cols, h.OpenRows(), MaxOpen)
	}
	ev, err := transfer.NewIntegers(0, 3)
	if err != nil {
		return nil, err
	}
	n, _, err := transfer.Run(ctx, paths{lines: h.cols - 1, across: h.OpenRows() + 1}, ev, opt)
	return n, err
}

// paths is the [transfer.Spec] of self-avoiding paths on a grid, point by point along its lines, from the first point of the
// first line to any one of the last. A state has two bits for each edge that leads on, from the first point of a line to the last:
// the edges along, and after that of the point before the next one its edge across.
type paths struct{ lines, across int }

// What an edge is.
const (
	noEdge  = iota
	opening // of a piece whose other end comes after it
	closing // of a piece whose other end comes before it
	leading // of the piece that begins at the first point
)

// Levels implements [transfer.Spec].
func (s paths) Levels() int { return s.lines * s.across }

// Start implements [transfer.Spec]: an edge leads to the first point, across.
func (s paths) Start() transfer.Word1 { return leading }

// Step implements [transfer.Spec]. The edge across stands at the place of the point in its line, the edge along from the line
// before after it.
func (s paths) Step(level int, from transfer.Word1, arcs []transfer.Arc[transfer.Word1]) []transfer.Arc[transfer.Word1] {
	at := level % s.across
	across, along := kind(from, at), kind(from, at+1)
	rest := from &^ (15 << (2 * at))
	last := at == s.across-1
	add := func(state transfer.Word1, first, second int) {
		state |= transfer.Word1(first)<<(2*at) | transfer.Word1(second)<<(2*at+2)
		if last {
			// The next line begins with an edge across that there is not.
			if second != noEdge {
				return
			}
			state <<= 2
		}
		arcs = append(arcs, transfer.Arc[transfer.Word1]{To: state, Choice: uint8(len(arcs)), By: transfer.One})
	}
	switch {
	case across == noEdge && along == noEdge:
		add(rest, noEdge, noEdge)
		add(rest, opening, closing)
	case across == noEdge || along == noEdge:
		add(rest, across+along, noEdge)
		add(rest, noEdge, across+along)
	case across == opening && along == closing: // a cycle
	default:
		add(join(rest, at, across, along), noEdge, noEdge)
	}
	return arcs
}

// Accept implements [transfer.Spec]: of the edges that leave the last line, there is one, that of the path.
func (s paths) Accept(state transfer.Word1) bool {
	for state != 0 && state&3 == 0 {
		state >>= 2
	}
	return state == leading
}

func kind(state transfer.Word1, place int) int { return int(state >> (2 * place) & 3) }

// join joins the pieces of two edges, at a place and the next one, which are taken out: the other ends become what they are now.
func join(rest transfer.Word1, at, first, second int) transfer.Word1 {
	set := func(place, to int) {
		rest = rest&^(3<<(2*place)) | transfer.Word1(to)<<(2*place)
	}
	switch {
	case first == opening && second == opening:
		set(partner(rest, at+1, 1), opening)
	case first == closing && second == closing:
		set(partner(rest, at, -1), closing)
	case first == leading && second == opening, first == opening && second == leading:
		// After the two, since no piece encloses the leading one, whose other end is the beginning.
		set(partner(rest, at+1, 1), leading)
	case first == leading && second == closing, first == closing && second == leading:
		set(partner(rest, at, -1), leading)
	}
	return rest
}

// partner returns the place of the other end of a piece with an end at a place, looking up or down from there.
func partner(state transfer.Word1, from, step int) int {
	depth := 0
	for place := from + step; ; place += step {
		switch k := kind(state, place); {
		case k == opening && step > 0 || k == closing && step < 0:
			depth++
		case (k == closing || k == opening) && depth > 0:
			depth--
		case k == closing || k == opening:
			return place
		}
	}
}

// LowerHalves returns the number of games that the walk through the divisions gives, at least, from the number D of ways to divide the
// open points: (a! b!)^(D 2^(s-2)) with s signs and a+b = points-5, a = b or b+1.
func LowerHalves(h *Halves, divisions *big.Int) *Bound {
	free, s := h.rows*h.cols-5, h.Signs()
	a, b := (free+1)/2, free/2
	source := "connected halves"
	if a == b {
		return power(factorial(a), new(big.Int).Lsh(divisions, uint(s-1)), fmt.Sprintf("(%d!)^(D 2^%d)", a, s-1), source)
	}
	base := new(big.Int).Mul(factorial(a), factorial(b))
	return power(base, new(big.Int).Lsh(divisions, uint(s-2)), fmt.Sprintf("(%d! %d!)^(D 2^%d)", a, b, s-2), source)
}
