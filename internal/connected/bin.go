package connected

import (
	"cmp"
	"context"
	"slices"
	"unsafe"
)

// bin is the states of one bin of the idle half on their way through a phase.
type bin struct {
	*workers
	ph      *phase
	g       int
	ar      arithmetic
	in, out []uint64
	inAt    place    // of the values in in
	outAt   place    // and in out
	target  []uint64 // what the last step writes to
	blocks  []int64  // where the blocks of the tiles begin there
}

// place is where the rows of each interface class lie, in states: that of active word a is number
// a-first[k] from base[k].
type place struct {
	base, first []int
}

func (w *workers) newBin(ph *phase, g int, ar arithmetic, words []uint64) *bin {
	n := len(words) / 2
	b := &bin{workers: w, ph: ph, g: g, ar: ar, in: words[:n], out: words[n:]}
	b.layOut(ph.high, &b.inAt)
	return b
}

// layOut puts the rows of a kink one after the other.
func (b *bin) layOut(y int, at *place) {
	at.base, at.first = at.base[:0], at.first[:0]
	lay := b.ph.layer(y)
	n := 0
	for k := range lay.interfaces {
		at.base, at.first = append(at.base, n), append(at.first, 0)
		n += len(lay.active[k].words) * lay.idle[k].binSize(b.g)
	}
}

// steps does the steps of the phase window by window; the last one puts the
// values where they belong.
func (b *bin) steps(ctx context.Context, threads int) error {
	if b.ph.low == b.ph.high {
		b.pushAll()
		b.in, b.out = b.out, b.in
		return nil
	}
	for _, w := range b.windows() {
		b.layOut(w.low, &b.outAt)
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
		b.inAt, b.outAt = b.outAt, b.inAt
		b.meter.add(b.work(w))
	}
	return nil
}

// pushAll writes the bin back unchanged: in a phase without steps.
func (b *bin) pushAll() {
	lay := b.ph.layer(b.ph.low)
	for k := range lay.interfaces {
		n := lay.idle[k].binSize(b.g)
		d := b.homeRows(k)
		for a := range lay.active[k].words {
			from := (b.inAt.base[k] + a*n) * b.ar.words
			copy(d.row(a, n*b.ar.words), b.in[from:from+n*b.ar.words])
		}
	}
}

// work is the number of words computed in a window.
func (b *bin) work(w window) int64 {
	var n int
	for y := w.low; y < w.high; y++ {
		n += b.ph.layer(y).binStates(b.g)
	}
	return int64(n) * int64(b.ar.words)
}

// windows returns the windows for the bin: a bin that fits the cache needs but
// one, and one whose classes are too large takes its steps one by one.
func (b *bin) windows() []window {
	if n := b.ph.binStates(b.g) * b.ar.words; n*8 <= cacheBytes && n <= b.scratchWords {
		return []window{{low: b.ph.low, high: b.ph.high}}
	}
	var windows []window
	for _, w := range b.ph.windows {
		if w.peaks[b.g]*b.ar.words <= b.scratchWords {
			windows = append(windows, w)
			continue
		}
		for y := w.high - 1; y >= w.low; y-- {
			windows = append(windows, window{low: y, high: y + 1, number: w.number, classes: w.classes})
		}
	}
	return windows
}

// classes lists the classes of a window, the largest first.
func (b *bin) classes(w window) []int {
	if w.classes == nil {
		return []int{allClasses}
	}
	sizes := make([]int, w.classes.count())
	order := make([]int, len(sizes))
	for f := range sizes {
		order[f] = f
		sizes[f] = b.ph.layer(w.low).classStates(b.g, f)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sizes[b], sizes[a]) })
	return order
}

// values is those of a kink, in their places.
type values struct {
	words []uint64
	place
}

