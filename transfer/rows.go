package transfer

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"combigo.dev/combigo/par"
)

// writer packs fields of bits, from the lowest bit of the first word on; fields may straddle words.
type writer struct {
	words words
	at    int
	names [3]uint8 // new names of the colours
	used  uint8
}

// put packs a field of some bits.
func (w *writer) put(x uint8, bits int) {
	word, shift := w.at/64, w.at%64
	w.words[word] |= uint64(x) << shift
	if shift+bits > 64 {
		w.words[word+1] |= uint64(x) >> (64 - shift)
	}
	w.at += bits
}

// color packs the new name of a colour, or 0 if the colour has no run. Colours get names in the
// order in which they are packed.
func (w *writer) color(c, runs uint8) {
	if c == 0 || runs == 0 {
		w.put(0, 2)
		return
	}
	if w.names[c] == 0 {
		w.used++
		w.names[c] = w.used
	}
	w.put(w.names[c], 2)
}

// reader unpacks fields that a writer has packed.
type reader struct {
	words words
	at    int
}

// get unpacks the next field, of some bits.
func (r *reader) get(bits int) uint8 {
	word, shift := r.at/64, r.at%64
	x := r.words[word] >> shift
	if shift+bits > 64 {
		x |= r.words[word+1] << (64 - shift)
	}
	r.at += bits
	return uint8(x & (1<<bits - 1))
}

// A RowGame is a board of Rows x Columns points, each empty, black or white, on which a row is
// Length stones of one colour, one next to the other, along a row, a column or a diagonal of the
// board. Gomoku is the one of length 5 (Combinatorics of Go, section 6).
type RowGame struct {
	Rows, Columns int
	Length        int
}

// maxColumns and maxLength keep the number of levels and the runs in bounds.
const (
	maxColumns = 1 << 20
	maxLength  = 1 << 8
)

// check returns an error if the game is too large.
func (g RowGame) check() error {
	switch {
	case g.Rows < 1 || g.Columns < 1 || g.Columns > maxColumns:
		return fmt.Errorf("transfer: board %dx%d: want sides of at least 1, and at most %d columns",
			g.Rows, g.Columns, maxColumns)
	case g.Length < 2 || g.Length > maxLength:
		return fmt.Errorf("transfer: rows of %d stones: want 2 to %d", g.Length, maxLength)
	case g.Rows > maxRows || g.bits() > maxRowBits:
		return fmt.Errorf("transfer: %d rows of the board are more than a state has room for with rows of %d stones: "+
			"want a board with a shorter side, or shorter rows", g.Rows, g.Length)
	}
	return nil
}

// runBits returns the bits of the length of a run, which is less than Length.
func (g RowGame) runBits() int { return bits.Len(uint(g.Length - 1)) }

// bits returns the bits of a state: for each row a colour and three runs, for the corner a colour
// and a run, and the run down the column.
func (g RowGame) bits() int { return g.Rows*(2+3*g.runBits()) + 2 + 2*g.runBits() }

// NoRow evaluates the positions of a game without a row of Length stones or more, column by column:
// for the number of positions the semiring's branching is 3, and there is no λ. The shorter side
// should be that of the columns, Rows.
func NoRow[T any](ctx context.Context, g RowGame, ev Semiring[T], opt par.Options) (T, Stats, error) {
	if err := g.check(); err != nil {
		var none T
		return none, Stats{}, err
	}
	switch n := (g.bits() + 63) / 64; n {
	case 1:
		return Run(ctx, noRow[Word1]{g}, ev, opt)
	case 2:
		return Run(ctx, noRow[Word2]{g}, ev, opt)
	default:
		return Run(ctx, noRow[Word4]{g}, ev, opt)
	}
}

// noRow is the [Spec] of [NoRow]. Points are filled column by column, each from the top.
//
// A state has for each row of the board the colour of its last point, and the lengths of the runs
// of that colour that end there: along the row, down the diagonal and up the diagonal. Equivalent
// states are made equal: a run that cannot become a row before the border of the board has length
// 0, a point whose runs all have length 0 has no colour, and the first colour of a state is called
// black.
type noRow[S packed[S]] struct{ RowGame }

// A stone is the last point of a row of the board: its colour, 0 for none, and the lengths of the
// runs that end there.
type stone struct {
	color           uint8
	along, down, up uint8
}

// A rowState is an unpacked state.
type rowState struct {
	last [maxRows]stone // by row of the board
	// corner has the colour of the point up and to the left of the next one, and its run down the
	// diagonal: last has the point to the right of it already.
	corner stone
	// column is the run down the column that ends above the next point. Its colour is in last.
	column uint8
}

