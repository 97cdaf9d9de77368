package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"combigo/board"
	"combigo/border"
	"combigo/internal/storage"
	"combigo/result"
)

// tight is the least memory that the large board can do with, so that large bins go through
// in many parts.
func tight(threads int) result.Bytes {
	return result.Bytes(engineOf(large).ExternalNeed(border.Options{Threads: threads}).Least)
}

// spillsIn lists the spills below a directory.
func spillsIn(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*", "*", "*.round-*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestRunInParts(t *testing.T) {
	t.Parallel()
	for _, threads := range []int{1, 2, 5} {
		least := tight(threads)
		whole := result.Bytes(engineOf(large).ExternalNeed(border.Options{Threads: threads}).Whole)
		for i, memory := range []result.Bytes{least, (2*least + whole) / 3} {
			if testing.Short() && (threads != 2 || i > 0) {
				continue
			}
			fs := &watched{FS: quick}
			r, dir := start(t, fs, large, Options{Threads: threads, Memory: memory, KeepEvery: -1})
			if threads == 5 {
				r.settings.Reclaim = true
			}
			limits := Limits{Stages: r.stages()} // of the first residue
			if threads == 2 && i == 0 {
				limits = Limits{}
			}
			switch err := r.Advance(context.Background(), limits, nil); {
			case limits.Stages > 0 && errors.Is(err, ErrLimit):
				wantFirstResidue(t, r)
			case limits.Stages == 0 && err == nil:
				wantResult(t, r)
			default:
				t.Fatal(err)
			}
			if left := spillsIn(t, dir); len(left) > 0 || fs.spills.Load() == 0 {
				t.Errorf("%d threads, %s: %d spills, %v are left", threads, memory, fs.spills.Load(), left)
			}
		}
	}
}

// What is moved, and what is on the disk, are what the plan says.
func TestPlanOfParts(t *testing.T) {
	t.Parallel()
	fs := &watched{FS: quick}
	opt := Options{Method: DP, Threads: 2, Memory: tight(2), KeepEvery: -1}
	plan, err := NewPlan(fs, filepath.Join(t.TempDir(), "run"), large, opt)
	if err != nil {
		t.Fatal(err)
	}
	if plan.Memory != opt.Memory || plan.Parts.Least != opt.Memory || plan.Parts.Whole <= opt.Memory || plan.Parts.Disk == 0 {
		t.Errorf("%s of memory: %+v", opt.Memory, plan)
	}
	r, err := plan.Start(fs)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Advance(context.Background(), Limits{}, nil); err != nil {
		t.Fatal(err)
	}
	h := r.readLogs()
	if moved := result.Bytes(h.read + h.written); moved != plan.Traffic || plan.Parts.Traffic >= moved {
		t.Errorf("%s are moved, estimated %s with %s of spills", moved, plan.Traffic, plan.Parts.Traffic)
	}
	if most := result.Bytes(fs.most.Load()); most > plan.Parts.Disk+margin || most < plan.Parts.Disk/4 {
		t.Errorf("%s of spills at once, estimated %s", most, plan.Parts.Disk)
	}
	opt.Memory--
	var refused *MemoryError
	if _, err := Start(fs, filepath.Join(t.TempDir(), "run"), large, opt); !errors.As(err, &refused) || refused.Need != tight(2) {
		t.Errorf("a byte less: %v", err)
	}
}

// watched is a file system that counts the spills and the bytes of them that are there,
// but for what is given back.
type watched struct {
	storage.FS
	spills, there, most atomic.Int64
	sizes               sync.Map
}

func isSpill(name string) bool { return strings.Contains(filepath.Base(name), ".round-") }

func (w *watched) Create(name string) (storage.File, error) {
	file, err := w.FS.Create(name)
	if !isSpill(name) {
		return file, err
	}
	w.spills.Add(1)
	size := new(atomic.Int64)
	w.sizes.Store(name, size)
	return watchedFile{file, w, size}, err
}

type watchedFile struct {
	storage.File
	fs   *watched
	size *atomic.Int64
}

func (f watchedFile) WriteAt(b []byte, offset int64) (int, error) {
	n, err := f.File.WriteAt(b, offset)
	f.size.Add(int64(n))
	there := f.fs.there.Add(int64(n))
	for most := f.fs.most.Load(); there > most && !f.fs.most.CompareAndSwap(most, there); most = f.fs.most.Load() {
	}
	return n, err
}

func (w *watched) Remove(name string) error {
	if size, ok := w.sizes.LoadAndDelete(name); ok {
		w.there.Add(-size.(*atomic.Int64).Load())
	}
	return w.FS.Remove(name)
}

// The program is killed at random moments while bins go through in parts. The next one
// removes what it left, and does the bin again.
func TestKilledRunsInParts(t *testing.T) {
	t.Parallel()
	opt := Options{Method: DP, Threads: 2, Memory: tight(2), KeepEvery: -1}
	if testing.Short() {
		killUntilDone(t, 3, large, opt, nil)
		return
	}
	killUntilDone(t, 4, large, opt, func(r *Run) { r.settings.Reclaim = true })
}

// What a killed program spilled is removed by the next one.
func TestLeftSpillsAreRemoved(t *testing.T) {
	fs := &stopping{FS: quick}
	r, dir := start(t, fs, large, Options{Threads: 2, Memory: tight(2), KeepEvery: -1})
	if err := r.Advance(context.Background(), Limits{Stages: 2}, nil); !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	fs.stopped = true
	if err := r.Advance(context.Background(), Limits{Stages: 1}, nil); !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	if len(spillsIn(t, dir)) == 0 {
		t.Fatal("no spills are left")
	}
	fs.stopped = false
	if err := r.Advance(context.Background(), Limits{}, nil); err != nil {
		t.Fatal(err)
	}
	wantResult(t, r)
	if left := spillsIn(t, dir); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}

// stopping is a file system that leaves files as a killed program would: from some moment
// on none is finished, and none removed.
type stopping struct {
	storage.FS
	stopped bool
	files   atomic.Int64
}

func (s *stopping) Create(name string) (storage.File, error) {
	if s.stopped && isSpill(name) && s.files.Add(1) > 3 {
		return nil, syscall.EIO
	}
	return s.FS.Create(name)
}

func (s *stopping) Remove(name string) error {
	if s.stopped {
		return syscall.EIO
	}
	return s.FS.Remove(name)
}

func TestFullDiskInParts(t *testing.T) {
	if testing.Short() {
		t.Skip("fills the disk dozens of times")
	}
	t.Parallel()
	fillDisk(t, quick, large, Options{Threads: 2, Memory: tight(2), KeepEvery: -1})
}

// spoiling is a file system on which spills come to harm once they are finished.
type spoiling struct {
	storage.FS
	t      *testing.T
	spoil  func(name string, content []byte) (spoilt []byte, removed bool)
	spoilt atomic.Int64
	left   atomic.Int64 // spills that will be
	mu     sync.Mutex
	before []byte // content of the spill before
}

// Open opens a spill that was just finished.
func (s *spoiling) Open(name string) (storage.File, error) {
	if !isSpill(name) {
		return s.FS.Open(name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	content, err := os.ReadFile(name)
	if err != nil {
		s.t.Error(err)
	}
	if s.left.Load() > 0 && len(s.before) > 0 {
		s.left.Add(-1)
		s.spoilt.Add(1)
		change, removed := s.spoil(name, bytes.Clone(content))
		if removed {
			err = os.Remove(name)
		} else {
			err = os.WriteFile(name, change, 0o644)
		}
		if err != nil {
			s.t.Error(err)
		}
	}
	s.before = content
	return s.FS.Open(name)
}

// Spills that are altered, cut, exchanged or lost never give a wrong number: the bin is done
// again; if it happens time and again the program ends, and says what to do.
func TestDamagedSpills(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 9))
	for what, spoil := range map[string]func(fs *spoiling, content []byte) ([]byte, bool){
		"flip": func(_ *spoiling, b []byte) ([]byte, bool) {
			b[random.IntN(len(b))] ^= 1 << random.IntN(8)
			return b, false
		},
		"cut":   func(_ *spoiling, b []byte) ([]byte, bool) { return b[:random.IntN(len(b))], false },
		"empty": func(*spoiling, []byte) ([]byte, bool) { return nil, false },
		"loss":  func(*spoiling, []byte) ([]byte, bool) { return nil, true },
		"spill of another part": func(fs *spoiling, _ []byte) ([]byte, bool) {
			return fs.before, false
		},
		"exchanged values": func(_ *spoiling, b []byte) ([]byte, bool) {
			n := len(b) / 16 * 8
			return bytes.Join([][]byte{b[n : 2*n], b[:n], b[2*n:]}, nil), false
		},
	} {
		if testing.Short() && what != "flip" && what != "loss" {
			continue
		}
		fs := &spoiling{FS: quick, t: t}
		fs.spoil = func(_ string, content []byte) ([]byte, bool) { return spoil(fs, content) }
		r, dir := start(t, fs, large, Options{Threads: 2, Memory: tight(2), KeepEvery: -1})
		fs.left.Store(1)
		if err := r.Advance(context.Background(), Limits{Stages: 3}, nil); !errors.Is(err, ErrLimit) || fs.spoilt.Load() != 1 {
			t.Errorf("%s: %v, %d spills were damaged", what, err, fs.spoilt.Load())
		}
		if s, err := r.Status(); err != nil || s.Again != 1 {
			t.Errorf("%s: %v; the status tells of %d damaged spills", what, err, s.Again)
		}
		fs.left.Store(1 << 40)
		err := r.Advance(context.Background(), Limits{}, nil)
		var damage *DamageError
		if !errors.As(err, &damage) || !strings.Contains(err.Error(), ".round-") || !strings.Contains(err.Error(), "fix: combigo run resume") ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s, time and again: %v", what, err)
		}
		if left := spillsIn(t, dir); len(left) > 0 {
			t.Errorf("%s: %v are left", what, left)
		}
		fs.left.Store(0)
		if err := r.Advance(context.Background(), Limits{Stages: r.stages()}, nil); err != nil && !errors.Is(err, ErrLimit) {
			t.Errorf("%s: the fix leads to %v", what, err)
		}
		wantFirstResidue(t, r)
	}
}

