package bound

import (
	"context"
	"testing"
	"time"

	"combigo/goban"
)

func TestTmpSearch(t *testing.T) {
	for _, s := range [][2]int{{1, 2}, {1, 5}, {2, 2}, {2, 3}, {2, 5}, {3, 3}, {3, 4}, {4, 4}, {5, 5}, {7, 7}, {9, 9}, {11, 11}, {13, 13}, {19, 19}} {
		start := time.Now()
		p := Search(context.Background(), s[0], s[1], SearchOptions{})
		comb := 0
		if c := Combs(s[0]); c != nil && s[0] == s[1] {
			comb = c.Count(goban.Empty)
			if err := c.check(); err != nil {
				t.Error(err)
			}
		}
		t.Logf("%v: between %d, comb %d, black %d white %d, %v, %v\n%v", s, p.Count(goban.Empty), comb, p.Count(goban.Black), p.Count(goban.White), p.check(), time.Since(start), p)
	}
}
