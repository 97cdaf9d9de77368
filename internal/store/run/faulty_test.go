package run

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/store/storage"
)

// faulty is a file system whose disk is full after a number of operations that
// change something, until room is made; or the program is killed then.
type faulty struct {
	storage.FS
	left  *atomic.Int64
	kills bool
}

func (f faulty) fail() error {
	if f.left.Add(-1) < 0 {
		return f.fault()
	}
	return nil
}

func (f faulty) fault() error {
	if f.kills {
		if self, err := os.FindProcess(os.Getpid()); err == nil && self.Kill() == nil {
			select {}
		}
	}
	return syscall.ENOSPC
}

func (f faulty) Create(name string) (storage.File, error) {
	if err := f.fail(); err != nil {
		return nil, err
	}
	file, err := f.FS.Create(name)
	return faultyFile{file, f}, err
}

func (f faulty) Rename(from, to string) error {
	if err := f.fail(); err != nil {
		return err
	}
	return f.FS.Rename(from, to)
}

func (f faulty) MkdirAll(name string) error {
	if err := f.fail(); err != nil {
		return err
	}
	return f.FS.MkdirAll(name)
}

func (f faulty) Remove(name string) error {
	if f.kills {
		_ = f.fail()
	}
	return f.FS.Remove(name)
}

// Punch may be the moment when the program is killed, or the one after the hole is made.
func (f faulty) Punch(name string, offset, length int64) error {
	if f.kills {
		_ = f.fail()
	}
	return f.FS.Punch(name, offset, length)
}

type faultyFile struct {
	storage.File
	fs faulty
}

// WriteAt writes half of what it should when that happens.
func (f faultyFile) WriteAt(b []byte, offset int64) (int, error) {
	if f.fs.left.Add(-1) < 0 {
		n, _ := f.File.WriteAt(b[:len(b)/2], offset)
		return n, f.fs.fault()
	}
	return f.File.WriteAt(b, offset)
}

func (f faultyFile) Sync() error {
	if err := f.fs.fail(); err != nil {
		return err
	}
	return f.File.Sync()
}

func TestFullDisk(t *testing.T) {
	if !longtests.Wanted() {
		t.Skip("fills the disk dozens of times")
	}
	fillDisk(t, quick, odd, Options{Threads: 2, Method: Modulo})
}

// fillDisk computes on a disk that is full time and again, which leaves nothing there that is of
// no use.
func fillDisk(t *testing.T, fs storage.FS, size board.Size, opt Options) {
	t.Helper()
	var left atomic.Int64
	left.Store(1 << 40)
	r, _ := start(t, faulty{fs, &left, false}, size, opt)
	failures := 0
	for operations := int64(1); ; operations = operations*5/4 + 1 {
		left.Store(operations)
		err := r.Advance(context.Background(), Limits{}, nil)
		if err == nil {
			break
		}
		var help *HelpError
		if !errors.Is(err, syscall.ENOSPC) || !errors.As(err, &help) || help.Remedy != MakeRoom {
			t.Fatalf("after %d operations: %v", operations, err)
		}
		failures++
	}
	if failures < 10 {
		t.Errorf("the disk was full %d times only", failures)
	}
	left.Store(1 << 40)
	wantResult(t, r)
}

func TestFullDiskAtTheStart(t *testing.T) {
	for operations := range int64(4) {
		var left atomic.Int64
		left.Store(operations)
		_, err := Start(faulty{storage.OS, &left, false}, t.TempDir()+"/run", odd, Options{})
		if !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("after %d operations: %v", operations, err)
		}
	}
}

// An ordered file system knows the directories with names that a power cut would lose, and says
// when a file of tiles is removed before there is none.
type ordered struct {
	storage.FS
	t       *testing.T
	lock    *sync.Mutex
	pending map[string]bool
	removed *int
	punched *atomic.Int64
}

func (o ordered) Punch(name string, offset, length int64) error {
	o.punched.Add(1)
	return o.FS.Punch(name, offset, length)
}

func (o ordered) change(dir string, durable bool) {
	o.lock.Lock()
	defer o.lock.Unlock()
	if o.pending[dir] = true; durable {
		delete(o.pending, dir)
	}
}

func (o ordered) MkdirAll(name string) error {
	o.change(filepath.Dir(name), false)
	return o.FS.MkdirAll(name)
}

func (o ordered) Rename(from, to string) error {
	o.change(filepath.Dir(to), false)
	return o.FS.Rename(from, to)
}

func (o ordered) SyncDir(name string) error {
	o.change(name, true)
	return o.FS.SyncDir(name)
}

func (o ordered) Remove(name string) error {
	o.lock.Lock()
	defer o.lock.Unlock()
	if filepath.Ext(name) == tilesEnd {
		if *o.removed++; len(o.pending) > 0 {
			o.t.Errorf("%s is removed before the names in %v are durable", name, o.pending)
		}
	}
	return o.FS.Remove(name)
}

// Tiles are given back, and removed when what follows from them is durable, and the place of what
// comes next.
func TestTilesAreRemovedLast(t *testing.T) {
	for _, method := range []Method{Exact, Modulo} {
		o := ordered{quick, t, new(sync.Mutex), map[string]bool{}, new(int), new(atomic.Int64)}
		r, _ := start(t, o, odd, Options{Method: method, Shares: 2})
		o.punched.Store(0) // that holes can be made was found out by trying
		advance(t, r, 0)
		if *o.removed == 0 || r.manifest.Holes && o.punched.Load() == 0 {
			t.Errorf("%d files are removed, %d tiles given back", *o.removed, o.punched.Load())
		}
	}
}
