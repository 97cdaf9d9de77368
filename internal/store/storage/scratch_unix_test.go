//go:build unix

package storage

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// scratchBelow is the variable with the directory below which the program of [TestRemoveScratch]
// makes its scratch directories.
const scratchBelow = "COMBIGO_TEST_SCRATCH_BELOW"

// However busy goroutines are with scratch directories when a program ends, none of these is left.
func TestRemoveScratch(t *testing.T) {
	if below := os.Getenv(scratchBelow); below != "" {
		for range 8 {
			go makeScratchAgain(below)
		}
		time.Sleep(5 * time.Millisecond)
		RemoveScratch()
		time.Sleep(time.Millisecond) // the program says how it ends
		os.Exit(0)
	}
	below := t.TempDir()
	for range 20 {
		program := exec.Command(os.Args[0], "-test.run=^TestRemoveScratch$")
		program.Env = append(os.Environ(), scratchBelow+"="+below)
		if out, err := program.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if left, err := os.ReadDir(below); err != nil || len(left) > 0 {
			t.Fatalf("left behind are %v, %v", left, err)
		}
	}
}

// makeScratchAgain makes scratch directories with files and removes them, for ever.
func makeScratchAgain(below string) {
	for {
		dir, remove, err := MakeScratch(below)
		if err != nil {
			panic(err)
		}
		for _, name := range []string{"a", "b", "c"} {
			// The directory may be gone by now.
			_ = MakeDir(OS, filepath.Join(dir, name))
			_ = WriteFile(OS, filepath.Join(dir, name, "file"), "tag", []byte("x"))
		}
		if err := remove(); err != nil {
			panic(err)
		}
	}
}
