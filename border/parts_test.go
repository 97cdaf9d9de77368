package border

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"

	"combigo/result"
)

// Bins that go through in parts give what the engine in memory gives, for buffers of any
// size from the least on, windows of any length, and any number of threads.
func TestPartsEqualEngine(t *testing.T) {
	type layouts struct {
		heights, widths []int
		windowSteps     []int
		capacities      []int64
	}
	all := []layouts{{[]int{3, 4, 5, 6, 7}, []int{2, 5}, []int{1, 2, 3}, []int64{200, 1 << 40}}}
	if !testing.Short() {
		all = append(
			all,
			layouts{[]int{8}, []int{2, 4}, []int{1, 3}, []int64{2000, 1 << 40}},
			layouts{[]int{9}, []int{4}, []int{1}, []int64{2000}},
			layouts{[]int{9}, []int{2}, []int{3}, []int64{2000, 1 << 40}},
			layouts{[]int{10}, []int{2}, []int{3}, []int64{1 << 40}},
		)
	}
	if os.Getenv("COMBIGO_LONG_TESTS") != "" {
		all = append(all, layouts{[]int{10, 11, 12}, []int{2, 4}, []int{1, 2, 3}, []int64{2000, 1 << 40}})
	}
	for _, l := range all {
		for _, height := range l.heights {
			want := residues(t, height, l.widths)
			for _, steps := range l.windowSteps {
				for _, capacity := range l.capacities {
					e := &Engine{layout: newLayoutOfWindows(height, steps, func(n int64) int64 { return min(capacity, usualBin(n)) })}
					checkParts(t, e, want)
				}
			}
		}
	}
}

const partsModulus = 1<<62 - 57

