package par

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Every piece is done once, whatever the number of threads, and the shares that are told rise to 1.
func TestEachDoesEveryPieceOnce(t *testing.T) {
	for _, threads := range []int{0, 1, 3, 50} {
		for _, n := range []int{0, 1, 20} {
			times := make([]int, n)
			var shares []float64
			o := Options{Threads: threads, Progress: func(share float64) { shares = append(shares, share) }}
			if err := o.Each(t.Context(), n, func(i int) { times[i]++ }); err != nil {
				t.Fatal(err)
			}
			for i, k := range times {
				if k != 1 {
					t.Errorf("%d threads: piece %d of %d is done %d times", threads, i, n, k)
				}
			}
			if len(shares) != n || !slices.IsSorted(shares) || n > 0 && shares[n-1] != 1 {
				t.Errorf("%d threads, %d pieces: told %v", threads, n, shares)
			}
		}
	}
}

func TestEachStopsWithItsContext(t *testing.T) {
	over := errors.New("over")
	ctx, cancel := context.WithCancelCause(t.Context())
	calls := 0
	err := Options{Threads: 1}.Each(ctx, 100, func(i int) {
		if calls++; i == 6 {
			cancel(over)
		}
	})
	if !errors.Is(err, over) || calls != 7 {
		t.Errorf("%d calls, error %v", calls, err)
	}
}

func TestGoroutines(t *testing.T) {
	if got := (Options{Threads: 7}).Goroutines(); got != 7 {
		t.Errorf("7 threads are %d", got)
	}
	if got := (Options{}).Goroutines(); got != runtime.GOMAXPROCS(0) {
		t.Errorf("no number of threads is %d", got)
	}
}

// A panic in a goroutine is one of the caller.
func TestPanics(t *testing.T) {
	for _, goroutines := range []int{1, 4} {
		said := func() (said any) {
			defer func() { said = recover() }()
			_ = For(t.Context(), goroutines, 9, func(i int) {
				if i == 5 {
					panic("the fifth")
				}
			})
			return nil
		}()
		if !strings.HasPrefix(fmt.Sprint(said), "the fifth") {
			t.Errorf("%d goroutines: %v", goroutines, said)
		}
	}
}
