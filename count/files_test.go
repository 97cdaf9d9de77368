package count

import (
	"context"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/internal/store/run"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A board that does not fit the memory is counted in files, which are gone afterwards.
func TestCountInFiles(t *testing.T) {
	scratch := t.TempDir()
	c := slowEnvironment(&slowEngine{exact: 100 * mebibyte, modulo: 50 * mebibyte}, 40*mebibyte)
	c.disk = func(string) result.Bytes { return 1 << 30 }
	r, err := c.legal(context.Background(), size(t, "5x9"), Options{Scratch: scratch, Options: par.Options{Threads: 2}})
	if err != nil {
		t.Fatal(err)
	}
	if want := slowCount(5, 9); r.Value.Cmp(want) != 0 {
		t.Errorf("L(5,9) is %d, want %d", r.Value, want)
	}
	if !strings.Contains(strings.Join(r.Notes, "\n"), "the vector in files of "+scratch) {
		t.Errorf("the notes are %q", r.Notes)
	}
	if left, err := os.ReadDir(scratch); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
	var memory *result.MemoryError
	triangular := Options{Scratch: scratch, Method: Words, Variant: Variant{Lattice: lattice.Triangular}}
	if _, err := c.legal(context.Background(), size(t, "5x9"), triangular); !errors.As(err, &memory) {
		t.Errorf("a triangular board in files: %v", err)
	}
	c.disk = func(string) result.Bytes { return 1 << 10 }
	if _, err := c.legal(context.Background(), size(t, "5x9"), Options{Scratch: scratch}); !errors.As(err, &memory) {
		t.Errorf("without memory and disk: %v", err)
	}
}

// Files that would be in memory are no help.
func TestDiskOf(t *testing.T) {
	if got := diskOf(t.TempDir() + "/nowhere"); got != 0 {
		t.Errorf("%v where there is no folder", got)
	}
	const memory = "/dev/shm"
	if !storage.InMemory(memory) {
		t.Skipf("%s is not in memory", memory)
	}
	if got := diskOf(memory); got != 0 {
		t.Errorf("%v in memory", got)
	}
}

// What a run gives is checked, and a wrong number is not returned.
func TestFromRun(t *testing.T) {
	for _, method := range []run.Method{run.Exact, run.Modulo} {
		r, err := run.Start(storage.OS, t.TempDir()+"/run", size(t, "5x9"), run.Options{Method: method})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if err := r.Advance(context.Background(), run.Limits{}, nil); err != nil {
			t.Fatal(err)
		}
		a, err := r.Answer()
		if err != nil {
			t.Fatal(err)
		}
		res, values, err := OfRun(context.Background(), r.Dir())
		if err != nil || values != nil || res.Value.Cmp(slowCount(5, 9)) != 0 {
			t.Errorf("%v, %v", res, err)
		}
		if all := strings.Join(res.Checks, "\n"); !strings.Contains(all, map[run.Method]string{run.Exact: "one residue more", run.Modulo: "a prime not used before"}[method]) {
			t.Errorf("the checks are %q", res.Checks)
		}
		// A sum modulo primes is an integer whatever went wrong.
		if claimed := slices.Contains(res.Checks, "the sum over the words in the middle of the board is an integer"); claimed != (method == run.Exact) {
			t.Errorf("method %s: the checks are %q", method, res.Checks)
		}
		n := slices.IndexFunc(a.Sums, isNumber)
		a.Sums[n].Value.Add(a.Sums[n].Value, big.NewInt(1))
		if res, err := resultOf(context.Background(), r.Size(), a.Outcome); !errors.As(err, new(*result.InternalError)) {
			t.Errorf("a wrong number: %v, %v", res, err)
		}
		if method == run.Modulo {
			wrongResidue(t, r)
		}
	}
}

// wrongResidue checks that a residue of a run that does not fit the others is named by its chain.
func wrongResidue(t *testing.T, r *run.Run) {
	t.Helper()
	const chain = 1
	name := filepath.Join(r.Dir(), "5x9-prime-02.value")
	f, err := run.ReadValue(storage.OS, name)
	if err != nil {
		t.Fatal(err)
	}
	last := f.Sums[len(f.Sums)-1].Value
	last.Xor(last, big.NewInt(1))
	if err := os.WriteFile(name, f.Text(), 0o644); err != nil {
		t.Fatal(err)
	}
	var help *run.HelpError
	if _, _, err := OfRun(context.Background(), r.Dir()); !errors.As(err, &help) || help.Remedy != run.Recompute || help.Chain != chain {
		t.Errorf("a wrong residue: %v", err)
	}
}

// A number is possible if it is positive, below the number of positions, and near the formula where
// that is known well.
func TestPossible(t *testing.T) {
	for _, c := range []struct {
		size   string
		number int64
		want   bool
	}{
		{"2x2", 57, true},
		{"2x2", 80, true},
		{"2x2", 81, false},
		{"2x2", 0, false},
		{"2x2", -57, false},
		{"5x5", 414295148741, true},
		{"5x5", 514295148741, false},
	} {
		if got := passesCheapChecks(size(t, c.size), big.NewInt(c.number)); got != c.want {
			t.Errorf("%d positions of %s: %v", c.number, c.size, got)
		}
	}
}
