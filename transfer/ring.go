package transfer

// ring is the states found of one point of the period.
type ring[S State] struct {
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

func (l *arcList) append(more *arcList) {
	l.counts = append(l.counts, more.counts...)
	l.to = append(l.to, more.to...)
	l.by = append(l.by, more.by...)
}

func (r *ring[S]) states() int {
	n := 0
	for i := range r.tables {
		n += len(r.tables[i].keys)
	}
	return n
}

func (r *ring[S]) bytes() int64 {
	var b int64
	for i := range r.tables {
		a := &r.arcs[i]
		b += r.tables[i].bytes() + int64(cap(a.counts)+4*cap(a.to)+cap(a.by))
	}
	return b
}

// bases returns the number of the first state of each shard when all are numbered through.
func (r *ring[S]) bases() [shards]int {
	var bases [shards]int
	n := 0
	for i := range r.tables {
		bases[i] = n
		n += len(r.tables[i].keys)
	}
	return bases
}

// freeze gives up what is needed only to find more states.
func (r *ring[S]) freeze() {
	for i := range r.tables {
		r.tables[i].slots = nil
	}
}
