package border

import (
	"context"
	"fmt"
	"slices"
)

// table holds the moves from the states with one seam.
type table struct {
	ops    []idleMap
	combos []combo
	runs   []run
	class  []int32 // the runs of frozen class f are runs[class[f]:class[f+1]]
}

// combo is the operations of the two or three moves of a row.
type combo struct {
	ops   [3]uint8
	count int
}

// run is rows that follow each other and whose successors, by the same
// operations, follow each other too.
type run struct {
	row, rows int32
	combo     int32
	places    [3]uint32 // of the new active words of the first row
}

// makeRuns gathers moves, three a row, in runs. class says where the frozen classes
// begin, and start the bins of active words, if they matter; no run crosses either.
func (t *table) makeRuns(moves []uint32, class, start []int32) {
	combos := map[combo]int32{}
	for f, first := range class[:len(class)-1] {
		t.class = append(t.class, int32(len(t.runs)))
		for row := first; row < class[f+1]; row++ {
			next := t.newRun(row, moves[3*row:3*row+3], combos)
			_, cut := slices.BinarySearch(start, row)
			if row > first && !cut && t.runs[len(t.runs)-1].goesOn(next, t.combos[next.combo].count) {
				t.runs[len(t.runs)-1].rows++
				continue
			}
			t.runs = append(t.runs, next)
		}
	}
	t.class = append(t.class, int32(len(t.runs)))
}

func (t *table) newRun(row int32, moves []uint32, combos map[combo]int32) run {
	r := run{row: row, rows: 1}
	var c combo
	for i, m := range moves {
		if m != noMove {
			c.ops[i], r.places[i] = uint8(m>>opShift), m&placeMask
			c.count++
		}
	}
	number, known := combos[c]
	if !known {
		number = int32(len(t.combos))
		combos[c] = number
		t.combos = append(t.combos, c)
	}
	r.combo = number
	return r
}

func (r *run) goesOn(next run, count int) bool {
	if r.combo != next.combo {
		return false
	}
	for i := range count {
		if next.places[i] != r.places[i]+uint32(r.rows) {
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

// makeTables finds the moves of every step.
func (ph *phase) makeTables(ctx context.Context, idle bins, threads int) error {
	type job struct{ y, k int }
	var jobs []job
	for y := ph.low; y < ph.high; y++ {
		n := len(ph.layer(y).seams)
		ph.tables = append(ph.tables, make([]table, n))
		for k := range n {
			jobs = append(jobs, job{y, k})
		}
	}
	errs := make([]error, len(jobs))
	parallel(threads, len(jobs), func(i int) {
		if errs[i] = ctx.Err(); errs[i] != nil {
			return
		}
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
	var t table
	moves := make([]uint32, 0, 3*len(words))
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
			moves = append(moves, op<<opShift|uint32(place))
		}
		if len(moves)%3 != 0 {
			moves = append(moves, noMove)
		}
		if len(moves)%3 != 0 {
			return table{}, fmt.Errorf("border: a state of kink %d has fewer than two successors", y)
		}
	}
	var start []int32
	if y == ph.low {
		start = here.active[k].start
	}
	t.makeRuns(moves, here.active[k].class, start)
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
