package bound_test

import (
	"fmt"

	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/interval"
)

// The lower bound for 19x19, as a tower of powers of ten rounded down.
func ExampleLower() {
	b := bound.Lower(bound.Combs(19, 19))
	tower, _ := b.Tower()
	fmt.Println(b.Formula)
	fmt.Printf("10^(10^%s)\n", interval.Floor(tower.Decimal.Low, 3))
	// Output:
	// (103!)^(2^154)
	// 10^(10^48.573)
}
