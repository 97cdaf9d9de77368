package liberties

import (
	"fmt"
	"testing"
)

// BenchmarkSearch reports the time of a proof for each left part, all parts of
// the search included.
func BenchmarkSearch(b *testing.B) {
	for _, height := range []int{13, 16, 17, 18, 21} {
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%d rows/%d threads", height, threads), func(b *testing.B) {
				var parts int64
				for b.Loop() {
					s := newSearch(newTarget(height, 0), newWorkers(threads))
					if err := s.run(b.Context()); err != nil {
						b.Fatal(err)
					}
					parts += s.left.steps + s.right.steps
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(parts), "ns/part")
			})
		}
	}
}
