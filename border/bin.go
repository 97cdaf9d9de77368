package border

import (
	"cmp"
	"context"
	"slices"
	"unsafe"
)

// bin is the states of one bin of the idle half on their way through a phase.
type bin struct {
	*pass
	ph      *phase
	g       int
	ar      arithmetic
	known   int // planes that held values before the phase
	in, out []uint64
	inBase  []int   // where the block of each seam begins in in, in states
	outBase []int   // and in out
	blocks  []int64 // where they go in the end
}

func (p *pass) newBin(ph *phase, g int, ar arithmetic, known int, words []uint64) *bin {
	n := len(words) / 2
	return &bin{pass: p, ph: ph, g: g, ar: ar, known: known, in: words[:n], out: words[n:]}
}

// process pulls the bin in, does the steps window by window, and pushes it back.
func (b *bin) process(ctx context.Context, threads int) error {
	b.inBase = b.ph.layer(b.ph.high).bases(b.g, b.inBase)
	b.blocks = b.tileBlocks()
	parallel(threads, b.sorted[b.ph.active].count, b.pull)
	if b.ph.low == b.ph.high {
		b.pushAll()
		return nil
	}
	for _, w := range b.windows() {
		b.outBase = b.ph.layer(w.low).bases(b.g, b.outBase)
		classes := b.classes(w)
		parallel(threads, len(classes), func(i int) {
			if ctx.Err() == nil {
				b.window(w, classes[i])
			}
		})
		if err := ctx.Err(); err != nil {
			return err
		}
		b.in, b.out = b.out, b.in
		b.inBase, b.outBase = b.outBase, b.inBase
		b.meter.add(b.work(w))
	}
	return nil
}

// pushAll writes the bin back unchanged: in a phase without steps.
func (b *bin) pushAll() {
	lay := b.ph.layer(b.ph.low)
	for k := range lay.seams {
		b.push(k, 0, len(lay.active[k].words), b.in[b.inBase[k]*b.ar.width:], b.blocks)
	}
}

// work is the number of words computed in a window.
func (b *bin) work(w window) int64 {
	var n int
	for y := w.low; y < w.high; y++ {
		n += b.ph.layer(y).binStates(b.g)
	}
	return int64(n) * int64(b.ar.width)
}

// allClasses stands for the active words of every frozen class.
const allClasses = -1

// cacheBytes is about what a core's own cache holds of the values of a step
// and the one before.
const cacheBytes = 1 << 20

// windows returns the windows for the bin: a bin that fits the cache needs but one.
func (b *bin) windows() []window {
	if b.ph.binStates(b.g)*b.ar.width*8 <= cacheBytes {
		return []window{{low: b.ph.low, high: b.ph.high}}
	}
	return b.ph.windows
}

// classes lists the classes of a window, the largest first.
func (b *bin) classes(w window) []int {
	if w.classes == nil {
		return []int{allClasses}
	}
	sizes := make([]int, len(w.classes))
	order := make([]int, len(w.classes))
	for f := range order {
		order[f] = f
		sizes[f] = b.ph.layer(w.low).classStates(b.g, f)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sizes[b], sizes[a]) })
	return order
}

// class returns the range of the rows of frozen class f.
func (l *list) classRows(f int) (lo, hi int) {
	if f == allClasses {
		return 0, len(l.words)
	}
	return int(l.class[f]), int(l.class[f+1])
}

// classStates is the number of states of bin g and frozen class f.
func (l *layer) classStates(g, f int) int {
	n := 0
	for k := range l.seams {
		lo, hi := l.active[k].classRows(f)
		n += (hi - lo) * l.idle[k].binSize(g)
	}
	return n
}

// values is where those of a kink lie: the row of active word a of seam k is
// number (a-first[k]) from base[k], in states.
type values struct {
	words []uint64
	base  []int
	first []int
}

// classValues lays out the values of a kink for one frozen class.
func (b *bin) classValues(y, f int, words []uint64) values {
	lay := b.ph.layer(y)
	v := values{words: words, base: make([]int, len(lay.seams)), first: make([]int, len(lay.seams))}
	n := 0
	for k := range lay.seams {
		lo, hi := lay.active[k].classRows(f)
		v.base[k], v.first[k] = n, lo
		n += (hi - lo) * lay.idle[k].binSize(b.g)
	}
	return v
}

