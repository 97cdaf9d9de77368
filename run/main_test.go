package run

import (
	"context"
	"fmt"
	"os"
	"testing"

	"combigo/storage"
)

// childDir tells the test program to be the program that is killed: it goes on with
// the run in the directory that the variable names.
const childDir = "COMBIGO_TEST_RUN_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		if err := child(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func child(dir string) error {
	r, err := OpenLocked(storage.OS, dir, Options{Threads: 2})
	if err != nil {
		return err
	}
	return r.Advance(context.Background(), Limits{}, nil)
}
