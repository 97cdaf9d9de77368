package transfer_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"testing"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// floats evaluates to a floating-point number, whose rounding depends on the order of the sums.
type floats struct{ lambda float64 }

// Words implements [transfer.Semiring].
func (floats) Words(int) int { return 1 }

// One implements [transfer.Semiring].
func (floats) One(row []uint64) { row[0] = math.Float64bits(1) }

// Adder implements [transfer.Semiring].
func (e floats) Adder(int) transfer.Adder {
	return func(to, from []uint64, _ uint8, by transfer.Factor) bool {
		x := math.Float64frombits(from[0])
		if by != transfer.One {
			x *= e.lambda - float64(by)
		}
		to[0] = math.Float64bits(math.Float64frombits(to[0]) + x)
		return true
	}
}

// Join implements [transfer.Semiring].
func (floats) Join(_ int, to, from []uint64) bool {
	to[0] = math.Float64bits(math.Float64frombits(to[0]) + math.Float64frombits(from[0]))
	return true
}

// Value implements [transfer.Semiring].
func (floats) Value(_ int, row []uint64) float64 { return math.Float64frombits(row[0]) }

func TestSameForAnyThreads(t *testing.T) {
	g := piece(t, lattice.Triangular, 4, 5)
	var want float64
	for _, threads := range []int{1, 2, 3, 8} {
		opt := par.Options{Threads: threads}
		got, _, err := transfer.Legal(t.Context(), g, lattice.Order(g), 3, floats{lambda: 3}, opt)
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

// counted is an evaluator that calls a function at each addition.
type counted struct {
	transfer.Integers
	added func()
}

func (c counted) Adder(level int) transfer.Adder {
	add := c.Integers.Adder(level)
	return func(to, from []uint64, choice uint8, by transfer.Factor) bool {
		c.added()
		return add(to, from, choice, by)
	}
}

// A count that is stopped in the middle of a level does little more.
func TestCancel(t *testing.T) {
	g := piece(t, lattice.Square, 12, 12)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	const stop = 100_000
	var added atomic.Int64
	ev := counted{integers(t, 2), func() {
		if added.Add(1) == stop {
			cancel()
		}
	}}
	_, _, err := transfer.Legal(ctx, g, lattice.Order(g), 2, ev, par.Options{})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if more := added.Load() - stop; more > stop {
		t.Errorf("%d more values are added after the end", more)
	}
}

func TestMemoryForeseen(t *testing.T) {
	g := piece(t, lattice.Square, 31, 31)
	_, _, err := transfer.Legal(t.Context(), g, lattice.Order(g), 2, integers(t, 2), par.Options{Memory: 1 << 30})
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
	_, _, err := transfer.Legal(t.Context(), g, lattice.Order(g), 2, integers(t, 2), par.Options{Memory: 2 << 20})
	var e *result.MemoryError
	if !errors.As(err, &e) || e.Need <= 2<<20 {
		t.Fatalf("error %v", err)
	}
}

func TestTooWide(t *testing.T) {
	g := piece(t, lattice.Square, 40, 40)
	_, _, err := transfer.Legal(t.Context(), g, lattice.Order(g), 2, integers(t, 2), par.Options{})
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
		if _, _, err := transfer.Legal(t.Context(), g, order, 2, integers(t, 2), par.Options{}); err == nil {
			t.Errorf("order %s: no error", name)
		}
	}
	if _, _, err := transfer.Legal(t.Context(), g, lattice.Order(g), -2, integers(t, 2), par.Options{}); err == nil {
		t.Error("-2 colours: no error")
	}
}

func TestProgress(t *testing.T) {
	g := piece(t, lattice.Square, 5, 5)
	told := 0.0
	opt := par.Options{Progress: func(share float64) {
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
	for _, legs := range []int{3, 14, 15} {
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
		got, stats, err := transfer.Legal(t.Context(), g, order, 1, integers(t, 1), par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		// With an empty hub anything goes; with a stone there, all but a stone on every tip.
		if want := fmt.Sprint(2<<legs - 1); got.String() != want {
			t.Errorf("a star of %d: %v, want %s; %d bytes a state", legs, got, want, stats.StateBytes)
		}
	}
}
