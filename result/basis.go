package result

import (
	"slices"
	"strings"
)

// A Basis says on what a number rests.
type Basis string

// What numbers rest on.
const (
	Proved   Basis = "proved"   // enclosed by a proof, or by a certificate that is checked
	TwoWays  Basis = "two ways" // computed by two programs that share no code, or through other states, in this run or in the tests
	OneWay   Basis = "one way"  // computed by one program
	Observed Basis = "observed" // estimated, extrapolated, or true in all cases that were looked at
	Quoted   Basis = "quoted"   // taken from a paper or another source, or computed from such a number
)

// ByChecks returns TwoWays if one of the checks of a number is that it was computed again in
// another way, else OneWay.
func ByChecks(checks []string) Basis {
	again := func(check string) bool {
		return slices.ContainsFunc([]string{"recount", "counted one by one", "brute force", "inclusion and exclusion"}, func(s string) bool { return strings.HasPrefix(check, s) })
	}
	if slices.ContainsFunc(checks, again) {
		return TwoWays
	}
	return OneWay
}
