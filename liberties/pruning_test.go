package liberties

import (
	"bufio"
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"combigo.dev/combigo/internal/longtests"
)

// Gates are open for every left part that goes with a right part within the
// threshold, and closed for some others.
func TestPruning(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 7))
	heights := []int{5, 8}
	if longtests.Wanted() {
		heights = []int{5, 7, 10, 13}
	}
	for _, height := range heights {
		target := newTarget(height, 3)
		window := target.leftWindow
		g := newPruning(target, newWorkers(2))
		rights := make([][]frontier, height+1) // by kink of the left part
		for kink := 1; kink <= height; kink++ {
			at := turnedKink(kink, height)
			rights[kink] = someParts(t, random, height, at, target.rightWindow())
			g.addRight(at, wholeColumns(at, height), 0, rights[kink])
		}
		g.close(nil)
		closed, goes := 0, 0
		for kink := 1; kink <= height; kink++ {
			cols := wholeColumns(turnedKink(kink, height), height)
			for _, left := range someParts(t, random, height, kink, window) {
				for col := 1; col <= 3; col++ {
					stays := g.admits(kink, col, left, left.cost)
					if !stays {
						closed++
					}
					if meetsOne(target, g, kink, col, cols, left, rights[kink]) {
						goes++
						if !stays {
							t.Fatalf("height %d, kink %d, column %d: the pruning drops %v", height, kink, col, left)
						}
					}
				}
			}
		}
		if goes < 10 || closed < 10 {
			t.Errorf("height %d: %d left parts go with a right part, the pruning drops %d", height, goes, closed)
		}
	}
}

// Where a table knows all rows and there are only relaxed states, it is admitted
// just for what may go with a right part that had left its window by 1 and whose cost decreased
// since.
func TestPruningTakesRelaxedStates(t *testing.T) {
	random := rand.New(rand.NewPCG(10, 11))
	for _, height := range []int{5, 7, 8} {
		target, board := newTarget(height, 3), uint32(1)<<height-1
		part := func() frontier {
			f := frontier{stone: random.Uint32() & board}
			f.above = random.Uint32() & board &^ f.stone
			return f
		}
		open := 0
		for kink := 1; kink <= height; kink++ {
			g := newPruning(target, newWorkers(1))
			s, fallen := newRelaxedStates(height), part()
			at := turnedKink(kink, height)
			fallen.cost = -1 - target.sharedColumnCost(kink) - random.Int32N(2)
			shallow := fallen
			shallow.cost = -target.sharedColumnCost(kink) // decreased too little: it cannot be a right part here
			s.add(at, []frontier{fallen, shallow})
			g.close(s)
			for range 300 {
				left := part()
				extra, _ := localJoinCost(left, fallen.mirrored(height), kink, height)
				relative := target.leftWindow + 1 + random.Int32N(3)
				want := relative+target.sharedColumnCost(kink)+target.rightWindow()+1+fallen.cost+extra <= target.maxThreshold()
				if got := g.admits(kink, 1+random.IntN(3), left, relative); got != want {
					t.Fatalf("height %d, kink %d: open is %v for %v of relative cost %d and a relaxed state %v", height, kink, got, left, relative, fallen)
				}
				if want {
					open++
				}
			}
		}
		if open == 0 {
			t.Errorf("height %d: the pruning admits nothing", height)
		}
	}
}

// The right parts that are counted are those of every column, inside their
// window, that cost so little that left parts outside theirs may go with them.
func TestRightPartsAreCounted(t *testing.T) {
	for _, height := range []int{7, 10} {
		s := runSearch(t, height, 0, 2)
		window := s.maxThreshold() - s.leftWindow - 1
		again, want := newSweep(s.target, window, false, newWorkers(1)), int64(1) // and the edge
		for again.cols < s.right.cols {
			relative := s.rate * int32(again.cols+1)
			if err := again.addColumn(t.Context(), visitor{frontiers: func(kink int, frontiers []frontier) {
				for _, f := range frontiers {
					if f.cost-relative <= window-s.sharedColumnCost(kink) {
						want++
					}
				}
			}}); err != nil {
				t.Fatal(err)
			}
		}
		if s.right.count != want || want < 100 {
			t.Errorf("height %d: %d right parts are counted, want %d", height, s.right.count, want)
		}
	}
}

// wholeColumns returns the number of whole columns of the parts of someParts.
func wholeColumns(kink, height int) int {
	if kink < height {
		return 2
	}
	return 3
}

