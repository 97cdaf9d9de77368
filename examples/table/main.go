// Table prints the numbers of legal positions of all boards of a range, and their shares of all
// positions.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"text/tabwriter"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
)

func main() {
	boards, err := board.ParseRange("1-3", "1-4")
	if err != nil {
		log.Fatal(err)
	}
	table, err := count.Table(context.Background(), boards, count.Options{})
	if err != nil {
		log.Fatal(err)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, r := range table {
		share, _ := r.Share().Float64()
		fmt.Fprintf(w, "%v\t%v\t%.3f\t\n", r.Board, r.Value, share)
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
}

// Output:
//   1x1       1  0.333
//   1x2       5  0.556
//   1x3      15  0.556
//   1x4      41  0.506
//   2x1       5  0.556
//   2x2      57  0.704
//   2x3     489  0.671
//   2x4    4125  0.629
//   3x1      15  0.556
//   3x2     489  0.671
//   3x3   12675  0.644
//   3x4  321689  0.605
