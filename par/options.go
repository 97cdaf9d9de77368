// Package par holds what all long computations of this module take: [Options], with a number of
// threads, a ceiling on memory and a function that learns how far the work is.
//
// A function that needs nothing else takes Options; a package that asks for more, such as a method
// or a seed, embeds Options in a type of its own. No result depends on the number of threads:
// [Options.Each] shares pieces of work among them, and each piece writes to a place of its own.
package par

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"combigo.dev/combigo/result"
)

// Options says what a computation may use. The zero value lets the computation use what the machine
// has.
type Options struct {
	// Threads is the number of goroutines that compute; 0 means GOMAXPROCS. No result depends on
	// it.
	Threads int
	// Memory is a ceiling in bytes on the data of the computation; 0 means that there is none, or
	// what the machine has available where the package looks.
	Memory result.Bytes
	// Progress, if set, is called from time to time with the share of the work that is done,
	// between 0 and 1. Calls come one at a time.
	Progress func(share float64)
	// At, if set, is called by counts that go through a board column by column, when a stage
	// begins. Calls come one at a time.
	At func(Stage)
}

// A Stage is where a computation is that goes through a board column by column, for each residue.
// The columns end where vectors are joined to a number: a stage without a column.
type Stage struct {
	Column, Columns   int // the column that is filled, from 1, and the last one that will be
	Phase             int // of two in a column
	Residue, Residues int // from 1
}

// Goroutines returns the number of goroutines that compute.
func (o Options) Goroutines() int {
	if o.Threads > 0 {
		return o.Threads
	}
	return runtime.GOMAXPROCS(0)
}

// Report calls Progress, if it is set.
func (o Options) Report(share float64) {
	if o.Progress != nil {
		o.Progress(share)
	}
}

// Between returns options whose progress is a part of that of o, from one share to another; none if
// the two are the same.
func (o Options) Between(begin, end float64) Options {
	whole := o.Progress
	if begin == end {
		o.Progress = nil
	} else if whole != nil {
		o.Progress = func(share float64) { whole(min(begin+share*(end-begin), end)) } // rounding may go beyond the end
	}
	return o
}

// Each calls f(0), ..., f(n-1), shared among the goroutines, reports progress and waits for all.
// Once the context is done it calls no more of them and returns the context's cause.
func (o Options) Each(ctx context.Context, n int, f func(i int)) error {
	return o.EachWorker(ctx, n, func(_, i int) { f(i) })
}

// EachWorker is [Options.Each] with the number of the goroutine, as [Workers] has it.
func (o Options) EachWorker(ctx context.Context, n int, f func(goroutine, i int)) error {
	var (
		done int
		lock sync.Mutex
	)
	return Workers(ctx, o.Goroutines(), n, func(goroutine, i int) {
		f(goroutine, i)
		lock.Lock()
		done++
		o.Report(float64(done) / float64(n))
		lock.Unlock()
	})
}

// For calls f(0), ..., f(n-1), shared among a number of goroutines, and waits for all. Once the
// context is done it calls no more of them and returns the context's cause.
func For(ctx context.Context, goroutines, n int, f func(i int)) error {
	return Workers(ctx, goroutines, n, func(_, i int) { f(i) })
}

// Workers is [For] with the number of the goroutine, from 0, which calls its share of f one after
// the other: what belongs to a goroutine can be used again from call to call. A panic of f is one
// of the caller's goroutine, which may recover.
func Workers(ctx context.Context, goroutines, n int, f func(goroutine, i int)) error {
	var next atomic.Int64
	work := func(goroutine int) {
		for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
			f(goroutine, i)
		}
	}
	if goroutines <= 1 || n <= 1 {
		work(0)
		return context.Cause(ctx)
	}
	var wg sync.WaitGroup
	var panicked atomic.Pointer[string]
	for g := range min(goroutines, n) {
		wg.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					said := fmt.Sprintf("%v\n\n%s", p, debug.Stack())
					panicked.CompareAndSwap(nil, &said)
				}
			}()
			work(g)
		})
	}
	wg.Wait()
	if said := panicked.Load(); said != nil {
		panic(*said)
	}
	return context.Cause(ctx)
}
