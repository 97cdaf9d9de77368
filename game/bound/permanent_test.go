package bound

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/interval"
)

// simplePaths counts the simple paths from a node of a graph, one by one.
func simplePaths(edges [][]int, from int, visited []bool) int {
	visited[from] = true
	n := 1
	for _, to := range edges[from] {
		if !visited[to] {
			n += simplePaths(edges, to, visited)
		}
	}
	visited[from] = false
	return n
}

// TestPermanents compares with the simple paths of small graphs, some of which are complete.
func TestPermanents(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	graphs := 40
	if longtests.Wanted() {
		graphs = 150
	}
	for range graphs {
		nodes := 1 + rng.IntN(7)
		density := rng.Float64() * 1.2
		edges, degrees := make([][]int, nodes), make([]int64, nodes)
		for from := range nodes {
			for to := range nodes {
				if from != to && rng.Float64() < density {
					edges[from] = append(edges[from], to)
				}
			}
			degrees[len(edges[from])]++
		}
		paths := simplePaths(edges, 0, make([]bool, nodes))
		if low, _ := permanentBounds(degrees).Log2.Low.Float64(); low < math.Log2(float64(paths))-1e-9 {
			t.Fatalf("%v: %d paths, more than 2^%v", edges, paths, low)
		}
	}
}

// TestMeanEmpty compares with the mean number of empty points of all positions, and the bound made
// of it with that of the outdegrees.
func TestMeanEmpty(t *testing.T) {
	for _, size := range []board.Size{{Rows: 1, Cols: 3}, {Rows: 1, Cols: 9}, {Rows: 2, Cols: 2}, {Rows: 2, Cols: 4}, {Rows: 3, Cols: 3}} {
		all, err := goban.All(size.Rows, size.Cols)
		if err != nil {
			t.Fatal(err)
		}
		empty, positions := 0.0, 0.0
		for p := range all {
			positions++
			for i := range size.Rows * size.Cols {
				if p.At(i/size.Cols, i%size.Cols) == goban.Empty {
					empty++
				}
			}
		}
		legal, err := count.Legal(context.Background(), size, count.Options{})
		if err != nil {
			t.Fatal(err)
		}
		mean := meanEmpty(size.Rows*size.Cols, decimal.Ln(interval.Int(legal.Value)))
		if got, _ := mean.Low.Float64(); got < empty/positions || got > 1.4*empty/positions {
			t.Errorf("%v: at most %v empty points, want a little more than %v", size, got, empty/positions)
		}
		degrees, err := outdegrees(context.Background(), size, 0)
		if err != nil {
			t.Fatal(err)
		}
		by, all2 := permanentBounds(degrees), meanPermanents(mean, legal.Value, "L")
		if by.Log2.High.Cmp(all2.Log2.Low) > 0 {
			t.Errorf("%v: %v by outdegrees, %v by their mean", size, by.Log2.High, all2.Log2.Low)
		}
		if lower := lnBlocks(size.Rows * size.Cols); size.Rows > 1 && lower.Low.Cmp(decimal.Ln(interval.Int(legal.Value)).High) > 0 {
			t.Errorf("%v: %v positions, fewer than e^%v", size, legal.Value, lower.Low)
		}
	}
}

// TestProveConjecture wants all steps to hold, and in floating point what the steps for large
// boards say of each of them.
func TestProveConjecture(t *testing.T) {
	steps, err := ProveConjecture(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		if !s.Holds {
			t.Errorf("%s: no", s.What)
		}
	}
	if len(steps) != 6 {
		t.Errorf("%d steps", len(steps))
	}
	for points := 9; points < 1000; points++ {
		for _, row := range []bool{false, true} {
			ln := float64(points) / 4 * math.Log(57)
			if row {
				ln = float64(points) / 2 * math.Log(7)
			}
			mean := (float64(points)*math.Log(4.5) - ln) / math.Log(2.5)
			holds := math.Log(mean+1)+ln/math.Exp(ln) < math.Log(2*float64(points)/3)
			if holds != (!row || points >= 12) {
				t.Errorf("%d points, row %v: %v", points, row, holds)
			}
		}
	}
}

// Boards of two rows and columns or more are cut into strips of two and three rows, and these into
// blocks of two and three columns.
func TestBlocksMakeUpAllBoards(t *testing.T) {
	for _, rows := range []int{2, 3} {
		for _, cols := range []int{2, 3} {
			block := board.Size{Rows: min(rows, cols), Cols: max(rows, cols)}
			if !slices.Contains(blocks, block) {
				t.Errorf("nothing is proved of %v", block)
			}
		}
	}
}

// TestBelowConjecture knows the boards that the conjecture leaves out.
func TestBelowConjecture(t *testing.T) {
	for _, test := range []struct {
		points       int
		legal, games int64
		below        bool
	}{{1, 1, 1, false}, {2, 5, 9, false}, {3, 15, 907, true}, {4, 41, 2098407841, true}, {6, 7, 16383, true}, {6, 7, 16385, false}} {
		log := log2(interval.Whole(test.games))
		if got := BelowConjecture(log, test.points, test.legal); got != test.below {
			t.Errorf("%d points: %v", test.points, got)
		}
	}
}
