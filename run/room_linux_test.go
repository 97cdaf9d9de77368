package run

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"combigo/board"
	"combigo/internal/storage"
)

// Where tiles are given back the disk has what the plan says, and not much less.
func TestRoomWhereTilesAreGivenBack(t *testing.T) {
	t.Parallel()
	if file, err := storage.OS.Create(filepath.Join(t.TempDir(), "probe")); err != nil {
		t.Fatal(err)
	} else if err := errors.Join(file.Discard(0, 1), file.Close()); errors.Is(err, errors.ErrUnsupported) {
		t.Skip("this file system cannot give parts of files back")
	}
	for _, threads := range []int{1, 2, 5} {
		size := board.Size{Rows: 11, Cols: 11}
		r, dir := startShort(t, size, Options{Method: Modulo, Threads: threads, Shared: -1})
		var most int64 // that was seen when bins were reported
		err := r.Advance(context.Background(), Limits{Stages: 4}, func(float64) { most = max(most, occupied(dir)) })
		if !errors.Is(err, ErrLimit) {
			t.Fatal(err)
		}
		const ends = 1 << 20 // of files and tiles, which do not fill their last block
		want := 8 * r.graph().peak(0, threads+commitsAtOnce)
		if most > want+ends || most < want*2/3 {
			t.Errorf("%d threads: %d bytes were on the disk, want up to %d", threads, most, want)
		}
	}
}

// occupied is the bytes of the blocks that files take; of those that are removed meanwhile, none.
func occupied(dir string) int64 {
	var bytes int64
	_ = filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := os.Stat(name); err == nil {
			bytes += 512 * info.Sys().(*syscall.Stat_t).Blocks
		}
		return nil
	})
	return bytes
}