// classValues lays out the values of a kink for one frozen class.
func (b *bin) classValues(y, f int, words []uint64) values {
	lay := b.ph.layer(y)
	v := values{words: words, place: place{base: make([]int, len(lay.interfaces)), first: make([]int, len(lay.interfaces))}}
	n := 0
	for k := range lay.interfaces {
		lo, hi := lay.active[k].classRows(f)
		v.base[k], v.first[k] = n, lo
		n += (hi - lo) * lay.idle[k].binSize(b.g)
	}
	return v
}

// rows is where the rows of a block go: side by side from that of active word
// first on, or, if start is set, each to the tile of its bin.
type rows struct {
	words  []uint64
	first  int
	start  []int32 // of the bins of the active words
	blocks []int64 // of the tiles
	tile   int     // of the row before
	size   int     // of a row, in words
}

// row returns the place of row a and those after it, of size words; rows are
// asked for in ascending order.
func (d *rows) row(a, size int) []uint64 {
	at := (a - d.first) * d.size
	if d.start != nil {
		for a >= int(d.start[d.tile+1]) {
			d.tile++
		}
		at = int(d.blocks[d.tile]) + (a-int(d.start[d.tile]))*d.size
	}
	return d.words[at : at+size]
}

// homeRows is where the rows of interface class k go in the end.
func (b *bin) homeRows(k int) rows {
	lay := b.ph.layer(b.ph.low)
	start := lay.active[k].start
	tiles := len(start) - 1
	return rows{
		words: b.target, start: start, blocks: b.blocks[k*tiles : (k+1)*tiles],
		size: lay.idle[k].binSize(b.g) * b.ar.words,
	}
}

// window takes the states of frozen class f through a window: from in to out,
// or home if it is the last one.
func (b *bin) window(w window, f int) {
	s := <-b.scratch
	defer func() { b.scratch <- s }()
	here, there := s.values[0], s.values[1]
	from := values{words: b.in, place: b.inAt}
	for y := w.high - 1; y > w.low; y-- {
		to := b.classValues(y, f, here)
		for k := range to.base {
			b.step(s, y, k, f, from, rows{words: to.words[to.base[k]*b.ar.words:], first: to.first[k]})
		}
		from = to
		here, there = there, here
	}
	lay := b.ph.layer(w.low)
	for k := range lay.interfaces {
		if w.low == b.ph.low {
			b.step(s, w.low, k, f, from, b.homeRows(k))
		} else {
			b.step(s, w.low, k, f, from, rows{words: b.out[b.outAt.base[k]*b.ar.words:], first: b.outAt.first[k]})
		}
	}
}

// terms finds the operations of the moves from interface class k at kink y as the
// bin sees them.
func (b *bin) terms(s *scratch, y, k int, from values) {
	here, next := b.ph.layer(y), b.ph.layer(y+1)
	lo, _ := here.idle[k].bin(b.g)
	ops := b.ph.tables[y-b.ph.low][k].ops
	size := b.ar.words
	s.terms = slices.Grow(s.terms[:0], len(ops))[:len(ops)]
	terms := s.terms
	for i := range ops {
		op := &ops[i]
		terms[i] = term{
			in:     unsafe.Pointer(unsafe.SliceData(from.words[from.base[op.to]*size:])),
			stride: uintptr(next.idle[op.to].binSize(b.g) * size * 8),
			first:  uint32(from.first[op.to]),
		}
		if !op.same[b.g] {
			terms[i].at = &op.places[lo]
		}
	}
}

// beginStep forgets the sums of the step before.
func (sc *scratch) beginStep(combos int) {
	if sc.step++; sc.step == 0 {
		clear(sc.sums[:cap(sc.sums)])
		sc.step = 1
	}
	sc.sums = slices.Grow(sc.sums[:0], combos)[:combos]
}

