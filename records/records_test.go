package records

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

func find(t testing.TB, of Quantity, size board.Size) *Record {
	t.Helper()
	r, err := Find(context.Background(), of, size, par.Options{})
	if err != nil {
		t.Fatalf("%s, %s: %v", of, size, err)
	}
	return r
}

func everyQuantity() (list []Quantity) {
	for i := range quantities {
		list = append(list, Quantity(i))
	}
	return list
}

// The records of squares, from 1x1: the values that G. Farnebäck's program and direct searches
// gave, and A320666 of the OEIS for liberties.
func TestSquares(t *testing.T) {
	points := 49
	if longtests.Wanted() {
		points = 81
	}
	for of, want := range map[Quantity][]int{
		Strings:         {0, 2, 6, 12, 18, 26, 37, 48},
		Neighbors:       {0, 1, 4, 6, 10, 13, 18, 24},
		Pseudoliberties: {0, 2, 8, 14, 24, 37, 52, 70},
		Liberties:       {0, 2, 6, 9, 14, 22, 29, 38, 51},
	} {
		for i, value := range want {
			if (i+1)*(i+1) > points {
				break
			}
			if got := find(t, of, board.Size{Rows: i + 1, Cols: i + 1}).Value; got != value {
				t.Errorf("%s, %dx%d: %d, want %d", of, i+1, i+1, got, value)
			}
		}
	}
}

// The domination numbers of squares, from 1x1: A104519 of the OEIS.
func TestStringsAndDomination(t *testing.T) {
	for i, domination := range []int{1, 2, 3, 4, 7, 10, 12, 16, 20, 24, 29, 35} {
		side := i + 1
		if got := find(t, Strings, board.Size{Rows: side, Cols: side}).Value; got != side*side-domination {
			t.Errorf("%dx%d: %d strings, want %d", side, side, got, side*side-domination)
		}
	}
}

// Enumeration of all legal positions of small boards, each measured string by string.
func TestSmallBoardsByEnumeration(t *testing.T) {
	points := 9
	if longtests.Wanted() {
		points = 12
	}
	var sizes []board.Size
	for rows := 1; rows*rows <= points; rows++ {
		for cols := rows; rows*cols <= points; cols++ {
			sizes = append(sizes, board.Size{Rows: rows, Cols: cols})
		}
	}
	for _, size := range sizes {
		t.Run(size.String(), func(t *testing.T) { compareWithEnumeration(t, size) })
	}
}

func compareWithEnumeration(t *testing.T, size board.Size) {
	all, err := goban.All(size.Rows, size.Cols)
	if err != nil {
		t.Fatal(err)
	}
	most := make([]int, len(quantities))
	for p := range all {
		for of := range most {
			most[of] = max(most[of], Quantity(of).Measure(p))
		}
	}
	for of, want := range most {
		for _, s := range []board.Size{size, {Rows: size.Cols, Cols: size.Rows}} {
			r := find(t, Quantity(of), s)
			if r.Value != want {
				t.Errorf("%s, %s: %d, want %d", Quantity(of), s, r.Value, want)
			}
			if r.Position.Rows() != s.Rows || r.Position.Cols() != s.Cols || !r.Position.Legal() || r.Of.Measure(r.Position) != want {
				t.Errorf("%s, %s: the position is\n%s", Quantity(of), s, r.Position)
			}
		}
	}
}

// plain is a problem as a spec of the general engine, which drops nothing.
type plain struct {
	problem
	height, width int
}

func (p plain) Levels() int { return p.height * p.width }

func (p plain) Start() transfer.Word1 { return transfer.Word1(connected.Repeat(edge, p.height)) }

func (p plain) Accept(s transfer.Word1) bool { return p.accept(word(s), p.height) }

func (p plain) Step(level int, from transfer.Word1, arcs []transfer.Arc[transfer.Word1]) []transfer.Arc[transfer.Word1] {
	for choice := range p.choices() {
		// An arc of the general engine earns by its choice: the choice says the gain, too.
		if to, gain, ok := p.place(word(from), level%p.height, choice); ok {
			arcs = append(arcs, transfer.Arc[transfer.Word1]{To: transfer.Word1(to), Choice: uint8(gain), By: transfer.One})
		}
	}
	return arcs
}

// plainValue returns a record by the general engine.
func plainValue(t *testing.T, of Quantity, height, width int) int {
	t.Helper()
	ev := transfer.MaxPlus{Gain: func(_ int, choice uint8) int64 { return int64(choice) }}
	spec := plain{of.about().problem(height), height, width}
	best, _, err := transfer.Run[transfer.Word1](context.Background(), spec, ev, par.Options{})
	if err != nil || !best.Found {
		t.Fatal(best, err)
	}
	return int(best.Gain)
}

