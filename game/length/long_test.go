package length

import (
	"context"
	"fmt"
	"testing"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
)

// TestClustersAgainstEnumeration compares the two ways where both take a while. On rows of 7 points
// and more the two ends can come back to earlier patterns at once from 9 moves on, on rows of 6
// earlier with suicide; on 2x4 and 3x3 the whole board is a closed set.
func TestClustersAgainstEnumeration(t *testing.T) {
	// Each of two rules has suicide or not, and each kind of superko is in one of them.
	half := []Rules{{goban.SuicideAllowed, goban.PositionalSuperko}, {goban.SuicideForbidden, goban.SituationalSuperko}}
	noSuicide := []Rules{Published, {goban.SuicideForbidden, goban.SituationalSuperko}}
	tests := []struct {
		rows, cols, moves int
		passes            bool
		rules             []Rules
		long              bool
	}{
		{1, 3, 14, true, allRules[:4], false},
		{1, 5, 8, true, allRules[:4], false},
		{2, 2, 10, true, allRules[:4], false},
		{2, 4, 8, false, half, false},
		{4, 6, 5, true, allRules[:4], false},
		{9, 9, 5, true, half, false},
		{1, 4, 11, true, allRules[:4], true},
		{1, 5, 10, true, allRules[:4], true},
		{1, 6, 8, true, allRules[:4], true},
		{1, 6, 10, false, allRules[:4], true},
		{1, 7, 9, true, noSuicide, true},
		{1, 8, 10, false, half, true},
		{1, 9, 7, true, allRules[:4], true},
		{2, 3, 8, true, allRules[:4], true},
		{2, 8, 6, true, half, true},
		{3, 3, 7, true, allRules[:4], true},
		{3, 4, 6, true, allRules[:4], true},
		{4, 6, 6, true, half, true},
		{5, 5, 6, true, half, true},
	}
	for _, test := range tests {
		for _, rules := range test.rules {
			if test.long && !longtests.Wanted() {
				continue
			}
			t.Run(fmt.Sprintf("%dx%d %d %v", test.rows, test.cols, test.moves, rules), func(t *testing.T) {
				t.Parallel()
				o := Options{Rules: rules, NoPasses: !test.passes}
				o.Method = Enumerate
				want, err := Count(context.Background(), test.rows, test.cols, test.moves, o)
				if err != nil {
					t.Fatal(err)
				}
				o.Method = Clusters
				got, err := Count(context.Background(), test.rows, test.cols, test.moves, o)
				if err != nil || got.Value.Cmp(want.Value) != 0 {
					t.Errorf("clusters %+v, %v, enumerated %v", got, err, want.Value)
				} else {
					t.Log(got.Value)
				}
			})
		}
	}
}
