package extremal

import (
	"slices"
	"sync"
	"testing"
)

// Layers are the same sets for any size of shards and any number of threads.
func TestShards(t *testing.T) {
	const height = 9
	var want []front
	for _, team := range []*workers{newWorkers(1), newWorkers(1), newWorkers(3)} {
		if want != nil {
			team.shard = 4
		}
		s := newSweep(newTarget(height, 3), 5, true, team)
		var seen []front // all at all kinks, with the kink in the cost
		mutex := new(sync.Mutex)
		for range 4 {
			err := s.column(t.Context(), visitor{fronts: func(kink int, fronts []front) {
				mutex.Lock()
				defer mutex.Unlock()
				for _, f := range fronts {
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
		slices.SortFunc(seen, compareFronts)
		if want == nil {
			want = seen
		}
		if len(seen) < 1000 || !slices.Equal(seen, want) {
			t.Errorf("%d threads, shards of %d: %d fronts, want %d", team.threads, team.shard, len(seen), len(want))
		}
	}
}

// So are the shadows.
func TestShadowsInShards(t *testing.T) {
	const height = 8
	want, err := findShadows(t.Context(), height, newWorkers(1))
	if err != nil {
		t.Fatal(err)
	}
	team := newWorkers(3)
	team.shard = 4
	got, err := findShadows(t.Context(), height, team)
	if err != nil {
		t.Fatal(err)
	}
	if got.fall != want.fall || got.count != want.count || want.count < 1000 {
		t.Errorf("a fall of %d and %d shadows, want %d and %d", got.fall, got.count, want.fall, want.count)
	}
	for kink := 1; kink <= height; kink++ {
		for i, v := range got.sieves[kink] {
			if !slices.Equal(v.least, want.sieves[kink][i].least) {
				t.Errorf("kink %d: sieve %d has other shadows", kink, i)
			}
		}
	}
}