// wantFirstResidue checks the first residue against the engine in memory.
func wantFirstResidue(t *testing.T, r *Run) {
	t.Helper()
	want, _, err := border.Residues(context.Background(), r.Size().Short(), r.Size().Long(), []uint64{r.modulus(0)}, border.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if o := r.outcomes[0]; !o.known || o.value.Uint64() != want[0] {
		t.Errorf("the first residue is %+v, want %d", o, want[0])
	}
}

// Tasks of a cluster whose memory is short go through in parts, two at the same time as well.
func TestTasksInParts(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every task twice")
	}
	t.Parallel()
	memory := (tight(1) >> 10) + 1
	_, dir := start(t, quick, large, Options{Engine: Slurm, KeepEvery: -1, Cluster: &Cluster{
		Program: "combigo", Tasks: 3, CPUs: 1, Memory: fmt.Sprintf("%dK", memory),
	}, Threads: 1})
	r := open(t, dir)
	for stage := range r.stages() {
		var wg sync.WaitGroup
		for task := range r.tasks(stage, r.settings.Cluster.Tasks) {
			for range 2 {
				one := open(t, dir)
				wg.Go(func() {
					if err := one.Task(context.Background(), 0, stage, task, 3); err != nil {
						t.Errorf("stage %d, task %d: %v", stage, task, err)
					}
				})
			}
		}
		wg.Wait()
		if left := spillsIn(t, dir); len(left) > 0 {
			t.Errorf("stage %d: %v are left", stage, left)
		}
	}
	end := open(t, dir)
	if err := end.Collect(0); err != nil {
		t.Fatal(err)
	}
	wantFirstResidue(t, end)
}

// A run that was begun with much memory goes on with little, and the other way round: the
// files are the same, byte for byte.
func TestMemoryLeavesFilesAlone(t *testing.T) {
	t.Parallel()
	size := board.Size{Rows: 8, Cols: 8}
	contents := func(memory result.Bytes) map[string][]byte {
		r, dir := start(t, quick, size, Options{Threads: 2, Memory: memory, KeepEvery: -1})
		r.manifest.ID = strings.Repeat("ab", 16)
		if err := r.Advance(context.Background(), Limits{Stages: 5}, nil); !errors.Is(err, ErrLimit) {
			t.Fatal(err)
		}
		found := map[string][]byte{}
		for _, name := range files(t, dir) {
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Ext(name) == tilesEnd {
				found[filepath.Base(name)] = content
			}
		}
		return found
	}
	uncut, cut := contents(0), contents(result.Bytes(engineOf(size).ExternalNeed(border.Options{Threads: 2}).Least))
	if len(uncut) != len(cut) || len(cut) == 0 {
		t.Errorf("%d files and %d", len(uncut), len(cut))
	}
	for name, content := range uncut {
		if !bytes.Equal(content, cut[name]) {
			t.Errorf("%s differs", name)
		}
	}
}
