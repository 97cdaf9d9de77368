package memory

import (
	"slices"
	"sync"
)

// A BufferPool keeps memory for values that is used again: the system takes as long to find fresh
// pages as a disk to read them. The zero value is empty.
type BufferPool struct {
	lock   sync.Mutex
	unused []*Words
}

// Take returns memory for at least some values, which may hold anything.
func (p *BufferPool) Take(values int) (*Words, error) {
	p.lock.Lock()
	defer p.lock.Unlock()
	for i, words := range p.unused {
		if len(words.All) >= values {
			p.unused = slices.Delete(p.unused, i, i+1)
			return words, nil
		}
	}
	if len(p.unused) > 0 { // all are too small: a larger one replaces one of them
		p.unused[0].Free()
		p.unused = p.unused[1:]
	}
	return NewWords(int64(values))
}

// Give puts memory back into the pool.
func (p *BufferPool) Give(words *Words) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.unused = append(p.unused, words)
}

// Free returns all memory in the pool to the system.
func (p *BufferPool) Free() {
	p.lock.Lock()
	defer p.lock.Unlock()
	for _, words := range p.unused {
		words.Free()
	}
	p.unused = nil
}
