package run

import (
	"context"
	"errors"
	"os"
	"syscall"
	"testing"

	"combigo/board"
)

// Where tiles are given back the disk has what the plan says, and not much less.
func TestRoomWhereTilesAreGivenBack(t *testing.T) {
	t.Parallel()
	for _, threads := range []int{1, 2, 5} {
		r, dir := start(t, quick, board.Size{Rows: 11, Cols: 11}, Options{Method: Modulo, Threads: threads, KeepEvery: -1})
		r.settings.Reclaim = true
		var most int64
		err := r.Advance(context.Background(), Limits{Stages: 4}, func(float64) { most = max(most, occupied(t, dir)) })
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

// occupied is the bytes of the blocks that files take.
func occupied(t *testing.T, dir string) int64 {
	var bytes int64
	for _, name := range files(t, dir) {
		info, err := os.Stat(name)
		if errors.Is(err, os.ErrNotExist) {
			continue // removed since
		}
		if err != nil {
			t.Fatal(err)
		}
		bytes += 512 * info.Sys().(*syscall.Stat_t).Blocks
	}
	return bytes
}
