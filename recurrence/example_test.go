package recurrence_test

import (
	"context"
	"fmt"
	"strings"

	"combigo.dev/combigo/recurrence"
)

func ExampleFind() {
	r, err := recurrence.Find(context.Background(), 1, recurrence.Options{})
	if err != nil {
		panic(err)
	}
	left, right := r.Equation()
	fmt.Println(left, "=", strings.Join(right, " "))
	fmt.Println(r.Terms(6))
	// Output:
	// L(1,n+3) = 3L(1,n+2) - L(1,n+1) + L(1,n)
	// [1 5 15 41 113 313]
}

func ExampleStrip_Count() {
	strip := recurrence.Strip{Rows: 3, Cols: 1_000_000_000_000_000_000, Modulus: 1_000_000_007}
	r, err := strip.Count(context.Background(), recurrence.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Symbol, "=", r.Value)
	// Output: L(3,1000000000000000000) mod 1000000007 = 877524607
}
