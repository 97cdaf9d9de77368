package connected

import (
	"cmp"
	"slices"
	"unsafe"

	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/result"
)

// workers are the threads of a run with the memory that they work in.
type workers struct {
	*layout
	room
	buffers *memory.Words // two; shared out among the threads for small bins
	caches  *memory.Words
	scratch chan *scratch // with parts of caches
	// scratchWords is what each has for the values of a kink.
	scratchWords int
	threads      int
	meter        *meter
}

// room is what the values of a bin, or of a group of it, have, in states.
type room struct {
	bufferStates  int64 // each of two buffers
	scratchStates int   // a thread for the values of a kink inside a window, twice
}

// wholeRoom is enough for every bin, of values of a given number of words.
func (lo *layout) wholeRoom(words int) room {
	return room{bufferStates: lo.most, scratchStates: min(int(lo.most), scratchBytes/8/words+1)}
}

// states is what the buffers and the threads take.
func (r room) states(threads int) int64 {
	return 2*r.bufferStates + 2*int64(r.scratchStates)*int64(threads)
}

// newWorkers allocates the room, for values of at most a number of words.
func (lo *layout) newWorkers(r room, most, threads int, m *meter) (*workers, error) {
	w := &workers{layout: lo, room: r, threads: threads, meter: m}
	var err error
	if w.buffers, err = memory.NewWords(2 * r.bufferStates * int64(most)); err != nil {
		return nil, err
	}
	if w.caches, err = memory.NewWords(int64(2*r.scratchStates*most) * int64(threads)); err != nil {
		w.free()
		return nil, err
	}
	w.scratch = make(chan *scratch, threads)
	part := len(w.caches.All) / threads / 2
	w.scratchWords = part
	for i := range threads {
		own := w.caches.All[2*i*part:]
		w.scratch <- &scratch{values: [2][]uint64{own[:part], own[part : 2*part]}}
	}
	return w, nil
}

func (w *workers) free() {
	for _, m := range []*memory.Words{w.buffers, w.caches} {
		if m != nil {
			m.Free()
		}
	}
}

// scratch is what a thread needs inside a window.
type scratch struct {
	values [2][]uint64 // of two kinks
	terms  []term
	sums   []sum
	row    row
	step   uint32 // marks the sums of the present step
}

// term is an operation seen by one bin: rows of a given number of bytes from in on.
type term struct {
	in     unsafe.Pointer
	stride uintptr
	first  uint32  // the row that in points to
	at     *uint32 // nil: every state keeps its place
}

// sum is a combo seen by one bin: the terms that are gathered come first.
type sum struct {
	step   uint32 // which it was made for
	kernel func(*row)
	count  int
	slot   [3]int // which move each term is
	terms  [3]*term
	joined bool // whether rows that follow each other are one long row
}

const (
	// cacheBytes is about what the values of a kink may take for a step to run
	// in a core's own cache.
	cacheBytes = 1 << 19
	// scratchBytes is what they may take for a class to go through a window:
	// beyond, nothing is gained.
	scratchBytes = 1 << 26
)

// shareOut has the threads take the bins one each, with a part of the buffers.
func (w *workers) shareOut(bins []int, take func(g int, share []uint64)) {
	shares := make(chan []uint64, w.threads)
	size := len(w.buffers.All) / w.threads
	for i := range w.threads {
		shares <- w.buffers.All[i*size : (i+1)*size]
	}
	parallel(w.threads, len(bins), func(i int) {
		share := <-shares
		take(bins[i], share)
		shares <- share
	})
}

// schedule lists the bins of a phase, the largest first, and sets those apart
// that do not fit a thread's share of the buffers.
func (w *workers) schedule(ph *phase) (large, small []int) {
	sizes := make([]int64, w.sorted[ph.active.other()].count)
	order := make([]int, len(sizes))
	for g := range order {
		order[g], sizes[g] = g, int64(ph.binStates(g))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sizes[b], sizes[a]) })
	share := w.bufferStates / int64(w.threads)
	i := 0
	for i < len(order) && sizes[order[i]] > share {
		i++
	}
	return order[:i], order[i:]
}

// bytes is what a pass takes with a given number of words a value: the vector, two
// buffers for the largest bin, room for the threads, and the tables.
func (lo *layout) bytes(words, threads int) result.Bytes {
	states := lo.shape.states() + lo.wholeRoom(words).states(threads)
	return result.Bytes(8*int64(words)*states) + lo.tableBytes() + processBytes
}

// processBytes is what a process takes beside all that.
const processBytes = 20 << 20
