package run

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"combigo/board"
	"combigo/internal/storage"
)

// failing is a file system that fails to read some files, a given number of times.
type failing struct {
	storage.FS
	end  string // of the names of these files
	err  error
	left *atomic.Int64
}

type failingFile struct {
	storage.File
	fs   failing
	name string
}

func (u failing) Open(name string) (storage.File, error) {
	file, err := u.FS.Open(name)
	return failingFile{file, u, name}, err
}

func (f failingFile) ReadAt(b []byte, offset int64) (int, error) {
	if strings.HasSuffix(f.name, f.fs.end) && f.fs.left.Add(-1) >= 0 {
		return 0, &os.PathError{Op: "read", Path: f.name, Err: f.fs.err}
	}
	return f.File.ReadAt(b, offset)
}

// An error of reading that may pass advises to read again, before anything is discarded; what this
// program lacks is no damage at all. When it has passed the run goes on.
func TestErrorsOfReading(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	dir := midway(t, 2)
	for _, end := range []string{tilesEnd, shareEnd} {
		for _, test := range []struct {
			err    error
			damage bool
			want   string
		}{
			{syscall.EIO, true, "the error may pass: combigo run resume " + dir + " reads the file again; if it stays, combigo run resume " + dir + " --recompute "},
			{syscall.EACCES, true, "make it readable; if that cannot be done, combigo run resume " + dir + " --recompute "},
			{syscall.ENOMEM, false, ""},
		} {
			fs := failing{quick, end, test.err, new(atomic.Int64)}
			fs.left.Store(1 << 40)
			r, err := OpenLocked(fs, dir, Options{Threads: 2})
			if err == nil {
				err = errors.Join(r.Advance(context.Background(), Limits{Stages: 1}, nil), r.Close())
			}
			var damage *DamageError
			if !errors.Is(err, test.err) || errors.As(err, &damage) != test.damage || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s, %v: %v, want %q", end, test.err, err, test.want)
			}
			seen, err := Open(fs, dir)
			if err != nil {
				if test.damage {
					t.Error(err)
				}
				continue
			}
			if _, err := seen.Status(); err != nil && test.damage {
				t.Errorf("%s, %v: status fails with %v", end, test.err, err)
			}
			if v, err := seen.Verify(context.Background(), nil); test.damage && (err != nil || len(v.Faults) == 0) {
				t.Errorf("%s, %v: verify says %+v, %v", end, test.err, v, err)
			}
		}
	}
	if err := goOn(t, dir); err != nil {
		t.Error(err)
	}
}

