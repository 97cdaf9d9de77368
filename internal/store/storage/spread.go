package storage

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Spread is a directory that goes on in other ones, on other disks. Below each of them there are
// the same directories, and a file is in one of them: whoever makes files decides in which. What is
// listed, made or removed by its name in Dir is so in all of them, if the name begins with Prefix.
type Spread struct {
	FS
	Dir, Prefix string
	More        []string
	Mark        []byte // in a file of the other directories: without it they are missing
}

const markName = "combigo-run"

// A MissingDirError says that a directory is missing that a [Spread] has files in.
type MissingDirError struct{ Dir string }

func (e *MissingDirError) Error() string {
	return e.Dir + ": the directory is missing, or not the one that has files of the run"
}

// Make makes the other directories where they are missing.
func (s *Spread) Make() error {
	for _, dir := range s.More {
		if s.there(dir) == nil {
			continue
		}
		if err := MakeDir(s.FS, dir); err != nil {
			return err
		}
		if err := WriteFile(s.FS, filepath.Join(dir, markName), "new", s.Mark); err != nil {
			return err
		}
	}
	return nil
}

// Forget removes the other directories, which must be empty but for their marks.
func (s *Spread) Forget() error {
	var all error
	for _, dir := range s.More {
		if s.there(dir) != nil {
			continue
		}
		all = errors.Join(all, RemoveTemporary(s.FS, dir), s.FS.Remove(filepath.Join(dir, markName)), s.FS.Remove(dir))
	}
	return all
}

// there returns an error if one of the other directories is missing.
func (s *Spread) there(dir string) error {
	const most = 1 << 12
	if mark, err := ReadFile(s.FS, filepath.Join(dir, markName), most); err != nil || !bytes.Equal(mark, s.Mark) {
		return &MissingDirError{dir}
	}
	return nil
}

// names returns a name in all directories.
func (s *Spread) names(name string) []string {
	all := []string{name}
	if below, err := filepath.Rel(s.Dir, name); err == nil && strings.HasPrefix(below, s.Prefix) {
		for _, dir := range s.More {
			all = append(all, filepath.Join(dir, below))
		}
	}
	return all
}

// missing replaces the error that something is not there if its whole directory is missing.
func (s *Spread) missing(name string, err error) error {
	if err == nil || !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, dir := range s.More {
		if strings.HasPrefix(name, dir+string(filepath.Separator)) {
			if lost := s.there(dir); lost != nil {
				return lost
			}
		}
	}
	return err
}

// Create is that of [FS].
func (s *Spread) Create(name string) (File, error) {
	f, err := s.FS.Create(name)
	return f, s.missing(name, err)
}

// Open is that of [FS].
func (s *Spread) Open(name string) (File, error) {
	f, err := s.FS.Open(name)
	return f, s.missing(name, err)
}

// Size is that of [FS].
func (s *Spread) Size(name string) (int64, error) {
	n, err := s.FS.Size(name)
	return n, s.missing(name, err)
}

// Remove is that of [FS]: what is in any of the directories goes.
func (s *Spread) Remove(name string) error {
	all := s.names(name)
	for _, other := range slices.Backward(all[1:]) {
		if err := s.FS.Remove(other); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return s.FS.Remove(all[0])
}

// MkdirAll is that of [FS]. It does not make a directory that is missing.
func (s *Spread) MkdirAll(name string) error {
	all := s.names(name)
	for i := range all[1:] {
		if err := s.there(s.More[i]); err != nil {
			return err
		}
	}
	for _, one := range all {
		if err := s.FS.MkdirAll(one); err != nil {
			return err
		}
	}
	return nil
}

// ReadDir is that of [FS].
func (s *Spread) ReadDir(name string) ([]fs.DirEntry, error) {
	all := s.names(name)
	entries, err := s.FS.ReadDir(all[0])
	if err != nil {
		return entries, err
	}
	for _, other := range all[1:] {
		more, err := s.FS.ReadDir(other)
		if err = s.missing(other, err); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		entries = append(entries, more...)
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return slices.CompactFunc(entries, func(a, b fs.DirEntry) bool { return a.Name() == b.Name() }), nil
}

// SyncDir is that of [FS].
func (s *Spread) SyncDir(name string) error {
	var all error
	for _, one := range s.names(name) {
		if err := s.FS.SyncDir(one); !errors.Is(err, os.ErrNotExist) {
			all = errors.Join(all, err)
		}
	}
	return all
}
