package border

import (
	"fmt"
	"os"
	"strconv"
	"testing"
)

func TestRowStats(t *testing.T) {
	m, _ := strconv.Atoi(os.Getenv("N"))
	e := newEngine(m)
	e.makeTables(2)
	for _, ph := range e.phases {
		for y := ph.low; y < ph.high; y++ {
			lay := ph.layer(y)
			var rows, states, grows, gstates, gterms, twostates int
			hist := map[int]int{}
			for k := range lay.seams {
				tb := &ph.tables[y-ph.low][k]
				for g := range e.sorted[ph.active.other()].count {
					n := lay.idle[k].binSize(g)
					if n == 0 {
						continue
					}
					b := 0
					for 1<<b < n {
						b++
					}
					for a := range lay.active[k].words {
						rows++
						states += n
						hist[b] += n
						gather := 0
						for c := 0; c < 3; c++ {
							mv := tb.moves[3*a+c]
							if mv == noMove {
								twostates += n
								continue
							}
							if !tb.ops[mv>>opShift].same[g] {
								gather++
							}
						}
						if gather > 0 {
							grows++
							gstates += n
							gterms += gather * n
						}
					}
				}
			}
			runs, rrows := 0, 0
			for k := range lay.seams {
				for _, r := range ph.tables[y-ph.low][k].runs {
					runs++
					rrows += int(r.rows)
				}
			}
			fmt.Printf("run %.2f ", float64(rrows)/float64(runs))
			fmt.Printf("phase %v y=%d states %d rows %d avg %.1f gather rows %.2f states %.2f terms %.2f two %.2f hist", ph.active, y, states, rows, float64(states)/float64(rows), float64(grows)/float64(rows), float64(gstates)/float64(states), float64(gterms)/float64(gstates), float64(twostates)/float64(states))
			for b := 0; b < 16; b++ {
				fmt.Printf(" %d:%.2f", 1<<b, float64(hist[b])/float64(states))
			}
			fmt.Println()
		}
	}
}
