package run

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/par"
)

// Open opens the directory of a run to read it.
func Open(fs storage.FS, dir string, opt Options) (*Run, error) {
	r := newRun(fs, dir, opt)
	return r, r.load()
}

// OpenLocked opens the directory of a run to work in it: alone, or as one of several programs that
// do so at the same time. The error is a [storage.LockedError] if another program works there.
func OpenLocked(fs storage.FS, dir string, opt Options) (*Run, error) {
	r := newRun(fs, dir, opt)
	if err := r.load(); err != nil { // a lock makes a file
		return nil, err
	}
	if err := r.acquire(); err != nil {
		return nil, err
	}
	if r.alone() {
		if err := r.mendManifests(); err != nil {
			return nil, errors.Join(r.explain(err), r.Close())
		}
	}
	return r, nil
}

func newRun(fs storage.FS, dir string, opt Options) *Run {
	return &Run{fs: fs, dir: dir, tag: rand.Text(), opt: opt, threads: opt.threads()}
}

// alone tells whether no other program works in the directory.
func (r *Run) alone() bool { return r.opt.Part.alone() && r.lock != nil }

// acquire keeps the directory for this program, or for those that share the work. Where the file
// system has no locks that is left to the user.
func (r *Run) acquire() (err error) {
	r.lock, err = storage.Lock(r.fs, r.dir, !r.opt.Part.alone())
	if errors.Is(err, storage.ErrNoLocks) {
		r.lock, err = io.NopCloser(nil), nil
	}
	return err
}

// unlock lets other programs have the directory.
func (r *Run) unlock() error {
	if r.lock == nil {
		return nil
	}
	defer func() { r.lock = nil }()
	return r.lock.Close()
}

// Close gives the lock and the memory back.
func (r *Run) Close() error {
	r.buffers.Free()
	if r.division != nil {
		r.division.Free()
	}
	err := errors.Join(r.log.close(), r.unlock())
	if r.alive != nil {
		err = errors.Join(err, r.alive.Close(), r.fs.Remove(r.logOf(r.tag, aliveEnd)))
		r.alive = nil
	}
	return err
}

// load reads the manifest, or the copy of a manifest that is damaged.
func (r *Run) load() error {
	name := filepath.Join(r.dir, manifestName)
	m, err := r.readManifest(manifestName)
	if fromCopy, errCopy := r.readManifest(copyName); err != nil && errCopy == nil {
		m, err = fromCopy, nil
	}
	switch {
	case err == nil:
		return r.adopt(m)
	case errors.Is(err, syscall.ENOTDIR):
		return r.withRemedy(fmt.Errorf("%s: this, or what it is in, is a file: want the directory of a run", r.dir), Begin)
	case errors.Is(err, os.ErrNotExist):
		return r.withRemedy(fmt.Errorf("%s: no such file: %s is not the directory of a run", name, r.dir), Begin)
	case isShortage(err):
		return err
	case errors.As(err, new(*formatError)):
		return fmt.Errorf("%s: %w", name, err)
	}
	return &DamageError{name, err, Help{Remedy: Restore, Dir: r.dir}}
}

// save writes the manifest, the copy of it first.
func (r *Run) save() error {
	text := seal(r.manifest)
	for _, name := range []string{copyName, manifestName} {
		if err := storage.WriteFile(r.fs, filepath.Join(r.dir, name), r.tag, text); err != nil {
			return err
		}
	}
	return nil
}

// checkManifests returns an error if one of the two manifests is not that of the run.
func (r *Run) checkManifests() error {
	for _, name := range []string{manifestName, copyName} {
		m, err := r.readManifest(name)
		if err == nil && m.ID != r.manifest.ID {
			return fmt.Errorf("%s: of %s and %s one is of another run: fix: remove that one", r.dir, manifestName, copyName)
		}
		if err == nil && m.Checksum != r.manifest.Checksum {
			err = errors.New("it is not the other one")
		}
		if err != nil {
			return &DamageError{filepath.Join(r.dir, name), err, Help{Remedy: GoOn, Dir: r.dir}}
		}
	}
	return nil
}

// mendManifests writes both manifests again if one is damaged.
func (r *Run) mendManifests() error {
	err := r.checkManifests()
	if damage := (*DamageError)(nil); errors.As(err, &damage) && !isShortage(err) {
		return errors.Join(storage.RemoveAll(r.fs, damage.File), r.save())
	}
	return err
}

// startLog begins the log of this program. A run goes on without one.
func (r *Run) startLog() {
	if r.log.effort.Threads > 0 {
		return
	}
	r.log.effort = Effort{Began: time.Now(), Threads: r.threads}
	if r.fs.MkdirAll(filepath.Join(r.dir, logName)) != nil {
		return
	}
	if file, err := r.fs.Create(r.logOf(r.tag, logEnd)); err == nil {
		r.log.file = file
	}
	lock, err := r.fs.Lock(r.logOf(r.tag, aliveEnd), false)
	if err != nil { // a file that is there and not locked is that of a dead program
		_ = r.fs.Remove(r.logOf(r.tag, aliveEnd))
		return
	}
	r.alive = lock
}

func (r *Run) logOf(tag, end string) string { return filepath.Join(r.dir, logName, tag+end) }

// gone tells whether the program of a tag does not write a file any more, as far as that is known,
// given when the file was changed last. On some network file systems a machine does not see the
// locks of others: so a file stays for a while after its last change, too.
func (r *Run) gone(tag string, changed time.Time) bool {
	if r.alone() {
		return true
	}
	locked, err := r.fs.Locked(r.logOf(tag, aliveEnd))
	return err == nil && !locked && time.Since(changed) > abandoned
}

// prepare prepares the engine for the shares. The error is a [result.MemoryError] if these do not
// fit.
func (r *Run) prepare(ctx context.Context) (err error) {
	if r.division != nil {
		return nil
	}
	if r.ceiling == 0 {
		r.ceiling = r.opt.ceiling(0)
	}
	if err := r.refusal(r.shares(), r.threads, r.ceiling, r.ceiling == r.opt.Memory); err != nil {
		return err
	}
	memory.SetCeiling(r.ceiling)
	r.division, err = r.engine.Divide(ctx, border.Dealing{Shares: r.shares(), Turn: stages.HaveTurns(r.chains)}, par.Options{Threads: r.threads})
	return err
}
