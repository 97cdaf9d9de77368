package liberties

import (
	"math"
	"testing"
)

// Least costs without any pruning, against the plain program.
func TestFrontiersAgreeWithThePlainProgram(t *testing.T) {
	for height := 1; height <= 6; height++ {
		p := newPlain(height)
		states := map[frontier]int32{edgeFrontier(height): 0}
		trailing := int32(math.MaxInt32)
		for cols := 1; cols <= 8; cols++ {
			if err := p.addColumn(t.Context()); err != nil {
				t.Fatal(err)
			}
			next := map[frontier]int32{}
			for f, cost := range states {
				for g, step := range columnSteps(f, height) {
					if old, ok := next[g]; !ok || cost+step < old {
						next[g] = cost + step
					}
				}
			}
			states = next
			best := trailing
			if trailing != math.MaxInt32 {
				trailing += 2 * int32(height)
			}
			for f, cost := range states {
				f.cost = cost
				if atEdge, oneMore, ok := f.finished(height); ok {
					best = min(best, atEdge)
					trailing = min(trailing, oneMore)
				}
			}
			if got, want := int(best), cost(height, cols, p.best.liberties); got != want {
				t.Errorf("%dx%d: the least cost is %d, want %d", height, cols, got, want)
			}
		}
	}
}
