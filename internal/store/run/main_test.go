package run

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"combigo.dev/combigo/internal/store/storage"
)

// childDir tells the test program to be the program that is killed: it goes on with
// the run in the directory that the variable names.
const childDir = "COMBIGO_TEST_RUN_DIR"

// childOperations tells it after how many operations on files it kills itself, at the moment that
// any of its threads has come to.
const childOperations = "COMBIGO_TEST_RUN_OPERATIONS"

// childPart is the part of the work that it does.
const childPart = "COMBIGO_TEST_RUN_PART"

// childLooks tells it to recompute what is damaged first.
const childLooks = "COMBIGO_TEST_RUN_LOOKS"

func TestMain(m *testing.M) {
	patience = 50 * time.Millisecond
	if dir := os.Getenv(childDir); dir != "" {
		if err := child(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(inMemory(m.Run))
}

// temporary is a directory for all tests.
var temporary string

// inMemory has the tests put their files in memory, where the system has a file system there with
// room enough: they write tens of thousands, few of which are to be on a disk.
func inMemory(run func() int) int {
	const memory, room = "/dev/shm", 4 << 30
	above := ""
	if free, err := storage.OS.Free(memory); err == nil && free > room {
		above = memory
	}
	removeLeft(cmp.Or(above, os.TempDir()))
	var err error
	if temporary, err = os.MkdirTemp(above, directories); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(temporary)
	lock, err := storage.OS.Lock(filepath.Join(temporary, lockOfTests), false) // until the process ends
	if err == nil {
		defer lock.Close()
	}
	if above != "" && os.Getenv("TMPDIR") == "" {
		os.Setenv("TMPDIR", temporary)
	}
	return run()
}

const (
	directories = "combigo-run-test"
	lockOfTests = "lock"
)

// removeLeft removes the directories of tests that were killed: those that nobody has locked.
func removeLeft(above string) {
	locks, _ := filepath.Glob(filepath.Join(above, directories+"*", lockOfTests))
	for _, name := range locks {
		if lock, err := storage.OS.Lock(name, false); err == nil {
			os.RemoveAll(filepath.Dir(name))
			lock.Close()
		}
	}
}

func child(dir string) error {
	operations, err := strconv.ParseInt(os.Getenv(childOperations), 10, 64)
	if err != nil {
		return err
	}
	part, _ := ParsePart(os.Getenv(childPart)) // 1/0 is no part
	var left atomic.Int64
	left.Store(operations)
	r, err := OpenLocked(faulty{quick, &left, true}, dir, Options{Threads: 2, Part: part})
	if err != nil {
		return err
	}
	for i := range r.chains {
		if s, err := r.state(i); err == nil && s.Value != nil || os.Getenv(childLooks) == "" {
			continue
		}
		if _, err := r.Recompute(context.Background(), i, nil); err != nil {
			return err
		}
	}
	return r.Advance(context.Background(), Limits{}, nil)
}