// On larger boards: the general engine, with the same states, dropping none; and boards lying and
// standing, which are different problems to that engine.
func TestNothingIsLostByPruning(t *testing.T) {
	heights := map[Quantity]int{Strings: 6, Neighbors: 4, Pseudoliberties: 5, Liberties: 5}
	if longtests.Wanted() {
		heights = map[Quantity]int{Strings: 8, Neighbors: 6, Pseudoliberties: 7, Liberties: 7}
	}
	for of, highest := range heights {
		for height := 2; height <= highest; height++ {
			for width := height; width <= highest; width++ {
				got := find(t, of, board.Size{Rows: height, Cols: width}).Value
				if want := plainValue(t, of, height, width); got != want {
					t.Errorf("%s, %dx%d: %d, want %d", of, height, width, got, want)
				}
				if want := plainValue(t, of, width, height); got != want {
					t.Errorf("%s, %dx%d: %d, want %d for %dx%d", of, height, width, got, want, width, height)
				}
			}
		}
	}
}

// greedy drops too much: every full column that gains less than one that could be the last.
type greedy struct{ problem }

func (greedy) margin(int) int32 { return 1 }

// careless drops too much: a point of D for one that is dominated, whatever it could have
// dominated.
type careless struct{ stringProblem }

func (careless) better(w word, height, _ int, visit func(word, int32)) {
	for i := range height {
		if w.At(i) == dominator {
			visit(w.With(i, dominated), 0)
		}
	}
}

// The control of the test above: a search that drops columns without regard to what may follow
// finds too little for some width, and never too much.
func TestTooMuchPruningIsNoticed(t *testing.T) {
	for of, wrong := range map[Quantity]func(problem) problem{
		Strings:         func(problem) problem { return careless{} },
		Neighbors:       func(p problem) problem { return greedy{p} },
		Pseudoliberties: func(p problem) problem { return greedy{p} },
		Liberties:       func(p problem) problem { return greedy{p} },
	} {
		noticed := false
		for height := 3; height <= 7 && !noticed; height++ {
			p := of.about().problem(height)
			right, less := newSearch(p, height, false), newSearch(wrong(p), height, false)
			for range 20 {
				if err := errors.Join(right.addColumn(context.Background()), less.addColumn(context.Background())); err != nil {
					t.Fatal(err)
				}
				noticed = noticed || less.value() < right.value()
			}
		}
		if !noticed {
			t.Errorf("%s: nobody notices if too many states are dropped", of)
		}
	}
}