// A state of four words has room for at most maxRows rows of the board, with runs of one bit.
const (
	maxRowBits = 256
	maxRows    = (maxRowBits - 4) / 5
)

// Levels implements [Spec].
func (n noRow[S]) Levels() int { return n.Rows * n.Columns }

// Start implements [Spec].
func (n noRow[S]) Start() S { var s S; return s }

// Accept implements [Spec]: rows were never made.
func (n noRow[S]) Accept(S) bool { return true }

// Width implements [Sizer].
func (n noRow[S]) Width() int { return n.Rows }

// States implements [Sizer]. On boards so long and so high that runs in all directions count, each
// row of the board multiplies the states by about 0.85 Length^2; that was measured for rows of 2 to
// 4 stones. Other boards have few.
func (n noRow[S]) States(level int) float64 {
	if n.Rows < n.Length || n.Columns < 2*n.Length-1 {
		return 1
	}
	return min(0.5*math.Pow(3, float64(level)), 0.1*math.Pow(0.85*float64(n.Length*n.Length), float64(n.Rows)))
}

// Step implements [Spec]. Choice 0 leaves the point empty, 1 and 2 put stones.
func (n noRow[S]) Step(level int, from S, arcs []Arc[S]) []Arc[S] {
	x, y := level/n.Rows, level%n.Rows
	var before rowState
	n.unpack(from, &before)
	for c := range uint8(3) {
		after := before
		if n.place(&after, x, y, c) {
			arcs = append(arcs, Arc[S]{n.pack(&after, y), c, One})
		}
	}
	return arcs
}

// place puts a stone of colour c, or none for 0, on the point of column x and row y. It returns
// false if that makes a row.
func (n noRow[S]) place(s *rowState, x, y int, c uint8) bool {
	put, column := n.runs(s, y, c)
	if int(max(put.along, put.down, put.up, column)) >= n.Length {
		return false
	}
	left := s.last[y]
	right, below := n.Columns-1-x, n.Rows-1-y
	put.along = n.useful(put.along, right)
	put.down = n.useful(put.down, min(right, below))
	put.up = n.useful(put.up, min(right, y))
	s.last[y] = put
	s.column = n.useful(column, below)
	s.corner = stone{color: left.color, down: left.down}
	if below > 0 {
		s.last[y+1].up = 0 // only the point just filled could make it longer
	} else {
		s.corner, s.column = stone{}, 0
	}
	return true
}

// runs returns the next point of row y with a stone of colour c, or none for 0, and the runs that
// end there: those of put, and the run down the column.
func (n noRow[S]) runs(s *rowState, y int, c uint8) (put stone, column uint8) {
	if c == 0 {
		return stone{}, 0
	}
	put = stone{color: c, along: lengthened(s.last[y], s.last[y].along, c), down: lengthened(s.corner, s.corner.down, c), up: 1}
	if y+1 < n.Rows {
		put.up = lengthened(s.last[y+1], s.last[y+1].up, c)
	}
	if y == 0 {
		return put, 1
	}
	return put, lengthened(s.last[y-1], s.column, c)
}

// lengthened returns the length of the run that a stone of colour c ends, if p is the point before
// it and run the length of the run that ends at p.
func lengthened(p stone, run, c uint8) uint8 {
	if p.color != c {
		return 1
	}
	return run + 1
}

// useful returns a run, or 0 if it has too little room ahead to become a row.
func (n noRow[S]) useful(run uint8, room int) uint8 {
	if int(run)+room < n.Length {
		return 0
	}
	return run
}

// pack packs the state after the point of row y was filled.
func (n noRow[S]) pack(s *rowState, y int) S {
	var w writer
	for i := range n.Rows {
		p := &s.last[i]
		column := uint8(0)
		if i == y {
			column = s.column
		}
		w.color(p.color, p.along|p.down|p.up|column)
		w.put(p.along, n.runBits())
		w.put(p.down, n.runBits())
		w.put(p.up, n.runBits())
	}
	w.color(s.corner.color, s.corner.down)
	w.put(s.corner.down, n.runBits())
	w.put(s.column, n.runBits())
	var none S
	return none.pack(w.words)
}

// unpack is the inverse of pack.
func (n noRow[S]) unpack(packed S, s *rowState) {
	r := reader{words: packed.unpack()}
	for i := range n.Rows {
		s.last[i] = stone{
			color: r.get(2), along: r.get(n.runBits()), down: r.get(n.runBits()), up: r.get(n.runBits()),
		}
	}
	s.corner = stone{color: r.get(2), down: r.get(n.runBits())}
	s.column = r.get(n.runBits())
}
