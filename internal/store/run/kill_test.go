package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/store/storage"
)

// The program is killed at random moments, until it comes to its end in between.
func TestKilledRunsGoOn(t *testing.T) {
	t.Parallel()
	killUntilDone(t, 0, odd, Options{Method: Modulo})
	killUntilDone(t, 1, board.Size{Rows: 4, Cols: 6}, Options{Method: Exact})
	more := []Dir{{Name: filepath.Join(t.TempDir(), "other"), Limit: 1 << 30}}
	killUntilDone(t, 4, odd, Options{Method: Modulo, Limit: 1 << 30, More: more})
	if !longtests.Wanted() {
		return
	}
	killUntilDone(t, 2, long, Options{Method: Exact})
	killUntilDone(t, 3, board.Size{Rows: 4, Cols: 6}, Options{Method: Modulo})
}

// killUntilDone starts a run whose program is killed time and again.
func killUntilDone(t *testing.T, seed uint64, size board.Size, opt Options) {
	t.Helper()
	random := rand.New(rand.NewPCG(7, seed))
	opt.Shares = 3
	r, dir := start(t, quick, size, opt)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	operations := 50
	kills := 0
	for ; !killed(t, dir, Part{}, false, random.IntN(2*operations)); kills++ {
		operations += 1 + operations/8 // so that every run comes to an end
		wantRoomFor(t, r, dir)
	}
	if kills == 0 {
		t.Error("the program was never killed")
	}
	wantResult(t, open(t, dir))
	t.Logf("killed %d times", kills)
}

// wantRoomFor checks that a run has no more on the disk than its plan says.
func wantRoomFor(t *testing.T, r *Run, dir string) {
	t.Helper()
	n, err := newNeed(r.Size(), r.manifest.Method, r.manifest.Primes, r.manifest.Spare, r.manifest.Holes)
	if err != nil {
		t.Fatal(err)
	}
	most, there := int64(n.Disk), int64(0)
	for _, name := range files(t, dir) {
		there += int64(sizeOf(name))
	}
	if there > most {
		t.Errorf("%d bytes are on the disk, want at most %d", there, most)
	}
}

// Files are damaged, and the program is killed, at random moments: also while it goes back to an
// earlier stage.
func TestDamagedAndKilledRunsGoOn(t *testing.T) {
	if !longtests.Wanted() {
		t.Skip("kills dozens of programs")
	}
	t.Parallel()
	random := rand.New(rand.NewPCG(17, 19))
	r, dir := start(t, quick, odd, Options{Method: Modulo})
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	operations := 50
	for kills := 0; ; kills++ {
		if killed(t, dir, Part{}, true, random.IntN(2*operations)) {
			t.Logf("killed %d times", kills)
			break
		}
		operations += 1 + operations/12
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
	wantResult(t, open(t, dir))
}

// killed goes on with a run in a process of its own, which looks first whether the files are sound
// if it is told to, and is killed after a number of operations. It tells whether that came to its
// end before.
func killed(t *testing.T, dir string, part Part, look bool, operations int) (finished bool) {
	t.Helper()
	var stderr bytes.Buffer
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), childDir+"="+dir, fmt.Sprintf("%s=%d/%d", childPart, part.Index+1, part.Of), fmt.Sprint(childOperations, "=", operations))
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
	_, dir := start(t, quick, odd, Options{})
	var busy *storage.LockedError
	if _, err := OpenLocked(quick, dir, Options{}); !errors.As(err, &busy) {
		t.Errorf("a second program gets %v, want a LockedError", err)
	}
	if _, err := Start(quick, dir, odd, Options{}); err == nil {
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
	r, err := Start(quick, dir, odd, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(quick, dir, odd, Options{}); err == nil || !strings.Contains(err.Error(), "a run already") {
		t.Errorf("a second run in the directory: %v", err)
	}
}

// Ctrl-C in the middle of a stage leaves a run that goes on.
func TestCancelledRunsGoOn(t *testing.T) {
	r, _ := start(t, quick, odd, Options{})
	for calls := 0; ; calls++ {
		ctx, cancel := context.WithCancel(context.Background())
		shares := 0
		err := r.Advance(ctx, Limits{}, func(float64) {
			if shares++; shares == 5 {
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
