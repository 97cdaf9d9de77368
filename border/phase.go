package border

import (
	"fmt"
	"unsafe"
)

// phase is half a column: the kinks low..high, between which the points of
// one half, the active one, are renewed. The program runs backward, from the
// completions at kink high to those at kink low.
type phase struct {
	split
	active    half
	low, high int
	layers    []*layer         // of kinks low..high
	tables    [][]table        // of the steps from kinks low..high-1, by seam
	identity  []uint32         // 0, 1, 2, ...
	crossings map[int]crossing // of the seams without colour at kink high
}

// table holds the moves from the states with one seam.
type table struct {
	// moves has three entries for each active word: the operation on the
	// idle half in the highest byte, the place of the new active word below.
	// The second move, if any is missing, is the last entry's noMove.
	moves []uint32
	ops   []idleMap
	runs  []run
}

// run is rows that follow each other and whose successors, by the same
// operations, follow each other too.
type run struct {
	row, rows int32
	moves     [3]uint32 // of the first row
}

// makeRuns gathers the moves in runs.
func (t *table) makeRuns() {
	for row := 0; 3*row < len(t.moves); row++ {
		moves := [3]uint32(t.moves[3*row:])
		if n := len(t.runs); n > 0 && t.runs[n-1].goesOn(moves) {
			t.runs[n-1].rows++
			continue
		}
		t.runs = append(t.runs, run{int32(row), 1, moves})
	}
}

func (r *run) goesOn(moves [3]uint32) bool {
	for i, m := range r.moves {
		if m == noMove != (moves[i] == noMove) || m != noMove && moves[i] != m+uint32(r.rows) {
			return false
		}
	}
	return true
}

const (
	noMove    = 1<<32 - 1
	opShift   = 24
	placeMask = 1<<opShift - 1
	maxOps    = 255
)

// idleMap is an operation on the idle words that go with one seam.
type idleMap struct {
	to     int32    // seam after the move
	places []uint32 // new place of each idle word, counted from the start of its bin
	same   []bool   // by bin: whether each word keeps its place
}

func newPhase(l *lister, active half) *phase {
	ph := &phase{split: l.split, active: active, low: 0, high: l.p}
	if active == suffix {
		ph.low, ph.high = l.p, l.m
	}
	for y := ph.low; y <= ph.high; y++ {
		ph.layers = append(ph.layers, l.layer(active, y, ph.order(y)))
	}
	return ph
}

// order returns how the active words of kink y are sorted: by bin where the phases
// meet, else so that the half of the points farther from the kink counts least.
func (ph *phase) order(y int) order {
	switch {
	case y == ph.low || y == ph.high:
		return byPattern
	case 2*(y-ph.low) > ph.high-ph.low:
		return byLastPoint
	default:
		return byFirstPoint
	}
}

func (ph *phase) layer(y int) *layer { return ph.layers[y-ph.low] }

