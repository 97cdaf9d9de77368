package transfer_test

import (
	"context"
	"fmt"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// The number of legal positions of two colours on a triangular board.
func ExampleCountLegal() {
	g, err := lattice.New(lattice.Triangular, 5, 5, lattice.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	n, stats, err := transfer.CountLegal(context.Background(), g, lattice.Order(g), 2, par.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(n, "with a frontier of", stats.Width)
	// Output: 569654379905 with a frontier of 5
}

// The Go polynomial of a cycle of four points is 1 + 14λ².
func ExamplePolynomials() {
	g, err := lattice.New(lattice.Cycle, 1, 4, lattice.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, _, err := transfer.Legal(context.Background(), g, lattice.Order(g), transfer.AnyColors, transfer.Polynomials{}, par.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p)
	// Output: [1 0 14]
}

// The growth rate of a strip of four rows, from Farr and Schmidt's lower bound on the limiting
// constant.
func ExampleLegalStrip() {
	g, err := lattice.New(lattice.Square, 4, 5, lattice.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	columns := make([]int, g.Len())
	for v := range columns {
		columns[v] = v
	}
	strip, err := transfer.LegalStrip(context.Background(), g, columns, 4, 2, par.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	low, high, err := strip.Root(context.Background(), 1e-12)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d states, root between %.10f and %.10f\n", strip.States(), low, high)
	// Output: 110 states, root between 75.7093411350 and 75.7093411350
}

// Positions of gomoku on a board of 5x5 points.
func ExampleNoRow() {
	gomoku := transfer.RowGame{Rows: 5, Columns: 5, Length: 5}
	integers, err := transfer.NewIntegers(0, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	n, _, err := transfer.NoRow(context.Background(), gomoku, integers, par.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(n)
	// Output: 768416499589
}

// Any semiring goes with any problem: the largest number of stones of a legal position of two
// colours on 3x3 points.
func ExampleLegal() {
	g, err := lattice.New(lattice.Square, 3, 3, lattice.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	stones := transfer.MaxPlus{Gain: func(_ int, choice uint8) int64 { return int64(min(transfer.StoneChoice(choice).Color(), 1)) }}
	most, _, err := transfer.Legal(context.Background(), g, lattice.Order(g), 2, stones, par.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(most.Gain)
	// Output: 8
}
