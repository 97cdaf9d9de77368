package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/internal/store/tilefile"
	"combigo.dev/combigo/result"
)

func clone(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "clone")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// files lists the files of a run that it stands on.
func files(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // the run is done with a file
		}
		if err == nil && !d.IsDir() && d.Name() != "lock" && filepath.Base(filepath.Dir(name)) != logName {
			names = append(names, name)
		}
		return err
	})
	if err != nil || len(names) == 0 {
		t.Fatal(err, names)
	}
	return names
}

// sizeOf returns the place that a file has on the disk.
func sizeOf(name string) result.Bytes {
	info, err := os.Stat(name)
	if err != nil {
		return 0
	}
	// Systems that count blocks have the same field in types of their own.
	if blocks := reflect.Indirect(reflect.ValueOf(info.Sys())).FieldByName("Blocks"); blocks.IsValid() {
		return 512 * result.Bytes(blocks.Int())
	}
	return result.Bytes(info.Size())
}

func alter(t *testing.T, file string, change func([]byte) []byte) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, change(bytes.Clone(content)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Whatever is done to any file of a run midway: the run names the file, or never reads it; no wrong
// number comes out; and what the error advises mends it.
func TestDamageIsNamedAndMended(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	for n, c := range []struct {
		size   board.Size
		opt    Options
		stages int
	}{
		{board.Size{Rows: 4, Cols: 8}, Options{Method: Modulo, Shares: 2}, 3},
		{board.Size{Rows: 5, Cols: 7}, Options{Method: Exact, Shares: 3}, 4},
		{board.Size{Rows: 4, Cols: 8}, Options{Method: Exact, Shares: 2}, 7},
	} {
		r, dir := start(t, quick, c.size, c.opt)
		advance(t, r, c.stages)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		names := files(t, dir)
		for i, name := range names {
			if (i+n)%2 > 0 || !longtests.Wanted() && i%3 > 0 { // of files that are alike, one
				continue
			}
			hurtAndMend(t, random, dir, name, names)
		}
	}
}

func hurtAndMend(t *testing.T, random *rand.Rand, dir, name string, names []string) {
	t.Helper()
	other := names[random.IntN(len(names))]
	for how, hurt := range map[string]func(b []byte) []byte{
		"flip":  func(b []byte) []byte { b[random.IntN(len(b))] ^= 1 << random.IntN(8); return b },
		"cut":   func(b []byte) []byte { return b[:random.IntN(len(b))] },
		"grown": func(b []byte) []byte { return append(b, 'x') },
		"other": func([]byte) []byte {
			b, err := os.ReadFile(other)
			if err != nil {
				t.Fatal(err)
			}
			return b
		},
		"gone": nil,
	} {
		if how == "other" && other == name {
			continue
		}
		hurtDir := clone(t, dir)
		hurtName := filepath.Join(hurtDir, strings.TrimPrefix(name, dir))
		if hurt == nil {
			if err := os.Remove(hurtName); err != nil {
				t.Fatal(err)
			}
		} else {
			alter(t, hurtName, hurt)
		}
		mend(t, fmt.Sprintf("%s of %s", how, name), hurtDir, hurtName, how == "gone")
		if err := os.RemoveAll(hurtDir); err != nil {
			t.Fatal(err)
		}
	}
}

// mend goes on with a run that is damaged, and follows what errors advise.
func mend(t *testing.T, what, dir, name string, gone bool) {
	t.Helper()
	base := filepath.Base(name)
	for fixes := 0; ; fixes++ {
		r, err := OpenLocked(quick, dir, Options{Threads: 2})
		if err == nil && fixes == 0 && !gone && base != manifestName && base != copyName { // which are mended
			v, errVerify := r.Verify(context.Background(), nil)
			if errVerify != nil || len(v.Faults) == 0 {
				t.Errorf("%s: verify finds nothing, %v", what, errVerify)
			}
		}
		if err == nil {
			err = r.Advance(context.Background(), Limits{}, nil)
		}
		if err == nil {
			wantResult(t, r)
			err = r.Close()
			if err != nil {
				t.Error(err)
			}
			return
		}
		var damage *DamageError
		if !errors.As(err, &damage) || r == nil || fixes == 3 || strings.Contains(err.Error(), "\n") {
			t.Fatalf("%s: %v", what, err)
		}
		follow(t, what, r, damage)
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// follow does what an error advises.
func follow(t *testing.T, what string, r *Run, damage *DamageError) {
	t.Helper()
	if damage.Remedy != Recompute || damage.Dir != r.dir {
		t.Fatalf("%s: %+v", what, damage)
	}
	if _, err := r.Recompute(context.Background(), damage.Chain, nil); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}

// do does shares of a stage.
func (r *Run) do(ctx context.Context, p stageID, shares ...int) error {
	if err := r.prepare(ctx); err != nil {
		return err
	}
	r.startLog()
	s := r.store(ctx, nil)
	return errors.Join(s.Begin(p), r.execution(s).RunShares(ctx, p, shares, time.Time{}), s.close())
}

// solid is a file system that gives no places in files back.
type solid struct{ storage.FS }

func (solid) Punch(string, int64, int64) error { return errors.ErrUnsupported }

// Damage of a file that a stage has left already costs that file, not what it was computed from,
// unless the places of that have been given back.
func TestRecomputeDropsDamagedFiles(t *testing.T) {
	for _, fs := range []storage.FS{quick, solid{quick}} {
		// Of 4 rows in four shares, the second one reads nothing, so that nothing is given back for it.
		for share, reads := range []bool{true, false} {
			r, dir := start(t, fs, odd, Options{Method: Modulo})
			advance(t, r, 3)
			n := 0
			for from := range r.shares() {
				for _, size := range r.sizes(stageID{Chain: 0, Stage: 2}, from, share) {
					n += size
				}
			}
			if reads != (n > 0) {
				t.Fatalf("share %d reads %d values", share, n)
			}
			if err := r.do(context.Background(), stageID{Chain: 0, Stage: 3}, 0, 1); err != nil {
				t.Fatal(err)
			}
			if s, err := r.state(0); err != nil || s.Stage != 3 {
				t.Fatal(s, err)
			}
			alter(t, r.fileName(stageID{Chain: 0, Stage: 3}, share), func(b []byte) []byte { b[len(b)/2] ^= 1; return b })
			w, err := r.Recompute(context.Background(), 0, nil)
			if err != nil || w.Cause == nil {
				t.Fatal(w, err)
			}
			// Stage 0 is the sum of a narrower board; the vector begins with stage 1.
			again := r.manifest.Holes && reads
			if again && w.Stage != 1 || !again && (w.Stage != 3 || w.Dropped != 1 || !strings.Contains(w.String(), "stage 3")) {
				t.Errorf("share %d: %+v", share, w)
			}
			wantResult(t, r)
			if s, err := open(t, dir).state(0); err != nil || s.Value == nil {
				t.Error("the value is not written", err)
			}
		}
	}
}

// What is sound is kept, unless all of a chain is there but its value.
func TestRecomputeKeepsWhatIsSound(t *testing.T) {
	for _, method := range []Method{Exact, Modulo} {
		r, dir := start(t, quick, odd, Options{Method: method})
		for stage := 1; stage < r.end(0); stage++ {
			advance(t, r, 1)
			there := len(files(t, dir))
			w, err := r.Recompute(t.Context(), 0, nil)
			if err != nil || w.Stage != stage || w.Dropped > 0 || w.Cause != nil || len(files(t, dir)) != there {
				t.Errorf("%s, stage %d: %+v, %v", method, stage, w, err)
			}
		}
		last := stageID{Stage: r.end(0) - 1}
		if err := r.do(t.Context(), last, 0, 1, 2, 3); err != nil {
			t.Fatal(err)
		}
		if w, err := r.Recompute(t.Context(), 0, nil); err != nil || w.Stage != 0 {
			t.Errorf("%s, without its value: %+v, %v", method, w, err)
		}
		wantResult(t, r)
	}
}

// A residue that is wrong is met when it is compared, and computed again.
func TestWrongResidues(t *testing.T) {
	r, _ := start(t, quick, odd, Options{Method: Modulo})
	advance(t, r, 0)
	s, err := r.state(0)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.forgeValue(rat(s.Value.Int64() ^ 1)); err != nil {
		t.Fatal(err)
	}
	w, err := r.Recompute(context.Background(), 0, nil)
	if err != nil || w.Stage != 0 || w.Cause == nil {
		t.Errorf("%+v, %v", w, err)
	}
	wantResult(t, r)
	if _, err := r.Recompute(context.Background(), len(r.chains), nil); err == nil {
		t.Error("a chain that is not there is computed again")
	}
}

// A residue of the vector that is wrong makes values that are impossible, if there is a spare one.
func TestSpareResidueShowsWrongValues(t *testing.T) {
	r, _ := start(t, quick, long, Options{Method: Exact, Shares: 1})
	for range r.chains[0].Stages {
		advance(t, r, 1)
		now, err := r.state(0)
		if err != nil {
			t.Fatal(err)
		}
		if s := r.stage(stageID{Chain: 0, Stage: now.Stage}); len(s.Of.Stages) > 1 {
			forge(t, r, stageID{Chain: 0, Stage: s.Of.Stages[0]})
			break
		}
	}
	err := r.Advance(context.Background(), Limits{}, nil)
	var help *HelpError
	if !errors.Is(err, border.ErrImpossibleValue) || !errors.As(err, &help) || help.Remedy != RecomputeAll {
		t.Errorf("a wrong value gives %v", err)
	}
}

// A part of an exact sum that is wrong, with right checksums, is met when the sum is no integer.
func TestSumIsInteger(t *testing.T) {
	r, _ := start(t, quick, odd, Options{Method: Exact})
	for {
		s, err := r.state(0)
		if err != nil {
			t.Fatal(err)
		}
		if next := (stageID{Chain: 0, Stage: s.Stage}); !r.stage(next).LeavesTiles() && r.stage(next).Step == stages.JoinExact {
			if err := errors.Join(r.makeStageDir(next), r.writePart(next, 1, "1/7919")); err != nil {
				t.Fatal(err)
			}
			break
		}
		advance(t, r, 1)
	}
	if err := r.Advance(context.Background(), Limits{}, nil); !errors.Is(err, border.ErrNotInteger) {
		t.Errorf("a sum with a wrong part gives %v", err)
	}
}

// forgeValue changes the number that the first chain gives.
func (r *Run) forgeValue(x *big.Rat) error {
	sums, err := r.chains[0].SumsOf(r.Primes, func(int) (*big.Rat, error) { return x, nil })
	if file, errRead := r.readValue(0); errRead == nil {
		copy(sums, file.Sums[:len(sums)-1])
	} else if !errors.Is(errRead, fs.ErrNotExist) {
		err = errors.Join(err, errRead)
	}
	return errors.Join(err, r.writeValue(0, sums))
}

// forge changes a value of a stage, with right checksums.
func forge(t *testing.T, r *Run, p stageID) {
	t.Helper()
	id := r.identity(p, 0)
	reader, err := tilefile.Open(quick, r.fileName(p, 0), id)
	if err != nil {
		t.Fatal(err)
	}
	sizes := reader.Sizes()
	values := make([]uint32, sizes[0])
	if err := errors.Join(reader.ReadTile(0, values), reader.Close()); err != nil {
		t.Fatal(err)
	}
	values[0] ^= 1
	if err := tilefile.Write(quick, r.fileName(p, 0), r.tag, id, [][][]uint32{{values}}); err != nil {
		t.Fatal(err)
	}
}

func rat(n int64) *big.Rat { return big.NewRat(n, 1) }

// Verify says how far it is: at the end all files of a chain are read.
func TestVerifyProgress(t *testing.T) {
	r, _ := start(t, quick, odd, Options{Threads: 1})
	if err := r.Advance(t.Context(), Limits{Stages: 2}, nil); !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	last := 0.0
	v, err := r.Verify(t.Context(), func(share float64) {
		if share <= last || share > 1 {
			t.Errorf("progress goes from %v to %v", last, share)
		}
		last = share
	})
	if err != nil || len(v.Faults) > 0 || last != 1 || v.Bytes == 0 {
		t.Errorf("progress ends at %v, %v are read, faults %v, %v", last, v.Bytes, v.Faults, err)
	}
}

// A chain stands on the files of the stages that the next one reads, and on those of the next one
// that are there. A chain that is finished stands on none.
func TestNeeds(t *testing.T) {
	r, _ := start(t, quick, odd, Options{Threads: 1})
	s := ChainState{Stage: 2, found: map[int][]bool{2: {true, false, false, false}}}
	for _, c := range []struct {
		stage, share int
		needed       bool
	}{{0, 0, false}, {1, 3, true}, {2, 0, true}, {2, 1, false}, {3, 0, false}} {
		f := file{stageID{Chain: 0, Stage: c.stage}, c.share}
		if got := r.needs(s, f); got != c.needed {
			t.Errorf("share %d of stage %d is needed: %v", c.share, c.stage, got)
		}
		finished := s
		finished.Value = big.NewInt(1)
		if r.needs(finished, f) {
			t.Errorf("share %d of stage %d is needed by a finished chain", c.share, c.stage)
		}
	}
}

// Files that the run is done with while they are verified are gone, and no damage.
func TestVerifyWhileTheRunGoesOn(t *testing.T) {
	r, _ := start(t, quick, odd, Options{Threads: 1})
	if err := r.Advance(t.Context(), Limits{Stages: 2}, nil); !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	var ahead error
	files := 0
	v, err := r.Verify(t.Context(), func(float64) {
		if files == 0 {
			ahead = r.Advance(t.Context(), Limits{}, nil)
		}
		files++
	})
	if err := errors.Join(err, ahead); err != nil || len(v.Faults) > 0 {
		t.Fatalf("faults %v, %v", v.Faults, err)
	}
	if v.Gone != files-1 || v.Files != 3 || files < 3 {
		t.Errorf("of %d files %d are gone, %d were read", files, v.Gone, v.Files)
	}
}
