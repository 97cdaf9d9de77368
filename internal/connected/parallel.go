package connected

import (
	"context"

	"combigo.dev/combigo/par"
)

// parallel calls f(0), ..., f(n-1), in that order but shared among a number of
// goroutines, and waits for all.
func parallel(threads, n int, f func(int)) {
	_ = par.For(context.Background(), threads, n, f) // which never ends
}
