package modular_test

import (
	"fmt"

	"combigo.dev/combigo/modular"
)

// Is 2 a power of 3 modulo 17? Try them all.
func ExampleField() {
	f, err := modular.NewField(17)
	if err != nil {
		fmt.Println(err)
		return
	}
	three := f.Element(3)
	power := three
	for k := 1; k <= 16; k++ {
		if f.Uint64(power) == 2 {
			fmt.Println("3 to the power", k, "is 2 modulo 17")
		}
		power = f.Mul(power, three)
	}
	// Output: 3 to the power 14 is 2 modulo 17
}

func ExampleNewField() {
	_, err := modular.NewField(91)
	fmt.Println(err)
	// Output: modular: the modulus 91 is not an odd prime
}

func ExamplePrimesBelow() {
	fmt.Println(modular.PrimesBelow(100, 3))
	fmt.Println(modular.PrimesBelow(1<<62, 2))
	// Output:
	// [97 89 83]
	// [4611686018427387847 4611686018427387817]
}

// There are things whose number is unknown. Counted by threes, two remain; by
// fives, three; by sevens, two. (Sunzi Suanjing, chapter 3, problem 26)
func ExampleRemainders() {
	var r modular.Remainders
	for i, prime := range []uint64{3, 5, 7} {
		if _, err := r.Add([]uint64{2, 3, 2}[i], prime); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(r.Value())
	// Output: 23
}

// The 3 x 3 board has 12675 legal positions, which is below 101*103*107. A
// fourth prime changes nothing, unless a residue is wrong.
func ExampleRemainders_Add() {
	var right, wrong modular.Remainders
	for _, p := range []uint64{101, 103, 107, 109} {
		before, err := right.Add(12675%p, p)
		after, _ := wrong.Add((12675+p/109)%p, p)
		fmt.Println(p, before, right.Value(), after, wrong.Value(), err)
	}
	// Output:
	// 101 true 50 true 50 <nil>
	// 103 true 2272 true 2272 <nil>
	// 107 true 12675 true 12675 <nil>
	// 109 false 12675 true 46763757 <nil>
}
