package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// aManifest is a manifest that makes sense.
func aManifest() *manifest {
	return &manifest{
		Format: format, ID: fmt.Sprintf("%032x", 5), Rows: 9, Cols: 10, Method: Modulo, Shares: 7,
	}
}

// What is read as a manifest makes sense, and is written and read the same. Random bytes do
// not match the checksum: so they are sealed, too, where they are a manifest except for that.
func FuzzManifest(f *testing.F) {
	text := seal(aManifest())
	f.Add(text)
	f.Add([]byte("{}"))
	f.Add(bytes.Replace(text, []byte(`"rows": 9`), []byte(`"rows": -1`), 1))
	f.Fuzz(func(t *testing.T, b []byte) {
		checkManifest(t, b)
		var m manifest
		if json.Unmarshal(b, &m) == nil {
			checkManifest(t, seal(&m))
		}
	})
}

func checkManifest(t *testing.T, b []byte) {
	t.Helper()
	m, err := parseManifest(b)
	if err != nil {
		return
	}
	if m.size().Short() < 2 {
		t.Errorf("a manifest that makes no sense is read: %+v", m)
	}
	if again, err := parseManifest(seal(m)); err != nil || !reflect.DeepEqual(again, m) {
		t.Errorf("%+v is written, and read as %+v, %v", m, again, err)
	}
}

// What is read as a number is one that would be written so, and is of that place.
func FuzzPart(f *testing.F) {
	for _, text := range []string{"0", "-7/3", "12345678901234567890123456789", "4/2", "1e9", "0x10", "1/0", "", "7 "} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) == 0 || len(text) > 1000 {
			return
		}
		r := newRun(quick, t.TempDir(), Options{})
		if err := r.adopt(aManifest()); err != nil {
			t.Fatal(err)
		}
		p := stageID{Chain: 1, Stage: 2}
		if err := r.makeStageDir(p); err != nil {
			t.Fatal(err)
		}
		if err := r.writePart(p, 3, text); err != nil {
			t.Fatal(err)
		}
		x, err := r.readPart(p, 3)
		if err == nil && x.RatString() != text || err != nil && !isDamage(err) {
			t.Errorf("%q is read as %v, %v", text, x, err)
		}
	})
}

// A number is read as it was written; from a file that is altered, or of another place, it is not.
func TestParts(t *testing.T) {
	r, _ := start(t, quick, odd, Options{})
	p := stageID{Chain: 0, Stage: 1}
	if err := r.makeStageDir(p); err != nil {
		t.Fatal(err)
	}
	for _, x := range []*big.Rat{new(big.Rat), rat(-1), big.NewRat(-7, 3), new(big.Rat).SetInt(legal(odd))} {
		if err := r.writePart(p, 2, x.RatString()); err != nil {
			t.Fatal(err)
		}
		if got, err := r.readPart(p, 2); err != nil || got.Cmp(x) != 0 {
			t.Errorf("%s is read as %v, %v", x, got, err)
		}
	}
	text, err := os.ReadFile(r.fileName(p, 2))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(text); i += 7 {
		alter(t, r.fileName(p, 2), func([]byte) []byte {
			altered := bytes.Clone(text)
			altered[i] ^= 1
			return altered
		})
		if got, err := r.readPart(p, 2); !isDamage(err) {
			t.Errorf("with byte %d altered: %v, %v", i, got, err)
		}
	}
	if err := os.WriteFile(r.fileName(p, 3), text, 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := r.readPart(p, 3); !isDamage(err) {
		t.Errorf("as the file of another share: %v, %v", got, err)
	}
}

// The value of a chain is that of this run, and of this chain.
func TestValues(t *testing.T) {
	r, _ := start(t, quick, even, Options{Method: Modulo})
	other, _ := start(t, quick, even, Options{Method: Modulo})
	wantResult(t, r)
	wantResult(t, other)
	names := []string{}
	for chain := range r.chains {
		names = append(names, r.fileName(stageID{Chain: chain, Stage: r.end(chain)}, 0))
	}
	own, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	for what, from := range map[string]string{"of another run": other.fileName(stageID{Stage: other.end(0)}, 0), "is not of chain 0": names[1]} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		alter(t, names[0], func([]byte) []byte { return text })
		if file, err := r.readValue(0); !isDamage(err) || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v, %v", what, file, err)
		}
	}
	alter(t, names[0], func([]byte) []byte { return own })
	if file, err := r.readValue(0); err != nil || file.Sums[len(file.Sums)-1].Prime != r.Primes[0] {
		t.Errorf("%+v, %v", file, err)
	}
}

// Lists of primes are read as they are written.
func FuzzPrimes(f *testing.F) {
	for _, text := range []string{"1", "3-5", "1,4,7-9", "5-3", "0", "1001", "1-", ",", "1,1,2", "-3", "+3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, err := ParsePrimes(text)
		if err != nil {
			return
		}
		if again, err := ParsePrimes(FormatPrimes(all)); err != nil || !slices.Equal(all, again) || !slices.IsSorted(all) {
			t.Errorf("%q is read as %v, and again as %v, %v", text, all, again, err)
		}
	})
}

// Of the log of a killed program, whatever is in it, what follows the first value does not count.
func FuzzLog(f *testing.F) {
	f.Add([]byte(`{"steps":30,"seconds":0.5,"read":8,"written":16,"threads":2}2}`))
	f.Add([]byte(`{"steps":30,"sec`))
	f.Fuzz(func(t *testing.T, b []byte) {
		text, err := json.Marshal(parseEffort(b))
		if err != nil {
			t.Fatal(err)
		}
		if e := parseEffort(append(text, b...)); e != parseEffort(b) {
			t.Errorf("%s is read as %+v", text, e)
		}
	})
}
