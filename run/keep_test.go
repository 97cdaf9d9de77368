package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"combigo/board"
	"combigo/internal/storage"
	"combigo/result"
)

// advanceTo computes until a stage of the first residue is next.
func advanceTo(t *testing.T, r *Run, stage int) {
	t.Helper()
	for {
		next, _, err := r.nextStage(0)
		if err != nil {
			t.Fatal(err)
		}
		if next.stage == stage {
			return
		}
		if err := r.Advance(context.Background(), Limits{Stages: 1}, nil); !errors.Is(err, ErrLimit) {
			t.Fatal(err)
		}
	}
}

// There are the stage that is read next and, before it, one of those to be kept: until a
// stage after the one that takes its place is whole.
func TestStagesThatAreKept(t *testing.T) {
	r, _ := start(t, quick, square, Options{KeepEvery: 3}) // 2, 5, 8, ...
	for next, want := range [][]int{nil, {0}, {1}, {2}, {2, 3}, {2, 4}, {2, 5}, {5, 6}, {5, 7}, {5, 8}, {8, 9}} {
		advanceTo(t, r, next)
		if dirs, err := r.stageDirs(0); err != nil || !slices.Equal(dirs, want) {
			t.Errorf("before stage %d there are stages %v, %v; want %v", next, dirs, err, want)
		}
	}
	if with, err := r.Forget(0); err != nil || len(with) > 0 {
		t.Fatal(with, err)
	}
	if dirs, err := r.stageDirs(0); err != nil || len(dirs) > 0 {
		t.Errorf("stages %v are left of a residue that was forgotten, %v", dirs, err)
	}
}

// binsDone lists the bins of a residue that the journals tell of, in their order.
func binsDone(t *testing.T, dir string, residue int) []place {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, logName, "*"+logEnd))
	if err != nil {
		t.Fatal(err)
	}
	var bins []place
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			var e entry
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatal(err)
			}
			if e.Residue == residue {
				bins = append(bins, place{e.Stage, e.Bin})
			}
		}
	}
	return bins
}

const missingStage = "a missing stage"

// damagedFiles are the ways to hurt the files of a stage, and the bins that have to be
// done again of it.
var damagedFiles = []struct {
	name string
	hurt func(t *testing.T, r *Run, p place)
	bins int
}{
	{"a flipped bit", func(t *testing.T, r *Run, p place) {
		alter(t, r.binName(p, 1), func(b []byte) []byte { b[len(b)/2] ^= 4; return b })
	}, 1},
	{"a cut", func(t *testing.T, r *Run, p place) {
		alter(t, r.binName(p, 2), func(b []byte) []byte { return b[:len(b)-1] })
	}, 1},
	{"two files exchanged", func(t *testing.T, r *Run, p place) {
		a, b := r.binName(p, 0), r.binName(p, 3)
		if err := errors.Join(os.Rename(a, a+".x"), os.Rename(b, a), os.Rename(a+".x", b)); err != nil {
			t.Fatal(err)
		}
	}, 2},
	{"a missing file", func(t *testing.T, r *Run, p place) {
		if err := os.Remove(r.binName(p, 3)); err != nil {
			t.Fatal(err)
		}
	}, 1},
	{missingStage, func(t *testing.T, r *Run, p place) {
		if err := os.RemoveAll(r.stageDir(p)); err != nil {
			t.Fatal(err)
		}
	}, 4},
}

// Damage in the stage that is read next costs the stages since the one that was
// kept, and of the first of them what was damaged.
func TestDamageCostsStages(t *testing.T) {
	t.Parallel()
	for _, keepEvery := range []int{1, 2, 3} {
		if testing.Short() && keepEvery != 2 {
			continue
		}
		const next = 9
		r, dir := start(t, quick, square, Options{KeepEvery: keepEvery})
		advanceTo(t, r, next)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		kept := (next-1)/keepEvery*keepEvery - 1 // 7, 7, 5
		for _, test := range damagedFiles {
			what := fmt.Sprintf("every stage of %d is kept, %s", keepEvery, test.name)
			hurt := clone(t, dir)
			test.hurt(t, reopen(t, hurt), place{0, next - 1})
			again := computeAgain(t, hurt, kept, what)
			wantNoFaultsOnTheWay(t, dir, test.hurt, next)
			// Damage to the stage after the kept one leaves its other bins.
			want := 4*(next-1-kept) + (r.stages()-next)*4
			if next-1 == kept+1 {
				want += test.bins - 4
			}
			if len(again) != want || !slices.ContainsFunc(again, func(p place) bool { return p.residue == kept+1 }) {
				t.Errorf("%s: %d bins are done again, want %d from stage %d on: %v", what, len(again), want, kept+1, again)
			}
		}
	}
}

