package transfer_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"combigo/lattice"
	"combigo/result"
	"combigo/transfer"
)

func TestSameForAnyThreads(t *testing.T) {
	g := piece(t, lattice.Triangular, 5, 5)
	var want float64
	for _, threads := range []int{1, 2, 3, 8} {
		opt := transfer.Options{Threads: threads}
		got, _, err := transfer.Legal(t.Context(), g, lattice.Order(g), 3, transfer.Floats{Lambda: 3}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if threads == 1 {
			want = got
		}
		if math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%d threads: %x, with 1 %x", threads, got, want)
		}
	}
}

func TestCancel(t *testing.T) {
	g := piece(t, lattice.Square, 12, 12)
	order := lattice.Order(g)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	begun := time.Now()
	_, _, err := transfer.Legal(ctx, g, order, 2, integers(t, 2), transfer.Options{})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("error %v", err)
	}
	if took := time.Since(begun); took > 700*time.Millisecond {
		t.Errorf("stopped after %v, want 200ms", took)
	}
}

func TestMemoryForeseen(t *testing.T) {
	g := piece(t, lattice.Square, 31, 31)
	_, _, err := transfer.Legal(t.Context(), g, lattice.Order(g), 2, integers(t, 2), transfer.Options{Memory: 1 << 30})
	var e *result.MemoryError
	if !errors.As(err, &e) {
		t.Fatalf("error %v", err)
	}
	if !strings.HasPrefix(err.Error(), "a frontier of width 31 needs about ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("message %q", err)
	}
}

func TestMemoryReached(t *testing.T) {
	g := piece(t, lattice.Square, 9, 9)
	_, _, err := transfer.Legal(t.Context(), g, lattice.Order(g), 2, integers(t, 2), transfer.Options{Memory: 2 << 20})
	var e *result.MemoryError
	if !errors.As(err, &e) || e.Need <= 2<<20 {
		t.Fatalf("error %v", err)
	}
}

func TestTooWide(t *testing.T) {
	g := piece(t, lattice.Square, 40, 40)
	_, _, err := transfer.Legal(t.Context(), g, lattice.Order(g), 2, integers(t, 2), transfer.Options{})
	var e *transfer.WidthError
	if !errors.As(err, &e) || e.Width != 40 {
		t.Fatalf("error %v", err)
	}
}

func TestWrongInput(t *testing.T) {
	g := piece(t, lattice.Square, 2, 2)
	for name, order := range map[string][]int{
		"short": {0, 1}, "twice": {0, 1, 2, 2}, "beyond": {0, 1, 2, 4}, "negative": {0, 1, 2, -1},
	} {
		if _, _, err := transfer.Legal(t.Context(), g, order, 2, integers(t, 2), transfer.Options{}); err == nil {
			t.Errorf("order %s: no error", name)
		}
	}
	if _, _, err := transfer.Legal(t.Context(), g, lattice.Order(g), -2, integers(t, 2), transfer.Options{}); err == nil {
		t.Error("-2 colours: no error")
	}
}

func TestProgress(t *testing.T) {
	g := piece(t, lattice.Square, 5, 5)
	told := 0.0
	opt := transfer.Options{Progress: func(share float64) {
		if share <= told || share > 1 {
			t.Errorf("share %v after %v", share, told)
		}
		told = share
	}}
	_, stats, err := transfer.Legal(t.Context(), g, lattice.Order(g), 2, integers(t, 2), opt)
	if err != nil {
		t.Fatal(err)
	}
	if told != 1 {
		t.Errorf("ended at %v", told)
	}
	if stats.Levels != 25 || stats.Width != 5 || stats.PeakStates < 100 || stats.Arcs < stats.StateSteps {
		t.Errorf("%+v", stats)
	}
}

// Stars from the tips inwards have wide frontiers.
func TestWideStates(t *testing.T) {
	for _, legs := range []int{3, 14, 16} {
		var es [][2]int
		for i := range legs {
			es = append(es, [2]int{i, legs})
		}
		g, err := lattice.FromEdges(legs+1, es)
		if err != nil {
			t.Fatal(err)
		}
		order := make([]int, g.Len())
		for v := range order {
			order[v] = v
		}
		got, stats, err := transfer.Legal(t.Context(), g, order, 1, integers(t, 1), transfer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		// With an empty hub anything goes; with a stone there, all but a stone on every tip.
		if want := fmt.Sprint(2<<legs - 1); got.String() != want {
			t.Errorf("a star of %d: %v, want %s; %d bytes a state", legs, got, want, stats.StateBytes)
		}
	}
}
