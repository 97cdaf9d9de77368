package border

import "unsafe"

// prefetch tells the processor that some stretches of memory will be read, a number of them, each so many bytes, from p on in
// steps.
//
//go:noescape
func prefetch(p unsafe.Pointer, step, count, bytes uintptr)
