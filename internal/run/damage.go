package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"combigo.dev/combigo/internal/tilefile"
)

// A DamageError says that a file of a run is not what it should be, or cannot be read. No
// number is computed from such a file.
type DamageError struct {
	File  string
	Cause error
	Fix   string
}

func (e *DamageError) Error() string { return fmt.Sprintf("%s; fix: %s", e.what(), e.Fix) }

// what is the error without its fix.
func (e *DamageError) what() string {
	var corrupt *tilefile.CorruptError
	var path *os.PathError
	switch {
	case errors.As(e.Cause, &corrupt):
		return corrupt.Error() // which names the file
	case errors.As(e.Cause, &path) && path.Path == e.File:
		return fmt.Sprintf("%s: %v", e.File, path.Err)
	}
	return fmt.Sprintf("%s: %v", e.File, e.Cause)
}

func (e *DamageError) Unwrap() error { return e.Cause }

// isShortage tells whether an error is of this program, not of what it reads.
func isShortage(err error) bool {
	return slices.ContainsFunc([]error{
		context.Canceled, context.DeadlineExceeded, os.ErrClosed, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.EINTR,
	}, func(shortage error) bool { return errors.Is(err, shortage) })
}

// damage makes of an error of reading a file of a stage one that says the fix. What this
// program lacks, such as memory, is no fault of the file.
func (r *Run) damage(p place, name string, err error) error {
	var damage *DamageError
	var foreign *tilefile.ForeignError
	switch {
	case err == nil || errors.As(err, &damage) || isShortage(err):
		return err
	case errors.As(err, &foreign):
		if err := r.foreignManifest(foreign.Got); err != nil {
			return err
		}
	}
	return &DamageError{File: name, Cause: err, Fix: r.readAgain(err) + r.fix(p)}
}

// readAgain is what to try first where an error may pass without anything being lost.
func (r *Run) readAgain(err error) string {
	switch {
	case errors.Is(err, os.ErrPermission):
		return "make it readable; if that cannot be done, "
	case errors.Is(err, syscall.EIO), errors.Is(err, syscall.ESTALE), errors.Is(err, syscall.ETIMEDOUT):
		return fmt.Sprintf("the error may pass: combigo run resume %s reads the file again; if it stays, ", r.dir)
	}
	return ""
}

// fix says what helps against a damaged file of a stage.
func (r *Run) fix(p place) string {
	return fmt.Sprintf("combigo run resume %s --recompute %d takes the chain back to the last stage that stands on sound files", r.dir, p.chain)
}

// foreignManifest returns an error if not a file, but the manifest is of another run: no file
// that can be read is of the manifest's run, and all are of one other.
func (r *Run) foreignManifest(other [16]byte) error {
	for id := range r.runsOfFiles() {
		if id != other {
			return nil
		}
	}
	name := filepath.Join(r.dir, manifestName)
	fix := fmt.Sprintf("put back the manifest of the run %x; nothing else is damaged", other)
	if m, err := r.readManifest(copyName); err == nil && m.ID == fmt.Sprintf("%x", other) {
		fix = r.fromCopy() + "; nothing else is damaged"
	}
	return &DamageError{File: name, Cause: fmt.Errorf("it is of another run, %s: all files are of the run %x", r.manifest.ID, other), Fix: fix}
}

// fromCopy is how a manifest is put back.
func (r *Run) fromCopy() string {
	return fmt.Sprintf("cp %s %s", filepath.Join(r.dir, copyName), filepath.Join(r.dir, manifestName))
}

// runsOfFiles collects the runs that the files of chains and stages say they are of.
func (r *Run) runsOfFiles() map[[16]byte]bool {
	runs := map[[16]byte]bool{}
	for chain := range r.chains {
		if id, err := runOfPart(r.fs, r.valueName(chain)); err == nil {
			runs[id] = true
		}
		stages, err := r.fs.ReadDir(r.chainDir(chain))
		if err != nil {
			continue
		}
		for _, stage := range stages {
			dir := filepath.Join(r.chainDir(chain), stage.Name())
			files, err := r.fs.ReadDir(dir)
			if err != nil {
				continue
			}
			for _, file := range files {
				if id, err := r.runOfFile(filepath.Join(dir, file.Name())); err == nil {
					runs[id] = true
				}
			}
		}
	}
	return runs
}

// runOfFile is the run that a file of a stage says it is of.
func (r *Run) runOfFile(name string) ([16]byte, error) {
	if filepath.Ext(name) == partEnd {
		return runOfPart(r.fs, name)
	}
	id, err := tilefile.ReadIdentity(r.fs, name)
	return id.Run, err
}

// explain adds to an error of the disk that nothing is lost, and what to do.
func explain(err error) error {
	var damage *DamageError
	var path *os.PathError
	var link *os.LinkError
	switch {
	case err == nil || errors.As(err, &damage) || isShortage(err):
		return err
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("%w: the disk is full; nothing is lost: make room, then combigo run resume goes on", err)
	case errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("%w: the quota is used up; nothing is lost: make room, then combigo run resume goes on", err)
	case errors.As(err, &path), errors.As(err, &link), errors.Is(err, syscall.EIO):
		return fmt.Errorf("%w; nothing is lost: combigo run resume goes on", err)
	}
	return err
}

// checkCopy compares the copy of the manifest with it.
func (r *Run) checkCopy() error {
	m, err := r.readManifest(copyName)
	if err == nil && m.Checksum != r.manifest.Checksum {
		err = errors.New("it is not the same as " + manifestName)
	}
	if err == nil {
		return nil
	}
	name := filepath.Join(r.dir, copyName)
	return &DamageError{File: name, Cause: err, Fix: fmt.Sprintf("remove it, and combigo run resume %s writes it again", r.dir)}
}
