package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/internal/storage"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Open opens the directory of a run to read it, or for one of several programs that work in it at
// the same time, as [Run.Task] and [Run.Collect] can.
func Open(fs storage.FS, dir string, opt Options) (*Run, error) {
	r := newRun(fs, dir)
	if err := r.load(); err != nil {
		return r, err
	}
	r.use(opt)
	return r, nil
}

// OpenLocked opens the directory of a run to work in it. The error is a
// [storage.LockedError] if another program does.
func OpenLocked(fs storage.FS, dir string, opt Options) (*Run, error) {
	r, err := Open(fs, dir, opt)
	if err != nil {
		return nil, err
	}
	if err := r.acquire(opt.Unlocked); err != nil {
		return nil, err
	}
	// The manifest may have changed before the lock was had.
	if err := errors.Join(r.load(), r.saveCopy()); err != nil {
		return nil, errors.Join(explain(err), r.Close())
	}
	return r, nil
}

func newRun(fs storage.FS, dir string) *Run {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	tag := fmt.Sprintf("%s-%d-%d", host, os.Getpid(), time.Now().UnixNano())
	return &Run{fs: fs, dir: dir, tag: tag}
}

// acquire keeps the directory for this program, unless that is left to the user.
func (r *Run) acquire(unlocked bool) (err error) {
	if !unlocked {
		r.lock, err = storage.Lock(r.fs, r.dir)
	}
	return err
}

func (r *Run) use(opt Options) {
	r.threads, r.memory = opt.threads(), opt.Memory
	if r.memory == 0 {
		r.memory, _ = r.settings.options(r.threads).memory() // the settings are checked
	}
}

// Close gives the lock and the memory back.
func (r *Run) Close() error {
	r.rooms.free()
	err := r.log.close()
	if r.lock != nil {
		err = errors.Join(err, r.lock.Close())
	}
	return err
}

// load reads the manifest.
func (r *Run) load() error {
	name := filepath.Join(r.dir, manifestName)
	m, err := r.readManifest(manifestName)
	if err == nil {
		return errors.Join(r.adopt(m), r.loadSettings())
	}
	if errors.Is(err, syscall.ENOTDIR) {
		return fmt.Errorf("%s: this, or what it is in, is a file: want the directory of a run (combigo run start makes one)", r.dir)
	}
	var older *olderRun
	if errors.As(err, &older) {
		return fmt.Errorf("%s: %w", name, err)
	}
	fix := "put back a copy of it, or begin again in another directory"
	switch _, copyErr := r.readManifest(copyName); {
	case copyErr == nil:
		fix = r.fromCopy()
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: no such file: %s is not the directory of a run (combigo run start makes one)", name, r.dir)
	}
	if isShortage(err) {
		return err
	}
	return &DamageError{File: name, Cause: err, Fix: r.readAgain(err) + fix}
}

// fromCopy is how a manifest is put back.
func (r *Run) fromCopy() string {
	return fmt.Sprintf("cp %s %s", filepath.Join(r.dir, copyName), filepath.Join(r.dir, manifestName))
}

// loadSettings reads the settings.
func (r *Run) loadSettings() error {
	name := filepath.Join(r.dir, settingsName)
	text, err := storage.ReadFile(r.fs, name, maxManifestBytes)
	if err == nil {
		r.settings, err = parseSettings(text, r.manifest.ID)
	}
	r.settingsFault = nil
	if err == nil || isShortage(err) {
		return err
	}
	r.settings = Settings{Engine: Disk}
	if m, errCopy := r.readManifest(copyName); errCopy == nil {
		if _, errCopy = parseSettings(text, m.ID); errCopy == nil {
			r.settingsFault = &DamageError{
				File:  filepath.Join(r.dir, manifestName),
				Cause: fmt.Errorf("it is of another run, %s: its copy and the settings are of the run %s", r.manifest.ID, m.ID),
				Fix:   r.fromCopy() + "; nothing else is damaged",
			}
			return nil
		}
	}
	r.settingsFault = &DamageError{
		File: name, Cause: err,
		Fix: r.readAgain(err) + fmt.Sprintf("combigo run resume %s --engine disk, or slurm, writes it again, with the options that are given; nothing else is damaged", r.dir),
	}
	return nil
}

// save writes the settings and the manifest, the latter's copy first: with the manifest the run has
// begun.
func (r *Run) save() error {
	if err := r.saveSettings(); err != nil {
		return err
	}
	text, err := seal(r.manifest)
	if err != nil {
		return err
	}
	for _, name := range []string{copyName, manifestName} {
		if err := storage.WriteFile(r.fs, filepath.Join(r.dir, name), r.tag, text); err != nil {
			return err
		}
	}
	return nil
}

// saveCopy writes the copy of the manifest again if it is damaged or gone; not if it is sound and
// another one: who of the two is of this run is for the files to say.
func (r *Run) saveCopy() error {
	if _, err := r.readManifest(copyName); err == nil {
		return nil
	}
	text, err := seal(r.manifest)
	if err != nil {
		return err
	}
	name := filepath.Join(r.dir, copyName)
	return errors.Join(storage.RemoveAll(r.fs, name), storage.WriteFile(r.fs, name, r.tag, text))
}

func (r *Run) saveSettings() error {
	text, err := seal(&settingsFile{Format: settingsFormat, Run: r.manifest.ID, Settings: r.settings})
	if err != nil {
		return err
	}
	name := filepath.Join(r.dir, settingsName)
	if r.settingsFault != nil { // whatever is in its place
		if err := storage.RemoveAll(r.fs, name); err != nil {
			return err
		}
	}
	r.settingsFault = nil
	return storage.WriteFile(r.fs, name, r.tag, text)
}

// startLog begins the journal of this program. A run goes on without one.
func (r *Run) startLog() {
	if r.log != nil {
		return
	}
	r.log = &journal{started: time.Now()}
	dir := filepath.Join(r.dir, logName)
	if r.fs.MkdirAll(dir) != nil {
		return
	}
	if file, err := r.fs.Create(filepath.Join(dir, r.tag+logEnd)); err == nil {
		r.log.file = file
	}
}

// ready prepares the engine for the shares. The error is a [result.MemoryError] if these do not
// fit.
func (r *Run) ready(ctx context.Context) (err error) {
	if r.division != nil {
		return nil
	}
	if need, ceiling := r.need.memory(r.shares(), r.threads), r.memoryCeiling(); ceiling > 0 && need > ceiling {
		return tooLittle(need, ceiling, ceiling == r.memory)
	}
	r.division, err = r.engine.Divide(ctx, r.shares(), par.Options{Threads: r.threads})
	return err
}

// sparedShare of the memory that is available is left to the files that pass through it.
const sparedShare = 8

// memoryHere is what a program on this machine may take: what it is given, but no more than
// the machine has; 0 if neither is known.
func memoryHere(given result.Bytes) result.Bytes {
	available := memory.Available()
	if given > 0 && (available == 0 || given <= available) {
		return given
	}
	return available - available/sparedShare
}

// memoryCeiling is what this program may take. What the scheduler grants a task is its own.
func (r *Run) memoryCeiling() result.Bytes {
	if r.settings.Engine == Slurm && r.memory > 0 {
		return r.memory
	}
	return memoryHere(r.memory)
}
