package border

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkColumn takes the vector through one column and reports the CPU
// time per state-step and 64-bit word of a value:
//
//	go test -run - -bench Column ./border
//
// Heights above 12 need gigabytes and are left out with -short.
func BenchmarkColumn(b *testing.B) {
	for _, height := range []int{10, 11, 12, 13, 14} {
		if testing.Short() && height > 12 {
			continue
		}
		e := newLayout(height)
		if err := e.makeTables(context.Background(), 2); err != nil {
			b.Fatal(err)
		}
		for _, limbs := range []int{1, 2, 3, 4} {
			for _, threads := range []int{1, 2} {
				ar := exactArithmetic(limbs)
				b.Run(fmt.Sprintf("height=%d/limbs=%d/threads=%d", height, limbs, threads), func(b *testing.B) {
					benchmarkColumn(b, e, ar, threads)
				})
			}
		}
		ar := residueArithmetic([]uint64{1<<62 - 57, 1<<62 - 87})
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("height=%d/residues=%d/threads=%d", height, ar.width, threads), func(b *testing.B) {
				benchmarkColumn(b, e, ar, threads)
			})
		}
	}
}

func benchmarkColumn(b *testing.B, e *layout, ar arithmetic, threads int) {
	p, err := e.newPass(ar.width, ar.width, threads, &meter{})
	if err != nil {
		b.Fatal(err)
	}
	defer p.free()
	always := func(int) arithmetic { return ar }
	if err := p.column(context.Background(), always); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := p.column(context.Background(), always); err != nil {
			b.Fatal(err)
		}
	}
	steps := float64(b.N) * float64(e.stateSteps()) * float64(ar.width)
	b.ReportMetric(b.Elapsed().Seconds()*float64(threads)*1e9/steps, "cpu-ns/step-word")
	b.ReportMetric(b.Elapsed().Seconds()*1e9/steps, "wall-ns/step-word")
}

// BenchmarkGrowth takes a vector of cut values through one column, compares it with
// the one before, and reports the CPU time per state-step and 64-bit word:
//
//	go test -run - -bench Growth ./border
func BenchmarkGrowth(b *testing.B) {
	for _, height := range []int{10, 11, 12} {
		for _, words := range []int{2, 3} {
			b.Run(fmt.Sprintf("height=%d/words=%d", height, words), func(b *testing.B) { benchmarkGrowth(b, height, words) })
		}
	}
}

func benchmarkGrowth(b *testing.B, height, words int) {
	e, err := New(height)
	if err != nil {
		b.Fatal(err)
	}
	g, _, err := e.newGrower(context.Background(), words, 2, Options{Threads: 1})
	if err != nil {
		b.Fatal(err)
	}
	defer g.free()
	for width := 2; b.Loop(); width++ {
		if _, err := g.next(context.Background(), width); err != nil {
			b.Fatal(err)
		}
	}
	steps := float64(b.N) * float64(e.layout.stateSteps()) * float64(words)
	b.ReportMetric(b.Elapsed().Seconds()*1e9/steps, "cpu-ns/step-word")
}

// BenchmarkLayout makes the lists and bins of a height, and BenchmarkTables its moves, on
// one thread:
//
//	go test -run - -bench 'Layout|Tables' -cpu 1 ./border
func BenchmarkLayout(b *testing.B) {
	for _, height := range []int{11, 12, 13} {
		b.Run(fmt.Sprintf("height=%d", height), func(b *testing.B) {
			for b.Loop() {
				newLayout(height)
			}
		})
	}
}

func BenchmarkTables(b *testing.B) {
	for _, height := range []int{11, 12, 13} {
		lo := newLayout(height)
		b.Run(fmt.Sprintf("height=%d", height), func(b *testing.B) {
			for b.Loop() {
				if err := lo.makeTables(context.Background(), 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
