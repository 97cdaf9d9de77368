package records

import (
	"context"
	"fmt"
	"testing"
	"time"
)

func TestProbe(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(h int) problem
		max  int
	}{
		{"strings", func(int) problem { return strings{} }, 10},
		{"pseudo", func(h int) problem { return pseudoliberties{h} }, 10},
		{"liberties", func(h int) problem { return libertyProblem{h} }, 9},
		{"enemies", func(h int) problem { return enemies{h} }, 7},
	} {
		for h := 1; h <= c.max; h++ {
			start := time.Now()
			s := newSearch(c.make(h), h, false)
			var cols []int
			for range h {
				s.column(context.Background())
				cols = append(cols, len(s.now.gains))
			}
			fmt.Println(c.name, h, s.value(), cols, s.stats.PeakStates, s.stats.StateSteps, time.Since(start).Round(time.Millisecond))
		}
	}
}
