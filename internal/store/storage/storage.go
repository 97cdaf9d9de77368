// Package storage is the file system as long runs see it: the few operations that they need to lose
// nothing, behind an interface that tests replace by one that fails.
//
// A file is made under a temporary name, synced, and then renamed, and the directory is synced
// after it: so under its own name there is either nothing or the whole file, whatever happens to
// the program or the machine.
package storage

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// FS is a file system.
type FS interface {
	// Create makes a file, or empties the file of that name, and opens it to be written and read.
	Create(name string) (File, error)
	// Open opens a file that exists, to be read.
	Open(name string) (File, error)
	// Rename renames a file, and replaces a file that has the name.
	Rename(from, to string) error
	// Punch frees the space of some bytes of a file, which then read as zeros. The error is
	// [errors.ErrUnsupported] if the file system cannot do that.
	Punch(name string, offset, length int64) error
	// Size returns the length of a file in bytes.
	Size(name string) (int64, error)
	// Remove removes a file, or an empty directory.
	Remove(name string) error
	// MkdirAll makes a directory and the directories above it, where they do not exist.
	MkdirAll(name string) error
	// ReadDir lists a directory, sorted by name.
	ReadDir(name string) ([]fs.DirEntry, error)
	// SyncDir makes the names of a directory durable.
	SyncDir(name string) error
	// Free returns the bytes that can still be written below a directory, 0 if that is not known.
	Free(dir string) (int64, error)
	// Lock locks a file, and makes the file if there is none. A shared lock is for all programs that
	// share it, another lock for one program. The error is a [LockedError] if another program has the
	// lock, and [ErrNoLocks] if the file system cannot lock.
	Lock(name string, shared bool) (io.Closer, error)
	// Locked reports whether a file is locked. It needs no right to write.
	Locked(name string) (bool, error)
}

// File is an open file.
type File interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	// Sync makes what was written durable.
	Sync() error
	// Size returns the length in bytes.
	Size() (int64, error)
	// Direct chooses whether to bypass the system's cache: copying long content through the cache
	// takes as long as computing it. Offsets, lengths and memory addresses should then be multiples of
	// [Sector]. Files that cannot bypass the cache are read and written through it.
	Direct(on bool)
}

// Sector is the number of bytes of which [File.Direct] wants multiples.
const Sector = 4096

// OS is the file system of the operating system.
var OS FS = osFS{}

type osFS struct{}

type osFile struct{ *os.File }

// mustBeFile returns an error if a name is that of something else than a file: opening a named
// pipe, for example, may block for ever.
func mustBeFile(name string) error {
	info, err := os.Stat(name)
	if err != nil || info.Mode().IsRegular() {
		return nil // opening the file will return the error
	}
	kind, known := map[fs.FileMode]string{fs.ModeDir: "directory", fs.ModeNamedPipe: "named pipe", fs.ModeSocket: "socket"}[info.Mode().Type()]
	if !known {
		kind = "device"
	}
	return &fs.PathError{Op: "open", Path: name, Err: fmt.Errorf("it is a %s, want a file", kind)}
}

// openRegular opens a file that must not be a pipe or a device.
func openRegular(name string, flag int) (File, error) {
	if err := mustBeFile(name); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, flag, 0o644)
	return osFile{f}, err
}

func (osFS) Create(name string) (File, error) {
	return openRegular(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC)
}

func (osFS) Open(name string) (File, error) { return openRegular(name, os.O_RDONLY) }

func (osFS) Rename(from, to string) error               { return os.Rename(from, to) }
func (osFS) Remove(name string) error                   { return os.Remove(name) }
func (osFS) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (osFS) Free(dir string) (int64, error)             { return freeBytes(dir) }

func (osFS) MkdirAll(name string) error {
	makingDirs.RLock()
	defer makingDirs.RUnlock()
	return os.MkdirAll(name, 0o755)
}

func (osFS) Punch(name string, offset, length int64) error {
	f, err := openRegular(name, os.O_WRONLY)
	if err != nil {
		return err
	}
	return errors.Join(punch(f.(osFile).File, offset, length), f.Close())
}

func (osFS) Size(name string) (int64, error) { return sizeOf(os.Stat(name)) }

func (f osFile) Size() (int64, error) { return sizeOf(f.Stat()) }

// sizeOf returns the size in the result of a call of Stat.
func sizeOf(info fs.FileInfo, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// CanPunch reports whether a file system supports [FS.Punch] in a directory: it tries it with a
// file.
func CanPunch(fs FS, dir, tag string) bool {
	name := TemporaryName(filepath.Join(dir, ".holes"), tag)
	defer func() { _ = fs.Remove(name) }()
	f, err := fs.Create(name)
	if err != nil {
		return false
	}
	_, err = f.WriteAt(make([]byte, 4*Sector), 0)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return false
	}
	return fs.Punch(name, Sector, 2*Sector) == nil
}

