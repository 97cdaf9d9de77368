package length

import (
	"context"
	"testing"

	"combigo.dev/combigo/par"
)

var fiveOn19 = problem{19, 19, 5, Options{Rules: Published, Options: par.Options{Threads: 1}}}

// BenchmarkEnumerate plays the games of 5 moves on 19x19; the figure is nanoseconds for a sequence
// of 4 stones.
func BenchmarkEnumerate(b *testing.B) {
	for b.Loop() {
		if _, err := fiveOn19.enumerate(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/fiveOn19.effort(), "ns/game")
}

// BenchmarkClusters counts the games of up to 10 moves on 19x19.
func BenchmarkClusters(b *testing.B) {
	for b.Loop() {
		p := problem{19, 19, 10, fiveOn19.Options}
		if _, err := p.byClusters(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}
