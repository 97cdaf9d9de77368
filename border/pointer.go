package border

import "unsafe"

// element returns the i-th element behind p.
func element[T any](p *T, i int) *T {
	return (*T)(unsafe.Add(unsafe.Pointer(p), uintptr(i)*unsafe.Sizeof(*p)))
}

// limbs returns the i-th value of a given number of words behind p.
func limbs(p *uint64, i, width int) []uint64 {
	return unsafe.Slice(element(p, i*width), width)
}
