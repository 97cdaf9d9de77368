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
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"combigo/board"
	"combigo/internal/par"
	"combigo/result"
)

// lastResidue is that of the square, by the method DP.
const lastResidue = 2

// midways are the runs that midway returns copies of, by how often they keep a stage.
var midways sync.Map

// midway returns a copy of a run that has done some stages of its last residue, and two
// bins of the next one.
func midway(t *testing.T, keepEvery int) string {
	t.Helper()
	made, _ := midways.LoadOrStore(keepEvery, sync.OnceValue(func() string {
		dir := filepath.Join(temporary, fmt.Sprint("midway", keepEvery))
		makeMidway(t, dir, keepEvery)
		return dir
	}))
	return clone(t, made.(func() string)())
}

func makeMidway(t *testing.T, dir string, keepEvery int) {
	t.Helper()
	r, err := Start(quick, dir, square, Options{Threads: 2, KeepEvery: keepEvery, Method: DP})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.outcomes) != lastResidue+1 {
		t.Fatalf("%d residues, want %d", len(r.outcomes), lastResidue+1)
	}
	if err := r.Advance(context.Background(), Limits{Stages: lastResidue*r.stages() + 5}, nil); !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	next, _, err := r.nextStage(lastResidue)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.makeStage(next); err != nil {
		t.Fatal(err)
	}
	m, err := r.newMeter(nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := r.newStageWork(context.Background(), next, []int{0, 2}, time.Time{}, m)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.do(context.Background()), w.inputs.close(), r.Close()); err != nil {
		t.Fatal(err)
	}
}

// clone copies a directory.
func clone(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "clone")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// files lists the files of a run whose content matters.
func files(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != "lock" && !strings.HasSuffix(name, logEnd) {
			names = append(names, name)
		}
		return err
	})
	if err != nil || len(names) == 0 {
		t.Fatal(err, names)
	}
	return names
}

// goOn resumes a run, to its end. It returns an error, or checks the number.
func goOn(t *testing.T, dir string) error {
	t.Helper()
	r, err := OpenLocked(quick, dir, Options{Threads: 2})
	if err != nil {
		return err
	}
	defer r.Close()
	if err := r.Advance(context.Background(), Limits{}, nil); err != nil {
		return err
	}
	wantResult(t, r)
	return nil
}

// wantSurvivedOrRefused resumes a damaged run: it must give the right number, or say
// what is wrong, with a fix that works.
func wantSurvivedOrRefused(t *testing.T, dir, what, file string) {
	t.Helper()
	err := goOn(t, dir)
	if err == nil {
		return
	}
	var damage *DamageError
	if !errors.As(err, &damage) {
		t.Errorf("%s: %v, want a DamageError", what, err)
		return
	}
	if !strings.Contains(err.Error(), filepath.Base(file)) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%s: the error does not name the file in one line: %v", what, err)
	}
	wantStatus(t, dir, what)
	if filepath.Base(file) == manifestName {
		wantFixByCopy(t, dir, what, err)
		return
	}
	if filepath.Base(file) == settingsName {
		wantFixBySettings(t, dir, what, err)
		return
	}
	r, err := OpenLocked(quick, dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, number, said := strings.Cut(damage.Error(), "--recompute ")
	residue, err := strconv.Atoi(strings.Fields(number + " none")[0])
	if !said || err != nil {
		t.Errorf("%s: the fix is not said: %v", what, damage)
	}
	if _, err := r.Recompute(context.Background(), residue, nil); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if err := goOn(t, dir); err != nil {
		t.Errorf("%s: the fix leads to %v", what, err)
	}
}

// wantStatus reads how far a damaged run has come, and verifies it: both say what is damaged.
func wantStatus(t *testing.T, dir, what string) {
	t.Helper()
	r, err := Open(quick, dir)
	var damage *DamageError
	if errors.As(err, &damage) {
		return // of the manifest
	}
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if _, err := r.Status(); err != nil {
		t.Errorf("%s: status fails with %v", what, err)
	}
	if v, err := r.Verify(context.Background(), nil); err != nil || len(v.Faults) == 0 {
		t.Errorf("%s: verify says %+v, %v", what, v, err)
	}
}

// wantFixByCopy follows the advice to put back the copy of the manifest.
func wantFixByCopy(t *testing.T, dir, what string, err error) {
	t.Helper()
	from, to := filepath.Join(dir, copyName), filepath.Join(dir, manifestName)
	if advice := fmt.Sprintf("cp %s %s", from, to); !strings.Contains(err.Error(), advice) {
		t.Errorf("%s: %v, want the advice %q", what, err, advice)
	}
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.RemoveAll(to), os.WriteFile(to, text, 0o644)); err != nil {
		t.Fatal(err)
	}
	if err := goOn(t, dir); err != nil {
		t.Errorf("%s: the copy leads to %v", what, err)
	}
}

