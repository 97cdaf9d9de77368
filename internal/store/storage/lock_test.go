package storage

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A directory is for one program, and is free again afterwards.
func TestLock(t *testing.T) {
	dir := t.TempDir()
	if got := ActivityIn(OS, dir); got != Idle {
		t.Errorf("a new directory is %s", got)
	}
	lock, err := Lock(OS, dir, false)
	if err != nil {
		t.Fatal(err)
	}
	if got := ActivityIn(OS, dir); got != AtWork {
		t.Errorf("a locked directory is %s", got)
	}
	var locked *LockedError
	if second, err := Lock(OS, dir, false); !errors.As(err, &locked) {
		t.Errorf("a second lock gives %v, %v", second, err)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	if got := ActivityIn(OS, dir); got != Idle {
		t.Errorf("a directory that was unlocked is %s", got)
	}
	again, err := Lock(OS, dir, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
}

// lockless is a file system whose locks fail.
type lockless struct {
	FS
	err error
}

func (l lockless) Lock(string, bool) (io.Closer, error) { return nil, asNoLocks(l.err) }
func (l lockless) Locked(string) (bool, error)          { return false, asNoLocks(l.err) }

func TestFileSystemsWithoutLocks(t *testing.T) {
	for _, errno := range []error{syscall.ENOSYS, syscall.ENOTSUP, syscall.ENOLCK} {
		fs := lockless{OS, &os.PathError{Op: "flock", Path: "lock", Err: errno}}
		dir := t.TempDir()
		if _, err := Lock(fs, dir, false); !errors.Is(err, ErrNoLocks) {
			t.Errorf("%v: %v, want ErrNoLocks", errno, err)
		}
		if got := ActivityIn(fs, dir); got != Unknown {
			t.Errorf("%v: %s, want unknown", errno, got)
		}
	}
}

// A lock that may not be read is not one that is free.
func TestLockThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	fs := lockless{OS, &os.PathError{Op: "open", Path: "lock", Err: syscall.EACCES}}
	if got := ActivityIn(fs, dir); got != Unknown {
		t.Errorf("%s, want unknown", got)
	}
}

// To ask for a lock changes nothing, and needs no right to write.
func TestWorkingChangesNothing(t *testing.T) {
	dir := t.TempDir()
	lock, err := Lock(OS, dir, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(dir, LockName))
	if err != nil || info.Mode().Perm()&0o444 != 0o444 {
		t.Errorf("the lock has the mode %v, %v: want that all may read it", info.Mode(), err)
	}
	if got := ActivityIn(readOnly{OS}, dir); got != Idle {
		t.Errorf("%s, want idle", got)
	}
	if err := os.Remove(filepath.Join(dir, LockName)); err != nil {
		t.Fatal(err)
	}
	ActivityIn(OS, dir)
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("%v, %v: want an empty directory", entries, err)
	}
}

// readOnly is a file system of which nothing may be written.
type readOnly struct{ FS }

func (readOnly) Create(name string) (File, error)            { return nil, denied(name) }
func (readOnly) Remove(name string) error                    { return denied(name) }
func (readOnly) MkdirAll(name string) error                  { return denied(name) }
func (readOnly) Lock(name string, _ bool) (io.Closer, error) { return nil, denied(name) }

func denied(name string) error { return fmt.Errorf("%s: %w", name, syscall.EACCES) }

// durable is a file system that knows which names of directories a power cut would leave.
type durable struct {
	FS
	synced map[string]bool
}

func (d durable) SyncDir(name string) error {
	d.synced[name] = true
	return d.FS.SyncDir(name)
}

// The names of all directories that are made are durable.
func TestMakeDirSyncsParents(t *testing.T) {
	root := t.TempDir()
	d := durable{OS, map[string]bool{}}
	dir := filepath.Join(root, "a", "b", "c")
	for range 2 {
		if err := MakeDir(d, dir); err != nil {
			t.Fatal(err)
		}
		for parent := filepath.Dir(dir); ; parent = filepath.Dir(parent) {
			if !d.synced[parent] {
				t.Errorf("%s was not synced", parent)
			}
			if parent == root {
				break
			}
		}
		if d.synced[filepath.Dir(root)] {
			t.Error("a directory was synced of which nothing had changed")
		}
	}
	if err := os.WriteFile(filepath.Join(root, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := MakeDir(OS, filepath.Join(root, "file", "d")); err == nil {
		t.Error("a directory is made below a file")
	}
}

func TestRemoveTemporary(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "below"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"below/whole", TemporaryName("half", "dead"), TemporaryName("below/half.tiles", "dead"), TemporaryName("new", "alive")} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "odd.partial", "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	dead := func(tag string, changed time.Time) bool { return tag != "alive" && time.Since(changed) < time.Hour }
	if err := RemoveTemporary(OS, dir, dead); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, TemporaryName("new", "alive"))); err != nil {
		t.Error("the file of a program at work is gone", err)
	}
	for _, name := range []string{"", "below"} {
		if entries, err := os.ReadDir(filepath.Join(dir, name)); err != nil || len(entries) != 1 || IsTemporary(entries[0].Name()) {
			t.Errorf("%v are left in %q, %v; want what is whole", entries, name, err)
		}
	}
	if err := RemoveTemporary(OS, filepath.Join(dir, "none"), dead); err != nil {
		t.Error(err)
	}
}
