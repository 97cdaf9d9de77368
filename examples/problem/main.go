// Problem gives the general engine a problem that has nothing to do with Go: the coverings of a
// board by dominoes. A problem is a type with four methods; the engine finds its states, and any
// semiring adds up its solutions.
package main

import (
	"context"
	"fmt"
	"log"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// dominoes are the coverings of a board by pieces of two points. Points are passed column by
// column. The state has a bit for each row: whether the next point of the row is covered already.
type dominoes struct{ board.Size }

func (d dominoes) Levels() int                        { return d.Points() }
func (d dominoes) Start() transfer.Word1              { return 0 }
func (d dominoes) Accept(covered transfer.Word1) bool { return covered == 0 }

const (
	none = iota
	down
	right
)

// Step appends an arc for each way to cover the point of a level.
func (d dominoes) Step(level int, covered transfer.Word1, arcs []transfer.Arc[transfer.Word1]) []transfer.Arc[transfer.Word1] {
	row := level % d.Rows
	here := transfer.Word1(1) << row
	if covered&here != 0 {
		return append(arcs, transfer.Arc[transfer.Word1]{To: covered &^ here, Choice: none, By: transfer.One})
	}
	if below := here << 1; row+1 < d.Rows && covered&below == 0 {
		arcs = append(arcs, transfer.Arc[transfer.Word1]{To: covered | below, Choice: down, By: transfer.One})
	}
	return append(arcs, transfer.Arc[transfer.Word1]{To: covered | here, Choice: right, By: transfer.One})
}

func main() {
	chessboard := dominoes{board.Size{Rows: 8, Cols: 8}}
	integers, err := transfer.NewIntegers(0, 2) // at most two arcs leave a state
	if err != nil {
		log.Fatal(err)
	}
	n, stats, err := transfer.Run(context.Background(), chessboard, integers, par.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(n, "coverings of", chessboard.Size, "with at most", stats.PeakStates, "states at a level")

	lying := transfer.MaxPlus{Gain: func(_ int, choice uint8) int64 { return int64(choice / right) }}
	most, _, err := transfer.Run(context.Background(), dominoes{board.Size{Rows: 5, Cols: 6}}, lying, par.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("a covering of 5x6 has at most", most.Gain, "dominoes that lie")
}

// Output:
// 12988816 coverings of 8x8 with at most 70 states at a level
// a covering of 5x6 has at most 15 dominoes that lie
