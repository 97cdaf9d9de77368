package border

import (
	"context"

	"combigo/internal/par"
)

// parallel calls f(0), ..., f(n-1), in that order but shared among a number of
// goroutines, and waits for all.
func parallel(threads, n int, f func(int)) {
	_ = par.For(context.Background(), threads, n, f) // which never ends
}

// parallelErrors is parallel for what can fail; it returns the first error.
func parallelErrors(threads, n int, f func(int) error) error {
	errs := make([]error, n)
	parallel(threads, n, func(i int) { errs[i] = f(i) })
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
