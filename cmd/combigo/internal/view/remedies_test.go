package view

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/store/run"
	"combigo.dev/combigo/internal/store/tilefile"
)

// Errors come in one line, with what helps.
func TestExplained(t *testing.T) {
	damage := func(cause error, help run.Help) error {
		help.Dir = "d"
		return fmt.Errorf("run resume: %w", &run.DamageError{File: "d/f", Cause: cause, Help: help})
	}
	again := run.Help{Remedy: run.Recompute, Chain: 3}
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("a\nb"), "a b"},
		{damage(errors.New("cut"), again), "run resume: d/f: cut; fix: combigo run resume d --recompute 3 takes the chain back to the last stage whose inputs are sound"},
		{damage(os.ErrPermission, again), "fix: make it readable; if that cannot be done, combigo run resume d --recompute 3"},
		{damage(syscall.EIO, again), "fix: the error may pass: combigo run resume d reads the file again; if it stays, combigo"},
		{damage(&run.MissingDirError{Dir: "d/f"}, again), "fix: bring it back, and combigo run resume d goes on; if it is lost, combigo"},
		{damage(&tilefile.ForeignError{}, again), "fix: put back the right manifest.json, if that is of another run; if it is not, combigo"},
		{damage(errors.New("cut"), run.Help{Remedy: run.Restore}), "fix: put back a copy of it, or begin again in another directory"},
		{damage(errors.New("cut"), run.Help{Remedy: run.GoOn}), "fix: combigo run resume d writes it again"},
		{&count.MissingError{Board: board.Size{Rows: 6, Cols: 8}, Have: 1, Needed: 3, Missing: []int{2, 3}}, "; combigo run start 6 8 --dir DIR --primes 2-3 computes what is missing"},
		{&count.LargeError{Board: board.Size{Rows: 30, Cols: 26}, Err: errors.New("no")}, "no; combigo estimate 30 26 gives its leading digits"},
	} {
		if got := Explained(c.err); !strings.Contains(got, c.want) {
			t.Errorf("%q: want %q", got, c.want)
		}
	}
	for remedy := run.GoOn; remedy <= run.Restore; remedy++ {
		if got := Explained(&run.HelpError{Err: errors.New("no"), Help: run.Help{Remedy: remedy, Dir: "d"}}); !strings.Contains(got, "combigo run ") {
			t.Errorf("remedy %d: %q", remedy, got)
		}
	}
}
