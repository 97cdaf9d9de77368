package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"combigo/board"
	"combigo/internal/storage"
)

// The program is killed at random moments, until it comes to its end in between.
func TestKilledRunsGoOn(t *testing.T) {
	t.Parallel()
	killUntilDone(t, 0, square, Options{KeepEvery: 3}, nil)
	killUntilDone(t, 5, board.Size{Rows: 5, Cols: 8}, Options{Method: Modulo, Shared: 2, KeepEvery: -1}, func(r *Run) { r.settings.Reclaim = true })
	if testing.Short() {
		return
	}
	killUntilDone(t, 3, long, Options{Method: Exact, KeepEvery: 2}, nil)
	killUntilDone(t, 2, square, Options{Method: Modulo, KeepEvery: -1}, func(r *Run) { r.settings.Reclaim = true })
}

// killUntilDone starts a run whose program is killed time and again.
func killUntilDone(t *testing.T, seed uint64, size board.Size, opt Options, change func(*Run)) {
	t.Helper()
	random := rand.New(rand.NewPCG(7, seed))
	r, dir := start(t, quick, size, opt)
	if change != nil {
		change(r)
		if err := r.save(); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(r.makeEngine(), r.Close()); err != nil {
		t.Fatal(err)
	}
	operations := 50
	kills := 0
	for ; !killed(t, dir, false, random.IntN(2*operations)); kills++ {
		operations += 1 + operations/20 // so that every run comes to an end
		wantRoomFor(t, r, dir)
	}
	if kills == 0 {
		t.Error("the program was never killed")
	}
	done, err := Open(quick, dir)
	if err != nil {
		t.Fatal(err)
	}
	wantResult(t, done)
	t.Logf("killed %d times", kills)
}

// wantRoomFor checks that a run has no more on the disk than its plan says.
func wantRoomFor(t *testing.T, r *Run, dir string) {
	t.Helper()
	var most, there int64 = 8*r.graph().peak(r.settings.KeepEvery, 0) + margin, 0
	for _, name := range files(t, dir) {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		there += info.Size()
	}
	if there > most {
		t.Errorf("%d bytes are on the disk, want at most %d", there, most)
	}
}

// Files are damaged, and the program is killed, at random moments: also while it goes
// back to the stage that was kept.
func TestDamagedAndKilledRunsGoOn(t *testing.T) {
	if testing.Short() {
		t.Skip("kills dozens of programs")
	}
	t.Parallel()
	random := rand.New(rand.NewPCG(17, 19))
	r, dir := start(t, quick, square, Options{KeepEvery: 2})
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	operations := 50
	for kills := 0; ; kills++ {
		if killed(t, dir, true, random.IntN(2*operations)) {
			t.Logf("killed %d times", kills)
			break
		}
		operations += 1 + operations/25
		names := slices.DeleteFunc(files(t, dir), func(name string) bool { return filepath.Ext(name) != tilesEnd })
		if len(names) == 0 {
			continue
		}
		switch name := names[random.IntN(len(names))]; random.IntN(4) {
		case 0:
			alter(t, name, func(b []byte) []byte { b[random.IntN(len(b))] ^= 1; return b })
		case 1:
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	done, err := Open(quick, dir)
	if err != nil {
		t.Fatal(err)
	}
	wantResult(t, done)
}

// killed goes on with a run in a process of its own, which looks first whether the
// files are sound if it is told to, and is killed after a number of operations. It tells whether that came to
// its end before.
func killed(t *testing.T, dir string, look bool, operations int) (finished bool) {
	t.Helper()
	var stderr bytes.Buffer
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), childDir+"="+dir, fmt.Sprint(childOperations, "=", operations))
	if look {
		command.Env = append(command.Env, childLooks+"=1")
	}
	command.Stderr = &stderr
	err := command.Run()
	if stderr.Len() > 0 {
		t.Fatalf("the program fails: %s", &stderr)
	}
	return err == nil
}

func TestTwoProgramsInOneDirectory(t *testing.T) {
	_, dir := start(t, quick, square, Options{})
	var busy *storage.LockedError
	if _, err := OpenLocked(quick, dir, Options{}); !errors.As(err, &busy) {
		t.Errorf("a second program gets %v, want a LockedError", err)
	}
	if _, err := Start(quick, dir, square, Options{}); err == nil {
		t.Error("a second run begins in the same directory")
	}
}

// What is left of a start that was killed before there was a manifest does not
// keep the next one from the directory.
func TestStartAfterKilledStart(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"lock", "manifest.json.elsewhere-1-1.partial"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Start(quick, dir, square, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(quick, dir, square, Options{}); err == nil || !strings.Contains(err.Error(), "a run already") {
		t.Errorf("a second run in the directory: %v", err)
	}
}

// hasty is a file system on which a program goes on behind the back of one that
// lists the directory of a residue.
type hasty struct {
	storage.FS
	work func()
}

func (h *hasty) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := h.FS.ReadDir(name)
	if work := h.work; work != nil && filepath.Base(name) == "residue-00" {
		h.work = nil
		work()
	}
	return entries, err
}

func TestStatusOfRunAtWork(t *testing.T) {
	r, _ := start(t, quick, square, Options{})
	rest := r.stages() - 2
	for _, stages := range []int{1, 2, rest} {
		r, dir := start(t, quick, square, Options{})
		advance := func(stages int) {
			if err := r.Advance(context.Background(), Limits{Stages: stages}, nil); !errors.Is(err, ErrLimit) {
				t.Fatal(err)
			}
		}
		advance(2)
		seen, err := Open(&hasty{quick, func() { advance(stages) }}, dir)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := seen.Status(); err != nil {
			t.Errorf("%d stages on: %v", stages, err)
		} else if done := s.Residues[0]; s.Work != storage.AtWork || done.Stage != 2+stages || done.Known != (stages == rest) {
			t.Errorf("%d stages on: %+v", stages, s)
		}
	}
}

// Tasks of one residue look how far another one has come, whose tasks go on meanwhile: that is no damage.
func TestProgressOfResidueAtWork(t *testing.T) {
	for _, stages := range []int{1, 2, 5} {
		r, dir := start(t, quick, square, Options{KeepEvery: -1})
		advanceTo(t, r, 2)
		fs := &hasty{quick, nil}
		seen, err := Open(fs, dir)
		if err != nil {
			t.Fatal(err)
		}
		fs.work = func() { advanceTo(t, r, 2+stages) }
		if next, err := withEngine(t, seen).progress(0); err != nil || next[0] < 2 || next[0] > 2+stages {
			t.Errorf("%d stages on: stage %v is next, %v", stages, next, err)
		}
	}
}

// Ctrl-C in the middle of a stage leaves a run that goes on.
func TestCancelledRunsGoOn(t *testing.T) {
	r, _ := start(t, quick, square, Options{})
	for calls := 0; ; calls++ {
		ctx, cancel := context.WithCancel(context.Background())
		bins := 0
		err := r.Advance(ctx, Limits{}, func(float64) {
			if bins++; bins == 5 {
				cancel()
			}
		})
		cancel()
		if err == nil {
			if calls < 5 {
				t.Errorf("the run was cancelled %d times only", calls)
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	wantResult(t, r)
}

// What a program that was killed while it removed a stage left of that is removed by
// the next one, and not kept beside the vector until the residue is known.
func TestLeftStagesAreRemoved(t *testing.T) {
	r, dir := start(t, quick, square, Options{KeepEvery: -1})
	if err := r.Advance(context.Background(), Limits{Stages: 3}, nil); !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	old := clone(t, dir)
	if err := r.Advance(context.Background(), Limits{Stages: 2}, nil); !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	const left = "residue-00/stage-0002"
	if err := os.Rename(filepath.Join(old, left), filepath.Join(dir, left)); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, left, "bin-000.tiles")); err != nil {
		t.Fatal(err)
	}
	if err := r.Advance(context.Background(), Limits{Stages: 1}, nil); !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	stages, err := r.stageDirs(0)
	if err != nil || len(stages) != 1 || stages[0] != 5 {
		t.Errorf("stages %v are left, %v; want stage 5 alone", stages, err)
	}
}
