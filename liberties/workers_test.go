package liberties

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// Layers are the same sets for any size of shards and any number of threads.
func TestShards(t *testing.T) {
	const height = 9
	var want []frontier
	for _, team := range []*workers{newWorkers(1), newWorkers(1), newWorkers(3)} {
		if want != nil {
			team.shard = 4
		}
		s := newSweep(newTarget(height, 3), 5, true, team)
		var seen []frontier // all at all kinks, with the kink in the cost
		mutex := new(sync.Mutex)
		for range 4 {
			err := s.addColumn(t.Context(), visitor{frontiers: func(kink int, frontiers []frontier) {
				mutex.Lock()
				defer mutex.Unlock()
				for _, f := range frontiers {
					if kink < height {
						f.cost += int32(100 * kink)
						seen = append(seen, f)
					}
				}
			}})
			if err != nil {
				t.Fatal(err)
			}
			for _, block := range s.ends {
				seen = append(seen, block...)
			}
		}
		slices.SortFunc(seen, compareFrontiers)
		if want == nil {
			want = seen
		}
		if len(seen) < 1000 || !slices.Equal(seen, want) {
			t.Errorf("%d threads, shards of %d: %d frontiers, want %d", team.threads, team.shard, len(seen), len(want))
		}
	}
}

// A column that is interrupted leaves the sweep and the team as they were, even
// if it had used up the frontiers before it.
func TestInterruptedColumn(t *testing.T) {
	const height, calls = 7, 1 << 20
	next := func(s *sweep, ctx context.Context) error {
		return s.addColumn(ctx, visitor{outside: func(_ int, f frontier) bool { return f.stone&3 == 3 && f.cost < 14 }})
	}
	swept := func() *sweep {
		s := newSweep(newTarget(height, 3), 3, true, newWorkers(1))
		s.team.shard = 64
		for range 4 {
			if err := next(s, t.Context()); err != nil {
				t.Fatal(err)
			}
			s.repetition(1)
		}
		return s
	}
	want, all := swept(), &fuse{t.Context(), calls}
	if err := next(want, all); err != nil {
		t.Fatal(err)
	}
	for left := 0; left < calls-all.left; left++ {
		s := swept()
		before := s.snapshot()
		if err := next(s, &fuse{t.Context(), left}); err == nil {
			t.Fatal("is not interrupted")
		}
		if !s.snapshot().equal(before) || !s.history[len(s.history)-1].equal(before) {
			t.Fatalf("after %d calls: the sweep is another", left)
		}
		if err := next(s, t.Context()); err != nil {
			t.Fatal(err)
		}
		if !s.snapshot().equal(want.snapshot()) || s.steps != want.steps || s.outside != want.outside || s.peak != want.peak {
			t.Fatalf("after %d calls: %d frontiers, %d outside, want %d, %d", left, s.steps, s.outside, want.steps, want.outside)
		}
	}
}

// Snapshots that differ in one frontier are not equal, whatever their sums, nor are
// those of which one has a frontier more.
func TestSnapshots(t *testing.T) {
	const height = 20
	random := rand.New(rand.NewPCG(22, 23))
	frontiers := randomFrontiers(random, height, 2000, -3, 9)
	snap := func(cols int, frontiers []frontier) *snapshot {
		s := &snapshot{cols: cols, rate: 1, ends: layer{slices.Clone(frontiers[:700]), slices.Clone(frontiers[700:])}}
		for _, block := range s.ends {
			for i := range block {
				block[i].cost += int32(cols)
			}
		}
		s.summarize()
		return s
	}
	old := snap(3, frontiers)
	for range 50 {
		random.Shuffle(len(frontiers), func(i, j int) { frontiers[i], frontiers[j] = frontiers[j], frontiers[i] })
		s := snap(6, frontiers)
		parts := 1 + random.Uint64N(6)
		if !s.equal(old) || !s.equalParts(old, parts) {
			t.Fatal("equal snapshots are not")
		}
		other := slices.Clone(frontiers)
		f := &other[random.IntN(len(other))]
		switch random.IntN(4) {
		case 0:
			f.cost++
		case 1:
			f.stone ^= 1 << random.IntN(height)
		case 2:
			f.above ^= 1 << random.IntN(height)
		case 3:
			f.below ^= 1 << random.IntN(height)
		}
		spoilt := snap(6, other)
		if spoilt.sum == old.sum {
			t.Error("the sums are the same")
		}
		spoilt.sum = old.sum // it does not decide
		if spoilt.equal(old) || spoilt.equalParts(old, parts) || snap(6, frontiers[1:]).equal(old) {
			t.Fatal("other snapshots are equal")
		}
	}
}

// A period is a multiple of the step.
func TestRecent(t *testing.T) {
	frontiers := randomFrontiers(rand.New(rand.NewPCG(26, 27)), 7, 100, 0, 9)
	for step, want := range [][]int{1: {0, 1, 1, 1, 1}, 2: {0, 0, 2, 2, 2}, 3: {0, 0, 0, 3, 3}} {
		var r recent
		for cols, want := range want {
			s := &snapshot{cols: cols, ends: layer{frontiers}}
			s.summarize()
			if got, _ := r.add(s, step); got != want {
				t.Errorf("a step of %d, column %d: a period of %d, want %d", step, cols, got, want)
			}
		}
	}
}

// However small the table is at first, each frontier is there once, with its least
// cost.
func TestPut(t *testing.T) {
	const height, costs = 25, 5
	random := rand.New(rand.NewPCG(24, 25))
	w, want := new(worker), map[frontier]int32{}
	w.begin()
	frontiers := randomFrontiers(random, height, 3000, 0, 0)
	for range costs {
		for _, f := range frontiers {
			cost := random.Int32N(100)
			if old, ok := want[f]; !ok || cost < old {
				want[f] = cost
			}
			f.cost = cost
			w.insert(f)
		}
	}
	w.swapLayers()
	if len(w.frontiers) != len(want) {
		t.Errorf("%d frontiers, want %d", len(w.frontiers), len(want))
	}
	for _, f := range w.frontiers {
		cost := f.cost
		if f.cost = 0; want[f] != cost {
			t.Fatalf("%v costs %d, want %d", f, cost, want[f])
		}
	}
}

// Relaxed states are the same for any size of shards and any number of threads, too.
func TestRelaxedStatesInShards(t *testing.T) {
	const height = 8
	want := findRelaxed(t, height, newWorkers(1))
	team := newWorkers(3)
	team.shard = 4
	got := findRelaxed(t, height, team)
	if got.decrease != want.decrease || got.count != want.count || want.count < 1000 {
		t.Errorf("a decrease of %d and %d relaxed states, want %d and %d", got.decrease, got.count, want.decrease, want.count)
	}
	for kink := 1; kink <= height; kink++ {
		for i, v := range got.tables[kink] {
			if !slices.Equal(v.least, want.tables[kink][i].least) {
				t.Errorf("kink %d: table %d has other relaxed states", kink, i)
			}
		}
	}
}