// Rules: proved for all low heights, and true for wide boards where the search that drops nothing
// can tell.
func TestRulesForWideBoards(t *testing.T) {
	highest := 4
	if longtests.Wanted() {
		highest = 6
	}
	for _, of := range everyQuantity() {
		for height := 1; height <= highest; height++ {
			rule, err := FindRule(context.Background(), of, height, 400, par.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !rule.Proved {
				t.Errorf("%s, %d rows: no repetition", of, height)
			}
			for _, width := range []int{1, 2, 5, rule.First, rule.Second, rule.Second + 3, 2*rule.Second + 1} {
				if height == 6 && (of == Neighbors || width > 20) {
					continue // too slow without pruning
				}
				if got, ok := rule.Value(width); !ok || got != plainValue(t, of, height, width) {
					t.Errorf("%s, %d rows, %d columns: %d, want %d", of, height, width, got, plainValue(t, of, height, width))
				}
			}
		}
	}
}

func TestRuleText(t *testing.T) {
	for want, c := range map[string]struct {
		of     Quantity
		height int
	}{
		"for width >= 4: 16 [+4 +6 +3]":             {Liberties, 7}, // as published
		"for width >= 10: 30 [+3]":                  {Strings, 4},
		"for width >= 2: 3 [+2 +1]":                 {Neighbors, 4},
		"for width >= 6: 51 [+10 +9 +10]":           {Pseudoliberties, 8},
		"for width >= 4: 17 [+5 +4 +5 +5 +4 +4 +5]": {Strings, 6},
	} {
		rule, err := FindRule(context.Background(), c.of, c.height, 400, par.Options{})
		if err != nil || rule.String() != want {
			t.Errorf("%s, %d rows: %v, %v, want %s", c.of, c.height, rule, err, want)
		}
	}
	rule, err := FindRule(context.Background(), Strings, 6, 10, par.Options{})
	if err != nil || rule.Proved || rule.String() != "no repetition up to width 10" {
		t.Errorf("cut short: %v, %v", rule, err)
	}
	if _, ok := rule.Value(11); ok {
		t.Error("a value beyond the last column is known without a proof")
	}
}

func TestMeasure(t *testing.T) {
	for diagram, want := range map[string][4]int{
		"...\n...":            {0, 0, 0, 0},
		"X.\n..":              {1, 0, 2, 2},
		"XX.\n.O.":            {2, 1, 2, 2},
		".X.\nX.X\n.X.":       {4, 0, 3, 3},
		"XXX\nX.X\nXXX":       {1, 0, 4, 1},
		".O.O.\nOXXXO\n.O.O.": {7, 6, 2, 2},
	} {
		p, err := goban.ParsePosition(diagram)
		if err != nil {
			t.Fatal(err)
		}
		for of, value := range want {
			if got := Quantity(of).Measure(p); got != value {
				t.Errorf("%s of\n%s\nare %d, want %d", Quantity(of), diagram, got, value)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	ctx := context.Background()
	var height *HeightError
	if _, err := Find(ctx, Neighbors, board.Size{Rows: 16, Cols: 20}, par.Options{}); !errors.As(err, &height) {
		t.Errorf("16x20: %v", err)
	}
	if _, err := Find(ctx, Pseudoliberties, board.Size{Rows: 22, Cols: 22}, par.Options{}); !errors.As(err, &height) || height.Most != 21 {
		t.Errorf("22x22: %v", err)
	}
	var memory *result.MemoryError
	if _, err := Find(ctx, Neighbors, board.Size{Rows: 12, Cols: 12}, par.Options{Memory: 1 << 20}); !errors.As(err, &memory) {
		t.Errorf("12x12 in a MiB: %v", err)
	}
	if _, err := Find(ctx, Strings, board.Size{Rows: 20, Cols: 20}, par.Options{Memory: 1 << 20}); !errors.As(err, &memory) {
		t.Errorf("20x20 in a MiB: %v", err)
	}
	if _, err := FindRule(ctx, Neighbors, 12, 20, par.Options{Memory: 1 << 20}); !errors.As(err, &memory) {
		t.Errorf("the rule of 12 rows in a MiB: %v", err)
	}
	s := newSearch(Strings.about().problem(15), 15, false)
	s.ceiling = 1000
	err := errors.Join(s.addColumn(ctx), s.addColumn(ctx))
	if err = explain(err, Strings, board.Size{Rows: 15, Cols: 15}, par.Options{Memory: 1 << 20}); !errors.As(err, &memory) || !memory.AtLeast {
		t.Errorf("a search beyond its ceiling: %v", err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Find(stopped, Strings, board.Size{Rows: 5, Cols: 5}, par.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	for _, size := range []board.Size{{}, {Rows: 1, Cols: 20000}} {
		if _, err := Find(ctx, Strings, size, par.Options{}); err == nil {
			t.Errorf("board %s is accepted", size)
		}
	}
}

// A record whose position is not what it should be is never returned.
func TestRecordsAreChecked(t *testing.T) {
	r := find(t, Liberties, board.Size{Rows: 3, Cols: 3})
	r.Value++
	var internal *result.InternalError
	if err := r.check(); !errors.As(err, &internal) {
		t.Errorf("a wrong value passes: %v", err)
	}
	r.Position, _ = goban.ParsePosition("X")
	if err := r.check(); !errors.As(err, &internal) {
		t.Errorf("an illegal position passes: %v", err)
	}
}

// The estimated number of states is not far from what there are.
func TestStatesAreEstimated(t *testing.T) {
	highest := 7
	if longtests.Wanted() {
		highest = 8
	}
	for _, of := range everyQuantity() {
		for height := 6; height <= highest; height++ {
			r := find(t, of, board.Size{Rows: height, Cols: height})
			if _, states := need(of, height, 0); states < 0.6*float64(r.Stats.PeakStates) || states > 4*float64(r.Stats.PeakStates) {
				t.Errorf("%s, %d rows: %g states estimated, there are %d", of, height, states, r.Stats.PeakStates)
			}
		}
	}
}

// BenchmarkFind reports what the record of the largest boards that take seconds costs.
func BenchmarkFind(b *testing.B) {
	for of, side := range map[Quantity]int{Strings: 12, Neighbors: 8, Pseudoliberties: 11, Liberties: 10} {
		b.Run(fmt.Sprintf("%s/%d", of, side), func(b *testing.B) {
			for b.Loop() {
				r := find(b, of, board.Size{Rows: side, Cols: side})
				b.ReportMetric(float64(r.Stats.StateSteps)*float64(b.N)/b.Elapsed().Seconds(), "state-steps/s")
			}
		})
	}
}

// Where the search for liberties alone takes over, the numbers go on as published.
func TestLibertiesOfLargeBoards(t *testing.T) {
	wants := map[board.Size]int{{Rows: 15, Cols: 15}: 145}
	if longtests.Wanted() {
		wants[board.Size{Rows: 13, Cols: 13}] = 105
	}
	for size, want := range wants {
		if r := find(t, Liberties, size); r.Value != want {
			t.Errorf("%s: %d liberties, want %d", size, r.Value, want)
		}
	}
	var unproved *UnprovedError
	if _, err := Find(t.Context(), Liberties, board.Size{Rows: 22, Cols: 23}, par.Options{}); !errors.As(err, &unproved) {
		t.Errorf("22x23: the error is %v", err)
	}
	var memory *result.MemoryError
	if _, err := Find(t.Context(), Liberties, board.Size{Rows: 17, Cols: 17}, par.Options{Memory: 1 << 20}); !errors.As(err, &memory) {
		t.Errorf("17x17 with 1 MiB: the error is %v", err)
	}
}
