package run

import (
	"context"
	"errors"
	"math"
	"math/big"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/states/plain"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

var (
	odd  = board.Size{Rows: 4, Cols: 9}
	even = board.Size{Rows: 6, Cols: 8}
	// long is a board whose vectors take up to three residues.
	long = board.Size{Rows: 4, Cols: 61}
)

// start begins a run in a new directory, of few shares if nothing else is said.
func start(t *testing.T, fs storage.FS, size board.Size, opt Options) (*Run, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if opt.Shares == 0 {
		opt.Shares = 4
	}
	r, err := Start(fs, dir, size, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r, dir
}

// open opens the directory of a run for one of several programs.
func open(t *testing.T, dir string) *Run {
	t.Helper()
	r, err := Open(quick, dir, Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// unsynced is a file system that leaves it to the system when files reach the disk: what a killed
// program has written is there all the same.
type unsynced struct{ storage.FS }

type unsyncedFile struct{ storage.File }

var quick storage.FS = unsynced{storage.OS}

func (u unsynced) SyncDir(string) error { return nil }

func (u unsynced) Create(name string) (storage.File, error) {
	file, err := u.FS.Create(name)
	return unsyncedFile{file}, err
}

func (f unsyncedFile) Sync() error { return nil }

// advance computes what is missing, or some stages of it.
func advance(t *testing.T, r *Run, stages int) {
	t.Helper()
	err := r.Advance(context.Background(), Limits{Stages: stages}, nil)
	if stages > 0 && errors.Is(err, ErrLimit) {
		err = nil
	}
	if err != nil {
		t.Fatal(err)
	}
}

// number returns the number that a run gives.
func number(t *testing.T, r *Run) *big.Int {
	t.Helper()
	a, err := r.Answer()
	if err != nil {
		t.Fatal(err)
	}
	n, _, err := a.Outcome.Number(r.Size().Long())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// counted are the numbers L(height, 1), L(height, 2) and so on that the oracle has found, by the
// height.
var counted = struct {
	sync.Mutex
	byHeight map[int][]*big.Int
}{byHeight: make(map[int][]*big.Int)}

func legal(size board.Size) *big.Int {
	height, width := size.Short(), size.Long()
	counted.Lock()
	defer counted.Unlock()
	if len(counted.byHeight[height]) < width {
		counted.byHeight[height] = plain.Counts(height, max(width, 9))
	}
	return counted.byHeight[height][width-1]
}

// wantResult computes what is missing, and compares the number with that of the oracle.
func wantResult(t *testing.T, r *Run) {
	t.Helper()
	if _, err := r.Answer(); err != nil {
		advance(t, r, 0)
	}
	if got, want := number(t, r), legal(r.Size()); got.Cmp(want) != 0 {
		t.Errorf("L(%s) is %d, want %d", r.Size(), got, want)
	}
}

// Both methods give the numbers of the oracle, for any number of shares; with a spare residue where
// no number is published.
func TestRunsGiveTheNumbers(t *testing.T) {
	for _, size := range []board.Size{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 4}, {Rows: 5, Cols: 3}, {Rows: 5, Cols: 5}, {Rows: 6, Cols: 7}, {Rows: 5, Cols: 11}, odd, even, long} {
		for _, method := range []Method{Exact, Modulo} {
			for _, shares := range []int{1, 3, 7} {
				if !longtests.Wanted() && (shares != 3 || size.Points() > 60) || size.Points() > 45 && shares != 3 {
					continue
				}
				r, _ := start(t, quick, size, Options{Method: method, Shares: shares, Threads: 2})
				wantResult(t, r)
			}
		}
	}
}

// Runs of some primes each give the residues of one run of all.
func TestRunsOfSomePrimes(t *testing.T) {
	want := legal(even)
	for _, chosen := range [][]int{{1}, {2, 3}, {1, 4, 7}} {
		r, dir := start(t, quick, even, Options{Primes: chosen})
		advance(t, r, 3)
		r.Close()
		again, err := OpenLocked(quick, dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { again.Close() })
		advance(t, again, 0)
		files, err := again.Values()
		_, errAnswer := again.Answer()
		if partial := len(chosen) < 3; err != nil || len(files) != len(chosen) || again.Partial() != partial || (errAnswer != nil) != partial {
			t.Fatalf("primes %v: %d files, %v, %v", chosen, len(files), err, errAnswer)
		}
		for i, file := range files {
			sum := file.Sums[len(file.Sums)-1]
			modulus := new(big.Int).SetUint64(sum.Prime)
			if PrimeNumber(sum.Prime) != chosen[i] || sum.Value.Cmp(modulus.Mod(want, modulus)) != 0 {
				t.Errorf("prime %d: the residue is %+v of %s", chosen[i], sum, want)
			}
		}
	}
}

// What a run takes is what its plan says: the files on the disk, what is read and written, the
// state-steps.
func TestPlansAreRight(t *testing.T) {
	for _, method := range []Method{Exact, Modulo} {
		for _, size := range []board.Size{{Rows: 9, Cols: 9}, {Rows: 9, Cols: 10}} {
			dir := filepath.Join(t.TempDir(), "run")
			plan, err := NewPlan(quick, dir, size, Options{Method: method, Threads: 2})
			if err != nil {
				t.Fatal(err)
			}
			r, err := plan.Start(quick)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			var most result.Bytes
			err = r.Advance(context.Background(), Limits{}, func(float64) {
				var there result.Bytes
				for _, name := range files(t, dir) {
					there += sizeOf(name)
				}
				most = max(most, there)
			})
			if err != nil {
				t.Fatal(err)
			}
			a, err := r.Answer()
			if err != nil {
				t.Fatal(err)
			}
			if most > plan.Disk || float64(most) < 0.6*float64(plan.Disk-margin) {
				t.Errorf("%s by %s: %s are on the disk, the plan says %s", size, method, most, plan.Disk)
			}
			if moved := float64(a.Read + a.Written); math.Abs(moved/float64(plan.Traffic())-1) > 0.1 {
				t.Errorf("%s by %s: %s are moved, the plan says %s", size, method, result.Bytes(moved), plan.Traffic())
			}
			if steps := r.effort().Steps; math.Abs(steps-plan.Steps) > 1e-9*plan.Steps {
				t.Errorf("%s by %s: %g state-steps are done, the plan says %g", size, method, steps, plan.Steps)
			}
		}
	}
}

// Less memory means more shares, down to what a run cannot do with.
func TestMemoryDecidesOnShares(t *testing.T) {
	size, shares := board.Size{Rows: 16, Cols: 16}, 0
	for _, memory := range []result.Bytes{16 << 30, 4 << 30, 1 << 30} {
		plan, err := NewPlan(quick, t.TempDir(), size, Options{
			Method: Modulo, Threads: 2, Elsewhere: true, Memory: memory, Limit: 1 << 40, Tasks: 1,
		})
		if err != nil {
			t.Fatal(err)
		}
		if plan.Refusal() != nil || plan.Shares <= shares || plan.Memory > memory {
			t.Errorf("with %s there are %d shares, of %s: %v", memory, plan.Shares, plan.Memory, plan.Refusal())
		}
		shares = plan.Shares
	}
	n, err := newNeed(size, Modulo, nil, true, true)
	if err != nil {
		t.Fatal(err)
	}
	if got, least := n.memory(1000, 1), n.engine.TableBytes(par.Options{Threads: 1})+n.engine.ProductBytes(4); got < least {
		t.Errorf("1000 shares take %s, but the tables and the products %s", got, least)
	}
	var memory *result.MemoryError
	_, err = Start(quick, filepath.Join(t.TempDir(), "run"), size, Options{Memory: 100 << 20})
	if !errors.As(err, &memory) || !memory.Given {
		t.Errorf("with 100 MiB: %v", err)
	}
	// What fits with one thread says so, also when the threads of a run change.
	alone, err := NewPlan(quick, t.TempDir(), size, Options{Threads: 1, Elsewhere: true, Memory: 1 << 30})
	if err != nil || alone.Refusal() != nil {
		t.Fatal(alone, err)
	}
	_, err = Start(quick, filepath.Join(t.TempDir(), "run"), size, Options{Threads: 1000, Elsewhere: true, Memory: 1 << 30})
	if !errors.As(err, &memory) || !memory.Given || !strings.Contains(err.Error(), "with one thread it needs ") {
		t.Errorf("with 1000 threads in 1 GiB: %v", err)
	}
	var disk *DiskError
	_, err = Start(quick, filepath.Join(t.TempDir(), "run"), size, Options{Limit: 1 << 30})
	if !errors.As(err, &disk) || !disk.Given {
		t.Errorf("with 1 GiB of disk: %v", err)
	}
}

// Where the disk is too small for all residues at once, there is one at a time.
func TestShortDiskMeansModulo(t *testing.T) {
	size := board.Size{Rows: 9, Cols: 30}
	exact, err := NewPlan(quick, t.TempDir(), size, Options{})
	if err != nil || exact.Method != Exact {
		t.Fatal(exact, err)
	}
	short, err := NewPlan(quick, t.TempDir(), size, Options{Limit: exact.Disk - exact.Vector})
	if err != nil || short.Method != Modulo || short.DiskExact != exact.Disk || short.Refusal() != nil {
		t.Errorf("%+v, %v", short, err)
	}
}

// Plans for 20 rows need no tables.
func TestPlanWays(t *testing.T) {
	site := Site{Nodes: 64, Cores: 8, Memory: 64 << 30, Disks: []*Portion{{Speed: DiskSpeed{Bytes: 10e9}}}}
	ways, err := PlanWays(board.Size{Rows: 20, Cols: 20}, "", site)
	if err != nil || ways.Cheapest == nil || ways.Fastest == nil {
		t.Fatal(ways, err)
	}
	for _, w := range ways.All {
		if w.Fits() && (w.CoreHours < ways.Cheapest.CoreHours || w.Time < ways.Fastest.Time || w.Memory > site.Memory) {
			t.Errorf("%+v", w)
		}
	}
	site.Disks[0].Room, site.Memory = 1<<40, 1<<30
	ways, err = PlanWays(board.Size{Rows: 20, Cols: 20}, "", site)
	if err != nil || ways.Cheapest != nil || len(ways.Nearest.Missing) == 0 {
		t.Error(ways, err)
	}
	// A disk for method modulo is too small for the way of fewer core-hours, exact.
	site.Disks[0].Room, site.Memory = 1<<40, 64<<30
	exact, err := PlanWays(board.Size{Rows: 20, Cols: 20}, Exact, site)
	if err != nil || exact.CheaperWithDisk != nil {
		t.Fatal(exact, err)
	}
	site.Disks[0].Room = exact.Nearest.Disk - 1
	ways, err = PlanWays(board.Size{Rows: 20, Cols: 20}, "", site)
	if err != nil || ways.Cheapest == nil || ways.Cheapest.Method != Modulo || ways.CheaperWithDisk == nil || ways.CheaperWithDisk.Method != Exact ||
		ways.CheaperWithDisk.Disk != site.Disks[0].Room+1 || ways.CheaperWithDisk.CoreHours >= ways.Cheapest.CoreHours {
		t.Errorf("%+v, %v", ways, err)
	}
	// Two disks are as fast as both together, if there is room on the faster one.
	slow := &Portion{Room: 8 << 40, Speed: DiskSpeed{Bytes: 500e6}}
	site = Site{Nodes: 1, Cores: 64, Memory: 64 << 30, Disks: []*Portion{slow}}
	alone, err := PlanWays(board.Size{Rows: 20, Cols: 20}, Modulo, site)
	if err != nil || alone.Fastest == nil {
		t.Fatal(alone, err)
	}
	site.Disks = []*Portion{slow, {Room: 3 << 40, Speed: DiskSpeed{Bytes: 1e9}}}
	both, err := PlanWays(board.Size{Rows: 20, Cols: 20}, Modulo, site)
	if err != nil || both.Fastest == nil || both.Site.Disk != 11<<40 || 3*both.Fastest.Time > 2*alone.Fastest.Time {
		t.Errorf("%+v, with one disk %+v, %v", both, alone, err)
	}
	for _, bad := range []Site{{}, {Nodes: 1, Cores: 1, Memory: 1 << 30}} {
		if _, err := PlanWays(odd, "", bad); err == nil {
			t.Errorf("%+v is a site", bad)
		}
	}
}

// A directory that another version has started is refused.
func TestRunsOfOtherVersions(t *testing.T) {
	_, dir := start(t, quick, odd, Options{})
	for _, name := range []string{manifestName, copyName} {
		alter(t, filepath.Join(dir, name), func([]byte) []byte { return []byte(`{"format": "combigo run 8", "rows": 9}`) })
	}
	if _, err := Open(quick, dir, Options{}); err == nil || !strings.Contains(err.Error(), `"combigo run 8", and this version reads "combigo run 11" only: go on`) {
		t.Error(err)
	}
}

// Count leaves nothing, whatever ends it.
func TestCountLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	a, err := Count(context.Background(), dir, odd, Options{}, nil)
	if err != nil || a.Any().Cmp(legal(odd)) != 0 {
		t.Errorf("%v, %v", a, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := Count(ctx, dir, odd, Options{}, func(float64) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("a count that is cancelled: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

func TestStatus(t *testing.T) {
	r, dir := start(t, quick, odd, Options{Method: Modulo})
	advance(t, r, 1)
	s, err := open(t, dir).Status()
	if err != nil || s.Work != storage.AtWork || s.Done || s.Fraction <= 0 || s.Fraction >= 1 || s.Chains[0].Stage != 1 || s.Chains[0].Value != nil {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := r.Answer(); err == nil || !strings.Contains(err.Error(), "chains are finished") {
		t.Errorf("the answer of an unfinished run: %v", err)
	}
	advance(t, r, 0)
	s, err = open(t, dir).Status()
	if err != nil || !s.Done || s.Fraction != 1 || s.Steps != r.Steps || s.Left != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	v, err := r.Verify(context.Background(), nil)
	if err != nil || !v.Finished || len(v.Faults) > 0 || v.Files != 2+len(r.chains) {
		t.Errorf("%+v, %v", v, err)
	}
}

// Boards of one row or column, and boards too large for a border, are refused before anything is
// planned.
func TestPlanRefusesBoards(t *testing.T) {
	for _, size := range []board.Size{{Rows: 1, Cols: 5}, {Rows: 5, Cols: 1}, {Rows: 99, Cols: 99}} {
		if p, err := NewPlan(quick, t.TempDir(), size, Options{}); err == nil || !strings.Contains(err.Error(), size.String()) {
			t.Errorf("%v: %v, %v", size, p, err)
		}
	}
}
