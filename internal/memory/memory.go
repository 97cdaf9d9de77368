// Package memory says how much memory this process may take, and keeps the process below a ceiling.
package memory

import (
	"runtime/debug"

	"combigo.dev/combigo/result"
)

const (
	// headroom is the share of the available memory that is left to the rest of the machine.
	headroom = 0.1
	// spare is what a share of a budget is left to, at most so much: what the garbage collector has
	// not collected yet, and pages that are half empty.
	spareShare, maxSpare = 8, 512 << 20
	// growth is what the program itself takes more once it computes: code that is used for the
	// first time, stacks, output.
	growth = 4 << 20
	// leastHeap is a limit for the garbage collector below which it would do nothing but collect.
	leastHeap = 4 << 20
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

// SetCeiling makes the runtime keep the whole process below a ceiling, as far as garbage collected
// in time can do that. It returns what the ceiling leaves for data, at least one byte: the program
// itself takes some 20 MB, and garbage takes a share. A ceiling of 0 stands for none.
func SetCeiling(ceiling result.Bytes) result.Bytes {
	if ceiling <= 0 {
		return 0
	}
	m := resident()
	debug.SetMemoryLimit(int64(max(leastHeap, ceiling-m.mapped-growth/2)))
	left := ceiling - m.all - growth
	return max(1, left-min(left/spareShare, maxSpare))
}

// CeilingFor returns about the ceiling on the process that leaves a number of bytes for data: see
// [SetCeiling].
func CeilingFor(data result.Bytes) result.Bytes {
	return data + min(data/(spareShare-1), maxSpare) + resident().all + growth
}
