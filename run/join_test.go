package run

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"combigo/board"
	"combigo/border"
	"combigo/internal/storage"
	"combigo/internal/tilefile"
	"combigo/result"
)

// Before the join, damage in either of its two vectors is met, and mended, as anywhere else.
func TestDamageBeforeTheJoin(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	t.Parallel()
	for _, keepEvery := range []int{-1, 2} {
		r, dir := start(t, quick, board.Size{Rows: 7, Cols: 8}, Options{Threads: 2, Method: Modulo, KeepEvery: keepEvery})
		last := len(r.outcomes) - 1
		if err := r.Advance(context.Background(), Limits{Stages: (last+1)*r.stages() - 1}, nil); !errors.Is(err, ErrLimit) {
			t.Fatal(err)
		}
		second := r.stageDir(place{last, r.graph().second()})
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(second); err != nil {
			t.Fatalf("the vector before the last column is gone: %v", err)
		}
		for _, original := range files(t, dir) {
			if filepath.Ext(original) != tilesEnd {
				continue
			}
			name, err := filepath.Rel(dir, original)
			if err != nil {
				t.Fatal(err)
			}
			damaged := clone(t, dir)
			file := filepath.Join(damaged, name)
			alter(t, file, func(b []byte) []byte { b[len(b)/2] ^= 1; return b })
			wantSurvivedOrRefused(t, damaged, fmt.Sprintf("keep %d, flip of %s", keepEvery, name), file)
			damaged = clone(t, dir)
			file = filepath.Join(damaged, name)
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
			wantSurvivedOrRefused(t, damaged, fmt.Sprintf("keep %d, loss of %s", keepEvery, name), file)
		}
	}
}

// A wrong value in a vector gives a wrong residue, which does not fit the others.
func TestWrongVectorIsFound(t *testing.T) {
	r, _ := start(t, quick, square, Options{Threads: 2, Method: Modulo, KeepEvery: -1})
	advanceTo(t, r, r.stages()-1)
	p := place{0, r.stages() - 2}
	name := r.binName(p, 0)
	sound, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	rewriteTiles(t, r, p, 0, func(values []uint64) { values[0] ^= 1 }) // some others are of states that cannot be, and count for nothing
	if now, err := os.ReadFile(name); err != nil || len(now) != len(sound) {
		t.Fatalf("%d bytes, %v; want %d", len(now), err, len(sound))
	}
	if err := r.Advance(context.Background(), Limits{}, nil); err != nil {
		t.Fatal(err)
	}
	var wrong *WrongResidueError
	if res, err := r.Result(context.Background()); !errors.As(err, &wrong) || wrong.Suspect != 0 {
		t.Errorf("%v, %v; want that residue 0 is wrong", res, err)
	}
}

