package run

import (
	"context"
	"errors"
	"math/big"
	"path/filepath"
	"sync"
	"testing"

	"combigo/board"
	"combigo/border"
	"combigo/count"
	"combigo/internal/storage"
	"combigo/result"
)

// square is a board that takes milliseconds, and some bins: see engines.
var square = board.Size{Rows: 7, Cols: 7}

// long is one whose halves take three residues, and four of the vector one column later.
var long = board.Size{Rows: 6, Cols: 42}

// evenSquare is one whose halves differ by a column.
var evenSquare = board.Size{Rows: 8, Cols: 8}

func start(t *testing.T, fs storage.FS, size board.Size, opt Options) (*Run, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if opt.Method == "" {
		opt.Method = DP // more stages to stop at
	}
	r, err := Start(fs, dir, size, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return withEngine(t, r), dir
}

func withEngine(t *testing.T, r *Run) *Run {
	t.Helper()
	if err := r.makeEngine(); err != nil {
		t.Fatal(err)
	}
	return r
}

// large is a board whose tiles are longer than the blocks of a disk, and whose bins go through in parts if memory is short.
var large = board.Size{Rows: 9, Cols: 9}

// engines are those of each height, whose tables take longer than a stage. The bins of the square are as small as makes some of them,
// which others have from nine rows on: that takes twenty times as long.
var engines sync.Map

func engineOfTest(height int) (*border.Engine, error) {
	made, _ := engines.LoadOrStore(height, sync.OnceValues(func() (*border.Engine, error) {
		if height == square.Short() {
			return border.NewOfBins(height, 3500)
		}
		return border.New(height)
	}))
	return made.(func() (*border.Engine, error))()
}

func engineOf(size board.Size) *border.Engine {
	e, err := engineOfTest(size.Short())
	if err != nil {
		panic(err)
	}
	return e
}

// unsynced is a file system that leaves it to the system when files reach the disk: what
// a killed program has written is there all the same.
type unsynced struct{ storage.FS }

type unsyncedFile struct{ storage.File }

var quick storage.FS = unsynced{storage.OS}

func (u unsynced) SyncDir(string) error { return nil }

func (u unsynced) Create(name string) (storage.File, error) {
	file, err := u.FS.Create(name)
	return unsyncedFile{file}, err
}

func (f unsyncedFile) Sync() error { return nil }

// counted are numbers by package count.
var counted sync.Map

func legal(t *testing.T, size board.Size) *big.Int {
	t.Helper()
	if n, ok := counted.Load(size); ok {
		return n.(*big.Int)
	}
	r, err := count.Legal(context.Background(), size.Rows, size.Cols, count.Options{})
	if err != nil {
		t.Fatal(err)
	}
	counted.Store(size, r.Value)
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
	t.Parallel()
	sizes := []board.Size{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 9}, {Rows: 5, Cols: 3}, {Rows: 7, Cols: 7}, square}
	for _, size := range sizes {
		for _, threads := range []int{1, 2, 5} {
			if size == square && threads == 2 {
				continue // as other tests do
			}
			r, _ := start(t, quick, size, Options{Threads: threads})
			if err := r.Advance(context.Background(), Limits{}, nil); err != nil {
				t.Fatalf("%s: %v", size, err)
			}
			wantResult(t, r)
		}
	}
}

// Half the columns and a join give the same, for odd and even sides, and move and compute what the plan says.
func TestHalvesEqualCount(t *testing.T) {
	t.Parallel()
	for _, size := range []board.Size{
		{Rows: 2, Cols: 3},
		{Rows: 2, Cols: 4},
		{Rows: 3, Cols: 3},
		{Rows: 4, Cols: 4},
		{Rows: 5, Cols: 8},
		{Rows: 8, Cols: 5},
		{Rows: 6, Cols: 7},
		{Rows: 7, Cols: 12},
		{Rows: 8, Cols: 8},
		square, evenSquare, long,
	} {
		if testing.Short() && size.Points() > 60 && size != long {
			continue
		}
		for _, method := range []Method{Exact, Modulo} {
			testHalves(t, size, method)
		}
	}
}

func testHalves(t *testing.T, size board.Size, method Method) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	plan, err := NewPlan(quick, dir, size, Options{Threads: 2, KeepEvery: -1, Method: method})
	if err != nil {
		t.Fatal(err)
	}
	r, err := plan.Start(quick)
	if err != nil {
		t.Fatal(err)
	}
	if r.manifest.Method != method {
		t.Errorf("%s: method %q, want %s", size, r.manifest.Method, method)
	}
	var last float64
	if err := r.Advance(context.Background(), Limits{}, func(share float64) { last = share }); err != nil {
		t.Fatalf("%s: %v", size, err)
	}
	wantResult(t, r)
	if last < 0.999 || last > 1 {
		t.Errorf("%s: progress ends at %v", size, last)
	}
	if h := r.readLogs(); result.Bytes(h.read+h.written) != plan.Traffic || h.steps != plan.Steps {
		t.Errorf("%s: %d bytes and %v steps, the plan says %d and %v", size, h.read+h.written, h.steps, plan.Traffic, plan.Steps)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

// All the same where files are synced.
func TestRunOnDisk(t *testing.T) {
	t.Parallel()
	size := board.Size{Rows: 4, Cols: 5}
	if !testing.Short() {
		size = square
	}
	r, _ := start(t, storage.OS, size, Options{})
	if err := r.Advance(context.Background(), Limits{}, nil); err != nil {
		t.Fatal(err)
	}
	wantResult(t, r)
}

// A run that stops after every stage, and is opened again, comes to the same end.
func TestRunInSteps(t *testing.T) {
	t.Parallel()
	for reclaim, keepEvery := range map[bool]int{false: 2, true: -1} {
		testInSteps(t, square, DP, reclaim, keepEvery)
		for _, method := range []Method{Exact, Modulo} {
			testInSteps(t, square, method, reclaim, keepEvery)
			if !testing.Short() {
				testInSteps(t, evenSquare, method, reclaim, keepEvery)
			}
		}
		testInSteps(t, long, Exact, reclaim, keepEvery)
	}
}

func testInSteps(t *testing.T, size board.Size, method Method, reclaim bool, keepEvery int) {
	t.Helper()
	r, dir := start(t, quick, size, Options{Method: method, KeepEvery: keepEvery})
	r.settings.Reclaim = reclaim
	if err := r.save(); err != nil {
		t.Fatal(err)
	}
	stages := 1
	switch {
	case testing.Short():
		stages = 5
	case size == long: // of 120 stages
		stages = 3
	}
	inSteps(t, r, dir, stages)
}

// inSteps opens a run again after a number of stages, and verifies it; when two residues are known that are computed alike, it
// goes on to the end.
func inSteps(t *testing.T, r *Run, dir string, stages int) {
	t.Helper()
	var last float64
	for {
		err := r.Advance(context.Background(), Limits{Stages: stages}, func(share float64) {
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
		if r, err = OpenLocked(quick, dir, Options{}); err != nil {
			t.Fatal(err)
		}
		if v, err := r.Verify(context.Background(), nil); err != nil || len(v.Faults) > 0 || v.Gone > 0 {
			t.Fatal(err, v)
		}
		if r.outcomes[0].known && r.outcomes[1].known {
			stages = 0
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