// wantFixBySettings follows the advice to say the settings again.
func wantFixBySettings(t *testing.T, dir, what string, err error) {
	t.Helper()
	if !strings.Contains(err.Error(), "combigo run resume "+dir+" --engine disk") {
		t.Errorf("%s: %v does not say how the settings are written again", what, err)
	}
	r, err := OpenLocked(quick, dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Change(Settings{Engine: Disk}), r.Close()); err != nil {
		t.Fatal(err)
	}
	if err := goOn(t, dir); err != nil {
		t.Errorf("%s: new settings lead to %v", what, err)
	}
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

func TestDamagedFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	for _, keepEvery := range []int{-1, 2} { // stage 3 is kept, or none
		t.Run(fmt.Sprint("keep=", keepEvery), func(t *testing.T) {
			t.Parallel()
			testDamagedFiles(t, keepEvery)
		})
	}
}

func testDamagedFiles(t *testing.T, keepEvery int) {
	dir := midway(t, keepEvery)
	random := rand.New(rand.NewPCG(3, 5))
	for _, original := range files(t, dir) {
		name, err := filepath.Rel(dir, original)
		if err != nil {
			t.Fatal(err)
		}
		tiles := filepath.Ext(name) == tilesEnd
		if filepath.Ext(name) == shareEnd && name != "residue-01.share" || !tiles && keepEvery > 0 {
			continue // as good as that one, and as without stages that are kept
		}
		for what, change := range map[string]func([]byte) []byte{
			"flip":  func(b []byte) []byte { b[random.IntN(len(b))] ^= 1 << random.IntN(8); return b },
			"cut":   func(b []byte) []byte { return b[:random.IntN(len(b))] },
			"empty": func([]byte) []byte { return nil },
			"grow":  func(b []byte) []byte { return append(b, make([]byte, maxShareBytes)...) },
			"swap": func(b []byte) []byte {
				n := len(b) / 16 * 8
				return bytes.Join([][]byte{b[n : 2*n], b[:n], b[2*n:]}, nil)
			},
		} {
			if tiles && (what == "grow" || what != "flip" && filepath.Base(name) != "bin-000.tiles") {
				continue // as good as cut, and as that of the first bin
			}
			damaged := clone(t, dir)
			file := filepath.Join(damaged, name)
			alter(t, file, change)
			wantSurvivedOrRefused(t, damaged, what+" of "+name, file)
		}
		if filepath.Base(name) == manifestName {
			continue
		}
		damaged := clone(t, dir)
		file := filepath.Join(damaged, name)
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		wantSurvivedOrRefused(t, damaged, "loss of "+name, file)
		if tiles && filepath.Base(name) != "bin-000.tiles" {
			continue
		}
		damaged = clone(t, dir)
		file = filepath.Join(damaged, name)
		if err := errors.Join(os.Remove(file), os.MkdirAll(filepath.Join(file, "x"), 0o755)); err != nil {
			t.Fatal(err)
		}
		wantSurvivedOrRefused(t, damaged, "a directory in the place of "+name, file)
	}
}

// Verify sees the damage without computing anything.
func TestVerifyFindsDamage(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	t.Parallel()
	dir := midway(t, 2)
	check := func(dir string, want int) {
		t.Helper()
		r, err := Open(quick, dir)
		if err != nil {
			t.Fatal(err)
		}
		v, err := r.Verify(context.Background(), nil)
		if err != nil || len(v.Faults) != want {
			t.Errorf("%v, %+v; want %d faults", err, v, want)
		}
	}
	check(dir, 0)
	tiles := 0
	for _, file := range files(t, dir) {
		if filepath.Ext(file) == tilesEnd {
			alter(t, file, func(b []byte) []byte { b[len(b)/2] ^= 1; return b })
			check(dir, 1)
			alter(t, file, func(b []byte) []byte { b[len(b)/2] ^= 1; return b })
			tiles++
		}
	}
	check(dir, 0)
	if tiles != 4+4+2 {
		t.Errorf("%d files of tiles, want those of a kept stage, of the one before and two of the next", tiles)
	}
}

// A manifest of another run does not fit the files: it is named, and no file.
func TestForeignManifest(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	dir, other := midway(t, -1), midway(t, 2)
	text, err := os.ReadFile(filepath.Join(other, manifestName))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, manifestName), text, 0o644); err != nil {
		t.Fatal(err)
	}
	var damage *DamageError
	err = goOn(t, dir)
	if !errors.As(err, &damage) || filepath.Base(damage.File) != manifestName || strings.Contains(err.Error(), "--recompute") {
		t.Errorf("%v, want a DamageError of the manifest that discards nothing", err)
	}
	wantStatus(t, dir, "a foreign manifest")
	if text, err = os.ReadFile(filepath.Join(other, manifestName)); err != nil {
		t.Fatal(err)
	}
	// The next program has not taken it for its own.
	if copied, err := os.ReadFile(filepath.Join(dir, copyName)); err != nil || bytes.Equal(copied, text) {
		t.Errorf("the copy of the manifest is gone: %v", err)
	}
	wantFixByCopy(t, dir, "a foreign manifest", damage)
}

