// Count counts the legal positions of a board, shows how far the work is on standard error, and
// stops a larger count.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/par"
)

func main() {
	r, err := count.Legal(context.Background(), board.Size{Rows: 8, Cols: 10}, count.Options{Options: par.Options{
		Progress: func(share float64) { fmt.Fprintf(os.Stderr, "\r%3.0f %%", 100*share) },
	}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprintln(os.Stderr)
	fmt.Println(r.Symbol, "=", r.Value)
	fmt.Println("the first check:", r.Checks[0])

	ctx, cancel := context.WithCancelCause(context.Background())
	enough := errors.New("enough")
	_, err = count.Legal(ctx, board.Size{Rows: 14, Cols: 14}, count.Options{Options: par.Options{
		Progress: func(float64) { cancel(enough) },
	}})
	fmt.Println("14x14 stopped:", errors.Is(err, enough))
}

// Output:
// L(8,10) = 34922187205939963479027701467420185121
// the first check: at least 1 and less than 3^80
// 14x14 stopped: true
