package connected

import (
	"context"
	"fmt"
	"math"
	"sync"
)

// makeTables finds the moves of every step.
func (ph *phase) makeTables(ctx context.Context, idle bins, threads int) error {
	type job struct{ y, k int }
	var jobs []job
	tables := make([][]table, ph.high-ph.low)
	for y := range tables {
		tables[y] = make([]table, len(ph.layers[y].interfaces))
		for k := range tables[y] {
			jobs = append(jobs, job{y, k})
		}
	}
	maps := ph.newIdleMaps(idle)
	errs := make([]error, len(jobs))
	parallel(threads, len(jobs), func(i int) {
		if errs[i] = ctx.Err(); errs[i] == nil {
			j := jobs[i]
			tables[j.y][j.k], errs[i] = ph.makeTable(ph.low+j.y, j.k, maps)
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

// tableMaker finds the moves from the states with interface class k at kink y.
type tableMaker struct {
	*mover
	table
	maps      *idleMaps
	outcomes  map[moveKey]outcome
	opNumbers map[opKey]uint8
	numbers   map[combo]int32
}

type opKey struct {
	op operation
	to int32
}

// outcome is where moves with one key lead.
type outcome struct {
	to   int32
	op   uint8
	swap bool // whether the active word has its colours exchanged
}

func (ph *phase) makeTable(y, k int, maps *idleMaps) (table, error) {
	m := tableMaker{
		mover: newMover(ph, y, k), maps: maps, outcomes: map[moveKey]outcome{},
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
	var cuts []int32 // where bins begin
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
			cut := false
			for ; len(cuts) > 0 && cuts[0] <= row; cuts = cuts[1:] {
				cut = true
			}
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
	m.read(w)
	for _, point := range [3]symbol{empty, liveStone(0), liveStone(1)} {
		s, ok := m.move(point)
		if !ok {
			continue
		}
		o, err := m.lookUp(s)
		if err != nil {
			return r, err
		}
		if o.swap {
			s.word = s.word.swap()
		}
		place, err := m.next.active[o.to].find(s.word)
		if err != nil {
			return r, fmt.Errorf("active half: %w", err)
		}
		c.ops[c.count], r.places[c.count] = o.op, uint32(place)
		c.count++
	}
	if c.count < 2 {
		return r, fmt.Errorf("word %x: fewer than two successors", uint64(w))
	}
	if n := len(m.runs); n > 0 && m.combos[m.runs[n-1].combo] == c {
		r.combo = m.runs[n-1].combo
	} else {
		r.combo = m.comboNumber(c)
	}
	return r, nil
}

// lookUp finds the outcome of a move.
func (m *tableMaker) lookUp(s moved) (outcome, error) {
	if o, known := m.outcomes[s.moveKey]; known {
		return o, nil
	}
	interfaceClass, op, swap := m.outcome(s)
	to, ok := m.next.number[interfaceClass]
	if !ok {
		return outcome{}, fmt.Errorf("to the unknown interfaceClass %+v", interfaceClass)
	}
	number, err := m.operation(op, to)
	if err != nil {
		return outcome{}, fmt.Errorf("idle half: %w", err)
	}
	o := outcome{to, number, swap}
	m.outcomes[s.moveKey] = o
	return o, nil
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
func (m *tableMaker) operation(op operation, to int32) (uint8, error) {
	key := opKey{op, to}
	if number, known := m.opNumbers[key]; known {
		return number, nil
	}
	if len(m.ops) > math.MaxUint8 {
		return 0, fmt.Errorf("more than %d operations", math.MaxUint8+1)
	}
	idle, err := m.maps.get(m.here.idle[m.k], m.next.idle[to], m.here.interfaces[m.k], op)
	if err != nil {
		return 0, err
	}
	number := uint8(len(m.ops))
	m.opNumbers[key] = number
	idle.to = to
	m.ops = append(m.ops, idle)
	return number, nil
}

// idleMaps are the maps of a phase. The idle lists are the same at most kinks, and so are the
// maps between them: each is made once.
type idleMaps struct {
	idle half
	n    int // points of the idle half
	bins int
	mu   sync.Mutex
	made map[idleKey]func() (idleMap, error)
}

type idleKey struct {
	from, to       *list
	interfaceClass interfaceClass
	op             operation
}

func (ph *phase) newIdleMaps(idle bins) *idleMaps {
	h := ph.active.other()
	return &idleMaps{idle: h, n: ph.size(h), bins: idle.count, made: map[idleKey]func() (idleMap, error){}}
}

// get returns the map of an operation from one list to another.
func (m *idleMaps) get(from, to *list, c interfaceClass, op operation) (idleMap, error) {
	key := idleKey{from, to, c, op}
	m.mu.Lock()
	made := m.made[key]
	if made == nil {
		made = sync.OnceValues(func() (idleMap, error) { return m.make(key) })
		m.made[key] = made
	}
	m.mu.Unlock()
	return made()
}

func (m *idleMaps) make(key idleKey) (idleMap, error) {
	from, to := key.from, key.to
	out := idleMap{places: make([]uint32, len(from.words)), same: make([]bool, m.bins)}
	for g := range m.bins {
		lo, hi := from.bin(g)
		first, end := to.bin(g)
		out.same[g] = true
		for i := lo; i < hi; i++ {
			at, err := to.find(key.op.apply(m.idle, from.words[i], m.n, key.interfaceClass))
			if err != nil {
				return out, err
			}
			if at < first || at >= end {
				return out, fmt.Errorf("word %x changes its colours", uint64(from.words[i]))
			}
			out.places[i] = uint32(at - first)
			out.same[g] = out.same[g] && at-first == i-lo
		}
	}
	return out, nil
}
