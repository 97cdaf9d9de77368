package extremal

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"combigo/result"
)

func envInt(name string, def int) int {
	if v, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return v
	}
	return def
}

func TestProtoProof(t *testing.T) {
	for m := envInt("FROM", 6); m <= envInt("TO", 0); m++ {
		for _, slack := range []int32{0, 3} {
			if slack > int32(envInt("SLACK", 3)) {
				continue
			}
			start := time.Now()
			s := newSearch(newTarget(m, slack), newWorkers(envInt("T", 1)))
			err := s.run(t.Context())
			fmt.Println(m, "slack", slack, "fall", s.fall, "W", s.window, "right start/period", s.right.start, s.right.period, "left cols", s.left.cols, "peak", s.left.peak, "steps", s.left.steps, err, time.Since(start).Round(time.Millisecond), result.PeakMemory())
			for _, n := range sortedWidths(s.survivors) {
				fmt.Print(" ", n, ":", s.survivors[n].cost, "/", cost(m, n, Formula(m, n)))
			}
			fmt.Println()
		}
	}
}
