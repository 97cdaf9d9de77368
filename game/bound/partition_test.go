package bound

import (
	"testing"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
)

// TestCombs compares Figure 14 with the numbers of points that Corollary 7 gives.
func TestCombs(t *testing.T) {
	for n := 3; n < 20; n += 4 {
		p := Combs(n, n)
		k, l := n-1+(n-2)*(n+1)/4, 2+(n-2)*(n-1)/2
		if p.Count(goban.Black) != k || p.Count(goban.White) != k || p.Count(goban.Empty) != l {
			t.Errorf("side %d: %d, %d and %d points, want %d, %d and %d", n,
				p.Count(goban.Black), p.Count(goban.White), p.Count(goban.Empty), k, k, l)
		}
	}
	figure := "XXXXXX.\nX.....O\nXOOOOOO\nX.....O\nXXXXXXO\nX.....O\n.OOOOOO"
	if got := Combs(7, 7).String(); got != figure {
		t.Errorf("7x7:\n%s\nwant\n%s", got, figure)
	}
}

// TestCombsOfAnyBoard checks the combs of all boards.
func TestCombsOfAnyBoard(t *testing.T) {
	last := 8
	if longtests.Wanted() {
		last = 15
	}
	for rows := 1; rows <= last; rows++ {
		for cols := 1; cols <= last; cols++ {
			p := Combs(rows, cols)
			if (p == nil) != (rows*cols == 1) {
				t.Fatalf("%dx%d: %v", rows, cols, p)
			}
			if p == nil {
				continue
			}
			if !isPartition(p.Position) {
				t.Errorf("%dx%d:\n%v", rows, cols, p)
			}
			if least := (rows-1)/2*(cols-2) + rows%2; min(rows, cols) > 2 && p.Count(goban.Empty) < least {
				t.Errorf("%dx%d: %d points between, want %d or more\n%v", rows, cols, p.Count(goban.Empty), least, p)
			}
		}
	}
}

// maxBetween tries all partitions of a small board.
func maxBetween(t *testing.T, rows, cols int) int {
	t.Helper()
	p, err := goban.New(rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	best := -1
	var try func(i, between int)
	try = func(i, between int) {
		if i == rows*cols {
			if between > best && isPartition(p) {
				best = between
			}
			return
		}
		for c := goban.Empty; c <= goban.White; c++ {
			p.Set(i/cols, i%cols, c)
			more := between
			if c == goban.Empty {
				more++
			}
			try(i+1, more)
		}
	}
	try(0, 0)
	return best
}

// isPartition is the definition, by flood fill: from the first point of either colour all others of
// that colour are reached, and all empty points are next to both.
func isPartition(p *goban.Position) bool {
	points := func(c goban.Color) []goban.Point { return (&Partition{p}).Of(c) }
	for _, c := range []goban.Color{goban.Black, goban.White} {
		if len(points(c)) == 0 {
			return false
		}
		reached, beside := map[goban.Point]bool{}, map[goban.Point]bool{}
		var flood func(at goban.Point)
		flood = func(at goban.Point) {
			reached[at] = true
			for _, step := range []goban.Point{{Row: 1}, {Row: -1}, {Col: 1}, {Col: -1}} {
				next := goban.Point{Row: at.Row + step.Row, Col: at.Col + step.Col}
				switch {
				case !p.On(next):
				case p.At(next.Row, next.Col) == goban.Empty:
					beside[next] = true
				case p.At(next.Row, next.Col) == c && !reached[next]:
					flood(next)
				}
			}
		}
		flood(points(c)[0])
		if len(reached) < len(points(c)) || len(beside) < len(points(goban.Empty)) {
			return false
		}
	}
	return true
}

// TestCombsAreTheBest compares combs with all partitions.
func TestCombsAreTheBest(t *testing.T) {
	boards := [][2]int{{1, 2}, {1, 3}, {1, 6}, {2, 2}, {2, 3}, {2, 4}, {3, 3}}
	if longtests.Wanted() {
		boards = append(boards, [2]int{2, 5}, [2]int{3, 4}, [2]int{4, 3})
	}
	most := map[[2]int]int{}
	for _, b := range boards {
		p := Combs(b[0], b[1])
		turned := [2]int{min(b[0], b[1]), max(b[0], b[1])}
		if _, known := most[turned]; !known {
			most[turned] = maxBetween(t, b[0], b[1])
		}
		if got, want := p.Count(goban.Empty), most[turned]; got != want {
			t.Errorf("%v: %d points between, want %d\n%v", b, got, want, p)
		}
	}
}

func TestValid(t *testing.T) {
	for diagram, want := range map[string]bool{"XXX": false, "X.O\nO.X": false, "X..O": false, ".X\nO.": true, "XX.\n.OO": true} {
		p, err := goban.ParsePosition(diagram)
		if err != nil {
			t.Fatal(err)
		}
		if got := (&Partition{p}).valid(); got != want || isPartition(p) != want {
			t.Errorf("%s: %v, by flood fill %v", diagram, got, isPartition(p))
		}
	}
}