// A residue that cannot be read whatever is tried can be computed again.
func TestRecomputeOfUnreadableFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	for _, end := range []string{"residue-00" + shareEnd, "stage-0004/bin-001" + tilesEnd, "stage-0005/bin-002" + tilesEnd} {
		dir := midway(t, 2)
		fs := failing{quick, end, syscall.EIO, new(atomic.Int64)}
		fs.left.Store(1 << 40)
		r, err := OpenLocked(fs, dir, Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		residue := lastResidue
		if strings.HasPrefix(end, "residue") {
			residue = 0
		}
		if _, err := r.Recompute(context.Background(), residue, nil); err != nil {
			t.Errorf("%s: %v", end, err)
		}
		fs.left.Store(0) // new files are on sound parts of the disk
		if err := r.Advance(context.Background(), Limits{}, nil); err != nil {
			t.Errorf("%s: %v", end, err)
		}
		wantResult(t, r)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A file in the place of a directory is damage, too.
func TestFilesInThePlaceOfDirectories(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	dir := midway(t, 2)
	for _, name := range []string{"residue-02", "residue-02/stage-0004", "residue-02/stage-0005", "residue-02/stage-0003", "log"} {
		damaged := clone(t, dir)
		path := filepath.Join(damaged, name)
		if err := errors.Join(os.RemoveAll(path), os.WriteFile(path, []byte("x"), 0o644)); err != nil {
			t.Fatal(err)
		}
		err := goOn(t, damaged)
		if name == "log" || name == "residue-02/stage-0003" { // nothing stands on these
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		var damage *DamageError
		if !errors.As(err, &damage) || !strings.Contains(err.Error(), "--recompute 2") {
			t.Errorf("%s: %v, want a DamageError", name, err)
		}
		wantStatus(t, damaged, name)
		r, err := OpenLocked(quick, damaged, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Recompute(context.Background(), lastResidue, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if err := goOn(t, damaged); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// quota is a file system whose user has used up what he may have.
type quota struct{ storage.FS }

func (quota) Create(name string) (storage.File, error) {
	return nil, &os.PathError{Op: "open", Path: name, Err: syscall.EDQUOT}
}

func TestQuota(t *testing.T) {
	_, err := Start(quota{quick}, filepath.Join(t.TempDir(), "run"), square, Options{})
	if !errors.Is(err, syscall.EDQUOT) || !strings.Contains(err.Error(), "nothing is lost") {
		t.Errorf("%v, want that nothing is lost", err)
	}
}

// logless is a file system on which no log can be written, or even made.
type logless struct {
	storage.FS
	made bool
}

type loglessFile struct{ storage.File }

func (loglessFile) WriteAt([]byte, int64) (int, error) { return 0, syscall.ENOSPC }

func (l logless) Create(name string) (storage.File, error) {
	if filepath.Ext(name) != logEnd {
		return l.FS.Create(name)
	}
	if !l.made {
		return nil, syscall.ENOSPC
	}
	file, err := l.FS.Create(name)
	return loglessFile{file}, err
}

// A run does not depend on its log.
func TestLogThatCannotBeWritten(t *testing.T) {
	for _, made := range []bool{false, true} {
		r, _ := start(t, logless{quick, made}, square, Options{Threads: 2})
		if err := r.Advance(context.Background(), Limits{}, nil); err != nil {
			t.Error(err)
		}
		wantResult(t, r)
	}
}

// Nor does it depend on one that cannot be read.
func TestLogThatCannotBeRead(t *testing.T) {
	r, dir := start(t, quick, square, Options{Threads: 2})
	advanceTo(t, r, 2)
	if err := os.MkdirAll(filepath.Join(dir, logName, "other"+logEnd), 0o755); err != nil {
		t.Fatal(err)
	}
	if s, err := r.Status(); err != nil || s.LostLogs != 1 || s.Steps == 0 {
		t.Errorf("%+v, %v; want one log that is lost", s, err)
	}
}

// What killed programs left unfinished anywhere is removed by the next one.
func TestUnfinishedFilesAreRemoved(t *testing.T) {
	r, dir := start(t, quick, square, Options{KeepEvery: 1})
	advanceTo(t, r, 4)
	for _, name := range []string{
		"manifest.json.x.partial", "residue-00.share.x.partial", "residue-00/stage-0002/bin-001.tiles.x.partial",
		"residue-00/stage-0003/bin-001.tiles.x.partial",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Advance(context.Background(), Limits{Stages: 1}, nil); !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	for _, name := range files(t, dir) {
		if storage.IsTemporary(name) {
			t.Errorf("%s is left", name)
		}
	}
}

// What a killed measurement left beside the directory is removed by a later one.
func TestUnfinishedMeasurementsAreRemoved(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-time.Hour)
	left, other := filepath.Join(dir, ".combigo-speed-1.measured.partial"), filepath.Join(dir, "other.partial")
	young := filepath.Join(dir, ".combigo-speed-2") // of another program at work
	for _, name := range []string{left, other, young} {
		if err := os.WriteFile(name, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Chtimes(left, old, old), os.Chtimes(other, old, old)); err != nil {
		t.Fatal(err)
	}
	if _, err := measureDisk(quick, dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is left: %v", left, err)
	}
	for _, name := range []string{other, young} {
		if _, err := os.Stat(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// lockless is a file system without locks.
type lockless struct{ storage.FS }

func (lockless) Lock(string) (io.Closer, error) { return nil, storage.ErrNoLocks }
func (lockless) Locked(string) (bool, error)    { return false, storage.ErrNoLocks }

func TestRunWithoutLocks(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if _, err := Start(lockless{quick}, dir, square, Options{}); !errors.Is(err, storage.ErrNoLocks) {
		t.Errorf("%v, want ErrNoLocks", err)
	}
	r, err := Start(lockless{quick}, dir, square, Options{Locking: storage.Owner})
	if err != nil {
		t.Fatal(err)
	}
	seen, err := Open(lockless{quick}, dir)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := seen.Status(); err != nil || s.Work != storage.AtWork {
		t.Errorf("%+v, %v: want that a program is at work", s, err)
	}
	var locked *storage.LockedError
	if _, err := OpenLocked(lockless{quick}, dir, Options{Locking: storage.Owner}); !errors.As(err, &locked) {
		t.Errorf("%v, want a LockedError", err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err := seen.Status(); err != nil || s.Work != storage.Unknown {
		t.Errorf("%+v, %v: want that nothing is known", s, err)
	}
}

// A number that is not the one in print is not returned.
func TestResultIsComparedWithPrint(t *testing.T) {
	r, _ := start(t, quick, square, Options{Threads: 2})
	if err := r.Advance(context.Background(), Limits{}, nil); err != nil {
		t.Fatal(err)
	}
	res, err := r.Result(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if last := res.Checks[len(res.Checks)-1]; !strings.HasPrefix(last, "Combinatorics of Go, ") {
		t.Errorf("the last check is %q, want that with the number in print", last)
	}
	res.Value.SetBit(res.Value, 0, res.Value.Bit(0)^1)
	if err := checkPublished(square, res); err == nil {
		t.Error("a number that is not the one in print is returned")
	}
}

// A manifest whose residues share columns that they cannot share, though sealed, is refused.
func TestSharedColumnsOfManifest(t *testing.T) {
	for _, test := range []struct {
		method      Method
		shared      int
		spareColumn bool
		ok          bool
	}{
		{Modulo, 2, false, true},
		{Modulo, 2, true, true},
		{Modulo, 0, true, false},
		{Modulo, -1, false, false},
		{Modulo, 3, false, false}, // of 4 columns; the join reads the last two
		{Exact, 2, false, false},
		{DP, 2, false, false},
	} {
		size := board.Size{Rows: 5, Cols: 8}
		m := aManifest()
		m.Rows, m.Cols, m.Method, m.Shared, m.Spare, m.Moduli = 5, 8, test.method, test.shared, test.spareColumn, nil
		for _, prime := range primes(size, test.method, test.method != Exact) {
			m.Moduli = append(m.Moduli, decimal(prime))
		}
		text, err := m.seal()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parseManifest(text); (err == nil) != test.ok {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

// A manifest with other moduli than those of the size, though sealed, is refused.
func TestModuliAreThoseOfTheSize(t *testing.T) {
	for _, change := range []func(*manifest){
		func(m *manifest) { m.Moduli = m.Moduli[:len(m.Moduli)-1] },
		func(m *manifest) { m.Moduli[0], m.Moduli[1] = m.Moduli[1], m.Moduli[0] },
		func(m *manifest) { m.Moduli[0] = 97 },
		func(m *manifest) { m.Rows, m.Cols = 12, 12 },
	} {
		m := aManifest()
		change(m)
		text, err := m.seal()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parseManifest(text); err == nil || !strings.Contains(err.Error(), "moduli") {
			t.Errorf("%v: %v, want that the moduli are wrong", m.Moduli, err)
		}
	}
}
