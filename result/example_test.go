package result_test

import (
	"fmt"
	"math/big"
	"os"

	"combigo.dev/combigo/result"
)

func ExampleGroup() {
	n := new(big.Int).Exp(big.NewInt(2), big.NewInt(300), nil)
	for _, line := range result.Group(n.String(), 75) {
		fmt.Println(line)
	}
	// Output:
	// 2037035976 3344860862 6844568840 9378161051 4683936659 3625063614    60
	// 0449354381 2997633367 0618339737 6                                   91
}

func ExampleBFile() {
	terms := []result.Term{{Index: 1, Value: big.NewInt(1)}, {Index: 2, Value: big.NewInt(57)}}
	if err := result.BFile(os.Stdout, terms); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1 1
	// 2 57
}

func ExampleParseBytes() {
	size, err := result.ParseBytes("1500 MB")
	fmt.Println(size, err)
	_, err = result.ParseBytes("eight")
	fmt.Println(err)
	// Output:
	// 1.40 GiB <nil>
	// "eight" is not a size of memory: want a number and a unit, such as 8GiB or 512MiB
}
