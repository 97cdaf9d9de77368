package interval_test

import (
	"fmt"

	"combigo.dev/combigo/interval"
)

// The twelfth root of 2, to as many digits as 30-digit arithmetic proves.
func Example() {
	a := interval.New(30)
	root := a.Root(interval.Whole(2), 12)
	fmt.Println(root.Rounded(40))
	// Output: 1.059463094359295264561825295
}