// Files of an earlier stage in the place of later ones, as an old copy of the
// directory would put them, are refused.
func TestOldFiles(t *testing.T) {
	r, dir := start(t, quick, square, Options{})
	if err := r.Advance(context.Background(), Limits{Stages: 4}, nil); !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	old := clone(t, dir)
	if err := r.Advance(context.Background(), Limits{Stages: 2}, nil); !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	from, to := filepath.Join(old, "residue-00", "stage-0003"), filepath.Join(dir, "residue-00", "stage-0005")
	if err := errors.Join(os.RemoveAll(to), os.Rename(from, to)); err != nil {
		t.Fatal(err)
	}
	if err := goOn(t, dir); err == nil || !strings.Contains(err.Error(), "of stage 3") {
		t.Errorf("%v, want an error that names stage 3", err)
	}
}

// Files of another run, or of another modulus of this one, are refused.
func TestForeignFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	dir, other := midway(t, -1), midway(t, 2)
	for _, name := range files(t, dir) {
		if filepath.Ext(name) != tilesEnd {
			continue
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		foreign, err := os.ReadFile(filepath.Join(other, rel))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		damaged := clone(t, dir)
		if err := os.WriteFile(filepath.Join(damaged, rel), foreign, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := goOn(t, damaged); err == nil || !strings.Contains(err.Error(), "another run") {
			t.Errorf("%s of another run: %v", rel, err)
		}
		damaged = clone(t, dir)
		if err := errors.Join(os.Remove(filepath.Join(damaged, "residue-01.share")), os.Rename(filepath.Join(damaged, "residue-02"), filepath.Join(damaged, "residue-01"))); err != nil {
			t.Fatal(err)
		}
		if err := goOn(t, damaged); err == nil || !strings.Contains(err.Error(), "of the modulus") {
			t.Errorf("residue 2 in the place of residue 1: %v", err)
		}
		return
	}
	t.Error("the two runs have no file in common")
}

// A wrong residue, whatever it comes from, never yields a number.
func TestWrongResidues(t *testing.T) {
	t.Parallel()
	r, _ := start(t, quick, square, Options{})
	if err := r.Advance(context.Background(), Limits{}, nil); err != nil {
		t.Fatal(err)
	}
	for i := range r.outcomes {
		right := r.outcomes[i].value
		r.outcomes[i].value = new(big.Int).Xor(right, big.NewInt(1))
		got, err := r.Result(context.Background())
		var e *WrongResidueError
		if !errors.As(err, &e) || got != nil {
			t.Fatalf("residue %d is wrong: %v, %v", i, got, err)
		}
		if e.Suspect != i {
			t.Errorf("residue %d is wrong, but %d is suspected", i, e.Suspect)
		}
		r.outcomes[i].value = right
	}
	wantResult(t, r)
}

func TestDirectoriesThatCannotBeUsed(t *testing.T) {
	empty := t.TempDir()
	if _, err := Open(quick, empty); err == nil {
		t.Error("an empty directory is a run")
	}
	if err := os.WriteFile(filepath.Join(empty, "notes.txt"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(quick, empty, square, Options{}); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("a directory with something in it: %v", err)
	}
	var disk *DiskError
	if _, err := Start(quick, filepath.Join(empty, "run"), square, Options{Disk: 1000}); !errors.As(err, &disk) {
		t.Errorf("1000 bytes of disk: %v", err)
	}
	var memory *MemoryError
	if _, err := Start(quick, filepath.Join(empty, "run"), square, Options{Memory: 1000}); !errors.As(err, &memory) {
		t.Errorf("1000 bytes of memory: %v", err)
	}
	if _, err := os.Stat(filepath.Join(empty, "run")); err == nil {
		t.Error("a refused run leaves a directory")
	}
}

// The estimate itself is refused where its tables do not fit.
func TestEstimateThatIsTooLarge(t *testing.T) {
	t.Parallel()
	const rows, least = 22, result.Bytes(4e10)
	low, high := planNeed(18), planNeed(rows)
	if low < 2e9 || low > 3e9 || high < least {
		t.Errorf("estimates take %s for 18 rows, %s for %d; want 2.4 GB, and far more", low, high, rows)
	}
	if available := par.Available(); available == 0 || available > high {
		t.Skip("the memory of this machine is not known, or enough for such a board")
	}
	var memory *MemoryError
	size := board.Size{Rows: rows, Cols: rows}
	if _, err := NewPlan(quick, t.TempDir(), size, Options{DryRun: true}); !errors.As(err, &memory) {
		t.Errorf("%s: %v, want a MemoryError", size, err)
	}
}
