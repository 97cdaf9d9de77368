//go:build !linux

package memory

import "combigo.dev/combigo/result"

// unused is not known on this system.
func unused() int64 { return 0 }

func resident() residence {
	return residence{all: result.PeakMemory(), mapped: result.PeakMemory() / 2}
}

// Words is a large array of zeros.
type Words struct {
	All []uint32
}

// NewWords takes n words from the system.
func NewWords(n int64) (*Words, error) {
	return &Words{All: make([]uint32, n)}, nil
}

// Free gives the words back. A nil pointer has none.
func (m *Words) Free() {
	if m != nil {
		m.All = nil
	}
}
