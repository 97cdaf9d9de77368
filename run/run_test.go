package run

import (
	"context"
	"errors"
	"math/big"
	"path/filepath"
	"testing"

	"combigo/board"
	"combigo/count"
	"combigo/storage"
)

// square is a board that takes some bins, and milliseconds.
var square = board.Size{Rows: 9, Cols: 9}

func start(t *testing.T, fs storage.FS, size board.Size, opt Options) (*Run, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	r, err := Start(fs, dir, size, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r, dir
}

func legal(t *testing.T, size board.Size) *big.Int {
	t.Helper()
	r, err := count.Legal(context.Background(), size.Rows, size.Cols, count.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Value
}

// wantResult checks that the run gives what package count does.
func wantResult(t *testing.T, r *Run) {
	t.Helper()
	got, err := r.Result(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if want := legal(t, r.Size()); got.Value.Cmp(want) != 0 {
		t.Fatalf("%s: %s, want %s", r.Size(), got.Value, want)
	}
}

func TestRunEqualsCount(t *testing.T) {
	sizes := []board.Size{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 9}, {Rows: 5, Cols: 3}, {Rows: 7, Cols: 7}, square}
	for _, size := range sizes {
		for _, threads := range []int{1, 2, 5} {
			r, _ := start(t, storage.OS, size, Options{Threads: threads})
			if err := r.Advance(context.Background(), Limits{}, nil); err != nil {
				t.Fatalf("%s: %v", size, err)
			}
			wantResult(t, r)
		}
	}
}

// A run that stops after every stage, and is opened anew, comes to the same end.
func TestRunInSteps(t *testing.T) {
	for _, reclaim := range []bool{false, true} {
		r, dir := start(t, storage.OS, square, Options{})
		r.manifest.Reclaim = reclaim
		if err := r.save(); err != nil {
			t.Fatal(err)
		}
		var last float64
		for stages := 0; ; stages++ {
			err := r.Advance(context.Background(), Limits{Stages: 1}, func(share float64) {
				if share < last {
					t.Errorf("progress falls from %v to %v", last, share)
				}
				last = share
			})
			if err == nil {
				break
			}
			if !errors.Is(err, ErrLimit) {
				t.Fatal(err)
			}
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
			if r, err = OpenLocked(storage.OS, dir, Options{}); err != nil {
				t.Fatal(err)
			}
			if v, err := r.Verify(context.Background(), nil); err != nil || len(v.Faults) > 0 {
				t.Fatal(err, v)
			}
		}
		wantResult(t, r)
		if last != 1 {
			t.Errorf("progress ends at %v", last)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
