package border

import (
	"context"
	"fmt"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/par"
)

// BenchmarkColumn takes one residue through a column, in one thread, and prints the time of a
// state-step: with each of the kernels that the processor has, and in all.
func BenchmarkColumn(b *testing.B) {
	for _, height := range []int{10, 11, 12, 13} {
		if height > 11 && !longtests.Wanted() {
			break
		}
		opt := par.Options{Threads: 1}
		e, err := New(Board{Height: height, Colours: 2})
		if err != nil {
			b.Fatal(err)
		}
		d := newDriver(b, e, Dealing{Shares: 1}, Primes(1))
		d.opt = opt
		if d.column(1, 1); d.err != nil {
			b.Fatal(d.err)
		}
		f, err := newField(d.primes[0])
		if err != nil {
			b.Fatal(err)
		}
		report := func(b *testing.B) {
			b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/(e.StateSteps(0, Prefix)+e.StateSteps(0, Suffix)), "ns/state-step")
			b.ReportMetric(0, "ns/op")
		}
		for i := range kernels {
			b.Run(fmt.Sprintf("rows=%d/%s", height, kernels[i].name), func(b *testing.B) {
				defer func(k *kernel) { fastest = k }(fastest)
				fastest = &kernels[i]
				w, err := d.takeWorker()
				if err != nil {
					b.Fatal(err)
				}
				defer d.giveWorkers([]*worker{w})
				for b.Loop() {
					for _, l := range []*layout{d.layout(0, Prefix), d.layout(0, Suffix)} {
						for i := range l.chunks {
							w.runPart(f, l.chunks[i].windows[0], w.values[0].All, w.values[1].All)
							w.runPart(f, l.chunks[i].windows[1], w.values[1].All, w.values[0].All)
						}
					}
				}
				report(b)
			})
		}
		b.Run(fmt.Sprintf("rows=%d/all", height), func(b *testing.B) {
			for b.Loop() {
				if d.column(2, 1); d.err != nil {
					b.Fatal(d.err)
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
