package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"combigo/result"
)

// peakFile is the environment variable that names the file for the peak memory of "combigo-peak".
const peakFile = "COMBIGO_PEAK_FILE"

// mainWithPeak is main, and writes down the most memory that was resident.
func mainWithPeak() {
	code := execute()
	if err := os.WriteFile(os.Getenv(peakFile), fmt.Append(nil, int64(result.PeakMemory())), 0o666); err != nil {
		code = exitInternal
	}
	os.Exit(code)
}

func init() { programs["combigo-peak"] = mainWithPeak }

// Every ceiling on memory is kept by the process as a whole, whether the computation fits or is refused.
func TestMemoryCeilings(t *testing.T) {
	for _, c := range []struct {
		ceiling string
		args    string
		fits    bool
	}{
		{"40MiB", "count 6 --colors 3", true},
		{"48MiB", "count 5 --lattice torus", true},
		{"40MiB", "count 8 --method frontier", true},
		{"64MiB", "polynomial 4 --lattice torus", true},
		{"48MiB", "compare gomoku 6", true},
		{"64MiB", "symmetry 8", true},
		{"48MiB", "bounds --width 7", true},
		{"64MiB", "count 6 --lattice torus", false},
		{"32MiB", "compare gomoku 6", false},
		{"1GiB", "count 7 --lattice torus", false},
		{"64MiB", "unrank 10 5", false},
		{"100MiB", "patterns 6 --board 8 --legal", false},
	} {
		t.Run(c.args+" in "+c.ceiling, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "peak")
			command := exec.Command("combigo-peak", append(strings.Fields(c.args), "--memory", c.ceiling)...)
			command.Env = append(os.Environ(), peakFile+"="+file)
			text, err := command.CombinedOutput()
			if (err == nil) != c.fits || !c.fits && !strings.Contains(string(text), "of memory: more than the ceiling of ") {
				t.Errorf("%v: %s", err, text)
			}
			var peak int64
			if data, err := os.ReadFile(file); err != nil {
				t.Fatal(err)
			} else if _, err := fmt.Sscan(string(data), &peak); err != nil {
				t.Fatal(err)
			}
			ceiling, err := result.ParseBytes(c.ceiling)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%.0f %%", 100*float64(peak)/float64(ceiling))
			if float64(peak) > 1.1*float64(ceiling) {
				t.Errorf("%s at the peak", result.Bytes(peak))
			}
		})
	}
}
