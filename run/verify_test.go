package run

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"combigo/internal/storage"
)

// sudden is a file system on which something happens just before a file is opened, once.
type sudden struct {
	storage.FS
	name   string // of the file
	happen func()
}

func (s *sudden) Open(name string) (storage.File, error) {
	if happen := s.happen; happen != nil && filepath.Base(name) == s.name {
		s.happen = nil
		happen()
	}
	return s.FS.Open(name)
}

// Files that are done with while they are verified are no faults, however far the
// run goes on behind the back of the reader.
func TestVerifyOfRunAtWork(t *testing.T) {
	t.Parallel()
	for _, keepEvery := range []int{-1, 1, 3} {
		for _, reclaim := range []bool{false, true} {
			if reclaim && keepEvery > 0 {
				continue
			}
			for _, stages := range []int{1, 2, 5, 14, 17} { // the last but one is the end of the residue
				if testing.Short() && (stages == 2 || stages > 14) {
					continue
				}
				testVerifyAtWork(t, keepEvery, reclaim, stages)
			}
		}
	}
}

func testVerifyAtWork(t *testing.T, keepEvery int, reclaim bool, stages int) {
	t.Helper()
	r, dir := start(t, quick, square, Options{KeepEvery: keepEvery})
	r.settings.Reclaim = reclaim
	if err := r.save(); err != nil {
		t.Fatal(err)
	}
	advanceTo(t, r, 2)
	fs := &sudden{quick, "bin-002.tiles", func() {
		if err := r.Advance(context.Background(), Limits{Stages: stages}, nil); !errors.Is(err, ErrLimit) {
			t.Fatal(err)
		}
	}}
	seen, err := Open(fs, dir)
	if err != nil {
		t.Fatal(err)
	}
	v, err := seen.Verify(context.Background(), nil)
	if err != nil || len(v.Faults) > 0 || fs.happen != nil {
		t.Errorf("keep %d, %d stages on: %v, %+v", keepEvery, stages, err, v)
	}
	if keepEvery != 1 && v.Gone == 0 {
		t.Errorf("keep %d, %d stages on: no file is gone, %+v", keepEvery, stages, v)
	}
}

// Tiles that are given back while they are verified are no faults, and those beside them
// still count.
func TestVerifyOfTilesGivenBack(t *testing.T) {
	if !storage.CanDiscard {
		t.Skip("this system cannot give parts of files back")
	}
	r, dir := startShort(t, large, Options{})
	advanceTo(t, r, 4)
	stop := errors.New("enough")
	fs := &sudden{quick, "bin-002.tiles", func() {
		ctx, cancel := context.WithCancelCause(context.Background())
		reports := 0
		err := r.Advance(ctx, Limits{}, func(float64) {
			if reports++; reports > 1 { // one bin, or some
				cancel(stop)
			}
		})
		if !errors.Is(err, stop) && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}}
	seen, err := Open(fs, dir)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := seen.Verify(context.Background(), nil); err != nil || len(v.Faults) > 0 {
		t.Errorf("%v, %+v", err, v)
	}
	next, done, err := r.nextStage(0)
	if err != nil || next.stage != 4 || all(done) || !slices.Contains(done, true) {
		t.Fatalf("bins %v of stage %d are done, %v; want some of stage 4", done, next.stage, err)
	}
	damagedFiles[0].hurt(t, r, place{0, 3})
	alter(t, r.binName(place{0, 3}, 0), func(b []byte) []byte { b[len(b)-1] ^= 1; return b })
	if v, err := seen.Verify(context.Background(), nil); err != nil || len(v.Faults) == 0 {
		t.Errorf("damage beside tiles that are given back is not seen: %v, %+v", err, v)
	}
}

