package par

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"combigo/result"
)

// Options says what a computation may use. The zero value lets it use what there is.
type Options struct {
	// Threads is the number of goroutines that compute; 0 means GOMAXPROCS. No result depends on it.
	Threads int
	// Memory is a ceiling in bytes; 0 means none.
	Memory result.Bytes
	// Progress, if set, is told from time to time how much of the work is done, as a share between 0 and 1. Calls come
	// one at a time.
	Progress func(share float64)
}

// Goroutines returns the number of goroutines that compute.
func (o Options) Goroutines() int {
	if o.Threads > 0 {
		return o.Threads
	}
	return runtime.GOMAXPROCS(0)
}

// Report tells Progress, if it is set.
func (o Options) Report(share float64) {
	if o.Progress != nil {
		o.Progress(share)
	}
}

// Each calls f(0), ..., f(n-1), shared among the goroutines, reports progress and waits for all. Once the context is done
// it calls no more of them and returns the context's cause.
func (o Options) Each(ctx context.Context, n int, f func(int)) error {
	var (
		next atomic.Int64
		done int
		lock sync.Mutex
		wg   sync.WaitGroup
	)
	for range min(o.Goroutines(), n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				f(i)
				lock.Lock()
				done++
				o.Report(float64(done) / float64(n))
				lock.Unlock()
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}
