package length

import (
	"context"
	"testing"

	"combigo.dev/combigo/par"
)

// BenchmarkEnumerate plays the games of 5 moves on 19x19; the figure is nanoseconds for a sequence
// of 4 stones.
func BenchmarkEnumerate(b *testing.B) {
	for b.Loop() {
		if _, err := enumerate(context.Background(), 19, 19, 5, Options{Rules: Published, Options: par.Options{Threads: 1}}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/effort(19, 19, 5), "ns/game")
}

// BenchmarkClusters counts the games of 7 moves on 19x19.
func BenchmarkClusters(b *testing.B) {
	for b.Loop() {
		x, err := newExpansion(context.Background(), 19, 19, 7, 7, Published, par.Options{Threads: 1})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := x.count(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}