// The join is refused where its tiles do not fit the memory, before anything is written.
func TestMemoryOfTheJoin(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	plan, err := NewPlan(quick, dir, square, Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	whole, least := result.Bytes(plan.join.Whole), result.Bytes(plan.join.Least)
	if least <= 0 || whole < least || plan.Memory < whole || plan.Parts.Least < least {
		t.Errorf("the join takes %s, at least %s, the plan %s, at least %s", whole, least, plan.Memory, plan.Parts.Least)
	}
	if plan, err = NewPlan(quick, dir, square, Options{Threads: 1, Memory: least - 1}); err != nil {
		t.Fatal(err)
	}
	var memory *MemoryError
	if err := plan.Refusal(); !errors.As(err, &memory) {
		t.Errorf("%v, want a MemoryError", err)
	}
}

// Large tiles are joined in parts where the memory is short; a damaged part is met as anywhere else.
func TestJoinInParts(t *testing.T) {
	if testing.Short() {
		t.Skip("boards of fewer than 12 rows have no tile that is large")
	}
	t.Parallel()
	r, dir := start(t, quick, board.Size{Rows: 12, Cols: 12}, Options{Method: Modulo, KeepEvery: -1, Threads: 2})
	join := 2 * r.graph().columns()
	advanceTo(t, r, join)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	joined := func(dir string, inParts bool) (*big.Int, int64, error) {
		locked, err := OpenLocked(quick, dir, Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		defer locked.Close()
		j, err := locked.joiner()
		if err != nil {
			t.Fatal(err)
		}
		if need := locked.graph().joinNeed(j, 2); need.Least >= need.Whole || need.Again == 0 {
			t.Fatalf("%+v: no tile is large", need)
		}
		if inParts {
			j.InParts()
		}
		if err := locked.Advance(context.Background(), Limits{Stages: 1}, nil); !errors.Is(err, ErrLimit) {
			return nil, 0, err
		}
		return locked.outcomes[0].value, locked.readLogs().read, nil
	}
	whole, read, err := joined(clone(t, dir), false)
	if err != nil {
		t.Fatal(err)
	}
	damaged := clone(t, dir)
	files, err := filepath.Glob(filepath.Join(damaged, "residue-00", fmt.Sprintf("stage-%04d", join-1), "*"+tilesEnd))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		alter(t, name, func(b []byte) []byte { b[len(b)/3] ^= 4; return b })
	}
	var damage *DamageError
	if _, _, err := joined(damaged, true); !errors.As(err, &damage) {
		t.Errorf("damaged: %v", err)
	}
	inParts, readAgain, err := joined(dir, true)
	if err != nil || whole == nil || inParts.Cmp(whole) != 0 || readAgain <= read {
		t.Errorf("%v, %v after %d bytes; want %v, after more than %d", inParts, err, readAgain, whole, read)
	}
}

// rewriteTiles changes the values of a file, and seals it again: as a processor that computes wrongly would.
func rewriteTiles(t *testing.T, r *Run, p place, bin int, change func(values []uint64)) {
	t.Helper()
	id, err := r.identity(p, bin)
	if err != nil {
		t.Fatal(err)
	}
	reader, err := tilefile.Open(r.fs, r.binName(p, bin), id)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	writer, err := tilefile.Create(r.fs, r.binName(p, bin), "test", id, reader.Sizes())
	if err != nil {
		t.Fatal(err)
	}
	for tile, n := range reader.Sizes() {
		values := make([]uint64, n)
		if err := reader.ReadTile(tile, values); err != nil {
			t.Fatal(err)
		}
		if tile == 0 {
			change(values)
		}
		if err := writer.WriteTile(tile, values); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Commit(); err != nil {
		t.Fatal(err)
	}
}

// twice is a board whose halves take three residues, of which the vector before the last column has two.
var twice = board.Size{Rows: 3, Cols: 54}

// Where a residue begins, and before the join over all of them, damage in whatever they read is met, and mended.
func TestDamageBeforeExtensionAndJoin(t *testing.T) {
	t.Parallel()
	for _, keepEvery := range []int{-1, 2} {
		if testing.Short() && keepEvery > 0 {
			continue
		}
		r, dir := start(t, quick, twice, Options{Threads: 2, Method: Exact, KeepEvery: keepEvery, Spare: SpareNo})
		g := r.graph()
		if len(r.manifest.Moduli) != 3 || g.first(1) == g.first(2) || len(g.ofAll(0, g.second())) != 2 {
			t.Fatalf("%s: residues begin at stages %v, the second vector is %v", twice, g.begun(), g.ofAll(0, g.second()))
		}
		done := 0
		for i, p := range g.order() {
			if left, _ := g.sources(p); len(left) > 1 && (!testing.Short() || p.residue == 2) {
				if err := r.Advance(context.Background(), Limits{Stages: i - done}, nil); !errors.Is(err, ErrLimit) {
					t.Fatal(err)
				}
				testDamageBefore(t, r, dir, p, keepEvery)
				done = i
			}
		}
	}
}

// The columns that residues share are needed until the last of them begins: damage in their files is met, and mended, also where the
// residue that they are of is known.
func TestDamageOfSharedColumns(t *testing.T) {
	t.Parallel()
	for _, keepEvery := range []int{-1, 2} {
		if testing.Short() && keepEvery > 0 {
			continue
		}
		r, dir := start(t, quick, twice, Options{Threads: 2, Method: Modulo, KeepEvery: keepEvery, Spare: SpareNo})
		g := r.graph()
		if g.shared != maxShared(twice) || len(g.ofAll(0, 2*g.shared-1)) != 2 || g.residues < 4 {
			t.Fatalf("%s: %d residues, %d columns are shared", twice, g.residues, g.shared)
		}
		done := 0
		for i, p := range g.order() {
			if p.residue > 1 && p.stage == g.first(p.residue) && (!testing.Short() || p.residue == g.residues-1) {
				if err := r.Advance(context.Background(), Limits{Stages: i - done}, nil); !errors.Is(err, ErrLimit) {
					t.Fatal(err)
				}
				if v, err := r.Verify(context.Background(), nil); err != nil || len(v.Faults) > 0 || v.Bytes == 0 {
					t.Errorf("before %v: %+v, %v", p, v, err)
				}
				testDamageBefore(t, r, dir, p, keepEvery)
				done = i
			}
		}
		if err := r.Advance(context.Background(), Limits{}, nil); err != nil {
			t.Fatal(err)
		}
		wantResult(t, r)
		if left := slices.DeleteFunc(files(t, dir), func(name string) bool { return filepath.Ext(name) != tilesEnd }); len(left) > 0 {
			t.Errorf("files are left: %v", left)
		}
	}
}

// testDamageBefore damages copies of the files of a run that has come to stage p.
func testDamageBefore(t *testing.T, r *Run, dir string, p place, keepEvery int) {
	t.Helper()
	names := slices.DeleteFunc(files(t, dir), func(name string) bool { return filepath.Ext(name) != tilesEnd })
	left, right := r.graph().sources(p)
	if least := len(left) + len(right); len(names) < least {
		t.Fatalf("before stage %v there are %d files, want at least %d", p, len(names), least)
	}
	for j, original := range names {
		other, err := os.ReadFile(names[(j+1)%len(names)])
		if err != nil {
			t.Fatal(err)
		}
		for what, change := range map[string]func(b []byte) []byte{
			"a flip":                  func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
			"the file of another one": func([]byte) []byte { return other }, // of another prime, or stage
		} {
			damaged := clone(t, dir)
			name, err := filepath.Rel(dir, original)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(damaged, name)
			alter(t, file, change)
			wantSurvivedOrRefused(t, damaged, fmt.Sprintf("keep %d, before %v, %s for %s", keepEvery, p, what, name), file)
		}
		damaged := clone(t, dir)
		file := filepath.Join(damaged, original[len(dir):])
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		wantSurvivedOrRefused(t, damaged, fmt.Sprintf("keep %d, before %v, loss of %s", keepEvery, p, file), file)
	}
}

// A value that is computed wrongly, with the right checksums: with a spare residue that is found where the next residue begins, in
// the join, or because residues do not fit together. Without one the number does not agree with the published one, if there is nothing else.
func TestWrongValueIsFound(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		size   board.Size
		method Method
		shared int
		spare  Spare
		stage  int // whose values are wrong
		cause  error
	}{
		{twice, Exact, 0, SpareYes, 3, border.ErrImpossibleValue},
		{twice, Exact, 0, SpareYes, 2*twice.Cols/2 - 1, border.ErrImpossibleValue},
		{twice, Exact, 0, SpareNo, 2*twice.Cols/2 - 1, border.ErrImpossibleValue},
		{board.Size{Rows: 7, Cols: 7}, Exact, 0, SpareYes, 3, border.ErrImpossibleValue},
		{board.Size{Rows: 7, Cols: 7}, Exact, 0, SpareNo, 3, nil},
		{board.Size{Rows: 7, Cols: 8}, Exact, 0, SpareNo, 5, nil},
		{twice, Modulo, 0, SpareYes, 3, border.ErrImpossibleValue},
		{twice, Modulo, 0, SpareYes, 2*maxShared(twice) - 1, border.ErrImpossibleValue},
		{twice, Modulo, 0, SpareYes, 2 * maxShared(twice), nil},
		{board.Size{Rows: 7, Cols: 7}, Modulo, 0, SpareYes, 3, nil},
		{board.Size{Rows: 7, Cols: 7}, Modulo, 1, SpareYes, 1, border.ErrImpossibleValue},
		{board.Size{Rows: 7, Cols: 7}, Modulo, 1, "", 1, nil}, // the residues fit together, but give no published number
		{board.Size{Rows: 7, Cols: 7}, Modulo, 0, SpareNo, 3, nil},
	} {
		r, _ := start(t, quick, test.size, Options{Threads: 2, Method: test.method, Shared: test.shared, KeepEvery: -1, Spare: test.spare})
		order := r.graph().order()
		i := slices.IndexFunc(order, func(p place) bool { return p.stage == test.stage })
		if err := r.Advance(context.Background(), Limits{Stages: i + 1}, nil); !errors.Is(err, ErrLimit) {
			t.Fatal(err)
		}
		rewriteTiles(t, r, order[i], 0, func(values []uint64) { values[len(values)/2] ^= 1 })
		err := r.Advance(context.Background(), Limits{}, nil)
		if err == nil {
			_, err = r.Result(context.Background())
		}
		var wrong *WrongResidueError
		if !errors.As(err, &wrong) || test.cause != nil && !errors.Is(err, test.cause) {
			t.Errorf("%+v: %v", test, err)
		}
		if err := r.RecomputeAll(); err != nil {
			t.Fatal(err)
		}
		if err := r.Advance(context.Background(), Limits{}, nil); err != nil {
			t.Fatal(err)
		}
		wantResult(t, r)
	}
}

// The exact join takes fewer columns, and reads and writes less; the residues are those that halves.md and the values ask for.
func TestResidueColumns(t *testing.T) {
	for _, test := range []struct{ rows, cols, exact, spare, modulo int }{
		{9, 9, 4, 8, 16},
		{9, 10, 6, 11, 20},
	} {
		for method, want := range map[Method]int{Exact: test.exact, Modulo: test.modulo} {
			plan, err := NewPlan(quick, t.TempDir(), board.Size{Rows: test.rows, Cols: test.cols}, Options{Method: method, Shared: -1})
			if err != nil {
				t.Fatal(err)
			}
			if plan.Columns() != want {
				t.Errorf("%+v, %s: %d columns", test, method, plan.Columns())
			}
		}
		plan, err := NewPlan(quick, t.TempDir(), board.Size{Rows: test.rows, Cols: test.cols}, Options{Spare: SpareYes})
		if err != nil {
			t.Fatal(err)
		}
		if plan.Columns() != test.spare || plan.Method != Exact {
			t.Errorf("%+v, with a spare residue: %d columns, %s", test, plan.Columns(), plan.Method)
		}
	}
}

// The methods that have a spare residue as a rule do without, also when the run is opened again.
func TestNoSpareResidue(t *testing.T) {
	t.Parallel()
	for _, method := range []Method{Modulo, DP} {
		r, dir := start(t, quick, twice, Options{Threads: 2, Method: method, Spare: SpareNo})
		if got, want := len(r.moduli()), len(primes(twice, method, true))-1; got != want {
			t.Fatalf("%s: %d residues, want %d", method, got, want)
		}
		if err := r.Advance(context.Background(), Limits{Stages: 3}, nil); !errors.Is(err, ErrLimit) {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		r = reopen(t, dir)
		if err := r.Advance(context.Background(), Limits{}, nil); err != nil {
			t.Fatal(err)
		}
		wantResult(t, r)
	}
}

// As many columns are computed once for all residues as the disk has the room for; never where exact takes no more.
func TestSharedColumnsAsTheDiskAllows(t *testing.T) {
	plan := func(opt Options) *Plan {
		opt.Method, opt.KeepEvery, opt.Spare = Modulo, -1, SpareNo
		p, err := NewPlan(quick, t.TempDir(), twice, opt)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	last := plan(Options{Shared: -1})
	if last.Shared != 0 || last.Columns() != last.graph().residues*27 {
		t.Fatalf("%d columns are shared, %d in all", last.Shared, last.Columns())
	}
	for _, shared := range []int{13, 25} { // 39 points, and what two residues make known
		p := plan(Options{Shared: shared})
		if p.Disk <= last.Disk || p.Columns() >= last.Columns() || p.Traffic >= last.Traffic {
			t.Errorf("%d columns shared: %s, %d columns; %d shared: %s, %d columns", shared, p.Disk, p.Columns(), last.Shared, last.Disk, last.Columns())
		}
		if got := plan(Options{Disk: p.Disk}); got.Shared != shared || got.Reclaim {
			t.Errorf("with %s of disk %d columns are shared, want %d", p.Disk, got.Shared, shared)
		}
		last = p
	}
	for _, opt := range []Options{{Method: Modulo, Shared: 26}, {Method: Exact, Shared: 2}, {Method: DP, Shared: 2}} {
		if _, err := NewPlan(quick, t.TempDir(), twice, opt); err == nil {
			t.Errorf("%+v: no error", opt)
		}
	}
}

// Without the disk or the memory for all residues the halves are joined modulo each prime, unless that is forbidden.
func TestModuloWhereExactDoesNotFit(t *testing.T) {
	plan := func(opt Options) *Plan {
		p, err := NewPlan(quick, t.TempDir(), twice, opt)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	exact, modulo := plan(Options{}), plan(Options{Method: Modulo})
	if exact.Method != Exact || exact.Refusal() != nil {
		t.Fatalf("%s, %v", exact.Method, exact.Refusal())
	}
	short := (exact.peak(0, true) + modulo.peak(0, true)) / 2
	if p := plan(Options{Disk: short + margin}); p.Method != Modulo || p.Refusal() != nil || p.DiskExact <= short {
		t.Errorf("with %s of disk: %s, %v, exact %s", short, p.Method, p.Refusal(), p.DiskExact)
	}
	if p := plan(Options{Disk: short + margin, Method: Exact}); p.Method != Exact || p.Refusal() == nil {
		t.Errorf("with %s of disk the exact join is not refused", short)
	}
}

// A residue begins at the first column whose values need it.
func TestWhereResiduesBegin(t *testing.T) {
	for short := 2; short <= 39; short++ {
		g := graph{size: board.Size{Rows: short, Cols: 4000 / short}, method: Exact, residues: 40}
		for residue := range g.residues {
			stage := g.first(residue)
			column := stage/2 + 1
			if border.ResiduesFor(short, column) <= residue || column > 1 && border.ResiduesFor(short, column-1) > residue {
				t.Errorf("%d rows: residue %d begins at stage %d", short, residue, stage)
			}
		}
	}
}

// Where tiles are given back as soon as they are read, the last residue uses up the columns that all share. If a residue begins again
// after that, these are computed again, too.
func TestSharedColumnsGivenBack(t *testing.T) {
	t.Parallel()
	if !storage.CanDiscard {
		t.Skip("this system cannot give parts of files back")
	}
	for _, test := range []struct{ bins, again int }{{0, 3}, {1, 3}, {2, 2}, {3, 3}, {4, 3}, {6, 3}, {6, 2}} {
		r, dir := startShort(t, board.Size{Rows: 7, Cols: 13}, Options{Threads: 1, Method: Modulo, Shared: 2})
		g := r.graph()
		last := g.residues - 1
		if last != 3 || g.bins(g.first(last)) != 4 {
			t.Fatalf("%d residues, %d bins", g.residues, g.bins(g.first(last)))
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		stopped := stoppedAfter(t, dir, slices.Index(g.order(), place{last, g.first(last)}), test.bins)
		locked, err := OpenLocked(quick, stopped, Options{})
		if err != nil {
			t.Fatal(err)
		}
		w, err := locked.Recompute(context.Background(), test.again, nil)
		if err := errors.Join(err, locked.Close()); err != nil {
			t.Fatal(err)
		}
		want := 2
		if test.bins == 0 {
			want = 0
		}
		if len(w.With) != want {
			t.Errorf("%+v: %s, want %d residues with it", test, w, want)
		}
		if err := goOn(t, stopped); err != nil {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

// Where a run on a short disk is stopped at a stage with which a residue begins, or at a join, any residue that begins again brings it to
// the number: no stage is left without what it reads.
func TestAnyResidueBeginsAgainOnShortDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("finishes dozens of runs")
	}
	t.Parallel()
	if !storage.CanDiscard {
		t.Skip("this system cannot give parts of files back")
	}
	for _, opt := range []Options{{Threads: 1, Method: Exact}, {Threads: 1, Method: Modulo, Shared: 3, Spare: SpareNo}} {
		r, origin := startShort(t, board.Size{Rows: 7, Cols: 16}, opt)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		g := r.graph()
		for stages, p := range g.order() {
			if stages == 0 || p.stage != g.first(p.residue) && !g.isJoin(p.stage) {
				continue
			}
			for residue := range g.residues {
				stopped := stoppedAfter(t, origin, stages, 1)
				locked, err := OpenLocked(quick, stopped, Options{})
				if err != nil {
					t.Fatal(err)
				}
				w, err := locked.Recompute(context.Background(), residue, nil)
				if err := errors.Join(err, locked.Close()); err != nil {
					t.Fatal(err)
				}
				if err := goOn(t, stopped); err != nil {
					t.Errorf("%s, after %d stages and a bin: %s: %v", opt.Method, stages, w, err)
				}
			}
		}
	}
}

// stoppedAfter returns a copy of a run that begins, stopped after a number of stages, and of bins of the next one.
func stoppedAfter(t *testing.T, origin string, stages, bins int) string {
	t.Helper()
	dir := clone(t, origin)
	r, err := OpenLocked(quick, dir, Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if stages > 0 {
		if err := r.Advance(context.Background(), Limits{Stages: stages}, nil); !errors.Is(err, ErrLimit) {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	reports := 0
	err = r.Advance(ctx, Limits{}, func(float64) {
		if reports++; reports > bins { // the first one is of what was done before
			cancel()
		}
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	return dir
}
