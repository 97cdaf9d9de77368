//go:build !race

package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/result"
)

// With the race detector, which takes memory of its own, no ceiling holds: this file is left out.

// peakFile is the environment variable that names the file for the peak memory of "combigo-peak".
const peakFile = "COMBIGO_PEAK_FILE"

// mainWithPeak is main, and writes down the most memory that was resident.
func mainWithPeak() {
	code := execute(&interruption{})
	if err := os.WriteFile(os.Getenv(peakFile), fmt.Append(nil, int64(result.PeakMemory())), 0o666); err != nil {
		code = exitInternal
	}
	os.Exit(code)
}

func init() { programs["combigo-peak"] = mainWithPeak }

// Every ceiling on memory is kept by the process as a whole, whether the computation fits or is
// refused.
func TestMemoryCeilings(t *testing.T) {
	for _, c := range []struct {
		ceiling string
		args    string
		fits    bool
	}{
		{"40MiB", "count 6 --colors 3", true},
		{"44MiB", "count 5 --lattice torus", true},
		{"30MiB", "polynomial 5", true},
		{"40MiB", "compare gomoku 6", true},
		{"64MiB", "symmetry 8", true},
		{"48MiB", "bounds --width 7", true},
		{"34MiB", "count 9", true},
		{"60MiB", "count 11", true},
		{"100MiB", "count 12", true}, // in files
		{"40MiB", "count 11", false},
		{"64MiB", "count 6 --lattice torus", false},
		{"26MiB", "compare gomoku 7", false},
		{"1GiB", "count 7 --lattice torus", false},
		{"64MiB", "unrank 10 5", false},
		{"100MiB", "patterns 6 --board 8 --legal", false},
	} {
		if c.fits && c.args != "count 9" && !longtests.Wanted() {
			continue
		}
		t.Run(c.args+" in "+c.ceiling, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "peak")
			command := exec.Command("combigo-peak", append(strings.Fields(c.args), "--memory", c.ceiling)...)
			command.Env = append(os.Environ(), peakFile+"="+file)
			text, err := command.CombinedOutput()
			if (err == nil) != c.fits || !c.fits && !strings.Contains(string(text), ": more than the ceiling of ") {
				t.Errorf("%v: %s", err, text)
			}
			wantBelow(t, file, c.ceiling)
		})
	}
}

// testsTake is what the program takes more as a test, which has the code and the tables of the
// tests. A count of 3x3 takes 22 MiB as the program, 25 MiB as a test.
const testsTake = 4 << 20

// wantBelow reads the peak that mainWithPeak wrote, and compares it with a ceiling.
func wantBelow(t *testing.T, file, text string) {
	t.Helper()
	var peak int64
	if data, err := os.ReadFile(file); err != nil {
		t.Fatal(err)
	} else if _, err := fmt.Sscan(string(data), &peak); err != nil {
		t.Fatal(err)
	}
	ceiling, err := result.ParseBytes(text)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%.0f %%", 100*float64(peak)/float64(ceiling))
	if peak > int64(ceiling)+testsTake {
		t.Errorf("%s at the peak", result.Bytes(peak))
	}
}

// The server keeps one ceiling, whatever it is asked for.
func TestServerKeepsItsCeiling(t *testing.T) {
	if !longtests.Wanted() {
		t.Skip("a second of counting")
	}
	file := filepath.Join(t.TempDir(), "peak")
	command := exec.Command("combigo-peak", "serve", "--addr", "127.0.0.1:0", "--memory", "100MiB", "--job-time", "1s")
	command.Env = append(os.Environ(), peakFile+"="+file)
	page := startServer(t, command)
	for _, form := range []url.Values{
		{"rows": {"12"}, "cols": {"12"}, "lattice": {"square"}, "colors": {"2"}},
		{"rows": {"5"}, "cols": {"5"}, "lattice": {"torus"}, "colors": {"2"}},
	} {
		answer, err := http.PostForm(page+"count", form)
		if err != nil {
			t.Fatal(err)
		}
		// What does not fit is refused at once where that is known in a moment, and else by the
		// count.
		refused := answer.StatusCode == http.StatusUnprocessableEntity && form.Get("rows") == "12"
		if answer.StatusCode != http.StatusOK && !refused {
			t.Fatal(answer)
		}
		answer.Body.Close()
	}
	for text := "count"; strings.Contains(text, ">counting") || strings.Contains(text, "waiting for its turn") || text == "count"; {
		for _, path := range []string{
			"unrank?rows=7&cols=16&number=5", "unrank?rows=8&cols=8&number=5", "records?of=liberties&rows=12&cols=12",
			"records?of=strings&rows=10&cols=10", "report/table-3", "count",
		} {
			text = pageText(t, page+path)
		}
	}
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = command.Wait()
	wantBelow(t, file, "100MiB")
}

func pageText(t *testing.T, address string) string {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
