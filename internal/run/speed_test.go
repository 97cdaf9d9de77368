package run

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"combigo.dev/combigo/internal/storage"
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

// What threads get is what they do, in units of what one does that is not interrupted.
func TestMeasureProcessors(t *testing.T) {
	for _, threads := range []int{1, 2, 4 * runtime.NumCPU()} {
		if got := measureProcessors(threads); got <= 0 || got > float64(10*threads) {
			t.Errorf("%d threads get %.2f processors of %d", threads, got, runtime.NumCPU())
		}
	}
	ms := func(n ...int) (all []time.Duration) {
		for _, i := range n {
			all = append(all, time.Duration(i)*time.Millisecond)
		}
		return all
	}
	for _, test := range []struct {
		pieces []time.Duration
		want   float64
	}{
		{ms(10, 10, 10, 10, 10, 10, 10, 10, 10, 10), 1},
		{ms(10, 10, 10, 10, 60), 0.5}, // interrupted once, for half of the time
		{ms(10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10), 2},
	} {
		if got := processors(test.pieces, 100*time.Millisecond); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%v: %.2f processors, want %.2f", test.pieces, got, test.want)
		}
	}
	p, err := NewPlan(quick, t.TempDir(), square, Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	p.Speed = DiskSpeed{Bytes: 1e15}
	p.estimateTime()
	alone := p.Time
	for left, slower := range map[float64]float64{0.5: 4, 1: 2, 2: 1, 5: 1} {
		p.Processors = left
		if p.estimateTime(); p.Time.Seconds() < 0.99*slower*alone.Seconds() || p.Time.Seconds() > 1.01*slower*alone.Seconds() {
			t.Errorf("with %.1f processors it takes %s, with two %s", left, p.Time, alone)
		}
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
		p, err := NewPlan(fs, filepath.Join(above, "not", "there"), square, Options{})
		if err != nil {
			t.Fatal(err)
		}
		p.Measure(fs)
		return p
	}
	above := t.TempDir()
	const sync = 30 * time.Millisecond
	p := plan(slow{quick, sync}, above)
	files := time.Duration(len(p.need.stages) * p.Shares)
	if !p.Speed.Measured || p.Speed.File < sync || p.Time < files*sync {
		t.Errorf("a disk that takes %s to sync a file is measured as %+v; %d files take %s", sync, p.Speed, files, p.Time)
	}
	if entries, err := os.ReadDir(above); err != nil || len(entries) > 0 {
		t.Errorf("the measurement leaves %v, %v", entries, err)
	}
	if q := plan(readOnly{quick}, above); q.Speed != assumedSpeed {
		t.Errorf("a disk that cannot be written is measured as %+v", q.Speed)
	}
}
