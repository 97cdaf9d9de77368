package asymptotic_test

import (
	"context"
	"fmt"
	"math/big"

	"combigo.dev/combigo/asymptotic"
)

// All digits are proved.
func ExampleNewStrip() {
	s, err := asymptotic.NewStrip(context.Background(), 4, 20, asymptotic.StripOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Lambda.Rounded(18), s.A.Rounded(20))
	fmt.Println(s.Root().Rounded(19))
	// Output:
	// 75.709341135018199738 0.73972591465609392168
	// 2.9497646496768894713
}

func ExampleBest() {
	fmt.Println(asymptotic.Best().L.Value.Rounded(40))
	// Output: 2.975734192043357249380931
}

func ExampleEstimateBoard() {
	side := big.NewInt(1000000)
	e, err := asymptotic.EstimateBoard(side, side)
	if err != nil {
		fmt.Println(err)
		return
	}
	mantissa, exponent, _ := e.Scientific(40)
	fmt.Println(mantissa, exponent, e.Error())
	// Output: 6.586407443145 473594104714 3.3E-14
}
