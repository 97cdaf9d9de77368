// Package selftest checks an installed program on the machine on which it is installed: each check
// compares two results that are found in different ways. All checks together take some seconds.
package selftest

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/store/run"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/par"
)

// A check compares two results, and returns what is equal. The error says what is not, or what
// could not be found.
type check struct {
	name string
	do   func(ctx context.Context, opt par.Options) (equal string, err error)
}

// checks are all checks, in the order in which they are made.
func checks() []check {
	return []check{
		{"kernels", kernels}, {"squares", squares}, {"methods", methods}, {"files", files},
	}
}

func kernels(context.Context, par.Options) (string, error) {
	names, err := border.CheckKernels()
	return "the kernels " + strings.Join(names, ", ") + ", on random rows", err
}

// wantCount compares the published number of a board with one that a method found.
func wantCount(size board.Size, found *big.Int, method string) error {
	entry, ok := published.Legal(size)
	if !ok || found.Cmp(entry.Int()) != 0 {
		return fmt.Errorf("%s: %d legal positions by method %s, but %s has %d", size, found, method, entry.Source(), entry.Int())
	}
	return nil
}

// counts counts a board by some methods.
func counts(ctx context.Context, size board.Size, opt par.Options, methods ...count.Method) error {
	for _, method := range methods {
		r, err := count.Legal(ctx, size, count.Options{Options: opt, Method: method})
		if err != nil {
			return err
		}
		if err := wantCount(size, r.Value, r.Method); err != nil {
			return err
		}
	}
	return nil
}

func squares(ctx context.Context, opt par.Options) (equal string, err error) {
	const last = 10
	for n := 1; n <= last && err == nil; n++ {
		err = counts(ctx, board.Size{Rows: n, Cols: n}, opt, count.Auto)
	}
	return fmt.Sprintf("1x1 to %dx%[1]d and the published numbers", last), err
}

func methods(ctx context.Context, opt par.Options) (string, error) {
	size := board.Size{Rows: 3, Cols: 4}
	return size.String() + " by three methods", counts(ctx, size, opt, count.Brute, count.Halves, count.Frontier)
}

// files begins a run in a directory, changes a bit of a file there, and finishes the run.
func files(ctx context.Context, opt par.Options) (equal string, err error) {
	dir, remove, err := storage.MakeScratch("")
	if err != nil {
		return "", err
	}
	defer remove()
	size := board.Size{Rows: 8, Cols: 8}
	r, err := run.Start(storage.OS, filepath.Join(dir, "run"), size, run.Options{Threads: opt.Threads, Method: run.Exact})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if err := r.Advance(ctx, run.Limits{Stages: 3}, nil); !errors.Is(err, run.ErrLimit) {
		return "", fmt.Errorf("a run that is to stop after three stages: %w", err)
	}
	if err := flip(r.Dir()); err != nil {
		return "", err
	}
	v, err := r.Verify(ctx, nil)
	if err != nil {
		return "", err
	}
	if len(v.Faults) != 1 {
		return "", fmt.Errorf("a changed bit in a file of a run leads to %d faults, want 1", len(v.Faults))
	}
	if _, err := r.Recompute(ctx, 0, nil); err != nil {
		return "", err
	}
	if err := r.Advance(ctx, run.Limits{}, nil); err != nil {
		return "", err
	}
	a, err := r.Answer()
	if err != nil {
		return "", err
	}
	number, _, err := a.Number(size.Cols)
	if err != nil {
		return "", err
	}
	return size.String() + " on disk and the published number; a changed bit was found", wantCount(size, number, "disk")
}

// flip changes a bit in the middle of a file of values.
func flip(dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "chain-*", "stage-*", "*.tiles"))
	if err != nil || len(names) == 0 {
		return fmt.Errorf("%s: no files of values: %w", dir, err)
	}
	content, err := os.ReadFile(names[0])
	if err != nil {
		return err
	}
	content[len(content)/2] ^= 1
	return os.WriteFile(names[0], content, 0o666)
}

// An Outcome is what a check found.
type Outcome struct {
	Name  string `json:"name"`
	Equal string `json:"equal,omitempty"` // what is equal
	Fault error  `json:"fault,omitempty"` // what is not
}

// Run makes all checks. The error is that of a context that has ended.
func Run(ctx context.Context, opt par.Options) ([]Outcome, error) {
	var all []Outcome
	list := checks()
	for i, c := range list {
		part := opt
		part.Progress = nil
		equal, err := c.do(ctx, part)
		if ctx.Err() != nil {
			return all, ctx.Err()
		}
		all = append(all, Outcome{c.name, equal, err})
		opt.Report(float64(i+1) / float64(len(list)))
	}
	return all, nil
}