// makeTables finds the moves of every step.
func (ph *phase) makeTables(idle bins, threads int) error {
	type job struct{ y, k int }
	var jobs []job
	for y := ph.low; y < ph.high; y++ {
		n := len(ph.layer(y).seams)
		ph.tables = append(ph.tables, make([]table, n))
		for k := range n {
			jobs = append(jobs, job{y, k})
		}
	}
	longest := 0
	for _, lay := range ph.layers {
		for _, l := range lay.idle {
			longest = max(longest, len(l.words))
		}
	}
	ph.identity = make([]uint32, longest)
	for i := range ph.identity {
		ph.identity[i] = uint32(i)
	}
	errs := make([]error, len(jobs))
	parallel(threads, len(jobs), func(i int) {
		j := jobs[i]
		ph.tables[j.y-ph.low][j.k], errs[i] = ph.makeTable(j.y, int32(j.k), idle)
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

type opKey struct {
	op operation
	to seam
}

func (ph *phase) makeTable(y int, k int32, idle bins) (table, error) {
	here, next := ph.layer(y), ph.layer(y+1)
	from := here.seams[k]
	words := here.active[k].words
	if len(next.active) == 0 {
		return table{}, fmt.Errorf("border: no seam at kink %d", y+1)
	}
	t := table{moves: make([]uint32, 0, 3*len(words))}
	numbers := map[opKey]uint32{}
	for _, w := range words {
		for _, point := range [3]symbol{empty, liveStone(0), liveStone(1)} {
			s, ok := ph.move(ph.active, from, w, y, point)
			if !ok {
				continue
			}
			to, ok := next.number[s.to]
			if !ok {
				return table{}, fmt.Errorf("border: a move at kink %d leads to an unknown seam %+v", y, s.to)
			}
			place, err := find(next.active, to, s.active)
			if err != nil {
				return table{}, fmt.Errorf("active half at kink %d: %w", y, err)
			}
			key := opKey{s.op, s.to}
			op, known := numbers[key]
			if !known {
				m, err := ph.makeIdleMap(here.idle[k], from, s.op, next, to, idle)
				if err != nil {
					return table{}, fmt.Errorf("idle half at kink %d: %w", y, err)
				}
				op = uint32(len(t.ops))
				numbers[key] = op
				t.ops = append(t.ops, m)
			}
			if op >= maxOps || place > placeMask {
				return table{}, fmt.Errorf("border: table of kink %d is too large", y)
			}
			t.moves = append(t.moves, op<<opShift|uint32(place))
		}
		if len(t.moves)%3 != 0 {
			t.moves = append(t.moves, noMove)
		}
		if len(t.moves)%3 != 0 {
			return table{}, fmt.Errorf("border: a state of kink %d has fewer than two successors", y)
		}
	}
	t.makeRuns()
	return t, nil
}

func (ph *phase) makeIdleMap(idle *list, from seam, op operation, next *layer, to int32, b bins) (idleMap, error) {
	h := ph.active.other()
	target := next.idle[to]
	m := idleMap{to: to, places: make([]uint32, len(idle.words)), same: make([]bool, b.count)}
	for g := range b.count {
		lo, hi := idle.bin(g)
		first, behind := target.bin(g)
		m.same[g] = true
		for i := lo; i < hi; i++ {
			at, err := find(next.idle, to, op.apply(h, idle.words[i], ph.size(h), from))
			if err != nil {
				return m, err
			}
			if int(at) < first || int(at) >= behind {
				return m, fmt.Errorf("border: a move changed the colours of the idle half")
			}
			m.places[i] = uint32(int(at) - first)
			m.same[g] = m.same[g] && int(at)-first == i-lo
		}
	}
	return m, nil
}

// term is an operation seen by one bin: rows of so many states from in.
type term struct {
	in     unsafe.Pointer
	stride uintptr // bytes
	at     *uint32 // nil: every state keeps its place
	places *uint32
}

// terms returns the operations of the moves from seam k at kink y as the
// bin sees them. in holds the values of kink y+1.
func (b *bin) terms(y int, k int32) []term {
	here, next := b.ph.layer(y), b.ph.layer(y+1)
	from, _ := here.idle[k].bin(b.g)
	ops := b.ph.tables[y-b.ph.low][k].ops
	width := b.ar.width
	terms := make([]term, len(ops))
	for i := range ops {
		op := &ops[i]
		size := next.idle[op.to].binSize(b.g)
		block := len(next.active[op.to].words) * size
		base := b.inBase[op.to]
		terms[i] = term{
			in:     unsafe.Pointer(unsafe.SliceData(b.in[base*width : (base+block)*width])),
			stride: uintptr(size * width * 8),
			places: &b.ph.identity[0],
		}
		if !op.same[b.g] {
			terms[i].at = &op.places[from]
			terms[i].places = terms[i].at
		}
	}
	return terms
}

// rows computes the runs first..last-1 of the block of seam k for the step from
// kink y, from the values behind that step, to out, where the block begins.
func (b *bin) rows(y int, k int32, first, last int, out []uint64) {
	n := b.ph.layer(y).idle[k].binSize(b.g)
	if n == 0 {
		return
	}
	terms := b.terms(y, k)
	size := n * b.ar.width
	runs := b.ph.tables[y-b.ph.low][k].runs
	r := &row{width: b.ar.width, moduli: b.ar.moduli}
	for i := first; i < last; i++ {
		run := &runs[i]
		r.n = uintptr(n)
		b.run(run, terms, r, out[int(run.row)*size:int(run.row+run.rows)*size])
	}
}

// run computes the rows of one run.
func (b *bin) run(run *run, terms []term, r *row, out []uint64) {
	size := uintptr(len(out)) * 8 / uintptr(run.rows)
	var strides [3]uintptr
	count, straight, joined := 0, true, true
	for _, m := range run.moves {
		if m == noMove {
			break
		}
		t := &terms[m>>opShift]
		r.in[count] = (*uint64)(unsafe.Add(t.in, uintptr(m&placeMask)*t.stride))
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
