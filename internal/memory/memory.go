// Package memory says how much memory this process may take, and keeps the process below a ceiling.
package memory

import (
	"runtime/debug"
	"runtime/metrics"
	"sync"

	"combigo.dev/combigo/result"
)

const (
	// headroom is the share of the available memory that is left to the rest of the machine.
	headroom = 0.1
	// spare is what a share of a budget is left to, at most so much: what the garbage collector has
	// not collected yet, and pages that are half empty.
	spareShare, maxSpare = 8, 512 << 20
	// growth is what the program itself takes more once it computes: code that is used for the
	// first time, stacks, output, tables of pages.
	growth = 4 << 20
	// leastHeap is a limit for the garbage collector below which it would do nothing but collect.
	leastHeap = 4 << 20

	// Program is what the program takes without any data, at most.
	Program result.Bytes = 36 << 20
)

// Available returns the memory that this process may still take, less some headroom: the least of
// what the machine has available, what the control groups around the process leave (versions 1 and
// 2), and what its limits leave (ulimit -v and -d). It is 0 if the system does not say.
func Available() result.Bytes {
	return result.Bytes((1 - headroom) * float64(unused()))
}

// Largest returns the largest ceiling on this process that makes sense: what the process has, and
// what it may still take. It is 0 if the system does not say.
func Largest() result.Bytes {
	if available := Available(); available > 0 {
		return available + resident().all
	}
	return 0
}

// heap is the ceiling as the garbage collector sees it, which knows nothing of [Words].
var heap struct {
	lock    sync.Mutex
	ceiling int64 // on everything but pages of files; 0: none
	words   int64 // bytes
}

// addWords tells the garbage collector of bytes of [Words], or that they are gone. Where they take
// the place of garbage, that goes first.
func addWords(bytes int64) {
	heap.lock.Lock()
	defer heap.lock.Unlock()
	heap.words += bytes
	limitHeap()
	if bytes > 0 && heap.ceiling > 0 && runtimeBytes() > heap.ceiling-heap.words {
		debug.FreeOSMemory()
	}
}

// runtimeBytes returns the memory that the runtime has from the system.
func runtimeBytes() int64 {
	all := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(all)
	return int64(all[0].Value.Uint64() - all[1].Value.Uint64())
}

func limitHeap() {
	if heap.ceiling > 0 {
		debug.SetMemoryLimit(max(leastHeap, heap.ceiling-heap.words))
	}
}

// SetCeiling makes the runtime keep the whole process below a ceiling, as far as garbage collected
// in time can do that. It returns what the ceiling leaves for data, at least one byte: the program
// itself takes some 20 MB, and garbage takes a share. A ceiling of 0 stands for none.
func SetCeiling(ceiling result.Bytes) result.Bytes {
	if ceiling <= 0 {
		return 0
	}
	m := resident()
	heap.lock.Lock()
	defer heap.lock.Unlock()
	heap.ceiling = int64(ceiling - m.mapped - growth)
	limitHeap()
	left := ceiling - m.all - growth
	return max(1, left-min(left/spareShare, maxSpare))
}

// CeilingFor returns about the ceiling on the process that leaves a number of bytes for data: see
// [SetCeiling].
func CeilingFor(data result.Bytes) result.Bytes {
	return data + min(data/(spareShare-1), maxSpare) + resident().all + growth
}
