package run

import (
	"context"
	"fmt"
	"path/filepath"
	"syscall"
	"testing"

	"combigo/board"
	"combigo/border"
	"combigo/internal/storage"
	"combigo/result"
)

// BenchmarkParts computes a residue of a square board on disk with the memory that leaves
// all bins whole, with the least, and with some between, and reports the processor
// time, and what is moved for each value of the vector and column:
//
//	go test -run - -bench Parts -benchtime 1x ./run
//
// Heights above 12 need gigabytes of disk and are left out with -short.
func BenchmarkParts(b *testing.B) {
	for _, height := range []int{12, 13} {
		if testing.Short() && height > 12 {
			continue
		}
		e, err := border.New(height)
		if err != nil {
			b.Fatal(err)
		}
		need := e.ExternalNeed(border.Options{Threads: 2})
		for what, memory := range map[string]int64{
			"whole": 0, "half-way": (need.Least + need.Whole) / 2, "least": need.Least,
		} {
			b.Run(fmt.Sprintf("height=%d/memory=%s", height, what), func(b *testing.B) {
				benchmarkParts(b, height, result.Bytes(memory))
			})
		}
	}
}

func benchmarkParts(b *testing.B, height int, memory result.Bytes) {
	size := board.Size{Rows: height, Cols: height}
	ctx := context.Background()
	var traffic, states, user, system float64
	for i := 0; b.Loop(); i++ {
		r, err := Start(storage.OS, filepath.Join(b.TempDir(), fmt.Sprint(i)), size, Options{Threads: 2, Memory: memory, KeepEvery: -1})
		if err != nil {
			b.Fatal(err)
		}
		if err := r.ready(ctx); err != nil {
			b.Fatal(err)
		}
		userBefore, systemBefore := processorTime(b)
		if err := r.Advance(ctx, Limits{Stages: r.stages()}, nil); err != ErrLimit {
			b.Fatal(err)
		}
		userAfter, systemAfter := processorTime(b)
		user += userAfter - userBefore
		system += systemAfter - systemBefore
		h := r.readLogs()
		traffic = float64(h.read + h.written)
		states = float64(r.engine.VectorStates())
		if err := r.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(user/float64(b.N), "user-s")
	b.ReportMetric(system/float64(b.N), "system-s")
	b.ReportMetric(traffic/states/float64(height-1), "bytes/value-column")
}

// processorTime is what this process has taken so far, in seconds.
func processorTime(b *testing.B) (user, system float64) {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()) / 1e9, float64(u.Stime.Nano()) / 1e9
}
