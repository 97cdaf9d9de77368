package storage

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// Locking says how a directory is kept for one program at a time.
type Locking string

// The ways to lock.
const (
	// Flock is a lock of the system, which takes it back when the program ends, however it
	// ends. Some network file systems have none.
	Flock Locking = "flock"
	// Owner is a file that says who has the directory. One that a killed program left has to
	// be removed by hand.
	Owner Locking = "file"
	// Unlocked leaves it to the user that only one program works in a directory.
	Unlocked Locking = "none"
)

// LockName and OwnerName are the files that keep a directory.
const (
	LockName  = "lock"
	OwnerName = "lock.owner"
)

// ErrNoLocks says that a file system has no locks.
var ErrNoLocks = errors.New("the file system has no locks (flock)")

// A LockedError says that another program has a directory.
type LockedError struct {
	Dir   string
	Owner string // who, empty if that is not known
	Dead  bool   // whether the owner is known to be gone
}

func (e *LockedError) Error() string {
	file := filepath.Join(e.Dir, OwnerName)
	switch {
	case e.Owner == "":
		return fmt.Sprintf("%s: another program works in this directory: wait until it ends, or stop it", e.Dir)
	case e.Dead:
		return fmt.Sprintf("%s: %s, which is gone, has left its lock: remove %s", e.Dir, e.Owner, file)
	}
	return fmt.Sprintf("%s: %s works in this directory: wait until it ends, or stop it; if it is gone, remove %s", e.Dir, e.Owner, file)
}

// owner is the content of the file [OwnerName].
type owner struct {
	Host  string    `json:"host"`
	PID   int       `json:"pid"`
	Since time.Time `json:"since"`
}

func (o owner) String() string {
	return fmt.Sprintf("process %d on %s, since %s", o.PID, o.Host, o.Since.Format(time.RFC3339))
}

// gone tells whether the process is known not to run any more.
func (o owner) gone() bool {
	host, err := os.Hostname()
	return err == nil && host == o.Host && processGone(o.PID)
}

// A short look at a lock, such as that of [Working], must not fail the program that
// comes to work.
const (
	lockAttempts = 5
	lockPause    = 20 * time.Millisecond
)

// Lock keeps a directory for this program until the lock is closed. The error is a
// [LockedError] if another one has it, and [ErrNoLocks] if the file system cannot lock.
func Lock(fs FS, dir string, how Locking) (io.Closer, error) {
	held, err := ownerOf(fs, dir)
	if err != nil {
		return nil, err
	}
	if held != nil && how != Unlocked {
		return nil, &LockedError{Dir: dir, Owner: held.String(), Dead: held.gone()}
	}
	switch how {
	case Unlocked:
		return nobody{}, nil
	case Owner:
		return takeOwner(fs, dir)
	}
	for attempt := 1; ; attempt++ {
		lock, err := fs.Lock(filepath.Join(dir, LockName))
		var locked *LockedError
		if !errors.As(err, &locked) || attempt == lockAttempts {
			return lock, err
		}
		time.Sleep(lockPause)
	}
}

type nobody struct{}

func (nobody) Close() error { return nil }

// ownerOf reads who has a directory by a file; nil if nobody has.
func ownerOf(fs FS, dir string) (*owner, error) {
	name := filepath.Join(dir, OwnerName)
	text, err := ReadFile(fs, name, 1<<10)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	o := new(owner)
	if json.Unmarshal(text, o) != nil {
		return &owner{Host: "unknown host"}, nil // begun, and not written
	}
	return o, nil
}

func takeOwner(fs FS, dir string) (io.Closer, error) {
	name := filepath.Join(dir, OwnerName)
	file, err := fs.CreateNew(name)
	if errors.Is(err, os.ErrExist) {
		return nil, &LockedError{Dir: dir}
	}
	if err != nil {
		return nil, err
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown host"
	}
	text, err := json.Marshal(owner{host, os.Getpid(), time.Now().UTC().Truncate(time.Second)})
	if err == nil {
		_, err = file.WriteAt(append(text, '\n'), 0)
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, errors.Join(err, fs.Remove(name))
	}
	return ownerLock{fs, name}, nil
}

type ownerLock struct {
	fs   FS
	name string
}

func (l ownerLock) Close() error { return l.fs.Remove(l.name) }

// Work is what is known of programs in a directory.
type Work string

// What may be known.
const (
	AtWork  Work = "at work"
	Idle    Work = "idle"
	Unknown Work = "unknown" // the lock cannot be read, or asked
)

// Working tells whether a program has a directory. It changes nothing there, and needs no
// right to write.
func Working(fs FS, dir string) Work {
	held, err := ownerOf(fs, dir)
	switch {
	case err != nil:
		return Unknown
	case held != nil && held.gone():
		return Idle
	case held != nil:
		return AtWork
	}
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
