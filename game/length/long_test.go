package length

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"combigo.dev/combigo/goban"
)

// TestClustersAgainstEnumeration compares the two ways where both take a while. In single rows of 8
// and 9, in 2x4 and in 3x3, a cluster comes back next to another one with an excess; the last case
// is the first length on 19x19 that was not published.
func TestClustersAgainstEnumeration(t *testing.T) {
	tests := []struct {
		rows, cols, moves int
		long              bool
	}{
		{5, 5, 6, false},
		{4, 6, 6, false},
		{3, 9, 6, true},
		{2, 8, 6, false},
		{9, 9, 5, false},
		{3, 4, 7, false},
		{1, 8, 7, false},
		{1, 9, 7, false},
		{2, 4, 9, true},
		{3, 3, 9, true},
		{3, 3, 10, true},
		{3, 3, 11, true},
		{2, 6, 9, true},
		{3, 4, 9, true},
		{3, 5, 9, true},
		{4, 4, 9, true},
		{3, 4, 8, true},
		{5, 5, 7, true},
		{4, 7, 7, true},
		{2, 12, 7, true},
		{7, 7, 7, true},
		{9, 9, 6, true},
		{4, 4, 8, true},
		{13, 13, 6, true},
		{5, 5, 8, true},
		{19, 19, 6, true},
	}
	for _, test := range tests {
		for _, rules := range allRules[:3] {
			long := test.long || test.moves > 7 && rules != Published
			if long && os.Getenv("COMBIGO_LONG_TESTS") == "" || testing.Short() && test.moves > 5 {
				continue
			}
			t.Run(fmt.Sprintf("%dx%d %d %v", test.rows, test.cols, test.moves, rules), func(t *testing.T) {
				t.Parallel()
				want, err := Count(context.Background(), test.rows, test.cols, test.moves, Options{Rules: rules, Method: Enumerate})
				if err != nil {
					t.Fatal(err)
				}
				got, err := Count(context.Background(), test.rows, test.cols, test.moves, Options{Rules: rules, Method: Clusters})
				if errors.Is(err, ErrTooLong) && rules.Suicide == goban.SuicideAllowed {
					t.Skip(err) // suicide brings a cluster back in fewer stones
				}
				if err != nil || got.Value.Cmp(want.Value) != 0 {
					t.Errorf("clusters %+v, %v, enumerated %v", got, err, want.Value)
				} else {
					t.Log(got.Value)
				}
			})
		}
	}
}
