package transfer_test

import (
	"context"
	"fmt"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// independent is the problem of the independent sets of a grid: points of which no two are
// neighbours. Points are decided column by column. The state has a bit for each row: whether the
// last point decided there is in the set.
type independent struct{ rows, cols int }

func (g independent) Levels() int                  { return g.rows * g.cols }
func (g independent) Start() transfer.Word1        { return 0 }
func (g independent) Accept(_ transfer.Word1) bool { return true }

// Step appends one arc for each choice: to leave the point out, or to take it, if neither the point
// to the left, whose bit is still there, nor the one above is taken.
func (g independent) Step(level int, last transfer.Word1, arcs []transfer.Arc[transfer.Word1]) []transfer.Arc[transfer.Word1] {
	row := level % g.rows
	left := transfer.Word1(1) << row
	above := left >> 1 // none in the first row
	arcs = append(arcs, transfer.Arc[transfer.Word1]{To: last &^ left, Choice: 0, By: transfer.One})
	if last&(left|above) == 0 {
		arcs = append(arcs, transfer.Arc[transfer.Word1]{To: last | left, Choice: 1, By: transfer.One})
	}
	return arcs
}

// A new problem is a type with four methods: here, the independent sets of a grid of 8x8 points,
// how many there are, and how large the largest is.
func Example() {
	grid := independent{8, 8}
	integers, err := transfer.NewIntegers(0, 2) // at most two arcs leave a state
	if err != nil {
		fmt.Println(err)
		return
	}
	number, _, err := transfer.Run(context.Background(), grid, integers, par.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	points := transfer.MaxPlus{Gain: func(_ int, choice uint8) int64 { return int64(choice) }}
	largest, _, err := transfer.Run(context.Background(), grid, points, par.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(number, "independent sets, of at most", largest.Gain, "points")
	// Output: 660647962955 independent sets, of at most 32 points
}
