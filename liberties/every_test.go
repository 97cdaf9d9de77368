package liberties

import (
	"strings"
	"testing"

	"combigo.dev/combigo/internal/longtests"
)

// every is the graph of all borders of a height, point by point and without any
// pruning, with what each point costs by the definition of K. It shares no code
// with the search.
//
// A border is one byte a row, undominated, dominated or the label of a component, and one
// for what was placed.
type every struct {
	height  int
	borders [][]string         // by row of the next point
	numbers []map[string]int32 // of the borders
	next    [][][2]placed      // with an empty point, and with a stone
}

// placed is a border after one more point, -1 if there is none, and what that
// point costs.
type placed struct{ border, cost int32 }

const (
	noStone byte = iota
	someStones
	allStones // none can be joined to them
)

// tooDear is more than any cost of interest.
const tooDear = 99

func newEvery(height int) *every {
	e := &every{height: height}
	for range height {
		e.borders, e.numbers = append(e.borders, nil), append(e.numbers, map[string]int32{})
		e.next = append(e.next, nil)
	}
	e.number(0, strings.Repeat(string(rune(dominated)), height)+string(rune(noStone)))
	for found := true; found; {
		found = false
		for row := range height {
			for i := len(e.next[row]); i < len(e.borders[row]); i++ {
				found = true
				var next [2]placed
				for stone := range 2 {
					border, cost, ok := e.place(e.borders[row][i], row, stone == 1)
					next[stone] = placed{-1, cost}
					if ok {
						next[stone].border = e.number((row+1)%height, border)
					}
				}
				e.next[row] = append(e.next[row], next)
			}
		}
	}
	return e
}

func (e *every) number(row int, border string) int32 {
	if i, ok := e.numbers[row][border]; ok {
		return i
	}
	i := int32(len(e.borders[row]))
	e.numbers[row][border], e.borders[row] = i, append(e.borders[row], border)
	return i
}

func (e *every) place(border string, row int, stone bool) (next string, cost int32, ok bool) {
	b := []byte(border)
	rows, phase := b[:e.height], &b[e.height]
	left, above := rows[row], dominated
	if row > 0 {
		above = rows[row-1]
	}
	count := func(yes bool, by int32) {
		if yes {
			cost += by
		}
	}
	if !stone {
		beside, over := left >= firstLabel, above >= firstLabel
		count(left == undominated, 2)
		count(beside && over, 1)
		rows[row] = undominated
		if beside || over {
			rows[row] = dominated
		}
		if beside && !strings.Contains(string(rows), string(rune(left))) {
			*phase = allStones
			for _, other := range rows {
				if other >= firstLabel {
					return "", 0, false
				}
			}
		}
		return canonicalRows(rows, *phase), cost, true
	}
	if *phase == allStones {
		return "", 0, false
	}
	count(row == 0, 1)
	count(row == e.height-1, 1)
	count(left == dominated, 1)
	count(row > 0 && above == dominated, 1)
	count(left >= firstLabel && left == above, 2)
	if row > 0 && above == undominated {
		rows[row-1] = dominated
	}
	const joined = 255
	rows[row] = joined
	for i, other := range rows {
		if other >= firstLabel && (other == left || other == above) {
			rows[i] = joined
		}
	}
	return canonicalRows(rows, someStones), cost, true
}

func canonicalRows(rows []byte, phase byte) string { return canonical(rows) + string(rune(phase)) }

// end returns what the last column costs when it is placed.
func (e *every) end(border string) int32 {
	rows := border[:e.height]
	cost := 2 * int32(strings.Count(rows, string(rune(undominated))))
	switch {
	case border[e.height] == allStones:
		return cost
	case components(rows) != 1:
		return tooDear
	}
	for _, symbol := range []byte(rows) {
		if symbol >= firstLabel {
			cost++
		}
	}
	return cost
}

func (e *every) dear(row int) []int32 {
	costs := make([]int32, len(e.borders[row%e.height]))
	for i := range costs {
		costs[i] = tooDear
	}
	return costs
}

// lefts returns the least costs of all left parts, by column and by kink.
func (e *every) lefts(cols int) (costs [][][]int32) {
	last := e.dear(0)
	last[0] = 0
	for range cols {
		column := [][]int32{last}
		for row := range e.height {
			costs := e.dear(row + 1)
			for i, cost := range last {
				for _, next := range e.next[row][i] {
					if next.border >= 0 {
						costs[next.border] = min(costs[next.border], cost+next.cost)
					}
				}
			}
			column, last = append(column, costs), costs
		}
		costs = append(costs, column)
	}
	return costs
}

// rests returns the least that all further points cost, by the number of columns
// after the one at hand, and by kink.
func (e *every) rests(cols int) (costs [][][]int32) {
	after := e.dear(0)
	for i, border := range e.borders[0] {
		after[i] = e.end(border)
	}
	for range cols {
		column := make([][]int32, e.height+1)
		column[e.height] = after
		for row := e.height - 1; row >= 0; row-- {
			column[row] = e.dear(row)
			for i := range column[row] {
				for _, next := range e.next[row][i] {
					if next.border >= 0 {
						column[row][i] = min(column[row][i], column[row+1][next.border]+next.cost)
					}
				}
			}
		}
		costs, after = append(costs, column), column[0]
	}
	return costs
}

