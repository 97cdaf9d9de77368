package connected

import (
	"context"
	"testing"
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
func (b board) word() (word, bool) {
	first := len(b.colours) - b.height
	height := func(i int) int { return i % b.height }
	var w word
	for i := range b.colours {
		if b.colours[i] == 0 {
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
		s := liveStone(colour(b.colours[i] - 1))
		if !alive {
			s = needyStone(colour(b.colours[i] - 1))
			for _, p := range onBorder {
				if height(p) < height(i) {
					s |= prevFlag
				}
				if height(p) > height(i) {
					s |= nextFlag
				}
			}
		}
		w = w.with(height(i), s)
	}
	return w, true
}

// stored finds a state in a layer: its interface class and the places of its halves.
func (e *layout) stored(ph *phase, y int, w word) (k int32, active, idle int, ok bool) {
	mask := word(1)<<(4*e.p) - 1
	halves := [2]word{w & mask, w >> (4 * e.p)}
	c, valid := startInterface.after(halves[prefix], e.p, e.insideKink(prefix, y))
	if !valid {
		return 0, 0, 0, false
	}
	if c.isWhite() || c.isNeutral() && halves[ph.active].whiteLast() {
		c, halves = c.swap(), [2]word{halves[0].swap(), halves[1].swap()}
	}
	lay := ph.layer(y)
	k, ok = lay.number[c]
	if !ok {
		return 0, 0, 0, false
	}
	a, okActive := lay.active[k].place(halves[ph.active])
	i, okIdle := lay.idle[k].place(halves[ph.active.other()])
	return k, int(a), int(i), okActive && okIdle
}

// successors returns where the tables lead, as words with a black last stone.
func (e *layout) successors(ph *phase, y int, k int32, active, idle int) []word {
	next := ph.layer(y + 1)
	t := &ph.tables[y-ph.low][k]
	var words []word
	for _, r := range t.runs {
		if active < int(r.row) || active >= int(r.row+r.rows) {
			continue
		}
		c := t.combos[r.combo]
		for slot, number := range c.ops[:c.count] {
			op := &t.ops[number]
			var halves [2]word
			halves[ph.active] = next.active[op.to].words[int(r.places[slot])+active-int(r.row)]
			halves[ph.active.other()] = next.idle[op.to].words[op.places[idle]]
			w, _ := (halves[prefix] | halves[suffix]<<(4*e.p)).blackLast()
			words = append(words, w)
		}
	}
	return words
}

// checkSteps puts the points on a board one by one and compares, after each, what
// the tables say of the three ways to go on with what the board shows.
func checkSteps(t *testing.T, e *layout, colours []int) {
	b := board{height: e.m}
	for i, c := range colours {
		y := i % e.m
		if i >= e.m {
			checkStep(t, e, b, y)
		}
		b.colours = append(b.colours, c)
		if i >= e.m-1 {
			if _, ok := b.word(); !ok {
				b.colours[i] = 0
			}
		}
	}
}

func checkStep(t *testing.T, e *layout, b board, y int) {
	t.Helper()
	w, ok := b.word()
	if !ok {
		t.Fatalf("height %d: the board %v should be pseudolegal", e.m, b.colours)
	}
	want := map[word]int{}
	for c := range 3 {
		after := board{b.height, append(b.colours[:len(b.colours):len(b.colours)], c)}
		if v, ok := after.word(); ok {
			v, _ = v.blackLast()
			want[v]++
		}
	}
	ph := e.phases[prefix]
	if y >= e.p {
		ph = e.phases[suffix]
	}
	k, active, idle, ok := e.stored(ph, y, w)
	if !ok {
		t.Fatalf("height %d kink %d: state %x of the board %v is not stored", e.m, y, w, b.colours)
	}
	for _, v := range e.successors(ph, y, k, active, idle) {
		want[v]--
	}
	for v, n := range want {
		if n != 0 {
			t.Fatalf("height %d kink %d: state %x: successor %x: the board has it %d times more than the tables",
				e.m, y, w, v, n)
		}
	}
}

// stepEngine is an engine of a single bin with its tables.
func stepEngine(t testing.TB, height int) *layout {
	e := newLayoutOfBins(height, wholeBin)
	if err := e.makeTables(context.Background(), 1); err != nil {
		t.Fatal(err)
	}
	return e
}

func TestStepsOnRandomBoards(t *testing.T) {
	for height := 1; height <= 9; height++ {
		e := stepEngine(t, height)
		seed := uint64(height)
		boards := 100
		if testing.Short() {
			boards = 60
		}
		for range boards {
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
	engines := map[int]*layout{}
	f.Add(uint8(3), []byte{1, 2, 0, 1, 1, 2, 2, 0, 1})
	f.Add(uint8(6), []byte{1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 0, 0, 1, 1, 2, 2})
	f.Add(uint8(8), []byte{1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 2, 2, 2, 1, 1, 1, 1, 0})
	f.Fuzz(func(t *testing.T, height uint8, bytes []byte) {
		h := int(height)%9 + 1
		if engines[h] == nil {
			engines[h] = stepEngine(t, h)
		}
		colours := make([]int, min(len(bytes), 12*h))
		for i := range colours {
			colours[i] = int(bytes[i]) % 3
		}
		checkSteps(t, engines[h], colours)
	})
}
