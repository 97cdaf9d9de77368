package transfer_test

import (
	"context"
	"fmt"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/states/plain"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// BenchmarkLegal counts legal positions and reports how many states a second have their arcs
// followed:
//
//	go test -run - -bench Legal ./transfer
//
// The large boards take part with COMBIGO_LONG_TESTS=1.
func BenchmarkLegal(b *testing.B) {
	for _, c := range []struct {
		kind   lattice.Kind
		side   int
		colors int
		large  bool
	}{
		{lattice.Square, 7, 2, false},
		{lattice.Square, 9, 2, true},
		{lattice.Triangular, 6, 2, false},
		{lattice.Triangular, 7, 2, true},
		{lattice.Square, 5, 3, false},
		{lattice.Square, 6, 3, true},
		{lattice.Torus, 5, 2, true},
	} {
		if c.large && !longtests.Wanted() {
			continue
		}
		g := piece(b, c.kind, c.side, c.side)
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%v/side=%d/colors=%d/threads=%d", c.kind, c.side, c.colors, threads), func(b *testing.B) {
				benchmarkLegal(b, g, c.colors, threads)
			})
		}
	}
}

func benchmarkLegal(b *testing.B, g *lattice.Graph, colors, threads int) {
	order := lattice.Order(g)
	ev, err := transfer.NewIntegers(colors, colors+1)
	if err != nil {
		b.Fatal(err)
	}
	var stats transfer.Stats
	for b.Loop() {
		_, stats, err = transfer.Legal(context.Background(), g, order, colors, ev, par.Options{Threads: threads})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(stats.StateSteps)*float64(b.N)/b.Elapsed().Seconds(), "states/s")
	b.ReportMetric(float64(stats.PeakStates), "peak-states")
	b.ReportMetric(float64(stats.PeakBytes)/1e6, "peak-MB")
}

// BenchmarkStrip finds the transfer matrix of a strip of the square lattice, and multiplies by it:
//
//	go test -run - -bench Strip ./transfer
func BenchmarkStrip(b *testing.B) {
	const rows = 8
	g := stripBoard(b, lattice.Square, rows, 0, false)
	b.Run("find", func(b *testing.B) {
		for b.Loop() {
			strip(b, g, rows, 2)
		}
	})
	b.Run("apply", func(b *testing.B) {
		s := strip(b, g, rows, 2)
		from, to := s.Accept(), s.Accept()
		for b.Loop() {
			if err := s.Apply(context.Background(), to, from); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkNoRow counts the positions of gomoku on 6x6 points.
func BenchmarkNoRow(b *testing.B) {
	var stats transfer.Stats
	for b.Loop() {
		_, stats = noRow(b, transfer.RowGame{Rows: 6, Columns: 6, Length: 5})
	}
	b.ReportMetric(float64(stats.StateSteps)*float64(b.N)/b.Elapsed().Seconds(), "states/s")
}

// BenchmarkHashed is the yardstick, a program for this problem alone.
func BenchmarkHashed(b *testing.B) {
	for _, side := range []int{6, 7} {
		b.Run(fmt.Sprintf("side=%d", side), func(b *testing.B) {
			states := 0
			for b.Loop() {
				for _, t := range plain.Tables(side, side) {
					states += len(t)
				}
			}
			b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
		})
	}
}
