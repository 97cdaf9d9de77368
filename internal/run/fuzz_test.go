package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"testing"
	"time"

	"combigo.dev/combigo/internal/tilefile"
)

// aManifest is a manifest that makes sense.
func aManifest() *manifest {
	m := &manifest{
		Format: manifestFormat, ID: fmt.Sprintf("%032x", 5), Rows: 9, Cols: 10, Method: Modulo, Shares: 7,
		Created: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
	}
	primes, err := primesOf(m.size(), Modulo, false)
	if err != nil {
		panic(err)
	}
	for _, p := range primes {
		m.Primes = append(m.Primes, decimal(p))
	}
	return m
}

// What is read as a manifest makes sense, and is written and read the same. Random bytes do
// not match the checksum: so they are sealed, too, where they are a manifest but for that.
func FuzzManifest(f *testing.F) {
	text, err := aManifest().seal()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte("{}"))
	f.Add(bytes.Replace(text, []byte(`"rows": 9`), []byte(`"rows": -1`), 1))
	f.Fuzz(func(t *testing.T, b []byte) {
		checkManifest(t, b)
		var m manifest
		if json.Unmarshal(b, &m) != nil {
			return
		}
		if sealed, err := m.seal(); err == nil {
			checkManifest(t, sealed)
		}
	})
}

func checkManifest(t *testing.T, b []byte) {
	t.Helper()
	m, err := parseManifest(b)
	if err != nil {
		return
	}
	if m.size().Short() < 2 || len(m.Primes) == 0 {
		t.Errorf("a manifest that makes no sense is read: %+v", m)
	}
	text, err := m.seal()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := parseManifest(text); err != nil || !reflect.DeepEqual(again, m) {
		t.Errorf("%+v is written, and read as %+v, %v", m, again, err)
	}
}

// What is read as settings makes sense, and is written and read the same.
func FuzzSettings(f *testing.F) {
	const id = "00000000000000000000000000000005"
	file := settingsFile{Format: settingsFormat, Run: id, Settings: Settings{
		Engine: Slurm, Memory: 1 << 30, Cluster: &Cluster{Program: "combigo", Tasks: 3, Time: "4:00:00", Memory: "4G", Extra: []string{"--exclusive"}},
	}}
	check := func(t *testing.T, b []byte) {
		s, err := parseSettings(b, id)
		if err != nil {
			return
		}
		if s.Memory < 0 || s.Disk < 0 || s.Engine == Slurm && s.Cluster == nil {
			t.Errorf("settings that make no sense are read: %+v", s)
		}
		sealed, err := settingsFile{Format: settingsFormat, Run: id, Settings: s}.seal()
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(sealed)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := parseSettings(text, id); err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%+v is written, and read as %+v, %v", s, again, err)
		}
	}
	for _, cluster := range []string{"-1", "5"} {
		file.Settings.Cluster.Account = cluster
		sealed, err := file.seal()
		if err != nil {
			f.Fatal(err)
		}
		text, err := json.Marshal(sealed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		check(t, b)
		var file settingsFile
		if json.Unmarshal(b, &file) != nil {
			return
		}
		if sealed, err := file.seal(); err == nil {
			if text, err := json.Marshal(sealed); err == nil {
				check(t, text)
			}
		}
	})
}

