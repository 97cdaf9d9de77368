package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"combigo/board"
	"combigo/internal/tilefile"
)

// Before the join, damage in either of its two vectors is met, and mended, as anywhere else.
func TestDamageBeforeTheJoin(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	t.Parallel()
	for _, keepEvery := range []int{-1, 2} {
		r, dir := start(t, quick, board.Size{Rows: 9, Cols: 10}, Options{Threads: 2, Method: Modulo, KeepEvery: keepEvery})
		advanceTo(t, r, r.stages()-1)
		second := r.stageDir(place{0, r.graph().second()})
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(second); err != nil {
			t.Fatalf("the vector that is a column behind is gone: %v", err)
		}
		for _, original := range files(t, dir) {
			if filepath.Ext(original) != tilesEnd {
				continue
			}
			name, err := filepath.Rel(dir, original)
			if err != nil {
				t.Fatal(err)
			}
			damaged := clone(t, dir)
			file := filepath.Join(damaged, name)
			alter(t, file, func(b []byte) []byte { b[len(b)/2] ^= 1; return b })
			wantSurvivedOrRefused(t, damaged, fmt.Sprintf("keep %d, flip of %s", keepEvery, name), file)
			damaged = clone(t, dir)
			file = filepath.Join(damaged, name)
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
			wantSurvivedOrRefused(t, damaged, fmt.Sprintf("keep %d, loss of %s", keepEvery, name), file)
		}
	}
}

// A wrong value in a vector gives a wrong residue, which does not fit the others.
func TestWrongVectorIsFound(t *testing.T) {
	r, _ := start(t, quick, square, Options{Threads: 2, Method: Modulo, KeepEvery: -1})
	advanceTo(t, r, r.stages()-1)
	p := place{0, r.stages() - 2}
	name := r.binName(p, 0)
	sound, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	rewriteTiles(t, r, p, 0, func(values []uint64) { values[len(values)/2] ^= 1 })
	if now, err := os.ReadFile(name); err != nil || len(now) != len(sound) {
		t.Fatalf("%d bytes, %v; want %d", len(now), err, len(sound))
	}
	if err := r.Advance(context.Background(), Limits{}, nil); err != nil {
		t.Fatal(err)
	}
	var wrong *WrongResidueError
	if res, err := r.Result(context.Background()); !errors.As(err, &wrong) || wrong.Suspect != 0 {
		t.Errorf("%v, %v; want that residue 0 is wrong", res, err)
	}
}

// The join is refused where its tiles do not fit the memory, before anything is written.
func TestMemoryOfTheJoin(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	plan, err := NewPlan(quick, dir, square, Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	if plan.join <= 0 || plan.Memory < plan.join || plan.Parts.Least < plan.join {
		t.Errorf("the join takes %s, the plan %s, at least %s", plan.join, plan.Memory, plan.Parts.Least)
	}
	if plan, err = NewPlan(quick, dir, square, Options{Threads: 1, Memory: plan.join - 1}); err != nil {
		t.Fatal(err)
	}
	var memory *MemoryError
	if err := plan.Refusal(); !errors.As(err, &memory) {
		t.Errorf("%v, want a MemoryError", err)
	}
}

// rewriteTiles changes the values of a file, and seals it again: as a processor that computes wrongly would.
func rewriteTiles(t *testing.T, r *Run, p place, bin int, change func(values []uint64)) {
	t.Helper()
	id, err := r.identity(p, bin)
	if err != nil {
		t.Fatal(err)
	}
	reader, err := tilefile.Open(r.fs, r.binName(p, bin), id)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	writer, err := tilefile.Create(r.fs, r.binName(p, bin), "test", id, reader.Sizes())
	if err != nil {
		t.Fatal(err)
	}
	for tile, n := range reader.Sizes() {
		values := make([]uint64, n)
		if err := reader.ReadTile(tile, values); err != nil {
			t.Fatal(err)
		}
		if tile == 0 {
			change(values)
		}
		if err := writer.WriteTile(tile, values); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Commit(); err != nil {
		t.Fatal(err)
	}
}

// Tasks of a cluster join the halves as one machine does, each its bins.
func TestTasksJoinHalves(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	t.Parallel()
	for _, method := range []Method{Exact, Modulo} {
		size := board.Size{Rows: 9, Cols: 10}
		_, dir := start(t, quick, size, Options{Engine: Slurm, Method: method, Cluster: &Cluster{Tasks: 3}})
		first, err := Open(quick, dir)
		if err != nil {
			t.Fatal(err)
		}
		prepared(first)
		for _, sequence := range first.graph().sequences() {
			for _, p := range sequence {
				for task := range first.Tasks(p.stage) {
					r, err := OpenShared(quick, dir, Options{Threads: 2})
					if err != nil {
						t.Fatal(err)
					}
					for range 2 { // the second time there is nothing to do
						if err := prepared(r).Task(context.Background(), p.residue, p.stage, task, 3); err != nil {
							t.Fatal(err)
						}
					}
					if err := r.Close(); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := first.Collect(sequence[len(sequence)-1].residue); err != nil {
				t.Fatal(err)
			}
		}
		wantResult(t, first)
	}
}
