package connected

import (
	"context"
	"slices"
	"testing"

	"combigo.dev/combigo/internal/longtests"
)

// board is a partial board as a player sees it, filled column by column from
// the top; the oracle of the step tables.
type board struct {
	height  int
	colours []int // 0 empty, 1 black, 2 white
}

// neighbours calls visit for the neighbours of point i that are filled.
func (b board) neighbours(i int, visit func(int)) {
	if i%b.height > 0 {
		visit(i - 1)
	}
	if i%b.height < b.height-1 && i+1 < len(b.colours) {
		visit(i + 1)
	}
	if i >= b.height {
		visit(i - b.height)
	}
	if i+b.height < len(b.colours) {
		visit(i + b.height)
	}
}

// stringOf returns the points of the string of point i, and whether it has a liberty.
func (b board) stringOf(i int) (points []int, alive bool) {
	seen := map[int]bool{i: true}
	queue := []int{i}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		points = append(points, at)
		b.neighbours(at, func(n int) {
			switch {
			case b.colours[n] == 0:
				alive = true
			case b.colours[n] == b.colours[i] && !seen[n]:
				seen[n] = true
				queue = append(queue, n)
			}
		})
	}
	return points, alive
}

// word reads the border state off the board, top down. It reports false if a
// string without liberty has no point on the border.
func (b board) word() (Word, bool) {
	first := len(b.colours) - b.height
	height := func(i int) int { return i % b.height }
	w := Repeat(Edge, b.height)
	for i := range b.colours {
		if b.colours[i] == 0 {
			if i >= first {
				w = w.With(height(i), Empty)
			}
			continue
		}
		points, alive := b.stringOf(i)
		var onBorder []int
		for _, p := range points {
			if p >= first {
				onBorder = append(onBorder, p)
			}
		}
		if !alive && len(onBorder) == 0 {
			return 0, false
		}
		if i < first {
			continue
		}
		s := Live + Symbol(b.colours[i])
		if !alive {
			s = Needy * Symbol(b.colours[i])
			for _, p := range onBorder {
				if height(p) < height(i) {
					s |= Earlier
				}
				if height(p) > height(i) {
					s |= Later
				}
			}
		}
		w = w.With(height(i), s)
	}
	return w, true
}

// checkSteps puts the points on a board one by one and compares, after each, what
// the tables say of the three ways to go on with what the board shows.
func checkSteps(t *testing.T, e *Engine, colours []int) {
	b := board{height: e.height}
	for i, c := range colours {
		checkStep(t, e, b)
		b.colours = append(b.colours, c)
		if _, ok := b.word(); !ok {
			b.colours[i] = 0
		}
	}
}

func checkStep(t *testing.T, e *Engine, b board) {
	t.Helper()
	w, ok := b.word()
	if !ok {
		t.Fatalf("height %d: the board %v should be pseudolegal", e.height, b.colours)
	}
	point := len(b.colours)
	var want []int
	for c := range choices {
		after := board{b.height, append(b.colours[:point:point], c)}
		if v, ok := after.word(); ok {
			want = append(want, e.State(point+1, v))
		} else {
			want = append(want, 0)
		}
	}
	if got := e.successors(point, e.State(point, w)); !isChoices(got, want) {
		t.Fatalf("height %d, point %d: state %x has the successors %d, the board shows %d", e.height, point, uint64(w), got, want)
	}
}

// isChoices reports whether successors are those of a board, or of the board with exchanged
// colours.
func isChoices(got, want []int) bool {
	return slices.Equal(got, want) || slices.Equal([]int{got[0], got[2], got[1]}, want)
}

// successors returns where the tables lead from a state.
func (e *Engine) successors(point, number int) []int {
	var next successors
	s := e.at(point)
	for row, r := range s.from.rows {
		if i := number - r.first; 0 <= i && i < s.from.block(row).columns() {
			to := s.successors(row, &next)
			return []int{to[0][i], to[1][i], to[2][i]}
		}
	}
	panic("a state is in no row")
}

// prepared returns an engine with its tables, which are not listed but for the first column, as
// those of large heights.
func prepared(t testing.TB, height int) *Engine {
	e, err := New(context.Background(), height, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range e.levels[height:] {
		s.listed = nil
	}
	return e
}

// The valid states have the numbers 1, 2, and so on, and the tables, listed or not, lead where a
// choice leads, for all states of small heights, constructible or not.
func TestStepsOfAllStates(t *testing.T) {
	most := 6
	if longtests.Wanted() {
		most = 9
	}
	for height := 1; height <= most; height++ {
		e := prepared(t, height)
		for y, classes := range ValidClasses(height) {
			s := e.at(height + y)
			number := 0
			var room successors
			s.from.each(func(n int, w Word) {
				if number++; n != number || e.State(height+y, w) != n || e.State(height+y, w.Swapped()) != n {
					t.Fatalf("height %d, kink %d: state number %d has the number %d", height, y, number, n)
				}
			})
			if int64(number) != classes.Int64() {
				t.Fatalf("height %d, kink %d: %d states, %v classes are valid", height, y, number, classes)
			}
			var listed step
			if listed = *s; listsSteps(height) {
				listed.list()
			}
			for row := range s.from.rows {
				next := s.successors(row, &room)
				if again := listed.successors(row, new(successors)); !slices.EqualFunc(next[:], again[:], slices.Equal) {
					t.Fatalf("height %d, kink %d: row %d leads to %d, listed to %d", height, y, row, *next, *again)
				}
				for i := range s.from.block(row).columns() {
					w := s.from.join(row, i)
					for c := range Symbol(choices) {
						want := 0
						if v, ok := w.Place(y, c); ok {
							want = e.State(height+y+1, v)
						}
						if next[c][i] != want {
							t.Fatalf("height %d, kink %d: choice %d in state %x leads to %d, want %d", height, y, c, uint64(w), next[c][i], want)
						}
					}
				}
			}
		}
	}
}

func TestStepsOnRandomBoards(t *testing.T) {
	most := 7
	if longtests.Wanted() {
		most = 9
	}
	for height := 1; height <= most; height++ {
		e := prepared(t, height)
		seed := uint64(height)
		for range 60 {
			colours := make([]int, 6*height)
			for i := range colours {
				seed = seed*6364136223846793005 + 1442695040888963407
				colours[i] = int(seed>>33) % 3
			}
			checkSteps(t, e, colours)
		}
	}
}

func FuzzStep(f *testing.F) {
	engines := map[int]*Engine{}
	f.Add(uint8(3), []byte{1, 2, 0, 1, 1, 2, 2, 0, 1})
	f.Add(uint8(6), []byte{1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 0, 0, 1, 1, 2, 2})
	f.Add(uint8(5), []byte{1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 2, 2, 2, 1, 1, 1, 1, 0})
	f.Fuzz(func(t *testing.T, height uint8, bytes []byte) {
		h := int(height)%8 + 1
		if engines[h] == nil {
			engines[h] = prepared(t, h)
		}
		colours := make([]int, min(len(bytes), 12*h))
		for i := range colours {
			colours[i] = int(bytes[i]) % 3
		}
		checkSteps(t, engines[h], colours)
	})
}
