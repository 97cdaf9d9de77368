package border

import (
	"math"
	"testing"
)

// Rows that offsets of 32 bits do not reach are refused when memory for them is asked for.
func TestOffsetsReachAllRows(t *testing.T) {
	const most = math.MaxInt32/rowBytes - lanes
	w, err := newWorker(bufferSizes{valueRows: most})
	if err != nil {
		t.Fatal(err)
	}
	w.free()
	if _, err := newWorker(bufferSizes{valueRows: most + 1}); err == nil {
		t.Errorf("%d rows are not refused", most+1)
	}
}