// wantNoFaultsOnTheWay checks that a run that went back has no faults, though no stage is kept
// before the one that it went back to.
func wantNoFaultsOnTheWay(t *testing.T, dir string, hurt func(*testing.T, *Run, place), next int) {
	t.Helper()
	dir = clone(t, dir)
	hurt(t, reopen(t, dir), place{0, next - 1})
	r, err := OpenLocked(quick, dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w, err := r.Recompute(context.Background(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	for stage := w.Stage; stage < next+2; stage++ {
		advanceTo(t, r, stage)
		if v, err := r.Verify(context.Background(), nil); err != nil || len(v.Faults) > 0 {
			t.Errorf("back from stage %d to %d, before stage %d: %v, %+v", next, w.Stage, stage, err, v)
		}
	}
}

// reopen opens a run without the lock.
func reopen(t *testing.T, dir string) *Run {
	t.Helper()
	r, err := Open(quick, dir)
	if err != nil {
		t.Fatal(err)
	}
	return withEngine(t, r)
}

// computeAgain takes a damaged run out of its trouble as the error says, if there is one, which has to
// speak of a kept stage, none for -1. It finishes the first residue, compares it, and
// returns the bins that were done then.
func computeAgain(t *testing.T, dir string, kept int, what string) []place {
	t.Helper()
	before := len(binsDone(t, dir, 0))
	r, err := OpenLocked(quick, dir, Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	next, _, err := withEngine(t, r).nextStage(0)
	left := Limits{Stages: r.stages() - next.stage}
	if err == nil {
		err = r.Advance(context.Background(), left, nil)
	}
	var damage *DamageError
	if errors.As(err, &damage) {
		way := fmt.Sprintf("--recompute 0 takes this residue back to stage %d if", kept)
		if kept < 0 {
			way = "--recompute 0 begins this residue again"
		}
		if !strings.Contains(err.Error(), way) {
			t.Errorf("%s: %v\nwant %q", what, err, way)
		}
		w, err := r.Recompute(context.Background(), 0, nil)
		if err != nil || w.Stage != kept+1 {
			t.Fatalf("%s: %v, %v; want stage %d", what, w, err, kept)
		}
		before = len(binsDone(t, dir, 0)) // without those that were done before the damage was met
		if err := r.Advance(context.Background(), Limits{Stages: r.stages() - w.Stage}, nil); !errors.Is(err, ErrLimit) {
			t.Fatalf("%s: %v", what, err)
		}
	} else if !errors.Is(err, ErrLimit) {
		t.Fatalf("%s: %v", what, err)
	}
	wantResidue(t, r, 0)
	return binsDone(t, dir, 0)[before:]
}

// wantResidue compares a residue with the number by package count.
func wantResidue(t *testing.T, r *Run, residue int) {
	t.Helper()
	want := legal(t, r.Size())
	modulus := bigInt(r.modulus(residue))
	if o := r.outcomes[residue]; !o.known || new(big.Int).Mod(o.value, modulus).Cmp(modulus.Mod(want, modulus)) != 0 {
		t.Errorf("residue %d is %+v, want %d", residue, o, modulus)
	}
}

// Where the kept stage is damaged, too, the residue begins again, and says why.
func TestKeptStageIsDamaged(t *testing.T) {
	t.Parallel()
	const next, kept = 9, 5
	r, dir := start(t, quick, square, Options{KeepEvery: 3})
	advanceTo(t, r, next)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	for i, test := range damagedFiles {
		if testing.Short() && i > 0 {
			break
		}
		// Alone it costs nothing, though verify tells.
		hurt := clone(t, dir)
		test.hurt(t, reopen(t, hurt), place{0, kept})
		v, err := reopen(t, hurt).Verify(context.Background(), nil)
		faults := test.bins
		if test.name == missingStage {
			faults = 0 // nothing is kept then
		}
		if err != nil || len(v.Faults) != faults || faults > 0 && !strings.Contains(v.Faults[0].Error(), "none is needed while") {
			t.Errorf("%s in the kept stage: %+v, %v", test.name, v, err)
		}
		if again := computeAgain(t, hurt, kept, test.name); len(again) != 4*(r.stages()-next) {
			t.Errorf("%s in the kept stage: %d bins are done", test.name, len(again))
		}
		// With the stage that is needed it costs the residue.
		hurt = clone(t, dir)
		test.hurt(t, reopen(t, hurt), place{0, kept})
		damagedFiles[0].hurt(t, reopen(t, hurt), place{0, next - 1})
		locked, err := OpenLocked(quick, hurt, Options{})
		if err != nil {
			t.Fatal(err)
		}
		w, err := locked.Recompute(context.Background(), 0, nil)
		if err != nil || w.Stage != 0 || !strings.Contains(w.String(), "residue 0 begins again (stage ") {
			t.Fatalf("%s in the kept stage: %v, %v", test.name, w, err)
		}
		if err := locked.Close(); err != nil {
			t.Fatal(err)
		}
		if again := computeAgain(t, hurt, -1, test.name); len(again) != 4*r.stages() {
			t.Errorf("%s in both stages: %d bins are done, want those of %d stages", test.name, len(again), r.stages())
		}
	}
}

// A file that is damaged before all of its stage is done is done again alone.
func TestDamageInUnfinishedStage(t *testing.T) {
	t.Parallel()
	dir := midway(t, -1)
	r := reopen(t, dir)
	p := place{lastResidue, 5}
	alter(t, r.binName(p, 2), func(b []byte) []byte { return b[:9] })
	locked, err := OpenLocked(quick, dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer locked.Close()
	w, err := locked.Recompute(context.Background(), lastResidue, nil)
	if err != nil || w.Stage != 5 || w.Dropped != 1 {
		t.Fatalf("%v, %v; want stage 5, without a file", w, err)
	}
	if done, err := locked.doneBins(p); err != nil || !slices.Equal(done, []bool{true, false, false, false}) {
		t.Errorf("bins %v are there, %v", done, err)
	}
}

// A residue that is known is computed again from its start, whatever is left of it.
func TestKnownResidueBeginsAnew(t *testing.T) {
	r, dir := start(t, quick, square, Options{KeepEvery: 1})
	advanceTo(t, r, 4)
	old := clone(t, dir)
	if err := r.Advance(context.Background(), Limits{Stages: r.stages()}, nil); !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(old, "residue-00"), filepath.Join(dir, "residue-00")); err != nil {
		t.Fatal(err)
	}
	if w, err := r.Recompute(context.Background(), 0, nil); err != nil || w.Stage != 0 {
		t.Errorf("%v, %v", w, err)
	}
	if next, _, err := r.nextStage(0); err != nil || next.stage != 0 || r.outcomes[0].known {
		t.Errorf("stage %d is next, %v", next.stage, err)
	}
}

// unreadable is a file system one of whose files cannot be read.
type unreadable struct {
	storage.FS
	name string
	err  error
}

func (u unreadable) Open(name string) (storage.File, error) {
	if strings.HasSuffix(name, u.name) {
		return nil, &os.PathError{Op: "open", Path: name, Err: u.err}
	}
	return u.FS.Open(name)
}

// A file that cannot be read is damage; for what this program lacks nothing is
// given up.
func TestFilesThatCannotBeRead(t *testing.T) {
	r, dir := start(t, quick, square, Options{KeepEvery: 3})
	advanceTo(t, r, 8)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{syscall.EMFILE, syscall.ENOMEM} {
		locked, openErr := OpenLocked(unreadable{quick, "stage-0007/bin-001.tiles", err}, dir, Options{})
		if openErr != nil {
			t.Fatal(openErr)
		}
		if w, got := locked.Recompute(context.Background(), 0, nil); !errors.Is(got, err) {
			t.Errorf("%v, %v; want %v", w, got, err)
		}
		if dirs, err := locked.stageDirs(0); err != nil || !slices.Equal(dirs, []int{5, 7}) {
			t.Errorf("stages %v are left, %v", dirs, err)
		}
		if err := locked.Close(); err != nil {
			t.Fatal(err)
		}
	}
	locked, err := OpenLocked(unreadable{quick, "stage-0007/bin-001.tiles", syscall.EIO}, dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer locked.Close()
	var damage *DamageError
	if err := locked.Advance(context.Background(), Limits{}, nil); !errors.As(err, &damage) {
		t.Errorf("a bad sector gives %v, want a DamageError", err)
	}
	if w, err := locked.Recompute(context.Background(), 0, nil); err != nil || w.Stage != 6 {
		t.Errorf("%v, %v; want stage 6 next", w, err)
	}
}

// startShort starts a run as on a short disk: it keeps no stage and gives tiles back.
func startShort(t *testing.T, size board.Size, opt Options) (*Run, string) {
	t.Helper()
	opt.KeepEvery = -1
	r, dir := start(t, quick, size, opt)
	r.settings.Reclaim = true
	if err := r.save(); err != nil {
		t.Fatal(err)
	}
	return r, dir
}

// Where the disk is short nothing is kept, nor found to be sound.
func TestNothingIsKeptOnShortDisk(t *testing.T) {
	if !storage.CanDiscard {
		t.Skip("this system cannot give parts of files back")
	}
	r, dir := startShort(t, large, Options{})
	advanceTo(t, r, 5)
	damagedFiles[0].hurt(t, r, place{0, 4})
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	computeAgain(t, dir, -1, "a short disk")
}

// How often a stage is kept depends on the room and on the time of a stage.
func TestHowOftenStagesAreKept(t *testing.T) {
	const stages, residues = 18, 2
	plan := func(keepEvery int, room result.Bytes, stage time.Duration, cluster bool) *Plan {
		p := &Plan{
			Size: board.Size{Rows: 9, Cols: 10}, Method: DP, Primes: make([]uint64, residues), Time: residues * stages * stage,
			Cluster: cluster, diskHere: room, opt: Options{KeepEvery: keepEvery}, engine: engineOf(square),
		}
		p.chooseDisk()
		return p
	}
	needs := func(keep int) result.Bytes { return plan(-1, 0, 0, false).peak(keep, false) }
	const plenty = 1 << 40
	tight := needs(0) + margin
	for _, test := range []struct {
		keepEvery int
		room      result.Bytes
		stage     time.Duration
		cluster   bool
		want      int
	}{
		{0, plenty, time.Hour, false, 1},
		{0, plenty, time.Minute, false, 5},
		{0, plenty, time.Microsecond, false, stages / 2},
		{0, needs(1) + margin, time.Hour, false, 1},
		{0, needs(1) + margin - 1, time.Hour, false, 0},
		{0, tight, time.Hour, false, 0},
		{0, 0, time.Hour, false, 0}, // not known
		{-1, plenty, time.Hour, false, 0},
		{7, plenty, time.Hour, false, 7},
		{7, tight, time.Hour, false, 7},                     // which is refused
		{0, residues*needs(0) + margin, time.Hour, true, 0}, // two residues side by side are worth more
		{0, tight, time.Hour, true, 0},
		{0, residues*needs(1) + margin, time.Hour, true, 1},
		{4, tight, time.Hour, true, 4},
	} {
		p := plan(test.keepEvery, test.room, test.stage, test.cluster)
		if p.Keep != test.want || p.Disk != needs(test.want)+margin {
			t.Errorf("%+v: every stage of %d is kept, in %s", test, p.Keep, p.Disk)
		}
	}
	var disk *DiskError
	if err := plan(7, tight, time.Hour, false).Refusal(); !errors.As(err, &disk) || !strings.Contains(err.Error(), "a stage that is kept") {
		t.Errorf("two vectors for a run that keeps a stage: %v", err)
	}
}

func bigInt(n uint64) *big.Int { return new(big.Int).SetUint64(n) }