// frontierOf returns a border at a kink in the form of the search.
func (e *every) frontierOf(kink, number int) (f frontier) {
	rows := e.borders[kink%e.height][number][:e.height]
	for row, symbol := range []byte(rows) {
		bit := uint32(1) << row
		switch {
		case symbol == dominated:
			f.above |= bit
		case symbol >= firstLabel:
			f.stone |= bit
			if strings.IndexByte(rows, symbol) < row {
				f.above |= bit
			}
			if strings.LastIndexByte(rows, symbol) > row {
				f.below |= bit
			}
		}
	}
	return f
}

// A prunedRun is a search with pruning that is over, with the relative costs of the
// frontiers after each column, from column 1 on.
type prunedRun struct {
	*search
	ends []map[frontier]int32
}

// relative returns the frontiers of the parts at the end of a column with their relative costs.
func (s *sweep) relative() map[frontier]int32 {
	costs := map[frontier]int32{}
	for _, block := range s.ends {
		for _, f := range block {
			relative := f.cost - s.rate*int32(s.cols)
			f.cost = 0
			costs[f] = relative
		}
	}
	return costs
}

func runPruned(t *testing.T, height int, slack, wider int32) *prunedRun {
	t.Helper()
	r := &prunedRun{search: newSearch(newTarget(height, slack), newWorkers(1))}
	r.leftWindow += wider
	r.progress = func(float64) {
		if r.left == nil {
			return
		}
		r.ends = append(r.ends, r.left.relative())
	}
	if err := r.searchPruned(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r
}

// has reports whether a frontier is kept after a column, or after the one that
// stands for it, and with which relative cost.
func (r *prunedRun) has(col int, f frontier) (relative int32, ok bool) {
	for col > r.repeat {
		col -= thresholdPeriod
	}
	relative, ok = r.ends[col-1][f.canonical(r.height)]
	return relative, ok
}

// TestNoGroupIsLost holds the search against all left parts of all groups on
// boards of up to a given number of columns, by a program of its own: wherever one that is
// outside the window can become a group within the threshold, it is admitted,
// and after each column the search has its frontier with its least cost. Within the
// threshold of the proof there are no groups; so the thresholds are higher. At a
// window that is wider by 1 some parts go on because of relaxed states alone.
func TestNoGroupIsLost(t *testing.T) {
	const cols = 14
	type testCase struct {
		height       int
		slack, wider int32
	}
	cases := []testCase{{5, 3, 0}, {7, 3, 0}, {7, 3, 1}, {8, 3, 0}, {8, 6, 0}}
	if longtests.Wanted() {
		cases = append(cases, testCase{10, 3, 1}, testCase{10, 6, 0}, testCase{11, 3, 1})
	}
	for _, c := range cases {
		if c.height > 7 && !longtests.Wanted() {
			continue
		}
		e := newEvery(c.height)
		lefts, rests := e.lefts(cols), e.rests(cols)
		r := runPruned(t, c.height, c.slack, c.wider)
		within := func(col, kink, i int, cost int32) bool {
			for width := max(col, r.first); width <= cols; width++ {
				if cost+rests[width-col][kink][i]-r.rate*int32(width) <= r.threshold(width) {
					return true
				}
			}
			return false
		}
		inside, outside := 0, 0
		for col := 1; col <= cols; col++ {
			for kink := 1; kink <= c.height; kink++ {
				for i, cost := range lefts[col-1][kink] {
					f, relative := e.frontierOf(kink, i), cost-r.rate*int32(col)
					if f.stone == 0 || !within(col, kink, i, cost) {
						continue
					}
					switch {
					case relative <= r.leftWindow:
						inside++
					case r.pruning.admits(kink, col, f, relative):
						outside++
					default:
						t.Fatalf("%+v, column %d, kink %d: the pruning drops %v of cost %d", c, col, kink, f, cost)
					}
					if kink < c.height {
						continue
					}
					if got, ok := r.has(col, f); !ok || got != relative {
						t.Fatalf("%+v: after column %d the search has %v with relative cost %d, %v, want %d", c, col, f, got, ok, relative)
					}
				}
			}
		}
		if inside < 100 || outside < 100 {
			t.Errorf("%+v: only %d left parts inside the window and %d outside", c, inside, outside)
		}
	}
}

// The program that the search is held against, against the plain program.
func TestEveryAgreesWithThePlainProgram(t *testing.T) {
	for height := 4; height <= 7; height++ {
		e, p := newEvery(height), newPlain(height)
		lefts, rests := e.lefts(10), e.rests(1)
		for cols := 1; cols <= len(lefts); cols++ {
			if err := p.addColumn(t.Context()); err != nil {
				t.Fatal(err)
			}
			best := int32(tooDear)
			for i, cost := range lefts[cols-1][height] {
				best = min(best, cost+rests[0][height][i])
			}
			if want := cost(height, cols, p.best.liberties); int(best) != want {
				t.Errorf("%dx%d: the least cost is %d, want %d", height, cols, best, want)
			}
		}
	}
}
