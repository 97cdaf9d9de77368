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
	// Create makes a file of its own, or empties the one of that name, to be written and read.
	Create(name string) (File, error)
	// Open opens a file that exists, to be read.
	Open(name string) (File, error)
	// Rename gives a file a name, in the place of the file that has it.
	Rename(from, to string) error
	// Punch gives the place of some bytes of a file back, which reads as zeros then. The error is
	// [errors.ErrUnsupported] if the file system cannot do that.
	Punch(name string, offset, length int64) error
	// Size returns the length of a file in bytes.
	Size(name string) (int64, error)
	// Remove removes a file, or an empty directory.
	Remove(name string) error
	// MkdirAll makes a directory and those above it where they do not exist.
	MkdirAll(name string) error
	// ReadDir lists a directory, sorted by name.
	ReadDir(name string) ([]fs.DirEntry, error)
	// SyncDir makes the names of a directory durable.
	SyncDir(name string) error
	// Free returns the bytes that can still be written below a directory, 0 if that is not known.
	Free(dir string) (int64, error)
	// Lock locks a file, which it makes if there is none, for one program, or for all that share it.
	// The error is a [LockedError] if another program has it, and [ErrNoLocks] if the file system
	// cannot lock.
	Lock(name string, shared bool) (io.Closer, error)
	// Locked tells whether a file is locked. It needs no right to write.
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
	// Direct chooses whether the system's cache is passed by: to copy long content through the
	// cache takes as long as to compute the content. Offsets, lengths and the addresses of the
	// memory should then be multiples of [Sector]. Files that cannot do so are read and written as
	// before.
	Direct(on bool)
}

// Sector is what [File.Direct] wants a multiple of.
const Sector = 4096

// OS is the file system of the operating system.
var OS FS = osFS{}

type osFS struct{}

type osFile struct{ *os.File }

// mustBeFile returns an error for a name of something else: to open a named pipe may take for ever.
func mustBeFile(name string) error {
	info, err := os.Stat(name)
	if err != nil || info.Mode().IsRegular() {
		return nil // who opens the file meets the error
	}
	kind, known := map[fs.FileMode]string{fs.ModeDir: "directory", fs.ModeNamedPipe: "named pipe", fs.ModeSocket: "socket"}[info.Mode().Type()]
	if !known {
		kind = "device"
	}
	return &fs.PathError{Op: "open", Path: name, Err: fmt.Errorf("it is a %s, want a file", kind)}
}

func openFile(name string, flag int) (File, error) {
	if err := mustBeFile(name); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, flag, 0o644)
	return osFile{f}, err
}

func (osFS) Create(name string) (File, error) {
	return openFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC)
}

func (osFS) Open(name string) (File, error) { return openFile(name, os.O_RDONLY) }

func (osFS) Rename(from, to string) error               { return os.Rename(from, to) }
func (osFS) Remove(name string) error                   { return os.Remove(name) }
func (osFS) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (osFS) Free(dir string) (int64, error)             { return freeBytes(dir) }

func (osFS) MkdirAll(name string) error {
	making.RLock()
	defer making.RUnlock()
	return os.MkdirAll(name, 0o755)
}

func (osFS) Punch(name string, offset, length int64) error {
	f, err := openFile(name, os.O_WRONLY)
	if err != nil {
		return err
	}
	return errors.Join(punch(f.(osFile).File, offset, length), f.Close())
}

func (osFS) Size(name string) (int64, error) { return sizeOf(os.Stat(name)) }

func (f osFile) Size() (int64, error) { return sizeOf(f.Stat()) }

func sizeOf(info fs.FileInfo, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// CanPunch finds out by trying whether a file system gives places in files back.
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
	return f.aligned(func() (int, error) { return f.File.ReadAt(b, offset) })
}

func (f osFile) WriteAt(b []byte, offset int64) (int, error) {
	return f.aligned(func() (int, error) { return f.File.WriteAt(b, offset) })
}

// aligned goes through the system's cache if something cannot be done without.
func (f osFile) aligned(do func() (int, error)) (int, error) {
	n, err := do()
	if isUnaligned(err) {
		f.Direct(false)
		return do()
	}
	return n, err
}

