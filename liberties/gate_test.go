package liberties

import (
	"bufio"
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// Gates are open for every left part that goes with a right part within the
// threshold, and closed for some others.
func TestGates(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 7))
	heights := []int{5, 7, 10, 13}
	if testing.Short() {
		heights = []int{5, 10}
	}
	for _, height := range heights {
		target := newTarget(height, 3)
		window := target.window()
		g := newGates(target, window, newWorkers(2))
		rights := make([][]front, height+1) // by kink of the left part
		for kink := 1; kink <= height; kink++ {
			at := facing(kink, height)
			rights[kink] = someParts(t, random, height, at, g.rightWindow())
			g.addRight(at, wholeColumns(at, height), 0, rights[kink])
		}
		g.close(nil)
		closed, goes := 0, 0
		for kink := 1; kink <= height; kink++ {
			cols := wholeColumns(facing(kink, height), height)
			for _, left := range someParts(t, random, height, kink, window) {
				for col := 1; col <= 3; col++ {
					stays := g.open(kink, col, left, left.cost)
					if !stays {
						closed++
					}
					if meetsOne(target, g, kink, col, cols, left, rights[kink]) {
						goes++
						if !stays {
							t.Fatalf("height %d, kink %d, column %d: the gates are closed for %v", height, kink, col, left)
						}
					}
				}
			}
		}
		if goes < 10 || closed < 10 {
			t.Errorf("height %d: %d left parts go with a right part, the gates are closed for %d", height, goes, closed)
		}
	}
}

// Where a sieve knows all rows and there are only shadows, the gates are open
// just for what may go with a right part that had left its window by 1 and fell
// since.
func TestGatesTakeShadows(t *testing.T) {
	random := rand.New(rand.NewPCG(10, 11))
	for _, height := range []int{5, 7, 8} {
		target, board := newTarget(height, 3), uint32(1)<<height-1
		part := func() front {
			f := front{stone: random.Uint32() & board}
			f.above = random.Uint32() & board &^ f.stone
			return f
		}
		open := 0
		for kink := 1; kink <= height; kink++ {
			g := newGates(target, target.window(), newWorkers(1))
			s, fallen := newShadows(height), part()
			at := facing(kink, height)
			fallen.cost = -1 - target.offset(kink) - random.Int32N(2)
			shallow := fallen
			shallow.cost = -target.offset(kink) // fell too little: it cannot be a right part here
			s.add(at, []front{fallen, shallow})
			g.close(s)
			for range 300 {
				left := part()
				extra, _ := localSeam(left, fallen.facing(height), kink, height)
				relative := g.window + 1 + random.Int32N(3)
				want := relative+target.offset(kink)+g.rightWindow()+1+fallen.cost+extra <= target.highest()
				if got := g.open(kink, 1+random.IntN(3), left, relative); got != want {
					t.Fatalf("height %d, kink %d: open is %v for %v of relative cost %d and a shadow %v", height, kink, got, left, relative, fallen)
				}
				if want {
					open++
				}
			}
		}
		if open == 0 {
			t.Errorf("height %d: the gates are never open", height)
		}
	}
}

// The right parts that are counted are those of every column, inside their
// window, that cost so little that left parts outside theirs may go with them.
func TestRightPartsAreCounted(t *testing.T) {
	for _, height := range []int{7, 10} {
		s := runSearch(t, height, 0, 2)
		window := s.highest() - s.window - 1
		again, want := newSweep(s.target, window, false, newWorkers(1)), int64(1) // and the edge
		for again.cols < s.right.cols {
			relative := s.rate * int32(again.cols+1)
			if err := again.column(t.Context(), visitor{fronts: func(kink int, fronts []front) {
				for _, f := range fronts {
					if f.cost-relative <= window-s.offset(kink) {
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
// of the right parts that the gates take.
func meetsOne(t target, g *gates, kink, col, rightCols int, left front, rights []front) bool {
	for _, right := range rights {
		if right.cost > g.rightWindow()-t.offset(kink) {
			continue
		}
		right.cost += t.offset(kink)
		facing := right.facing(t.height)
		extra, ok := seam(left, facing, kink, t.height)
		if ok && left.cost+right.cost+extra <= t.threshold(col+rightCols) && connected(left, facing, kink, t.height) {
			return true
		}
	}
	return false
}

// bound returns what the right parts and their seams with a left part cost at
// least.
func (v *sieve) bound(left front) int32 {
	return v.at(v.left.of(left.stone, left.above&^left.stone)[v.number])
}

// A sieve says no more than each right part with its seam costs, whatever rows
// it looks at.
func TestSieves(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 9))
	for _, c := range []struct{ height, rows, entries int }{{5, 9, 1 << 15}, {9, 3, 1 << 8}, {13, 5, 1 << 10}, {17, 3, 1 << 16}, {21, 5, 1 << 14}} {
		tight := 0
		for kink := 1; kink <= c.height; kink++ {
			board := uint32(1)<<c.height - 1
			part := func() front {
				f := front{stone: random.Uint32() & board, cost: random.Int32N(6)}
				f.above = random.Uint32() & board
				return f
			}
			var rights []front
			for range 20 {
				rights = append(rights, part())
			}
			for _, v := range newSieves(kink, shapesOf(c.height, c.rows, c.entries)) {
				for _, right := range rights {
					v.add(right, right.cost)
				}
				v.face()
				for range 200 {
					left := part()
					least := int32(noRightPart)
					for _, right := range rights {
						extra, _ := localSeam(left, right, kink, c.height)
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
		if c.height <= mostSieveRows && c.rows >= c.height && tight == 0 {
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
			got, want := gateSieves(kink, height), gateSieves(kink, height)
			l := make(layer, 5)
			count := int64(0)
			for i := range l {
				for range random.IntN(3 * blockParts) {
					f := front{stone: random.Uint32(), above: random.Uint32(), cost: random.Int32N(2 * most)}
					l[i] = append(l[i], f)
					if f.cost > most {
						continue
					}
					count++
					facing := front{stone: f.stone & board, above: f.above & board}.facing(height)
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
					t.Fatalf("height %d, kink %d: sieve %d has other right parts", height, kink, i)
				}
			}
		}
	}
}

// A sieve is read as it was written, and not with costs that are none.
func TestCodedSieves(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 21))
	coded := func(v, to *sieve) (ok bool) {
		var file bytes.Buffer
		out := newEncoder(&file)
		v.code(out)
		if err := out.out.Flush(); err != nil {
			t.Fatal(err)
		}
		in := newDecoder(bufio.NewReader(&file), int64(file.Len()))
		to.code(in)
		in.finish()
		return out.ok() && in.ok()
	}
	for _, shapes := range someShapes {
		fresh := newSieves(1, shapes)
		for i, v := range newSieves(1, shapes) {
			for range 20 {
				v.add(front{stone: random.Uint32(), above: random.Uint32()}, random.Int32N(30)+lowestCost)
			}
			if !coded(v, fresh[i]) || !slices.Equal(v.least, fresh[i].least) {
				t.Fatalf("%+v: another sieve is read", v.shape)
			}
			word := &v.least[random.IntN(len(v.least))]
			*word = word.with(random.IntN(laneCount), noRightPart-lowestCost+1)
			if coded(v, fresh[i]) {
				t.Errorf("%+v: a cost that is none is taken", v.shape)
			}
		}
	}
}