// Times of tasks are read as sbatch reads them.
func TestParseTaskTime(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"": 0, "UNLIMITED": 0, "90": 90 * time.Minute, "2:30": 150 * time.Second, "4:00:00": 4 * time.Hour,
		"1-2": 26 * time.Hour, "1-2:30": 26*time.Hour + 30*time.Minute, "1-2:30:5": 26*time.Hour + 30*time.Minute + 5*time.Second,
	} {
		if got, err := parseTaskTime(text); err != nil || got != want {
			t.Errorf("%q is read as %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"-1", "4h", "1:2:3:4", "1-2:3:4:5", "x-1", "1-", "1:", "99999999999999"} {
		if got, err := parseTaskTime(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

// What is read as a part is the one of that place, with a value below the modulus.
func FuzzPart(f *testing.F) {
	id := tilefile.Identity{Run: [16]byte{1, 2}, Modulus: 97, Stage: 3, Share: 4}
	for value := range 100 {
		text := sealedPart(f, id, new(big.Rat).SetInt64(int64(value)))
		f.Add(text)
		f.Add(text[:len(text)/2])
	}
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		value, err := parsePart(b, id)
		if err != nil {
			return
		}
		if !value.IsInt() || value.Sign() < 0 || value.Cmp(big.NewRat(97, 1)) >= 0 {
			t.Errorf("%s is read as a residue modulo %d", value, id.Modulus)
		}
		if again, err := parsePart(sealedPart(t, id, value), id); err != nil || again.Cmp(value) != 0 {
			t.Errorf("%s is written, and read as %s, %v", value, again, err)
		}
		for _, other := range []tilefile.Identity{
			{Modulus: id.Modulus, Stage: id.Stage, Share: id.Share},
			{Run: id.Run, Modulus: 101, Stage: id.Stage, Share: id.Share},
			{Run: id.Run, Modulus: id.Modulus, Share: id.Share},
			{Run: id.Run, Modulus: id.Modulus, Stage: id.Stage},
		} {
			if _, err := parsePart(b, other); err == nil {
				t.Errorf("%s is read as a part of %+v", b, other)
			}
		}
	})
}

// A part with one digit changed is altered, whatever digit that is: it does not say which run it is
// of.
func TestAlteredPart(t *testing.T) {
	id := tilefile.Identity{Run: [16]byte{1, 2}, Modulus: 97, Stage: 3, Share: 4}
	text := sealedPart(t, id, big.NewRat(42, 1))
	if _, run, err := decodePart(text); err != nil || run != id.Run {
		t.Fatalf("unchanged: of %x, %v", run, err)
	}
	for i, c := range text {
		if c < '0' || c > '9' {
			continue
		}
		altered := bytes.Clone(text)
		altered[i] = '0' + (c-'0'+1)%10
		if _, run, err := decodePart(altered); err == nil {
			t.Errorf("%s is of the run %x", altered, run)
		}
	}
}

func sealedPart(t testing.TB, id tilefile.Identity, value *big.Rat) []byte {
	t.Helper()
	s, err := newPart(id, value).seal()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Of a journal that a killed program left, whatever is in it, no more is counted than what
// its lines say.
func FuzzJournal(f *testing.F) {
	f.Add([]byte(`{"chain":0,"stage":1,"share":2,"steps":30,"seconds":0.5,"read":8,"written":16,"threads":2}` + "\n" + `{"chai`))
	f.Add([]byte("\n\nnull\n[]\n{}\n{\"steps\":1e400}\n{\"seconds\":-1,\"steps\":-5}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var h, again history
		h.addJournal(b)
		again.addJournal(append(bytes.Clone(b), "\n{\"no line"...))
		if h != again {
			t.Errorf("a line that was cut short counts: %+v, %+v", h, again)
		}
		if h.steps < 0 || h.seconds < 0 || h.read < 0 || h.written < 0 || h.threads < 0 {
			t.Errorf("less than nothing was done: %+v", h)
		}
	})
}

// A size that sbatch is told is a whole number of its units.
func FuzzTaskMemory(f *testing.F) {
	for _, text := range []string{"", "0", "40G", "1.5G", "9223372036854775807", "8388607T", "8388608t", "G"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := parseTaskMemory(text)
		if err != nil {
			return
		}
		if got < 0 || got%(1<<10) != 0 {
			t.Errorf("%q is read as %d bytes", text, got)
		}
		if again, err := parseTaskMemory(fmt.Sprintf("%dk", got>>10)); err != nil || again != got {
			t.Errorf("%q is read as %d bytes, and these as %d, %v", text, got, again, err)
		}
	})
}