func (osFS) SyncDir(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(ignoreUnsupported(d.Sync()), d.Close())
}

func (f osFile) Direct(on bool) { setDirect(f.File, on) }

func (f osFile) ReadAt(b []byte, offset int64) (int, error) {
	return f.orThroughCache(func() (int, error) { return f.File.ReadAt(b, offset) })
}

func (f osFile) WriteAt(b []byte, offset int64) (int, error) {
	return f.orThroughCache(func() (int, error) { return f.File.WriteAt(b, offset) })
}

// orThroughCache reads or writes by a function. If that cannot bypass the system's cache, it goes
// through the cache from now on.
func (f osFile) orThroughCache(do func() (int, error)) (int, error) {
	n, err := do()
	if isUnaligned(err) {
		f.Direct(false)
		return do()
	}
	return n, err
}

// temporaryEnd is the end of the names of files that are not whole yet.
const temporaryEnd = ".partial"

// IsTemporary reports whether a name is that of an unfinished file.
func IsTemporary(name string) bool { return filepath.Ext(name) == temporaryEnd }

// TemporaryName returns the name of a file while it is written. Programs that write the same file
// at the same time have different tags.
func TemporaryName(name, tag string) string { return name + "." + tag + temporaryEnd }

// WriteFile replaces a file by the given content, durably. After an error the old file or the new
// one is there, whole.
func WriteFile(fs FS, name, tag string, content []byte) error {
	return Write(fs, name, tag, func(f File) error {
		_, err := f.WriteAt(content, 0)
		return err
	})
}

// Write replaces a file by one that a function writes, durably. After an error the old file or the
// new one is there, whole. The tag is that of [TemporaryName].
func Write(fs FS, name, tag string, write func(File) error) (err error) {
	partial := TemporaryName(name, tag)
	f, err := fs.Create(partial)
	if err != nil {
		return err
	}
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = fs.Rename(partial, name)
	}
	if err == nil {
		err = fs.SyncDir(filepath.Dir(name))
	}
	if err != nil {
		// No program reads a file with this name: it may stay.
		_ = fs.Remove(partial)
	}
	return err
}

// ReadFile reads a whole file. It is an error if the file has more than maxBytes bytes.
func ReadFile(fs FS, name string, maxBytes int64) ([]byte, error) {
	f, err := fs.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.NewSectionReader(f, 0, maxBytes+1))
	if int64(len(content)) > maxBytes {
		return nil, fmt.Errorf("%s: want at most %d bytes", name, maxBytes)
	}
	return content, err
}

// RemoveAll removes a file, or a directory and all that is in it. It is no error if there is none,
// or if another program removes it at the same time.
func RemoveAll(fs FS, name string) error {
	err := fs.Remove(name)
	if err == nil || errors.Is(err, os.ErrNotExist) {
		return nil
	}
	entries, listErr := fs.ReadDir(name)
	switch {
	case errors.Is(listErr, os.ErrNotExist):
		return nil
	case listErr != nil:
		return err // of a file that cannot be removed
	}
	for _, e := range entries {
		if err := RemoveAll(fs, filepath.Join(name, e.Name())); err != nil {
			return err
		}
	}
	if err := fs.Remove(name); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// RemoveTemporary removes unfinished files in a directory and the directories below it. The
// function gone decides for each file, by its tag and the time of its last change, whether the
// program that wrote it has ended. Directories that cannot be read are left out, without an error.
func RemoveTemporary(fs FS, dir string, gone func(tag string, changed time.Time) bool) (err error) {
	entries, _ := fs.ReadDir(dir)
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		whole, unfinished := strings.CutSuffix(name, temporaryEnd)
		switch {
		case !unfinished && e.IsDir():
			err = errors.Join(err, RemoveTemporary(fs, name, gone))
		case unfinished:
			info, there := e.Info()
			if there == nil && gone(strings.TrimPrefix(filepath.Ext(whole), "."), info.ModTime()) {
				err = errors.Join(err, RemoveAll(fs, name))
			}
		}
	}
	return err
}

// MakeDir makes a directory and the directories above it, where they do not exist. Their names are
// made durable, since all that is in a directory is lost with its name.
func MakeDir(fs FS, dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	parent := filepath.Dir(dir)
	if _, err := fs.ReadDir(parent); errors.Is(err, os.ErrNotExist) {
		if err := MakeDir(fs, parent); err != nil {
			return err
		}
	}
	if err := fs.MkdirAll(dir); err != nil {
		return err
	}
	// A directory without the right to read it cannot be synced.
	if err := fs.SyncDir(parent); err != nil && !errors.Is(err, os.ErrPermission) {
		return err
	}
	return nil
}

