package storage

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// CanDiscard tells whether parts of a file can be given back.
const CanDiscard = true

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

// aheadBytes is the read_ahead_kb that devices have unless someone chose another. Of a request that is longer than that, and
// longer than what the device takes at once, Linux reads the beginning only.
const aheadBytes = 128 << 10

// willNeed is a matter of speed alone, so that it fails does not matter.
func willNeed(f *os.File, offset, length int64) {
	for end := offset + length; offset < end; offset += aheadBytes {
		if unix.Fadvise(int(f.Fd()), offset, min(aheadBytes, end-offset), unix.FADV_WILLNEED) != nil {
			return
		}
	}
}

// discard punches a hole.
func discard(name string, offset, length int64) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	err = unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, offset, length)
	if err != nil {
		err = &os.PathError{Op: "punch hole", Path: name, Err: err}
	}
	return errors.Join(err, f.Close())
}

// ignoreUnsupported drops the error of file systems whose directories cannot be synced.
func ignoreUnsupported(err error) error {
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOTSUP) {
		return nil
	}
	return err
}

// processGone tells whether there is no process of a number on this machine.
func processGone(pid int) bool { return errors.Is(unix.Kill(pid, 0), unix.ESRCH) }
