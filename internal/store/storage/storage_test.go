package storage

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
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

// An eventFS lists what is done to files, in order, and fails at one of these events.
type eventFS struct {
	FS
	fails string
	seen  *[]string
}

type eventFile struct {
	File
	fs eventFS
}

var errEvent = errors.New("it fails")

func (e eventFS) do(event string, do func() error) error {
	*e.seen = append(*e.seen, event)
	if event == e.fails {
		return errEvent
	}
	return do()
}

func (e eventFS) Create(name string) (file File, err error) {
	err = e.do("create", func() error {
		file, err = e.FS.Create(name)
		return err
	})
	return eventFile{file, e}, err
}

func (e eventFS) Rename(from, to string) error {
	return e.do("rename", func() error { return e.FS.Rename(from, to) })
}

func (e eventFS) SyncDir(name string) error {
	return e.do("sync "+filepath.Base(name), func() error { return e.FS.SyncDir(name) })
}

func (f eventFile) WriteAt(b []byte, offset int64) (n int, err error) {
	err = f.fs.do("write", func() error {
		n, err = f.File.WriteAt(b, offset)
		return err
	})
	return n, err
}

func (f eventFile) Sync() error { return f.fs.do("sync", f.File.Sync) }

func (f eventFile) Close() error {
	return errors.Join(f.fs.do("close", func() error { return nil }), f.File.Close())
}

// A file has its name when its content is durable, and not before, and the name is durable when the
// file is said to be there. Whatever fails is said; up to the new name the old file stays.
func TestWritesAreDurable(t *testing.T) {
	order := []string{"create", "write", "sync", "close", "rename", "sync dir"}
	for _, fails := range append(order, "") {
		name := filepath.Join(t.TempDir(), "dir", "file")
		if err := errors.Join(OS.MkdirAll(filepath.Dir(name)), WriteFile(OS, name, "tag", []byte("old"))); err != nil {
			t.Fatal(err)
		}
		var seen []string
		err := WriteFile(eventFS{OS, fails, &seen}, name, "tag", []byte("new"))
		if fails != "" && !errors.Is(err, errEvent) || fails == "" && (err != nil || !slices.Equal(seen, order)) {
			t.Errorf("%q fails: %v, after %q", fails, err, seen)
		}
		want := "old"
		if fails == "" || fails == "sync dir" {
			want = "new"
		}
		got, err := ReadFile(OS, name, 100)
		if err != nil || string(got) != want {
			t.Errorf("%q fails: the file is %q, %v", fails, got, err)
		}
		if entries, err := OS.ReadDir(filepath.Dir(name)); err != nil || len(entries) != 1 {
			t.Errorf("%q fails: there are %v, %v; want one file", fails, entries, err)
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
