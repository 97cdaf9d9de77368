package storage

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func freeBytes(dir string) (int64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, &os.PathError{Op: "statfs", Path: dir, Err: err}
	}
	return int64(s.Bavail) * s.Bsize, nil
}

// InMemory reports whether the files of a directory are in memory themselves.
func InMemory(dir string) bool {
	var s unix.Statfs_t
	return unix.Statfs(dir, &s) == nil && (s.Type == unix.TMPFS_MAGIC || s.Type == unix.RAMFS_MAGIC)
}

// SameDisk reports whether two directories are on one file system.
func SameDisk(a, b string) bool {
	var s, t unix.Stat_t
	return unix.Stat(a, &s) == nil && unix.Stat(b, &t) == nil && s.Dev == t.Dev
}

// setDirect is a matter of speed alone, so that it fails does not matter.
func setDirect(f *os.File, on bool) {
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
	if err != nil {
		return
	}
	flags &^= unix.O_DIRECT
	if on {
		flags |= unix.O_DIRECT
	}
	_, _ = unix.FcntlInt(f.Fd(), unix.F_SETFL, flags)
}

// isUnaligned tells whether the system wants larger multiples than [Sector], or the caller had
// none.
func isUnaligned(err error) bool { return errors.Is(err, unix.EINVAL) }

func punch(f *os.File, offset, length int64) error {
	return unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, offset, length)
}

// ignoreUnsupported drops the error of file systems whose directories cannot be synced.
func ignoreUnsupported(err error) error {
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOTSUP) {
		return nil
	}
	return err
}
