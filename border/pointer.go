package border

import "unsafe"

// element returns the i-th element from p on.
func element[T any](p *T, i int) *T {
	return (*T)(unsafe.Add(unsafe.Pointer(p), uintptr(i)*unsafe.Sizeof(*p)))
}

// limbs returns the i-th value of a given number of words after p.
func limbs(p unsafe.Pointer, i, width int) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Add(p, 8*i*width)), width)
}

// halfWords returns words of memory as twice as many halves. Values have their limbs in whole words, which need not begin
// where words of the memory do, and may have half a limb after them.
func halfWords(words []uint64) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(words))), 2*len(words))
}

// wholeWords returns half words as half as many words.
func wholeWords(halves []uint32) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(halves))), len(halves)/2)
}

// limb returns limb l of a value.
func limb(value []uint32, l int) uint64 {
	if 2*l+1 == len(value) {
		return uint64(value[2*l])
	}
	return *(*uint64)(unsafe.Pointer((*[2]uint32)(value[2*l:])))
}