// However often a program gives tiles back between a look at the run and the reading of a file, that is no fault.
func TestVerifyOfTilesGivenBackEachTime(t *testing.T) {
	if !storage.CanDiscard {
		t.Skip("this system cannot give parts of files back")
	}
	r, dir := startShort(t, large, Options{Threads: 1})
	advanceTo(t, r, 4)
	fs := &sudden{FS: quick, name: "bin-002.tiles"}
	changes := 0
	var goOn func()
	goOn = func() {
		next, done, err := r.nextStage(0)
		if err != nil {
			t.Fatal(err)
		}
		left := undone(done)
		if next.stage != 4 || len(left) < 2 {
			return
		}
		m, err := r.newMeter(nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.stage(context.Background(), next, left[:1], time.Time{}, m); err != nil {
			t.Fatal(err)
		}
		changes++
		fs.happen = goOn
	}
	fs.happen = goOn
	seen, err := Open(fs, dir)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := seen.Verify(context.Background(), nil); err != nil || len(v.Faults) > 0 {
		t.Errorf("%v, %+v", err, v)
	}
	if changes < 3 {
		t.Errorf("the run went on between %d readings, want at least 3", changes)
	}
}

// A run is verified time and again while a program works there, and then tasks of a
// cluster.
func TestVerifyBesidePrograms(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]func() (*Run, string){
		"keep":    func() (*Run, string) { return start(t, quick, square, Options{KeepEvery: 2}) },
		"plain":   func() (*Run, string) { return start(t, quick, square, Options{KeepEvery: -1}) },
		"reclaim": func() (*Run, string) { return startShort(t, large, Options{}) },
	} {
		if testing.Short() && name == "plain" {
			continue
		}
		r, dir := begin()
		stages := 0 // to the end
		if testing.Short() {
			stages = r.stages() / 2
		}
		verifyBeside(t, name, dir, func() error {
			err := r.Advance(context.Background(), Limits{Stages: stages}, nil)
			if errors.Is(err, ErrLimit) {
				return nil
			}
			return err
		})
	}
	_, dir := start(t, quick, square, Options{Engine: Slurm, KeepEvery: 3, Cluster: &Cluster{Tasks: 2}})
	verifyBeside(t, "slurm", dir, func() error { return tasksInTurn(t, dir, 0) })
}

// tasksInTurn does the tasks of a residue, two at a time.
func tasksInTurn(t *testing.T, dir string, residue int) error {
	work := open(t, dir)
	for stage := range work.stages() {
		errs := make([]error, len(work.tasks(stage, work.settings.Cluster.Tasks)))
		var wg sync.WaitGroup
		for task := range errs {
			one := open(t, dir)
			wg.Go(func() { errs[task] = one.Task(context.Background(), residue, stage, task, work.settings.Cluster.Tasks) })
		}
		wg.Wait()
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
	return work.Collect(residue)
}

// verifyBeside verifies a run until the work is done.
func verifyBeside(t *testing.T, name, dir string, work func() error) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- work() }()
	looked, gone := 0, 0
	for !t.Failed() {
		seen := reopen(t, dir)
		v, err := seen.Verify(context.Background(), nil)
		if err != nil || len(v.Faults) > 0 {
			t.Errorf("%s: %v, %+v", name, err, v)
		}
		if s, err := seen.Status(); err != nil || s.Share > 1 {
			t.Errorf("%s: %v, %+v", name, err, s)
		}
		looked++
		gone += v.Gone
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s: verified %d times, %d files gone meanwhile", name, looked, gone)
			return
		default:
		}
	}
	if err := <-done; err != nil { // the run is closed when the test ends
		t.Error(err)
	}
}

// Damage is seen beside a program, too.
func TestVerifyFindsDamageBesideProgram(t *testing.T) {
	r, dir := start(t, quick, square, Options{KeepEvery: 2}) // which has the lock
	advanceTo(t, r, 6)
	damagedFiles[0].hurt(t, r, place{0, 5})
	v, err := reopen(t, dir).Verify(context.Background(), nil)
	if err != nil || len(v.Faults) != 1 || !strings.Contains(v.Faults[0].Error(), "takes this residue back to stage 3") {
		t.Errorf("%v, %+v", err, v)
	}
}