// scratchDirs are the names of the directories of [MakeScratch] that have not been removed.
var scratchDirs sync.Map

// makingDirs is locked for reading while a directory is made or a scratch directory is removed, and
// for writing by [RemoveScratch].
var makingDirs sync.RWMutex

// MakeScratch makes a directory, below another one, for files that are of no use when the program
// ends. It returns a function that removes the directory.
func MakeScratch(below string) (dir string, remove func() error, err error) {
	makingDirs.RLock()
	defer makingDirs.RUnlock()
	if dir, err = os.MkdirTemp(below, "combigo-"); err != nil {
		return "", nil, err
	}
	scratchDirs.Store(dir, true)
	return dir, func() error {
		makingDirs.RLock()
		defer makingDirs.RUnlock()
		scratchDirs.Delete(dir)
		return os.RemoveAll(dir)
	}, nil
}

// RemoveScratch removes all directories of [MakeScratch]. It is for a program that ends while
// goroutines are still at work: from now on, a goroutine that makes a directory blocks for ever,
// since the directory would stay.
func RemoveScratch() {
	const tries = 10
	makingDirs.Lock() // and no Unlock
	scratchDirs.Range(func(key, _ any) bool {
		dir := key.(string)
		// Goroutines make no files below a name that they do not know.
		if unknown := dir + "-removed"; os.Rename(dir, unknown) == nil {
			dir = unknown
		}
		for range tries {
			if os.RemoveAll(dir) == nil {
				break
			}
		}
		return true
	})
}

// LockName is the name of the file by which a directory is locked.
const LockName = "lock"

// ErrNoLocks says that a file system has no locks.
var ErrNoLocks = errors.New("the file system has no locks (flock)")

// A LockedError says that another program has locked a directory.
type LockedError struct{ Dir string }

func (e *LockedError) Error() string {
	return fmt.Sprintf("%s: another program works in this directory: wait until it ends, or stop it", e.Dir)
}

// A program that only looks whether a directory is locked, as [ActivityIn] does, locks it for a
// moment: Lock tries again.
const (
	lockAttempts = 5
	lockPause    = 20 * time.Millisecond
)

// Lock locks a directory until the lock is closed, for this program, or for all that share the
// lock. The system releases the lock when the program ends, however it ends. The error is a
// [LockedError] if another program has locked the directory, and [ErrNoLocks] if the file system
// cannot lock, as some network file systems.
func Lock(fs FS, dir string, shared bool) (io.Closer, error) {
	for attempt := 1; ; attempt++ {
		lock, err := fs.Lock(filepath.Join(dir, LockName), shared)
		var locked *LockedError
		if !errors.As(err, &locked) || attempt == lockAttempts {
			return lock, err
		}
		time.Sleep(lockPause)
	}
}

// Activity says whether a program works in a directory.
type Activity string

// The activities.
const (
	AtWork  Activity = "at work"
	Idle    Activity = "idle"
	Unknown Activity = "unknown" // the lock cannot be tested
)

// ActivityIn reports whether a program has locked a directory. It changes nothing there, and needs
// no right to write.
func ActivityIn(fs FS, dir string) Activity {
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

func (osFS) Lock(name string, shared bool) (io.Closer, error) {
	if err := mustBeFile(name); err != nil {
		return nil, fmt.Errorf("%w: remove it, if it is of no use to you", err)
	}
	// The file is readable by all, so that others can see whether it is locked.
	lock := flock.New(name, flock.SetPermissions(0o644))
	try := lock.TryLock
	if shared {
		try = lock.TryRLock
	}
	locked, err := try()
	if err == nil && locked {
		return lock, nil
	}
	if err == nil {
		err = &LockedError{Dir: filepath.Dir(name)}
	}
	return nil, errors.Join(asNoLocks(err), lock.Close())
}

func (osFS) Locked(name string) (bool, error) {
	if err := mustBeFile(name); err != nil {
		return false, err
	}
	lock := flock.New(name, flock.SetFlag(os.O_RDONLY))
	free, err := lock.TryLock()
	return !free, errors.Join(asNoLocks(err), lock.Close())
}

// asNoLocks makes an error of a file system without locks an [ErrNoLocks].
func asNoLocks(err error) error {
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.ENOLCK) {
		return fmt.Errorf("%w: %w", ErrNoLocks, err)
	}
	return err
}
