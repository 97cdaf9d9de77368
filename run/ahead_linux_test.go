package run

import (
	"context"
	"errors"
	"sync"
	"testing"

	"combigo/board"
	"combigo/internal/storage"
)

// announced is a file system that counts how often ranges of files are said to be needed soon.
type announced struct {
	storage.FS
	mu    sync.Mutex
	times map[fileRange]int
}

type fileRange struct {
	name           string
	offset, length int64
}

func (a *announced) Open(name string) (storage.File, error) {
	file, err := a.FS.Open(name)
	return announcedFile{file, name, a}, err
}

type announcedFile struct {
	storage.File
	name string
	fs   *announced
}

func (f announcedFile) WillNeed(offset, length int64) {
	f.fs.mu.Lock()
	defer f.fs.mu.Unlock()
	f.fs.times[fileRange{f.name, offset, length}]++
}

// What a bin reads is asked for while others are computed, once: of all bins, but for those that a stage begins with.
func TestBinsAreReadAhead(t *testing.T) {
	t.Parallel()
	for _, threads := range []int{1, 2} {
		fs := &announced{FS: quick, times: map[fileRange]int{}}
		r, _ := start(t, fs, board.Size{Rows: 10, Cols: 11}, Options{Method: Modulo, Threads: threads, KeepEvery: -1, Shared: -1})
		if err := r.Advance(context.Background(), Limits{Stages: r.stages()}, nil); !errors.Is(err, ErrLimit) {
			t.Fatal(err)
		}
		g := r.graph()
		var least, most, got int
		for stage := 1; stage < r.stages(); stage++ {
			for bin := range g.bins(stage) {
				for _, n := range g.engine.TileSizes(stage - 1)[bin] {
					if n > 0 {
						most++
					}
				}
			}
			least -= threads * g.bins(stage-1)
		}
		least += most
		for asked, times := range fs.times {
			if asked.length > 0 {
				got++
				if times != 1 {
					t.Errorf("%d threads: %v is asked for %d times", threads, asked, times)
				}
			}
		}
		if got < least || got > most || least < most/2 {
			t.Errorf("%d threads: %d tiles are asked for, want %d to %d", threads, got, least, most)
		}
	}
}
