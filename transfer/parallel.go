package transfer

import (
	"context"
	"sync"
	"sync/atomic"
)

// parallel calls f(0), ..., f(n-1), shared among so many goroutines, and waits for all. Once the context is done it
// calls no more of them and returns the context's cause.
func parallel(ctx context.Context, threads, n int, f func(int)) error {
	var next atomic.Int64
	work := func() {
		for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
			f(i)
		}
	}
	if threads <= 1 || n <= 1 {
		work()
		return context.Cause(ctx)
	}
	var wg sync.WaitGroup
	for range min(threads, n) {
		wg.Go(work)
	}
	wg.Wait()
	return context.Cause(ctx)
}
