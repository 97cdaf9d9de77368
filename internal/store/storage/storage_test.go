package storage

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestWriteFileReplacesWhole(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	for _, content := range []string{"first", "", "a longer one"} {
		if err := WriteFile(OS, name, "tag", []byte(content)); err != nil {
			t.Fatal(err)
		}
		got, err := ReadFile(OS, name, 100)
		if err != nil || string(got) != content {
			t.Errorf("%q is read as %q, %v", content, got, err)
		}
	}
	entries, err := OS.ReadDir(filepath.Dir(name))
	if err != nil || len(entries) != 1 {
		t.Errorf("there are %v, %v; want one file", entries, err)
	}
	if _, err := ReadFile(OS, name, 3); err == nil {
		t.Error("a file longer than allowed is read")
	}
	if _, err := ReadFile(OS, name+"x", 3); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// fullDisk fails to write, or to rename.
type fullDisk struct {
	FS
	rename bool
}

type fullFile struct{ File }

var errFull = errors.New("full")

func (f fullFile) WriteAt([]byte, int64) (int, error) { return 0, errFull }

func (d fullDisk) Create(name string) (File, error) {
	file, err := d.FS.Create(name)
	if !d.rename {
		file = fullFile{file}
	}
	return file, err
}

func (d fullDisk) Rename(from, to string) error {
	if d.rename {
		return errFull
	}
	return d.FS.Rename(from, to)
}

func TestFailedWritesLeaveWhatThereWas(t *testing.T) {
	for _, rename := range []bool{false, true} {
		name := filepath.Join(t.TempDir(), "file")
		if err := WriteFile(OS, name, "tag", []byte("old")); err != nil {
			t.Fatal(err)
		}
		if err := WriteFile(fullDisk{OS, rename}, name, "tag", []byte("new")); !errors.Is(err, errFull) {
			t.Errorf("a full disk gives %v", err)
		}
		got, err := ReadFile(OS, name, 100)
		if err != nil || string(got) != "old" {
			t.Errorf("the file is %q, %v", got, err)
		}
		if entries, err := OS.ReadDir(filepath.Dir(name)); err != nil || len(entries) != 1 {
			t.Errorf("there are %v, %v; want one file", entries, err)
		}
	}
}

func TestTemporaryNames(t *testing.T) {
	if name := TemporaryName("bin-001.tiles", "host-1"); !IsTemporary(name) || IsTemporary("bin-001.tiles") {
		t.Errorf("%q is not told from a finished file", name)
	}
}

func TestRemoveAll(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	if err := OS.MkdirAll(filepath.Join(dir, "b", "c")); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(OS, filepath.Join(dir, "b", "file"), "tag", []byte("x")); err != nil {
		t.Fatal(err)
	}
	for range 2 { // that there is nothing is no error
		if err := RemoveAll(OS, dir); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the directory is still there: %v", err)
	}
}

// raced is a file system in which another program removes a directory first when it is read.
type raced struct{ FS }

func (f raced) ReadDir(name string) ([]os.DirEntry, error) {
	if err := os.RemoveAll(name); err != nil {
		return nil, err
	}
	return f.FS.ReadDir(name)
}

func TestRemoveAllBesideAnotherProgram(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	if err := OS.MkdirAll(filepath.Join(dir, "b")); err != nil {
		t.Fatal(err)
	}
	if err := RemoveAll(raced{OS}, dir); err != nil {
		t.Error(err)
	}
}

// Content is the same with and without the system's cache, also where offsets and lengths are odd.
func TestDirect(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	content := make([]byte, 64*Sector+100)
	for i := range content {
		content[i] = byte(i * i >> 3)
	}
	err := Write(OS, name, "tag", func(f File) error {
		f.Direct(true)
		for _, part := range [][2]int{{0, 32 * Sector}, {32 * Sector, 64 * Sector}, {64 * Sector, len(content)}} {
			if _, err := f.WriteAt(content[part[0]:part[1]], int64(part[0])); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ReadFile(OS, name, 1<<20); err != nil || !bytes.Equal(got, content) {
		t.Errorf("the file is not what was written: %v", err)
	}
	file, err := OS.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	file.Direct(true)
	got := make([]byte, len(content))
	for _, part := range [][2]int{{0, 64 * Sector}, {5, 99}, {64 * Sector, len(content)}} {
		if _, err := file.ReadAt(got[part[0]:part[1]], int64(part[0])); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(got, content) {
		t.Error("the file is not what was written")
	}
	if n, err := file.ReadAt(got, Sector); err != io.EOF || n != len(content)-Sector {
		t.Errorf("beyond the end: %d, %v", n, err)
	}
}

func TestFree(t *testing.T) {
	free, err := OS.Free(t.TempDir())
	if err != nil || free < 0 {
		t.Errorf("%d bytes free, %v", free, err)
	}
}
