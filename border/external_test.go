package border

import (
	"context"
	"fmt"
	"sync"
	"testing"
)

// memoryTiles keeps the tiles of a run in memory: by the bins that wrote and read them.
type memoryTiles struct {
	mu            sync.Mutex
	before, after map[[2]int][]uint64
	spilled       map[[4]int][]uint64 // by bin, round, and the parts that wrote and read them
	spills        int                 // values spilled so far
	spilledNow    int
	maxSpilled    int
}

// binTiles are memoryTiles as one bin sees them.
type binTiles struct {
	*memoryTiles
	bin int
}

func (s binTiles) Read(from int, values []uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	tile, ok := s.before[[2]int{from, s.bin}]
	if !ok || len(tile) != len(values) {
		return fmt.Errorf("tile %d of bin %d: %d values, want %d", from, s.bin, len(tile), len(values))
	}
	copy(values, tile)
	return nil
}

func (s binTiles) Write(to int, values []uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.after[[2]int{s.bin, to}] = append([]uint64(nil), values...)
	return nil
}

func (s binTiles) Spill(round, from int, tiles [][]uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for to, tile := range tiles {
		if s.spilled == nil {
			s.spilled = map[[4]int][]uint64{}
		}
		key := [4]int{s.bin, round, from, to}
		if _, ok := s.spilled[key]; ok {
			return fmt.Errorf("tile %v is spilled twice", key)
		}
		s.spilled[key] = append([]uint64(nil), tile...)
		s.spills += len(tile)
		s.spilledNow += len(tile)
	}
	s.maxSpilled = max(s.maxSpilled, s.spilledNow)
	return nil
}

func (s binTiles) Unspill(round, from, to int, values []uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := [4]int{s.bin, round, from, to}
	tile, ok := s.spilled[key]
	if !ok || len(tile) != len(values) {
		return fmt.Errorf("spilled tile %v: %d values, want %d", key, len(tile), len(values))
	}
	copy(values, tile)
	return nil
}

func (s binTiles) Unspilled(round, to int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, tile := range s.spilled {
		if key[0] == s.bin && key[1] == round && key[3] == to {
			s.spilledNow -= len(tile)
			delete(s.spilled, key)
		}
	}
	return nil
}

// externalResidue computes L(height, width) modulo a modulus, the tiles on a
// memoryTiles, the bins of each stage in several calls.
func externalResidue(t *testing.T, e *Engine, width, threads, batches int, modulus uint64) uint64 {
	t.Helper()
	x, err := e.NewExternal(context.Background(), width, Options{Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Free()
	return residueOf(t, x, batches, modulus, &memoryTiles{})
}

func residueOf(t *testing.T, x *External, batches int, modulus uint64, s *memoryTiles) uint64 {
	t.Helper()
	var total uint64
	for stage := range x.Stages() {
		s.before, s.after = s.after, map[[2]int][]uint64{}
		var mu sync.Mutex
		for batch := range batches {
			var bins []int
			for bin := batch; bin < x.Bins(stage); bin += batches {
				bins = append(bins, bin)
			}
			open := func(bin int) (Tiles, error) { return binTiles{s, bin}, nil }
			err := x.Run(context.Background(), stage, modulus, bins, open, func(r BinResult) {
				mu.Lock()
				defer mu.Unlock()
				total = (total + r.Share) % modulus
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return total
}

func TestExternalEqualsEngine(t *testing.T) {
	most := 9
	if testing.Short() {
		most = 7
	}
	for height := 1; height <= most; height++ {
		want := residues(t, height, []int{2, 3, 6})
		capacities := []int64{3 << height, 10000}
		if height < 5 {
			capacities = append(capacities, 100)
		}
		for _, capacity := range capacities {
			e := &Engine{layout: newLayoutOfBins(height, func(int64) int64 { return capacity })}
			for width, residue := range want {
				for _, threads := range []int{1, 3} {
					if got := externalResidue(t, e, width, threads, threads, partsModulus); got != residue {
						t.Errorf("%dx%d, bins of %d, %d threads: %d, want %d", height, width, capacity, threads, got, residue)
					}
				}
			}
		}
	}
}

// A bin as it is read, in the second buffer, never takes more room than it does
// at some kink.
func TestTilesOfABinFitItsBuffer(t *testing.T) {
	most := 14
	if testing.Short() {
		most = 11
	}
	for height := 1; height <= most; height++ {
		lo := newLayout(height)
		for _, ph := range lo.phases {
			for g, tiles := range lo.tilesLeft(lo.before(ph)) {
				var n int
				for _, states := range tiles {
					n += int(states)
				}
				if n > ph.binStates(g) {
					t.Errorf("height %d: bin %d reads %d states, its buffer has room for %d", height, g, n, ph.binStates(g))
				}
			}
		}
	}
}

func TestExternalRefusals(t *testing.T) {
	e, err := New(5)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.NewExternal(context.Background(), 1, Options{}); err == nil {
		t.Error("width 1 has stages")
	}
	if _, err := e.NewExternal(context.Background(), 5, Options{Memory: 1000}); err == nil {
		t.Error("1000 bytes are enough")
	}
	x, err := e.NewExternal(context.Background(), 5, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Free()
	failing := func(int) (Tiles, error) { return nil, context.DeadlineExceeded }
	if err := x.Run(context.Background(), 0, 1<<62-57, []int{0}, failing, func(BinResult) {}); err != context.DeadlineExceeded {
		t.Errorf("a bin that cannot be opened gives %v", err)
	}
}
