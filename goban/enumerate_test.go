package goban

import (
	"context"
	"errors"
	"testing"

	"combigo.dev/combigo/internal/longtests"
)

// legalCounts are L(rows, cols) for cols = 1, 2, ... (Tromp and Farnebäck, "Combinatorics of Go",
// section 5.7).
var legalCounts = map[int][]uint64{
	1: {1, 5, 15, 41, 113, 313, 867},
	2: {5, 57, 489, 4125, 35117, 299681},
	3: {15, 489, 12675, 321689},
	4: {41, 4125, 321689, 24318165},
}

func TestCountLegal(t *testing.T) {
	for rows, counts := range legalCounts {
		for i, want := range counts {
			if rows*(i+1) > 12 && !longtests.Wanted() {
				continue // 4x4 has 43 million colourings
			}
			if got, err := CountLegal(t.Context(), rows, i+1); err != nil || got != want {
				t.Errorf("CountLegal(%d, %d) = %d, %v, want %d", rows, i+1, got, err, want)
			}
		}
	}
}

func TestCountLegalRefuses(t *testing.T) {
	for _, size := range [][2]int{{0, 3}, {3, -1}, {17, 1}, {5, 5}, {1 << 40, 1 << 40}} {
		if n, err := CountLegal(t.Context(), size[0], size[1]); err == nil {
			t.Errorf("CountLegal(%d, %d) = %d, want an error", size[0], size[1], n)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := CountLegal(ctx, 4, 4); !errors.Is(err, context.Canceled) {
		t.Errorf("CountLegal after cancel: %v", err)
	}
}

func TestAll(t *testing.T) {
	all, err := All(2, 3)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for p := range all {
		if !slow(p).legal() || seen[p.String()] {
			t.Errorf("illegal, or met before:\n%s", p)
		}
		seen[p.String()] = true
	}
	if len(seen) != 489 {
		t.Errorf("%d positions, want 489", len(seen))
	}
	if _, err := All(0, 1); err == nil {
		t.Error("All(0, 1) succeeds")
	}
}

func TestAllStopsAndStartsAgain(t *testing.T) {
	all, err := All(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for p := range all {
			if p.String() != "...\n...\n..." {
				t.Errorf("the first position is\n%s", p)
			}
			break
		}
	}
}
