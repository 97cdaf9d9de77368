package transfer

// A periodLevel is the states found of one point of the period.
type periodLevel[S State] struct {
	tables [shards]table[S]
	arcs   [shards]arcList
	done   [shards]int // states whose arcs were followed
}

// arcList is the arcs of the first states of a shard, in order.
type arcList struct {
	counts []uint8  // by state
	to     []uint32 // number in its shard, times shards, plus shard
	by     []uint8  // 1 + the factor
}

// append adds arcs, if there is memory for them.
func (l *arcList) append(memory *ledger, more *arcList) bool {
	var ok [3]bool
	l.counts, ok[0] = appended(memory, l.counts, more.counts)
	l.to, ok[1] = appended(memory, l.to, more.to)
	l.by, ok[2] = appended(memory, l.by, more.by)
	return ok == [3]bool{true, true, true}
}

// appended returns a slice with more elements, if there is memory for them.
func appended[T any](l *ledger, s, more []T) ([]T, bool) {
	if len(s)+len(more) > cap(s) {
		var ok bool
		if s, ok = grown(l, s, len(more)); !ok {
			return s, false
		}
	}
	return append(s, more...), true
}

// release gives up the list.
func (l *arcList) release(memory *ledger) {
	l.counts, l.to, l.by = released(memory, l.counts), released(memory, l.to), released(memory, l.by)
}

func (r *periodLevel[S]) states() int {
	n := 0
	for i := range r.tables {
		n += len(r.tables[i].keys)
	}
	return n
}

// bases returns the number of the first state of each shard when all are numbered through.
func (r *periodLevel[S]) bases() [shards]int {
	var bases [shards]int
	n := 0
	for i := range r.tables {
		bases[i] = n
		n += len(r.tables[i].keys)
	}
	return bases
}

// freeze gives up what is needed only to find more states.
func (r *periodLevel[S]) freeze(l *ledger) {
	for i := range r.tables {
		r.tables[i].slots = released(l, r.tables[i].slots)
	}
}
