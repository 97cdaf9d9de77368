package run

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"combigo/board"
	"combigo/border"
	"combigo/internal/storage"
)

// BenchmarkResidue computes a residue of a square board on disk and, right after it, in
// memory, and reports how fast the first is, as a share of the second, and what it moves for
// each value of the vector and column:
//
//	go test -run - -bench Residue ./run
//
// Heights above 12 need gigabytes of disk and are left out with -short.
func BenchmarkResidue(b *testing.B) {
	for _, height := range []int{11, 12, 13} {
		if testing.Short() && height > 12 {
			continue
		}
		b.Run(fmt.Sprintf("height=%d", height), func(b *testing.B) { benchmarkResidue(b, height) })
	}
}

func benchmarkResidue(b *testing.B, height int) {
	size := board.Size{Rows: height, Cols: height}
	ctx := context.Background()
	var disk, memory time.Duration
	var traffic, states float64
	for i := 0; b.Loop(); i++ {
		r, err := Start(storage.OS, filepath.Join(b.TempDir(), fmt.Sprint(i)), size, Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := r.ready(ctx); err != nil {
			b.Fatal(err)
		}
		began := time.Now()
		if err := r.Advance(ctx, Limits{Stages: r.stages()}, nil); err != ErrLimit {
			b.Fatal(err)
		}
		disk += time.Since(began)
		h := r.readLogs()
		traffic = float64(h.read + h.written)
		states = float64(r.engine.VectorStates())
		prime := r.modulus(0)
		if err := r.Close(); err != nil {
			b.Fatal(err)
		}
		began = time.Now()
		got, _, err := r.engine.Residues(ctx, height, []uint64{prime}, border.Options{})
		if err != nil {
			b.Fatal(err)
		}
		memory += time.Since(began)
		if r.outcomes[0].value.Uint64() != got[0] {
			b.Fatal("the residues differ")
		}
	}
	b.ReportMetric(disk.Seconds()/float64(b.N), "s/disk")
	b.ReportMetric(memory.Seconds()/float64(b.N), "s/memory")
	b.ReportMetric(memory.Seconds()/disk.Seconds(), "of-memory-speed")
	b.ReportMetric(traffic/states/float64(height-1), "bytes/value-column")
}
