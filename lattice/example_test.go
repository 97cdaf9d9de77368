package lattice_test

import (
	"fmt"
	"strings"

	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/lattice"
)

func ExampleNew() {
	g, err := lattice.New(lattice.Torus, 3, 3, lattice.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	count, _ := enumeration.Count(g, 2)
	fmt.Println(g, "has", g.EdgeCount(), "edges and", count, "legal positions")
	// Output: torus 3x3 has 18 edges and 17767 legal positions
}

func ExampleNew_error() {
	_, err := lattice.New(lattice.Torus, 3, 3, lattice.Options{SafeTop: true})
	fmt.Println(err)
	// Output: torus with a safe boundary: a torus has no top and no bottom
}

func ExampleRead() {
	g, err := lattice.Read(strings.NewReader("graph { a -- {b c d}; b -- c }"), "paw.dot")
	if err != nil {
		fmt.Println(err)
		return
	}
	for u, v := range g.Edges() {
		fmt.Print(g.Name(u), g.Name(v), " ")
	}
	// Output: ab ac ad bc
}

func ExampleRead_error() {
	_, err := lattice.Read(strings.NewReader("a b\nb c\nc b\n"), "path.txt")
	fmt.Println(err)
	// Output: path.txt:3:1: double edge between vertices "c" and "b", given before at 2:1: want it once
}

func ExampleSymmetries() {
	g, _ := lattice.New(lattice.Square, 2, 3, lattice.Options{})
	symmetries, err := lattice.Symmetries(g, 100)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(symmetries), "symmetries:")
	for _, p := range symmetries {
		fmt.Println(p)
	}
	// Output:
	// 4 symmetries:
	// [0 1 2 3 4 5]
	// [1 0 3 2 5 4]
	// [4 5 2 3 0 1]
	// [5 4 3 2 1 0]
}

// The positions of the 3x3 board that a half turn does not change.
func ExampleQuotient() {
	g, _ := lattice.New(lattice.Square, 3, 3, lattice.Options{})
	turn := lattice.Permutation{8, 7, 6, 5, 4, 3, 2, 1, 0}
	q, _, err := lattice.Quotient(g, turn)
	if err != nil {
		fmt.Println(err)
		return
	}
	count, _ := enumeration.Count(q.Graph, 2)
	fmt.Println(q, "and", count, "positions")
	// Output: graph of 5 vertices and 6 edges and 183 positions
}

func ExampleOrder() {
	g, _ := lattice.New(lattice.Square, 5, 2, lattice.Options{})
	order := lattice.Order(g)
	for _, v := range order {
		fmt.Print(g.Name(v), " ")
	}
	fmt.Println("width", lattice.Width(g, order))
	// Output: r1c1 r1c2 r2c1 r2c2 r3c1 r3c2 r4c1 r4c2 r5c1 r5c2 width 2
}
