package run

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/result"
)

// Shares go where the disks are fast, as long as there is room.
func TestDistribute(t *testing.T) {
	const gib = 1 << 30
	for _, c := range []struct {
		rooms  []result.Bytes
		speeds []result.Bytes
		disk   result.Bytes
		want   []int // of 100 shares
		left   int
	}{
		{[]result.Bytes{0}, []result.Bytes{1}, 79 * gib, []int{100}, 0},
		{[]result.Bytes{0, 0}, []result.Bytes{1, 1}, 79 * gib, []int{50, 50}, 0},
		{[]result.Bytes{0, 0}, []result.Bytes{3, 1}, 79 * gib, []int{75, 25}, 0},
		{[]result.Bytes{63 * gib, 17 * gib}, []result.Bytes{1, 5}, 79 * gib, []int{79, 21}, 0},
		{[]result.Bytes{100 * gib, 20 * gib, 100 * gib}, []result.Bytes{1, 8, 1}, 100 * gib, []int{40, 20, 40}, 0},
		{[]result.Bytes{20 * gib, 0}, []result.Bytes{8, 1}, 100 * gib, []int{20, 80}, 0},
		{[]result.Bytes{20 * gib, 70 * gib}, []result.Bytes{1, 1}, 100 * gib, []int{30, 70}, 10},
	} {
		var all []*Portion
		for i := range c.rooms {
			all = append(all, &Portion{Room: c.rooms[i], Speed: DiskSpeed{Bytes: c.speeds[i]}})
		}
		left := distribute(all, 100, c.disk)
		var got []int
		for _, p := range all {
			got = append(got, p.Shares)
		}
		if !slices.Equal(got, c.want) || left != c.left {
			t.Errorf("rooms %v, speeds %v: %v, want %v; %d are left", c.rooms, c.speeds, got, c.want, left)
		}
	}
}

// Up to any share, each directory has had its part of them.
func TestDirsOf(t *testing.T) {
	dirs, given := []Dir{{Shares: 62}, {Shares: 17}, {Shares: 0}, {Shares: 1}}, make([]int, 4)
	for share, i := range dirsOf(dirs, 80) {
		given[i]++
		for k, d := range dirs {
			if off := float64(given[k]) - float64(d.Shares*(share+1))/80; off > 1.5 || off < -1.5 {
				t.Errorf("of %d shares directory %d has %d", share+1, k, given[k])
			}
		}
	}
	if given[0] != 62 || given[1] != 17 || given[2] != 0 || given[3] != 1 {
		t.Errorf("the directories have %v", given)
	}
}

func TestParseDir(t *testing.T) {
	for text, want := range map[string]Dir{
		"a": {Name: "a"}, "/dev/shm/x=17GiB": {Name: "/dev/shm/x", Limit: 17 << 30}, "a=b": {Name: "a=b"}, "a=b=1MiB": {Name: "a=b", Limit: 1 << 20},
	} {
		if got, err := ParseDir(text); err != nil || got != want {
			t.Errorf("%s is %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "six=4X", "six=4", "a=b=1"} {
		if d, err := ParseDir(text); err == nil {
			t.Errorf("%q is %+v", text, d)
		}
	}
}

// startSpread begins a run in three directories.
func startSpread(t *testing.T, method Method) (r *Run, dir string, more []Dir) {
	above := t.TempDir()
	more = []Dir{{Name: filepath.Join(above, "b"), Limit: 1 << 30}, {Name: filepath.Join(above, "c"), Limit: 1 << 30}}
	r, dir = start(t, quick, odd, Options{Method: method, Shares: 7, Limit: 1 << 30, More: more})
	return r, dir, more
}

// A run in several directories gives the number, goes on after an interruption, and leaves nothing
// in the others in the end.
func TestRunInSeveralDirs(t *testing.T) {
	for _, method := range []Method{Exact, Modulo} {
		r, dir, more := startSpread(t, method)
		advance(t, r, 3)
		shares := 0
		for i, d := range append([]Dir{{Name: dir}}, more...) {
			found, err := filepath.Glob(filepath.Join(d.Name, "chain-*", "stage-*", "share-*.tiles"))
			if err != nil || len(found) == 0 {
				t.Errorf("directory %d has no files, %v", i, err)
			}
			shares += len(found)
		}
		if shares%7 != 0 {
			t.Errorf("there are %d files", shares)
		}
		r.Close()
		again, err := OpenLocked(quick, dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { again.Close() })
		v, err := again.Verify(context.Background(), nil)
		s, errStatus := again.Status()
		if err != nil || errStatus != nil || len(v.Faults) > 0 || v.Files != 2+shares || len(s.Dirs) != 3 {
			t.Errorf("%+v, %+v, %v, %v", v, s, err, errStatus)
		}
		wantResult(t, again)
		for _, d := range more {
			if _, err := os.Stat(d.Name); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("%s is left: %v", d.Name, err)
			}
		}
	}
}

// A directory that is missing is named, and not made again in silence; if it is lost the chain
// begins again.
func TestMissingDir(t *testing.T) {
	for _, stages := range []int{0, 3} {
		for _, mounted := range []bool{false, true} { // an empty directory where another one was
			r, dir, more := startSpread(t, Modulo)
			if stages > 0 {
				advance(t, r, stages)
			}
			lost := more[1].Name
			if err := os.Rename(lost, lost+".away"); err != nil {
				t.Fatal(err)
			}
			if mounted {
				if err := os.Mkdir(lost, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			err := r.Advance(context.Background(), Limits{}, nil)
			if missing := (*MissingDirError)(nil); !errors.As(err, &missing) || missing.Dir != lost {
				t.Fatalf("after %d stages: %v", stages, err)
			}
			if entries, err := os.ReadDir(lost); mounted != (err == nil) || len(entries) > 0 {
				t.Errorf("after %d stages there are %v in the directory, %v", stages, entries, err)
			}
			if s, err := open(t, dir).Status(); err != nil || stages > 0 && !errors.As(s.Fault, new(*MissingDirError)) {
				t.Errorf("after %d stages: %+v, %v", stages, s, err)
			}
			if mounted { // it was another disk
				if err := os.Remove(lost); err != nil {
					t.Fatal(err)
				}
			}
			if stages > 0 && !mounted {
				w, err := r.Recompute(context.Background(), 0, nil)
				if err != nil || w.Stage != 0 || w.Cause == nil {
					t.Errorf("%+v, %v", w, err)
				}
			} else if err := os.Rename(lost+".away", lost); err != nil {
				t.Fatal(err)
			}
			wantResult(t, r)
		}
	}
}

func TestDirsAreRefused(t *testing.T) {
	above := t.TempDir()
	dir := func(name string, limit result.Bytes) Dir { return Dir{Name: filepath.Join(above, name), Limit: limit} }
	for what, more := range map[string][]Dir{
		"apart":    {dir("a/b", 1<<30)},
		"new one":  {dir("full", 1<<30)},
		"10.0 KiB": {dir("c", 4<<10), dir("d", 6<<10)},
	} {
		if err := os.MkdirAll(filepath.Join(above, "full", "x"), 0o755); err != nil {
			t.Fatal(err)
		}
		r, err := Start(quick, filepath.Join(above, "a"), odd, Options{Limit: 1, More: more})
		if err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%v: %v, %v", more, r, err)
		}
	}
}