// sum returns that of a combo. It is made when it is met: a frozen class has few of those of a
// table.
func (sc *scratch) sum(t *table, combo int32, kernels *rowKernels, size uintptr) *sum {
	s := &sc.sums[combo]
	if s.step == sc.step {
		return s
	}
	s.step, s.joined, s.count = sc.step, true, 0
	c, gathered := &t.combos[combo], 0
	for _, straight := range [2]bool{false, true} {
		for slot, op := range c.ops[:c.count] {
			if t := &sc.terms[op]; (t.at == nil) == straight {
				s.slot[s.count], s.terms[s.count] = slot, t
				s.joined = s.joined && straight && t.stride == size
				s.count++
			}
		}
		if !straight {
			gathered = s.count
		}
	}
	s.kernel = kernels[s.count-2][gathered]
	return s
}

// step computes the block of interface class k and frozen class f for the step from kink
// y, from the values after that step.
func (b *bin) step(s *scratch, y, k, f int, from values, to rows) {
	n := b.ph.layer(y).idle[k].binSize(b.g)
	t := &b.ph.tables[y-b.ph.low][k]
	runs := t.runs
	if f != allClasses {
		runs = runs[t.class[f]:t.class[f+1]]
	}
	if n == 0 || len(runs) == 0 {
		return
	}
	to.size = n * b.ar.words
	b.terms(s, y, k, from)
	s.beginStep(len(t.combos))
	r := &s.row
	r.limbs, r.moduli = b.ar.words, b.ar.moduli
	for i := range runs {
		run := &runs[i]
		r.n = uintptr(n)
		r.out = unsafe.Pointer(&to.row(int(run.row), int(run.rows)*to.size)[0])
		s.sum(t, run.combo, &b.ar.kernels, uintptr(to.size)*8).compute(run, r, uintptr(to.size)*8)
	}
}

// compute computes the rows of one run, of a given number of bytes each.
func (s *sum) compute(run *run, r *row, size uintptr) {
	for i := range s.count {
		t := s.terms[i]
		row := run.places[s.slot[i]] - t.first
		r.in[i] = unsafe.Add(t.in, uintptr(row)*t.stride)
		r.at[i] = t.at
	}
	if s.joined {
		r.n *= uintptr(run.rows)
		s.kernel(r)
		return
	}
	for rows := run.rows; ; {
		s.kernel(r)
		if rows--; rows == 0 {
			return
		}
		r.out = unsafe.Add(r.out, size)
		for i := range s.count {
			r.in[i] = unsafe.Add(r.in[i], s.terms[i].stride)
		}
	}
}

// pullAll brings the bin in from home.
func (b *bin) pullAll(threads int, h *binVector) {
	parallel(threads, b.sorted[b.ph.active].count, func(t int) {
		b.pull(t, h.tileValues(h.tile(b.ph.active, t, b.g)), h.words)
	})
}

// pull brings tile t of the bin in, of values of some words: what the phase before left, rows of
// its active words, becomes columns of the idle words of this one.
func (b *bin) pull(t int, tile []uint64, words int) {
	before := b.before(b.ph)
	lay, left := b.ph.layer(b.ph.high), before.layer(before.low)
	for k := range lay.interfaces {
		rows, columns := left.active[k].binSize(b.g), left.idle[k].binSize(t)
		if rows == 0 || columns == 0 {
			continue
		}
		block := tile[:rows*columns*words]
		tile = tile[len(block):]
		from, to := lay.active[k].bin(t)
		dst := b.inAt.base[k] + (from-b.inAt.first[k])*lay.idle[k].binSize(b.g)
		m := tileCopy{
			to:   b.in[dst*b.ar.words:][:(to-from)*lay.idle[k].binSize(b.g)*b.ar.words],
			from: block, words: words, wide: b.ar.words,
			rows: rows, columns: columns,
		}
		if lay.interfaces[k].isNeutral() {
			m.crossing, m.active = b.ph.crossings[k], [2]int{from, to}
			m.idle[0], m.idle[1] = lay.idle[k].bin(b.g)
		}
		m.run()
	}
}
