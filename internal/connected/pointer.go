package connected

import "unsafe"

// element returns the i-th element from p on.
func element[T any](p *T, i int) *T {
	return (*T)(unsafe.Add(unsafe.Pointer(p), uintptr(i)*unsafe.Sizeof(*p)))
}

// limbs returns the i-th value of a given number of words after p.
func limbs(p unsafe.Pointer, i, width int) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Add(p, 8*i*width)), width)
}