// meetsOne reports whether a left part of a relative cost makes a group with one
// of the right parts that the pruning takes.
func meetsOne(t target, g *pruning, kink, col, rightCols int, left frontier, rights []frontier) bool {
	for _, right := range rights {
		if right.cost > t.rightWindow()-t.sharedColumnCost(kink) {
			continue
		}
		right.cost += t.sharedColumnCost(kink)
		facing := right.mirrored(t.height)
		extra, ok := joinCost(left, facing, kink, t.height)
		if ok && left.cost+right.cost+extra <= t.threshold(col+rightCols) && connected(left, facing, kink, t.height) {
			return true
		}
	}
	return false
}

// bound returns what the right parts and their joins with a left part cost at
// least.
func (v *boundTable) bound(left frontier) int32 {
	return v.at(v.left.entriesOf(left.stone, left.above&^left.stone)[v.number])
}

// A table says no more than each right part with its join costs, whatever rows
// it looks at.
func TestTables(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 9))
	for _, c := range []struct{ height, rows, entries int }{{5, 9, 1 << 15}, {9, 3, 1 << 8}, {13, 5, 1 << 10}, {17, 3, 1 << 16}, {21, 5, 1 << 14}} {
		tight := 0
		for kink := 1; kink <= c.height; kink++ {
			board := uint32(1)<<c.height - 1
			part := func() frontier {
				f := frontier{stone: random.Uint32() & board, cost: random.Int32N(6)}
				f.above = random.Uint32() & board
				return f
			}
			var rights []frontier
			for range 20 {
				rights = append(rights, part())
			}
			for _, v := range newTables(kink, newShapes(c.height, c.rows, c.entries)) {
				for _, right := range rights {
					v.add(right, right.cost)
				}
				v.transform()
				for range 200 {
					left := part()
					least := int32(noRightPart)
					for _, right := range rights {
						extra, _ := localJoinCost(left, right, kink, c.height)
						least = min(least, right.cost+extra)
					}
					if bound := v.bound(left); bound > least {
						t.Fatalf("height %d, kink %d, rows %d to %d: the bound is %d, a right part costs %d",
							c.height, kink, v.low, v.high, bound, least)
					} else if bound == least {
						tight++
					}
				}
			}
		}
		if c.height <= maxTableRows && c.rows >= c.height && tight == 0 {
			t.Errorf("height %d: no bound is tight", c.height)
		}
	}
}

// Right parts that are added many at a time, by many workers, are those that cost
// little enough, turned and added one by one.
func TestAddTurned(t *testing.T) {
	const most, relative = 9, 3
	random := rand.New(rand.NewPCG(18, 19))
	for _, height := range []int{5, 10, 16} {
		board := uint32(1)<<height - 1
		for kink := 1; kink <= height; kink++ {
			got, want := newTables(kink, pruningShapes(height)), newTables(kink, pruningShapes(height))
			l := make(layer, 5)
			count := int64(0)
			for i := range l {
				for range random.IntN(3 * addedParts) {
					f := frontier{stone: random.Uint32(), above: random.Uint32(), cost: random.Int32N(2 * most)}
					l[i] = append(l[i], f)
					if f.cost > most {
						continue
					}
					count++
					facing := frontier{stone: f.stone & board, above: f.above & board}.mirrored(height)
					for _, v := range want {
						v.add(facing, f.cost-relative)
					}
				}
			}
			added := make([]int64, len(l))
			newWorkers(3).each(len(l), func(_ *worker, block int) { added[block] = addTurned(got, l[block], most, relative) })
			for _, n := range added {
				count -= n
			}
			if count != 0 {
				t.Fatalf("height %d, kink %d: %d right parts are not counted", height, kink, count)
			}
			for i := range got {
				if !slices.Equal(got[i].least, want[i].least) {
					t.Fatalf("height %d, kink %d: table %d has other right parts", height, kink, i)
				}
			}
		}
	}
}

// Tables are read as they were written, and nothing more.
func TestCodedTables(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 21))
	for _, shapes := range someShapes {
		tables, read := newTables(1, shapes), newTables(1, shapes)
		for _, v := range tables {
			for range 20 {
				v.add(frontier{stone: random.Uint32(), above: random.Uint32()}, random.Int32N(30)+lowestCost)
			}
		}
		var file bytes.Buffer
		out := newEncoder(&file)
		out.tables(tables)
		buffer := bufio.NewReader(&file)
		in := newDecoder(buffer, int64(file.Len()))
		if in.tables(read); out.err != nil || in.err != nil || buffer.Buffered()+file.Len() > 0 {
			t.Fatalf("%v, %v, and %d bytes are left", out.err, in.err, buffer.Buffered()+file.Len())
		}
		if !reflect.DeepEqual(tables, read) {
			t.Fatalf("%+v: other tables are read", shapes.all)
		}
	}
}
