package run

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"combigo/storage"
)

// The program is killed at random moments, until it comes to its end in between.
func TestKilledRunsGoOn(t *testing.T) {
	rounds := 3
	if testing.Short() {
		rounds = 1
	}
	for seed := range rounds {
		random := rand.New(rand.NewPCG(7, uint64(seed)))
		r, dir := start(t, storage.OS, square, Options{})
		r.manifest.Reclaim = seed%2 == 1
		if err := r.save(); err != nil {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		patience := 20 * time.Millisecond
		kills := 0
		for ; !killed(t, dir, patience+time.Duration(random.Int64N(int64(patience)))); kills++ {
			patience = patience * 21 / 20 // so that slow machines come to an end, too
		}
		if kills == 0 {
			t.Error("the program was never killed")
		}
		done, err := Open(storage.OS, dir)
		if err != nil {
			t.Fatal(err)
		}
		wantResult(t, done)
		t.Logf("killed %d times", kills)
	}
}

// killed goes on with a run in a process of its own, and kills it after a time. It
// tells whether that came to its end before.
func killed(t *testing.T, dir string, after time.Duration) (finished bool) {
	t.Helper()
	var stderr bytes.Buffer
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), childDir+"="+dir)
	command.Stderr = &stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { _ = command.Process.Kill() })
	defer timer.Stop()
	err := command.Wait()
	if stderr.Len() > 0 {
		t.Fatalf("the program fails: %s", &stderr)
	}
	return err == nil
}

func TestTwoProgramsInOneDirectory(t *testing.T) {
	_, dir := start(t, storage.OS, square, Options{})
	var busy *BusyError
	if _, err := OpenLocked(storage.OS, dir, Options{}); !errors.As(err, &busy) {
		t.Errorf("a second program gets %v, want a BusyError", err)
	}
	if _, err := Start(storage.OS, dir, square, Options{}); err == nil {
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
	r, err := Start(storage.OS, dir, square, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(storage.OS, dir, square, Options{}); err == nil || !strings.Contains(err.Error(), "a run already") {
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
	for _, stages := range []int{1, 2, 14} { // the last are all that is left of the residue
		r, dir := start(t, storage.OS, square, Options{})
		advance := func(stages int) {
			if err := r.Advance(context.Background(), Limits{Stages: stages}, nil); !errors.Is(err, ErrLimit) {
				t.Fatal(err)
			}
		}
		advance(2)
		seen, err := Open(&hasty{storage.OS, func() { advance(stages) }}, dir)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := seen.Status(); err != nil {
			t.Errorf("%d stages on: %v", stages, err)
		} else if done := s.Residues[0]; !s.Busy || done.Stage != 2+stages || done.Known != (stages == 14) {
			t.Errorf("%d stages on: %+v", stages, s)
		}
		var busy *BusyError
		if v, err := seen.Verify(context.Background(), nil); !errors.As(err, &busy) {
			t.Errorf("files that come and go are verified: %v, %v", v, err)
		}
	}
}

// Ctrl-C in the middle of a stage leaves a run that goes on.
func TestCancelledRunsGoOn(t *testing.T) {
	r, _ := start(t, storage.OS, square, Options{})
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
	r, dir := start(t, storage.OS, square, Options{})
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