// window takes the states of frozen class f through a window: from in to out,
// or home if it is the last one.
func (b *bin) window(w window, f int) {
	scratch := <-b.scratch
	defer func() { b.scratch <- scratch }()
	half := len(scratch) / 2
	here, there := scratch[:half], scratch[half:]
	from := values{words: b.in, base: b.inBase, first: make([]int, len(b.inBase))}
	for y := w.high - 1; y > w.low; y-- {
		to := b.classValues(y, f, here)
		for k := range to.base {
			b.rows(y, k, f, from, to.words[to.base[k]*b.ar.width:])
		}
		from = to
		here, there = there, here
	}
	lay := b.ph.layer(w.low)
	for k := range lay.seams {
		lo, hi := lay.active[k].classRows(f)
		if w.low == b.ph.low {
			b.rows(w.low, k, f, from, here)
			b.push(k, lo, hi, here, b.blocks)
		} else {
			at := b.outBase[k] + lo*lay.idle[k].binSize(b.g)
			b.rows(w.low, k, f, from, b.out[at*b.ar.width:])
		}
	}
}

// term is an operation seen by one bin: rows of so many bytes from in on.
type term struct {
	in     unsafe.Pointer
	stride uintptr
	first  uint32  // the row that in points to
	at     *uint32 // nil: every state keeps its place
	places *uint32
}

// terms returns the operations of the moves from seam k at kink y as the
// bin sees them.
func (b *bin) terms(y, k int, from values) []term {
	here, next := b.ph.layer(y), b.ph.layer(y+1)
	lo, _ := here.idle[k].bin(b.g)
	ops := b.ph.tables[y-b.ph.low][k].ops
	width := b.ar.width
	terms := make([]term, len(ops))
	for i := range ops {
		op := &ops[i]
		terms[i] = term{
			in:     unsafe.Pointer(unsafe.SliceData(from.words[from.base[op.to]*width:])),
			stride: uintptr(next.idle[op.to].binSize(b.g) * width * 8),
			first:  uint32(from.first[op.to]),
			places: &b.ph.identity[0],
		}
		if !op.same[b.g] {
			terms[i].at = &op.places[lo]
			terms[i].places = terms[i].at
		}
	}
	return terms
}

// rows computes the block of seam k and frozen class f for the step from kink
// y, from the values behind that step.
func (b *bin) rows(y, k, f int, from values, out []uint64) {
	n := b.ph.layer(y).idle[k].binSize(b.g)
	if n == 0 {
		return
	}
	t := &b.ph.tables[y-b.ph.low][k]
	runs := t.runs
	if f != allClasses {
		runs = runs[t.class[f]:t.class[f+1]]
	}
	if len(runs) == 0 {
		return
	}
	terms := b.terms(y, k, from)
	size := n * b.ar.width
	r := &row{width: b.ar.width, moduli: b.ar.moduli}
	for i := range runs {
		r.n = uintptr(n)
		rows := int(runs[i].rows) * size
		b.run(&runs[i], terms, r, out[:rows])
		out = out[rows:]
	}
}

// run computes the rows of one run.
func (b *bin) run(run *run, terms []term, r *row, out []uint64) {
	size := r.n * uintptr(r.width) * 8
	var strides [3]uintptr
	count, straight, joined := 0, true, true
	for _, m := range run.moves {
		if m == noMove {
			break
		}
		t := &terms[m>>opShift]
		r.in[count] = (*uint64)(unsafe.Add(t.in, uintptr(m&placeMask-t.first)*t.stride))
		r.at[count] = t.places
		strides[count] = t.stride
		straight = straight && t.at == nil
		joined = joined && t.stride == size
		count++
	}
	r.out = &out[0]
	kernel := b.ar.kernel(count, straight)
	if straight && joined {
		r.n *= uintptr(run.rows)
		kernel(r)
		return
	}
	for rows := run.rows; ; {
		kernel(r)
		if rows--; rows == 0 {
			return
		}
		r.out = (*uint64)(unsafe.Add(unsafe.Pointer(r.out), size))
		for i := range count {
			r.in[i] = (*uint64)(unsafe.Add(unsafe.Pointer(r.in[i]), strides[i]))
		}
	}
}
