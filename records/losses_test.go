package records

import (
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/par"
)

func lossProblemOf(t testing.TB, of Quantity, height int) lossProblem {
	t.Helper()
	p, ok := of.about().problem(height).(lossProblem)
	if !ok {
		t.Fatalf("%s has no losses", of)
	}
	return p
}

// On all sets of points of small boards, point by point: the sum of losses is what the value says,
// where the value is measured by flood fill; and what is not allowed is not what is asked for.
func TestLossesAreThoseOfTheValue(t *testing.T) {
	for _, of := range []Quantity{Strings, Pseudoliberties} {
		for _, g := range []grid{{1, 4}, {2, 3}, {3, 3}, {3, 4}, {4, 3}} {
			p := lossProblemOf(t, of, g.rows)
			for set := range 1 << (g.rows * g.cols) {
				loss, ok := lossesOf(p, g, set)
				position, _ := goban.New(g.rows, g.cols)
				for i := range g.rows * g.cols {
					position.Set(i%g.rows, i/g.rows, p.color(uint8(set>>i&1), i%g.rows, i/g.rows))
				}
				legal := position.Legal()
				if of == Pseudoliberties && set != 1<<(g.rows*g.cols)-1 {
					legal = len(position.Strings()) == 1
				}
				if ok != legal && set != 1<<(g.rows*g.cols)-1 {
					t.Fatalf("%s: allowed is %t for\n%s", of, ok, position)
				}
				if ok && loss != p.losses(g.rows*g.cols, of.Measure(position)) {
					t.Fatalf("%s: losses %d, value %d of\n%s", of, loss, of.Measure(position), position)
				}
			}
		}
	}
}

// lossesOf adds up the losses of the choices of a set, and reports whether all are allowed.
func lossesOf(p lossProblem, g grid, set int) (sum int, ok bool) {
	f := frontier{strings: p.connected()}
	for col := range g.cols {
		for row := range g.rows {
			f = unpack(f.pack(g.rows), g.rows, p.connected())
			c := f.corner(g, row, col)
			here, loss, ok := p.fill(&c, uint8(set>>(col*g.rows+row)&1))
			if !ok || !f.put(row, here, c.above) {
				return 0, false
			}
			sum += loss
		}
	}
	for row := range g.rows {
		if !p.final(f.digit(f.points[row])) {
			return 0, false
		}
	}
	return sum, f.oneString()
}

// The strips promise no more than what is lost: on small boards, the least losses of all sets that
// agree with the points so far.
func TestBoundsOfStrips(t *testing.T) {
	for _, of := range []Quantity{Strings, Pseudoliberties} {
		g := grid{4, 3}
		p := lossProblemOf(t, of, g.rows)
		b := newBounded(p, g, 0)
		for set := range 1 << 12 {
			total, ok := lossesOf(p, g, set)
			if !ok {
				continue
			}
			f, lost := frontier{strings: p.connected()}, 0
			for i := range 12 {
				row, col := i%4, i/4
				c := f.corner(g, row, col)
				here, loss, _ := p.fill(&c, uint8(set>>i&1))
				f.put(row, here, c.above)
				f = unpack(f.pack(4), 4, p.connected())
				lost += loss
				if least := b.bound(&f, row+1, col); lost+least > total {
					t.Fatalf("%s, set %012b, point %d: %d lost, %d to come, %d in all", of, set, i, lost, least, total)
				}
			}
		}
	}
}

// The search by losses and the search column by column agree.
func TestTwoSearches(t *testing.T) {
	highest, widest := 6, 8
	if longtests.Wanted() {
		highest, widest = 9, 12
	}
	for _, of := range []Quantity{Strings, Pseudoliberties} {
		for height := 2; height <= highest; height++ {
			p := lossProblemOf(t, of, height)
			s := newSearch(p, height, false)
			for width := 1; width <= widest; width++ {
				if err := s.addColumn(t.Context()); err != nil {
					t.Fatal(err)
				}
				got, _, err := newBounded(p, grid{height, width}, 0).best(t.Context(), 2*height*width)
				if err != nil || got != s.value() {
					t.Errorf("%s, %dx%d: %d by losses, %d column by column (%v)", of, height, width, got, s.value(), err)
				}
			}
		}
	}
}

// tight loses more than is lost: one too many for each side of a stone on the edge.
type tight struct{ pseudoliberties }

func (p tight) fill(c *corner, choice uint8) (here uint8, loss int, allowed bool) {
	here, loss, allowed = p.pseudoliberties.fill(c, choice)
	loss += c.sides * int(choice)
	return here, loss, allowed
}

// The control of the test above: losses that are too large are noticed.
func TestTooMuchLossIsNoticed(t *testing.T) {
	for side := 3; side <= 8; side++ {
		right := find(t, Pseudoliberties, board.Size{Rows: side, Cols: side}).Value
		p := tight{pseudoliberties{oneString{side}}}
		if got, _, err := newBounded(p, grid{side, side}, 0).best(t.Context(), right); err != nil || got < right {
			return
		}
	}
	t.Error("nobody notices losses that are too large")
}

// Large squares, as published: for strings with the domination number, for pseudoliberties by
// computation. Beyond, strings are quoted.
func TestLargeSquares(t *testing.T) {
	list := map[Quantity][]int{Strings: {196}}
	if longtests.Wanted() {
		list = map[Quantity][]int{Strings: {196, 221, 248, 277, 308}, Pseudoliberties: {310, 353, 397}}
	}
	for of, values := range list {
		for i, want := range values {
			if got := find(t, of, board.Size{Rows: 16 + i, Cols: 16 + i}); got.Value != want || got.Position == nil {
				t.Errorf("%s, %s: %d, want %d", of, got.Board, got.Value, want)
			}
		}
	}
	for n := 16; n <= 22; n++ {
		r := &Record{Board: board.Size{Rows: n, Cols: n}}
		if r.quote(); r.Value != []int{196, 221, 248, 277, 308, 340, 373}[n-16] {
			t.Errorf("%s is quoted as %d", r.Board, r.Value)
		}
	}
	if r := find(t, Strings, board.Size{Rows: 23, Cols: 30}); r.Value != 23*30-156 || r.Position != nil || r.Source == "" {
		t.Errorf("23x30: %+v", r)
	}
}

// A search that may keep few states says so.
func TestLossesWithinMemory(t *testing.T) {
	b := newBounded(lossProblemOf(t, Strings, 12), grid{12, 12}, 100)
	if _, _, err := b.best(t.Context(), 200); explain(err, Strings, board.Size{Rows: 12, Cols: 12}, par.Options{Memory: 1}) == nil {
		t.Error("100 states are enough")
	}
}
