package border

import (
	"math"
	"testing"
)

// Rows that offsets of 32 bits do not reach are refused when memory for them is asked for.
func TestOffsetsReachAllRows(t *testing.T) {
	most := math.MaxInt32 / rowBytes
	if err := checkOffsets(most); err != nil {
		t.Error(err)
	}
	if err := checkOffsets(most + 1); err == nil {
		t.Errorf("%d rows are not refused", most+1)
	}
}
