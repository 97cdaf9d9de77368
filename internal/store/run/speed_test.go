package run

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"combigo.dev/combigo/internal/store/storage"
)

// slow is a file system that takes its time to sync.
type slow struct {
	storage.FS
	sync time.Duration
}

type slowFile struct {
	storage.File
	sync time.Duration
}

func (s slow) Create(name string) (storage.File, error) {
	file, err := s.FS.Create(name)
	return slowFile{file, s.sync}, err
}

func (f slowFile) Sync() error {
	time.Sleep(f.sync)
	return nil
}

// On a fast disk the time is that of the processors.
func TestTimeOfThreads(t *testing.T) {
	times := map[int]time.Duration{}
	for _, threads := range []int{1, 4} {
		p, err := NewPlan(quick, t.TempDir(), odd, Options{Threads: threads, Shares: 8})
		if err != nil {
			t.Fatal(err)
		}
		p.Dirs[0].Speed = DiskSpeed{Bytes: 1e15}
		p.estimate()
		times[threads] = p.Time
	}
	if ratio := times[1].Seconds() / times[4].Seconds(); ratio < 3.99 || ratio > 4.01 {
		t.Errorf("a thread takes %s, four take %s", times[1], times[4])
	}
}

// readOnly is a file system in which no file can be made.
type readOnly struct{ storage.FS }

func (readOnly) Create(name string) (storage.File, error) {
	return nil, &fs.PathError{Op: "create", Path: name, Err: errors.New("read-only")}
}

// Of two disks the slower one is estimated to take longer, and nothing is left of the measurement.
func TestMeasure(t *testing.T) {
	t.Parallel()
	plan := func(fs storage.FS, above string) *Plan {
		p, err := NewPlan(fs, filepath.Join(above, "not", "there"), odd, Options{})
		if err != nil {
			t.Fatal(err)
		}
		p.Measure(fs)
		return p
	}
	above := t.TempDir()
	const sync = 30 * time.Millisecond
	p := plan(slow{quick, sync}, above)
	files := time.Duration(p.Shares * len(p.chains[0].Stages)) // of one chain, at least
	if !p.Dirs[0].Speed.Measured || p.Dirs[0].Speed.File < sync || p.Time < files*sync {
		t.Errorf("a disk that takes %s to sync a file is measured as %+v; %d files take %s", sync, p.Dirs[0].Speed, files, p.Time)
	}
	if entries, err := os.ReadDir(above); err != nil || len(entries) > 0 {
		t.Errorf("the measurement leaves %v, %v", entries, err)
	}
	if q := plan(readOnly{quick}, above); q.Dirs[0].Speed != assumedSpeed {
		t.Errorf("a disk that cannot be written is measured as %+v", q.Dirs[0].Speed)
	}
}