// temporary is the end of the names of files that are not whole yet.
const temporary = ".partial"

// IsTemporary tells whether a name is that of a file that was not finished.
func IsTemporary(name string) bool { return filepath.Ext(name) == temporary }

// TemporaryName returns the name under which a file is made. Programs that make the same file at
// the same time tell theirs apart by their tags.
func TemporaryName(name, tag string) string { return name + "." + tag + temporary }

// WriteFile writes a whole file, durably, or leaves what there was.
func WriteFile(fs FS, name, tag string, content []byte) error {
	return Write(fs, name, tag, func(f File) error {
		_, err := f.WriteAt(content, 0)
		return err
	})
}

// Write makes a whole file by a function, durably, or leaves what there was.
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
		// The file is of no use, and its name is not one that is read.
		_ = fs.Remove(partial)
	}
	return err
}

// ReadFile reads a whole file of at most a given number of bytes.
func ReadFile(fs FS, name string, most int64) ([]byte, error) {
	f, err := fs.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.NewSectionReader(f, 0, most+1))
	if int64(len(content)) > most {
		return nil, fmt.Errorf("%s: want at most %d bytes", name, most)
	}
	return content, err
}

// RemoveAll removes a file, or a directory and all in it; that there is none is no error, nor that
// another program removes it at the same time.
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
		return err // it is no directory
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

// RemoveTemporary removes what programs left unfinished in a directory and those below it, where a
// function says that the program of a tag is gone, given when the file was changed last. Whoever
// needs a directory that cannot be read meets the error.
func RemoveTemporary(fs FS, dir string, gone func(tag string, changed time.Time) bool) (err error) {
	entries, _ := fs.ReadDir(dir)
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		whole, unfinished := strings.CutSuffix(name, temporary)
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

// MakeDir makes a directory and those above it where they do not exist, durably: a directory whose
// name is lost takes all that is in it along.
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
	// A directory that may be written and not read cannot be synced.
	if err := fs.SyncDir(parent); err != nil && !errors.Is(err, os.ErrPermission) {
		return err
	}
	return nil
}

// scratch is the directories of [MakeScratch] that are there.
var scratch sync.Map

// making is had, shared, by all that make a directory or remove a scratch directory.
var making sync.RWMutex

// MakeScratch makes a directory for files that are of no use when the program ends, below another
// one, and returns the function that removes the directory.
func MakeScratch(below string) (dir string, remove func() error, err error) {
	making.RLock()
	defer making.RUnlock()
	if dir, err = os.MkdirTemp(below, "combigo-"); err != nil {
		return "", nil, err
	}
	scratch.Store(dir, true)
	return dir, func() error {
		making.RLock()
		defer making.RUnlock()
		scratch.Delete(dir)
		return os.RemoveAll(dir)
	}, nil
}

// RemoveScratch removes all directories of [MakeScratch] that are there: for a program that ends
// while goroutines are still at work. These wait for ever from now on when they come to make a
// directory, since a directory that is made after its removal would stay.
func RemoveScratch() {
	const tries = 10
	making.Lock() // and no Unlock
	scratch.Range(func(key, _ any) bool {
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

// Lock keeps a directory for this program, or for all that share it, until the lock is closed. It
// is a lock of the system, which takes the lock back when the program ends, however that ends. The
// error is a [LockedError] if another program has the directory, and [ErrNoLocks] if the file
// system cannot lock, as some network file systems.
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

func (osFS) Lock(name string, shared bool) (io.Closer, error) {
	if err := mustBeFile(name); err != nil {
		return nil, fmt.Errorf("%w: remove it, if it is of no use to you", err)
	}
	// Readable by all, so that others can see whether it is taken.
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
	return nil, errors.Join(noLocks(err), lock.Close())
}

func (osFS) Locked(name string) (bool, error) {
	if err := mustBeFile(name); err != nil {
		return false, err
	}
	lock := flock.New(name, flock.SetFlag(os.O_RDONLY))
	free, err := lock.TryLock()
	return !free, errors.Join(noLocks(err), lock.Close())
}

func noLocks(err error) error {
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.ENOLCK) {
		return fmt.Errorf("%w: %w", ErrNoLocks, err)
	}
	return err
}
