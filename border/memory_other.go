//go:build !linux

package border

// memory is a large array of zeros.
type memory struct {
	words []uint64
}

func newMemory(words int64) (*memory, error) {
	return &memory{words: make([]uint64, words)}, nil
}

func (m *memory) free() { m.words = nil }