// residues returns L(height, width) by width, from the engine in memory.
func residues(t *testing.T, height int, widths []int) map[int]uint64 {
	t.Helper()
	want := map[int]uint64{}
	e, err := New(height)
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range widths {
		residues, _, err := e.Residues(context.Background(), width, []uint64{partsModulus}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want[width] = residues[0]
	}
	return want
}

func checkParts(t *testing.T, e *Engine, want map[int]uint64) {
	t.Helper()
	if err := e.makeTables(context.Background(), 2); err != nil {
		t.Fatal(err)
	}
	for i, states := range bufferSizes(e) {
		threads := 1 + i%3
		b := e.layout.newBudget(threads)
		for width, residue := range want {
			x, err := e.newExternal(width, b.roomOf(states), threads)
			if err != nil {
				t.Fatal(err)
			}
			s := &memoryTiles{}
			if got := residueOf(t, x, threads, partsModulus, s); got != residue {
				t.Errorf("%dx%d, %d and %d windows, %d and %d bins, buffers of %d, %d threads: %d, want %d",
					e.layout.m, width, len(e.layout.phases[0].windows), len(e.layout.phases[1].windows),
					e.layout.sorted[0].count, e.layout.sorted[1].count, states, threads, got, residue)
			}
			var spills int64
			for h, m := range b.measures {
				for g, r := range m.cutAll(states) {
					for _, left := range r.spilled(e.layout.phases[h], g) {
						spills += left * int64(width-1)
					}
				}
			}
			if int64(s.spills) != spills || len(s.spilled) > 0 {
				t.Errorf("%dx%d: %d values spilled, estimated %d; %d tiles left", e.layout.m, width, s.spills, spills, len(s.spilled))
			}
			x.Free()
		}
	}
}

// The windows of a phase cover its steps, and those of a stretch have its classes as runs of
// theirs; what the last stretch leaves is in the order of bins.
func TestStretchesAreNested(t *testing.T) {
	for height := 1; height <= 10; height++ {
		for _, steps := range []int{1, 2, 3} {
			lo := newLayoutOfWindows(height, steps, usualBin)
			for _, ph := range lo.phases {
				at := ph.high
				for _, w := range ph.windows {
					if w.high != at || w.low >= w.high && ph.low < ph.high {
						t.Errorf("height %d: a window from kink %d to %d behind %d", height, w.high, w.low, at)
					}
					at = w.low
				}
				if at != ph.low {
					t.Errorf("height %d: the windows end at kink %d, not %d", height, at, ph.low)
				}
				for _, c := range ph.cuts {
					checkNested(t, ph, c)
				}
				for k, l := range ph.layer(ph.low).active {
					if !slices.IsSortedFunc(l.words, comparePatterns) {
						t.Errorf("height %d: the words of interfaceClass %d are not in the order of bins", height, k)
					}
				}
			}
		}
	}
}

func checkNested(t *testing.T, ph *phase, c cut) {
	t.Helper()
	for _, st := range c {
		for i, w := range st.windows {
			for f, pattern := range w.classes.words {
				if class := st.classes.of(pattern); f < int(st.begin[i][class]) || f >= int(st.begin[i][class+1]) {
					t.Errorf("kinks %d to %d: class %d of window %d is not in the run of class %d", st.low, st.high, f, i, class)
				}
			}
		}
		if st.low > ph.low && st.frozen == 0 {
			t.Errorf("kinks %d to %d: nothing is frozen", st.low, st.high)
		}
	}
}

// bufferSizes is the least, some more, and, where that takes no long time, the largest.
func bufferSizes(e *Engine) []int64 {
	least, most := e.layout.newBudget(1).leastNeed().buffer, e.layout.most
	sizes := []int64{least, least + (most-least)/10, least + (most-least)/3, max(least, most-1), most}
	if e.layout.m > 9 {
		sizes = sizes[:3]
	}
	return slices.Compact(sizes)
}

// An engine takes what memory it is given, and no more.
func TestExternalKeepsToItsCeiling(t *testing.T) {
	e, err := New(9)
	if err != nil {
		t.Fatal(err)
	}
	want := residues(t, 9, []int{4})[4]
	opt := Options{Threads: 2}
	free := e.ExternalNeed(opt)
	if free.Memory < free.Whole || free.Least >= free.Whole || free.Spilled != 0 || free.Spill(9, false) != 0 {
		t.Errorf("without a ceiling: %+v", free)
	}
	spilled := int64(-1)
	for _, ceiling := range []int64{free.Least, (free.Least + free.Whole) / 2, free.Whole - 1, free.Whole} {
		opt.Memory = ceiling
		need := e.ExternalNeed(opt)
		if need.Memory > ceiling || need.Least != free.Least || need.Whole != free.Whole || need.Spill(1, false) > need.Spilled {
			t.Errorf("within %d bytes: %+v", ceiling, need)
		}
		if spilled >= 0 && need.Spilled > spilled {
			t.Errorf("within %d bytes %d values are spilled, within less %d", ceiling, need.Spilled, spilled)
		}
		spilled = need.Spilled
		x, err := e.NewExternal(context.Background(), 4, opt)
		if err != nil {
			t.Fatal(err)
		}
		s := &memoryTiles{}
		if got := residueOf(t, x, 1, partsModulus, s); got != want {
			t.Errorf("within %d bytes: %d, want %d", ceiling, got, want)
		}
		if int64(s.spills) != 3*need.Spilled || int64(s.maxSpilled) > need.Spill(1, true) || need.Spill(1, true) > need.Spill(1, false) {
			t.Errorf("within %d bytes: %d values spilled, %d at once; estimated %d a column, and %d",
				ceiling, s.spills, s.maxSpilled, need.Spilled, need.Spill(1, true))
		}
		if held := 8 * int64(len(x.workers.buffers.words)+len(x.workers.caches.words)); held > ceiling {
			t.Errorf("%d bytes of buffers within %d", held, ceiling)
		}
		x.Free()
	}
	opt.Memory = free.Least - 1
	var refused *result.MemoryError
	if _, err := e.NewExternal(context.Background(), 4, opt); !errors.As(err, &refused) || int64(refused.Need) != free.Least {
		t.Errorf("a byte less than the least: %v", err)
	}
	if need := e.ExternalNeed(opt); need.Memory != free.Least {
		t.Errorf("a byte less than the least: %+v", need)
	}
}

// What a caller cannot keep, or does not have any more, ends the bin, and the run.
func TestFailedSpills(t *testing.T) {
	e, err := New(9)
	if err != nil {
		t.Fatal(err)
	}
	x, err := e.NewExternal(context.Background(), 3, Options{Threads: 2, Memory: e.ExternalNeed(Options{Threads: 2}).Least})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Free()
	large, _ := x.Schedule(0)
	for calls := 0; ; calls++ {
		s := &memoryTiles{after: map[[2]int][]uint64{}}
		f := &failing{binTiles: binTiles{s, large[0]}, left: calls}
		var result BinResult
		err := x.Run(context.Background(), 0, partsModulus, large[:1], func(int) (Tiles, error) { return f, nil },
			func(r BinResult) { result = r })
		if err == nil {
			if calls < 6 {
				t.Errorf("the bin makes %d calls only", calls)
			}
			break
		}
		if err != context.DeadlineExceeded || result.Err != err {
			t.Fatalf("after %d calls: %v, the bin %v", calls, err, result.Err)
		}
	}
}

// failing are tiles whose calls fail after a number of them.
type failing struct {
	binTiles
	left int
}

func (f *failing) fail() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.left--; f.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

func (f *failing) Write(to int, values []uint64) error {
	if err := f.fail(); err != nil {
		return err
	}
	return f.binTiles.Write(to, values)
}

func (f *failing) Spill(round, from int, tiles [][]uint64) error {
	if err := f.fail(); err != nil {
		return err
	}
	return f.binTiles.Spill(round, from, tiles)
}

func (f *failing) Unspill(round, from, to int, values []uint64) error {
	if err := f.fail(); err != nil {
		return err
	}
	return f.binTiles.Unspill(round, from, to, values)
}

func (f *failing) Unspilled(round, to int) error {
	if err := f.fail(); err != nil {
		return err
	}
	return f.binTiles.Unspilled(round, to)
}
