package border

import (
	"sync"
	"sync/atomic"
)

// parallel calls f(0), ..., f(n-1), in that order but shared among a number of
// goroutines, and waits for all.
func parallel(threads, n int, f func(int)) {
	if threads <= 1 || n <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(threads, n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	wg.Wait()
}
