package storage

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// LockName is the file that keeps a directory.
const LockName = "lock"

// ErrNoLocks says that a file system has no locks.
var ErrNoLocks = errors.New("the file system has no locks (flock)")

// A LockedError says that another program has a directory.
type LockedError struct{ Dir string }

func (e *LockedError) Error() string {
	return fmt.Sprintf("%s: another program works in this directory: wait until it ends, or stop it", e.Dir)
}

// A short look at a lock, such as that of [Working], must not fail the program that comes to work.
const (
	lockAttempts = 5
	lockPause    = 20 * time.Millisecond
)

// Lock keeps a directory for this program until the lock is closed. It is a lock of the system,
// which takes the lock back when the program ends, however that ends. The error is a [LockedError]
// if another program has the directory, and [ErrNoLocks] if the file system cannot lock, as some
// network file systems.
func Lock(fs FS, dir string) (io.Closer, error) {
	for attempt := 1; ; attempt++ {
		lock, err := fs.Lock(filepath.Join(dir, LockName))
		var locked *LockedError
		if !errors.As(err, &locked) || attempt == lockAttempts {
			return lock, err
		}
		time.Sleep(lockPause)
	}
}

// Work is what is known of programs in a directory.
type Work string

// What may be known.
const (
	AtWork  Work = "at work"
	Idle    Work = "idle"
	Unknown Work = "unknown" // the lock cannot be read, or asked
)

// Working tells whether a program has a directory. It changes nothing there, and needs no right to
// write.
func Working(fs FS, dir string) Work {
	locked, err := fs.Locked(filepath.Join(dir, LockName))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return Idle // nobody has ever locked it
	case err != nil:
		return Unknown
	case locked:
		return AtWork
	}
	return Idle
}

func (osFS) Lock(name string) (io.Closer, error) {
	if err := mustBeFile(name); err != nil {
		return nil, fmt.Errorf("%w: remove it, if it is of no use to you", err)
	}
	// Readable by all, so that others can see whether it is taken.
	lock := flock.New(name, flock.SetPermissions(0o644))
	locked, err := lock.TryLock()
	if err == nil && locked {
		return lock, nil
	}
	if err == nil {
		err = &LockedError{Dir: filepath.Dir(name)}
	}
	return nil, errors.Join(noLocks(err), lock.Close())
}

func (osFS) Locked(name string) (bool, error) {
	if err := mustBeFile(name); err != nil {
		return false, err
	}
	lock := flock.New(name, flock.SetFlag(os.O_RDONLY))
	free, err := lock.TryRLock()
	return !free, errors.Join(noLocks(err), lock.Close())
}

// noLocks tells apart the errors of file systems that cannot lock.
func noLocks(err error) error {
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.ENOLCK) {
		return fmt.Errorf("%w: %w", ErrNoLocks, err)
	}
	return err
}
