package reproduction

import (
	"context"
	"testing"
	"time"
)

// Every entry is recomputed with what is cheap, and no line is different unless the registry says why.
func TestEveryEntry(t *testing.T) {
	for _, e := range All() {
		t.Run(e.ID, func(t *testing.T) {
			if testing.Short() && e.Cost > 300*time.Millisecond {
				t.Skip("takes more than some tenths of a second")
			}
			start := time.Now()
			o, err := e.Recompute(context.Background(), Budget{Time: time.Nanosecond})
			if err != nil {
				t.Fatal(err)
			}
			if len(o.Rows) == 0 {
				t.Error("no line")
			}
			for _, r := range o.Rows {
				if r.Mark == Different && !r.Explained {
					t.Errorf("%s: printed %s, here %s", r.What, r.Printed, r.Here)
				}
				if r.Mark == TooLarge && r.Note == "" {
					t.Errorf("%s: it is not said what it would take", r.What)
				}
			}
			if (e.Kind == Figure) != (o.SVG != "") {
				t.Error("figures have drawings, and nothing else has")
			}
			t.Logf("%v, cost said to be %v", time.Since(start), e.Cost)
		})
	}
}
