package records

import (
	"context"
	"fmt"
	"testing"
	"time"

	"combigo/board"
)

func TestP(t *testing.T) {
	for q := range quantities {
		top := []int{9, 7, 9, 8}[q]
		for h := 1; h <= top; h++ {
			st := time.Now()
			r, err := FindRule(context.Background(), Quantity(q), h, 400, Options{})
			if err != nil {
				t.Fatal(err)
			}
			rec, err := Find(context.Background(), Quantity(q), board.Size{Rows: h, Cols: h}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			_, st2 := need(Quantity(q), h, 0)
			fmt.Println(Quantity(q), h, rec.Value, r.First, r.Second, r, r.Stats.ColumnStates, r.Stats.PeakStates, int(st2), time.Since(st).Round(time.Millisecond))
		}
	}
}
