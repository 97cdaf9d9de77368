package memory

import (
	"slices"
	"sync"
)

// Rooms are memory for values, which is used again: the system takes as long to find fresh pages as
// a disk to read them. The zero value has none.
type Rooms struct {
	lock  sync.Mutex
	empty []*Words
}

// Take returns room for values, which hold anything.
func (r *Rooms) Take(values int) (*Words, error) {
	r.lock.Lock()
	defer r.lock.Unlock()
	for i, room := range r.empty {
		if len(room.All) >= values {
			r.empty = slices.Delete(r.empty, i, i+1)
			return room, nil
		}
	}
	if len(r.empty) > 0 { // a larger one takes the place of one that there is
		r.empty[0].Free()
		r.empty = r.empty[1:]
	}
	return NewWords(int64(values))
}

// Give takes a room back.
func (r *Rooms) Give(room *Words) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.empty = append(r.empty, room)
}

// Free gives all memory that is not in use back to the system.
func (r *Rooms) Free() {
	r.lock.Lock()
	defer r.lock.Unlock()
	for _, room := range r.empty {
		room.Free()
	}
	r.empty = nil
}
