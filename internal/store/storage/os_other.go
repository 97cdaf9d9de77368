//go:build !linux

package storage

import (
	"errors"
	"os"
)

func freeBytes(string) (int64, error) { return 0, nil }

// InMemory reports whether the files of a directory are in memory themselves, where that is known.
func InMemory(string) bool { return false }

// SameDisk reports whether two directories are on one file system, where that is known.
func SameDisk(string, string) bool { return false }

func setDirect(*os.File, bool) {}

func isUnaligned(error) bool { return false }

// ignoreUnsupported: directories cannot be synced everywhere.
func ignoreUnsupported(error) error { return nil }

func punch(*os.File, int64, int64) error { return errors.ErrUnsupported }
