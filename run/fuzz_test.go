package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"testing"
	"time"

	"combigo/internal/tilefile"
)

// aManifest is a manifest that makes sense.
func aManifest() *manifest {
	m := &manifest{
		Format: manifestFormat, ID: fmt.Sprintf("%032x", 5), Rows: 9, Cols: 10, Layout: "0",
		Created: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
	}
	for _, p := range primes(m.size(), DP, false) {
		m.Moduli = append(m.Moduli, decimal(p))
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
	f.Add([]byte(oldManifest))
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
	if m.size().Short() < 2 || len(m.Moduli) == 0 {
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

// oldManifest is of a version that had the settings in it.
const oldManifest = `{"format": "combigo run 1", "id": "be60f93e766eb59d20aebaf7eedcb974", "rows": 4, "cols": 4, "layout": "3af0d8593e948f7a",
 "engine": "slurm", "memory": 4294967296, "disk": 1073741824, "reclaim": false, "keep_every": 3, "created": "2026-11-22T07:12:46Z",
 "moduli": ["4611686018427387847", "4611686018427387817", "4611686018427387787"],
 "cluster": {"program": "/opt/combigo", "tasks": 3, "cpus": 2, "memory": "4G", "extra": ["--exclusive"]},
 "checksum": "4cc65a12018a6bc6"}`

// A manifest of an older version has the settings that it was started with.
func TestManifestOfOlderVersion(t *testing.T) {
	m, err := parseManifest([]byte(oldManifest))
	if err != nil {
		t.Fatal(err)
	}
	want := Settings{Engine: Slurm, Memory: 4 << 30, Disk: 1 << 30, KeepEvery: 3, Cluster: &Cluster{
		Program: "/opt/combigo", Tasks: 3, CPUs: 2, Memory: "4G", Extra: []string{"--exclusive"},
	}}
	if got := m.settings(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	text, err := m.seal()
	if err != nil {
		t.Fatal(err)
	}
	if m.Checksum != "4cc65a12018a6bc6" {
		t.Errorf("sealed again it is %s", text)
	}
}

// What is read as settings makes sense, and is written and read the same.
func FuzzSettings(f *testing.F) {
	const id = "00000000000000000000000000000005"
	file := settingsFile{Format: settingsFormat, Run: id, Settings: Settings{
		Engine: Slurm, Memory: 1 << 30, KeepEvery: 3, Cluster: &Cluster{Program: "combigo", Tasks: 3, Time: "4:00:00", Memory: "4G", Extra: []string{"--exclusive"}},
	}}
	check := func(t *testing.T, b []byte) {
		s, err := parseSettings(b, id)
		if err != nil {
			return
		}
		if s.Memory < 0 || s.Disk < 0 || s.KeepEvery < 0 || s.Engine == Slurm && s.Cluster == nil {
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

// What is read as a share is the one of that place, with a value below the modulus.
func FuzzShare(f *testing.F) {
	id := tilefile.Identity{Run: [16]byte{1, 2}, Modulus: 97, Stage: 3, Bin: 4}
	for value := range 100 {
		text := sealedShare(f, id, new(big.Rat).SetInt64(int64(value)))
		f.Add(text)
		f.Add(text[:len(text)/2])
	}
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		value, err := parseShare(b, id)
		if err != nil {
			return
		}
		if !value.IsInt() || value.Sign() < 0 || value.Cmp(big.NewRat(97, 1)) >= 0 {
			t.Errorf("%s is read as a residue modulo %d", value, id.Modulus)
		}
		if again, err := parseShare(sealedShare(t, id, value), id); err != nil || again.Cmp(value) != 0 {
			t.Errorf("%s is written, and read as %s, %v", value, again, err)
		}
		for _, other := range []tilefile.Identity{
			{Modulus: id.Modulus, Stage: id.Stage, Bin: id.Bin},
			{Run: id.Run, Modulus: 101, Stage: id.Stage, Bin: id.Bin},
			{Run: id.Run, Modulus: id.Modulus, Bin: id.Bin},
			{Run: id.Run, Modulus: id.Modulus, Stage: id.Stage},
		} {
			if _, err := parseShare(b, other); err == nil {
				t.Errorf("%s is read as a share of %+v", b, other)
			}
		}
	})
}

func sealedShare(t testing.TB, id tilefile.Identity, value *big.Rat) []byte {
	t.Helper()
	s, err := newShare(id, value).seal()
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
	f.Add([]byte(`{"residue":0,"stage":1,"bin":2,"steps":30,"seconds":0.5,"read":8,"written":16,"threads":2}` + "\n" + `{"resi`))
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
