//go:build !linux

package storage

import (
	"errors"
	"os"
)

// CanDiscard tells whether parts of a file can be given back.
const CanDiscard = false

func freeBytes(string) (int64, error) { return 0, nil }

// InMemory reports whether the files of a directory are in memory themselves, where that is known.
func InMemory(string) bool { return false }

func willNeed(*os.File, int64, int64) {}

func discard(name string, _, _ int64) error {
	return &os.PathError{Op: "give back parts of", Path: name, Err: errors.ErrUnsupported}
}

// ignoreUnsupported: directories cannot be synced everywhere.
func ignoreUnsupported(error) error { return nil }

// processGone: it is not known.
func processGone(int) bool { return false }
