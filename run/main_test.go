package run

import (
	"context"
	"fmt"
	"os"
	"testing"
)

// childDir tells the test program to be the program that is killed: it goes on with
// the run in the directory that the variable names.
const childDir = "COMBIGO_TEST_RUN_DIR"

// childLooks tells it to recompute what is damaged first.
const childLooks = "COMBIGO_TEST_RUN_LOOKS"

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
	r, err := OpenLocked(quick, dir, Options{Threads: 2})
	if err != nil {
		return err
	}
	for i, o := range r.outcomes {
		if o.known || os.Getenv(childLooks) == "" {
			continue
		}
		if _, err := r.Recompute(context.Background(), i, nil); err != nil {
			return err
		}
	}
	return r.Advance(context.Background(), Limits{}, nil)
}
