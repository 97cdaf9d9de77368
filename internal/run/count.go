package run

import (
	"context"
	"errors"
	"os"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/storage"
	"combigo.dev/combigo/result"
)

// Count runs a board to its end in a new directory below dir, and removes that again, whatever
// happens. The error is a [MemoryError] or a [DiskError] if the run cannot fit.
func Count(ctx context.Context, dir string, size board.Size, opt Options, progress func(share float64)) (a *result.Answer, err error) {
	own, err := os.MkdirTemp(dir, "combigo-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(own)) }()
	r, err := Start(storage.OS, own, size, opt)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if err := r.Advance(ctx, Limits{}, progress); err != nil {
		return nil, err
	}
	return r.Answer()
}
