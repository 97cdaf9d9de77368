package memory

import (
	"fmt"
	"syscall"
	"unsafe"
)

// Words is a large array of zeros outside the garbage collector's heap, in
// huge pages where the system has them: the vector is read all over, and
// small pages would cost as much as the memory itself.
type Words struct {
	All   []uint32
	bytes []byte
}

const madvHugepage = 14

// NewWords takes n words from the system.
func NewWords(n int64) (*Words, error) {
	if n == 0 {
		return &Words{}, nil
	}
	b, err := syscall.Mmap(-1, 0, int(n*4), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE|syscall.MAP_NORESERVE)
	if err != nil {
		return nil, fmt.Errorf("%d bytes of memory: %w", n*4, err)
	}
	addWords(n * 4)
	// Huge pages are a matter of speed alone, so a refusal does not matter.
	_ = syscall.Madvise(b, madvHugepage)
	return &Words{
		All:   unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(b))), n),
		bytes: b,
	}, nil
}

// Free gives the words back. A nil pointer has none.
func (m *Words) Free() {
	if m != nil && m.bytes != nil {
		// The address came from Mmap, so this cannot fail.
		_ = syscall.Munmap(m.bytes)
		addWords(-int64(len(m.bytes)))
		m.bytes, m.All = nil, nil
	}
}
