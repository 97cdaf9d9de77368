package border

import (
	"fmt"
	"syscall"
	"unsafe"
)

// memory is a large array of zeros outside the garbage collector's heap, in
// huge pages where the system has them: the vector is read all over, and
// small pages would cost as much as the memory itself.
type memory struct {
	words []uint64
	bytes []byte
}

const madvHugepage = 14

func newMemory(words int64) (*memory, error) {
	if words == 0 {
		return &memory{}, nil
	}
	b, err := syscall.Mmap(-1, 0, int(words*8), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE|syscall.MAP_NORESERVE)
	if err != nil {
		return nil, fmt.Errorf("%d bytes of memory: %w", words*8, err)
	}
	// Huge pages are a matter of speed alone, so a refusal does not matter.
	_ = syscall.Madvise(b, madvHugepage)
	return &memory{
		words: unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(b))), words),
		bytes: b,
	}, nil
}

func (m *memory) free() {
	if m.bytes != nil {
		// The address came from Mmap, so this cannot fail.
		_ = syscall.Munmap(m.bytes)
		m.bytes, m.words = nil, nil
	}
}
