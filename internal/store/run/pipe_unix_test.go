//go:build unix

package run

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"combigo.dev/combigo/internal/store/storage"
)

// What is a named pipe, or a directory, in the place of a file makes no program wait: the error
// names the file. Journals and one of the two manifests are not needed to go on.
func TestNamedPipesInThePlaceOfFiles(t *testing.T) {
	r, dir := start(t, storage.OS, odd, Options{Threads: 1})
	err := r.Advance(context.Background(), Limits{Stages: r.end(0) - 1}, nil)
	if err = errors.Join(err, r.Close()); !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	names := append(files(t, dir), filepath.Join(dir, storage.LockName))
	journals, err := filepath.Glob(filepath.Join(dir, logName, "*"))
	if err != nil || len(journals) == 0 {
		t.Fatal(journals, err)
	}
	for _, name := range append(names, journals...) {
		for kind, put := range map[string]func(string) error{
			"named pipe": func(name string) error { return unix.Mkfifo(name, 0o644) },
			"directory":  func(name string) error { return os.Mkdir(name, 0o755) },
		} {
			copied := clone(t, dir)
			in := filepath.Join(copied, strings.TrimPrefix(name, dir))
			if err := errors.Join(os.Remove(in), put(in)); err != nil {
				t.Fatal(err)
			}
			needed := !strings.HasPrefix(filepath.Base(name), "manifest.") && !strings.HasSuffix(name, logEnd)
			if r, err := Open(storage.OS, copied, Options{}); err == nil {
				if s, err := r.Status(); err != nil || (s.Work == storage.Unknown) != (filepath.Base(name) == storage.LockName) {
					t.Errorf("a %s as %s: the status is %+v, %v", kind, name, s, err)
				}
			}
			r, err := OpenLocked(storage.OS, copied, Options{Threads: 1})
			if err == nil {
				err = errors.Join(r.Advance(context.Background(), Limits{}, nil), r.Close())
			}
			if needed != (err != nil) || needed && (!strings.Contains(err.Error(), in) || !strings.Contains(err.Error(), kind)) {
				t.Errorf("a %s as %s: %v", kind, name, err)
			}
		}
	}
}
