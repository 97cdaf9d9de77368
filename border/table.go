package border

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// table holds the moves from the states with one seam.
type table struct {
	ops    []idleMap
	combos []combo
	runs   []run
	class  []int32 // the runs of frozen class f are runs[class[f]:class[f+1]]
}

// idleMap is an operation on the idle words that go with one seam.
type idleMap struct {
	to     int32    // seam after the move
	places []uint32 // new place of each idle word, counted from the start of its bin
	same   []bool   // by bin: whether each word keeps its place
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

// makeTables finds the moves of every step.
func (ph *phase) makeTables(ctx context.Context, idle bins, threads int) error {
	type job struct{ y, k int }
	var jobs []job
	tables := make([][]table, ph.high-ph.low)
	for y := range tables {
		tables[y] = make([]table, len(ph.layers[y].seams))
		for k := range tables[y] {
			jobs = append(jobs, job{y, k})
		}
	}
	errs := make([]error, len(jobs))
	parallel(threads, len(jobs), func(i int) {
		if errs[i] = ctx.Err(); errs[i] == nil {
			j := jobs[i]
			tables[j.y][j.k], errs[i] = ph.makeTable(ph.low+j.y, j.k, idle)
		}
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	ph.tables = tables
	return nil
}

// tableMaker finds the moves from the states with seam k at kink y.
type tableMaker struct {
	*phase
	table
	y          int
	k          int
	here, next *layer
	idle       bins
	opNumbers  map[opKey]uint8
	numbers    map[combo]int32
}

type opKey struct {
	op operation
	to seam
}

func (ph *phase) makeTable(y, k int, idle bins) (table, error) {
	m := tableMaker{
		phase: ph, y: y, k: k, here: ph.layer(y), next: ph.layer(y + 1), idle: idle,
		opNumbers: map[opKey]uint8{}, numbers: map[combo]int32{},
	}
	if err := m.makeRuns(m.here.active[k]); err != nil {
		return table{}, fmt.Errorf("border: moves from kink %d, %w", y, err)
	}
	return m.table, nil
}

// makeRuns gathers the rows in runs. No run goes on into another frozen class,
// nor, in the last step of a phase, into another bin.
func (m *tableMaker) makeRuns(active *list) error {
	var cuts []int32
	if m.y == m.low {
		cuts = active.start
	}
	for f, first := range active.class[:len(active.class)-1] {
		m.class = append(m.class, int32(len(m.runs)))
		for row := first; row < active.class[f+1]; row++ {
			next, err := m.row(row, active.words[row])
			if err != nil {
				return err
			}
			_, cut := slices.BinarySearch(cuts, row)
			if row > first && !cut && m.runs[len(m.runs)-1].goesOn(next, m.combos[next.combo].count) {
				m.runs[len(m.runs)-1].rows++
				continue
			}
			m.runs = append(m.runs, next)
		}
	}
	m.class = append(m.class, int32(len(m.runs)))
	return nil
}

// row finds the moves from one active word.
func (m *tableMaker) row(row int32, w word) (run, error) {
	r := run{row: row, rows: 1}
	var c combo
	for _, point := range [3]symbol{empty, liveStone(0), liveStone(1)} {
		s, ok := m.move(m.active, m.here.seams[m.k], w, m.y, point)
		if !ok {
			continue
		}
		to, ok := m.next.number[s.to]
		if !ok {
			return r, fmt.Errorf("to the unknown seam %+v", s.to)
		}
		place, err := m.next.active[to].find(s.active)
		if err != nil {
			return r, fmt.Errorf("active half: %w", err)
		}
		op, err := m.operation(s, to)
		if err != nil {
			return r, fmt.Errorf("idle half: %w", err)
		}
		c.ops[c.count], r.places[c.count] = op, uint32(place)
		c.count++
	}
	if c.count < 2 {
		return r, fmt.Errorf("word %x: fewer than two successors", uint64(w))
	}
	r.combo = m.comboNumber(c)
	return r, nil
}

func (m *tableMaker) comboNumber(c combo) int32 {
	number, known := m.numbers[c]
	if !known {
		number = int32(len(m.combos))
		m.numbers[c] = number
		m.combos = append(m.combos, c)
	}
	return number
}

// operation returns the number of a move's operation.
func (m *tableMaker) operation(s successor, to int32) (uint8, error) {
	key := opKey{s.op, s.to}
	if number, known := m.opNumbers[key]; known {
		return number, nil
	}
	if len(m.ops) > math.MaxUint8 {
		return 0, fmt.Errorf("more than %d operations", math.MaxUint8+1)
	}
	idle, err := m.idleMap(s.op, to)
	if err != nil {
		return 0, err
	}
	number := uint8(len(m.ops))
	m.opNumbers[key] = number
	m.ops = append(m.ops, idle)
	return number, nil
}

func (m *tableMaker) idleMap(op operation, to int32) (idleMap, error) {
	idle, target := m.here.idle[m.k], m.next.idle[to]
	h := m.active.other()
	out := idleMap{to: to, places: make([]uint32, len(idle.words)), same: make([]bool, m.idle.count)}
	for g := range m.idle.count {
		lo, hi := idle.bin(g)
		first, behind := target.bin(g)
		out.same[g] = true
		for i := lo; i < hi; i++ {
			at, err := target.find(op.apply(h, idle.words[i], m.size(h), m.here.seams[m.k]))
			if err != nil {
				return out, err
			}
			if at < first || at >= behind {
				return out, fmt.Errorf("word %x changes its colours", uint64(idle.words[i]))
			}
			out.places[i] = uint32(at - first)
			out.same[g] = out.same[g] && at-first == i-lo
		}
	}
	return out, nil
}
