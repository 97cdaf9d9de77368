package border

import (
	"context"
	"fmt"
	"testing"

	"combigo.dev/combigo/par"
)

// BenchmarkColumn takes one residue through a column, in one thread, and prints the time of a
// state-step: in the kernels, and in all.
func BenchmarkColumn(b *testing.B) {
	for _, height := range []int{10, 11, 12, 13} {
		if testing.Short() && height > 11 {
			break
		}
		opt := par.Options{Threads: 1}
		e, err := New(Board{Height: height, Colours: 2})
		if err != nil {
			b.Fatal(err)
		}
		c, err := e.newCounter(context.Background(), opt, Primes(1), 1)
		if err != nil {
			b.Fatal(err)
		}
		defer c.free()
		if c.column(1, 0); c.err != nil {
			b.Fatal(c.err)
		}
		report := func(b *testing.B) {
			b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/e.StateSteps(), "ns/state-step")
			b.ReportMetric(0, "ns/op")
		}
		b.Run(fmt.Sprintf("rows=%d/kernels", height), func(b *testing.B) {
			w := c.workers[0]
			for b.Loop() {
				for _, l := range []*layout{c.whole.prefix, c.whole.suffix} {
					for i := range l.chunks {
						w.part(c.fields[0], l.chunks[i].windows[0], w.input.All, w.middle.All)
						w.part(c.fields[0], l.chunks[i].windows[1], w.middle.All, w.out.All)
					}
				}
			}
			report(b)
		})
		b.Run(fmt.Sprintf("rows=%d/all", height), func(b *testing.B) {
			for b.Loop() {
				if c.column(2, 0); c.err != nil {
					b.Fatal(c.err)
				}
			}
			report(b)
		})
	}
}

// BenchmarkTables makes the tables.
func BenchmarkTables(b *testing.B) {
	for _, height := range []int{11, 13} {
		b.Run(fmt.Sprintf("rows=%d", height), func(b *testing.B) {
			for b.Loop() {
				e, err := New(Board{Height: height, Colours: 2})
				if err == nil {
					err = e.prepare(context.Background(), par.Options{Threads: 1})
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCount counts a square board, with the tables.
func BenchmarkCount(b *testing.B) {
	for _, height := range []int{11, 12} {
		b.Run(fmt.Sprintf("rows=%d", height), func(b *testing.B) {
			for b.Loop() {
				e, err := New(Board{Height: height, Colours: 2})
				if err == nil {
					_, _, err = e.Count(context.Background(), height, Primes(e.PrimesFor(height)), par.Options{})
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
