package transfer

import "slices"

// arrival is an arc on its way to the shard of its target.
type arrival[S State] struct {
	key    S
	from   uint32 // number of the source in its shard
	choice uint8
	by     Factor
}

// chunk is the arcs of some states, sorted by the shard of their target.
type chunk[S State] struct {
	parcels  [shards][]arrival[S]
	arcs     []Arc[S] // of one state
	arcsDone int64
	noted    arcList // of all states, where wanted
	counted  int64   // bytes in the ledger
}

// expand follows the arcs of a part of the keys of a shard.
func (c *chunk[S]) expand(spec Spec[S], level int, p part, keys []S) {
	for i := range c.parcels {
		c.parcels[i] = c.parcels[i][:0]
	}
	for n := p.from; n < p.to; n++ {
		c.arcs = spec.Step(level, keys[n], c.arcs[:0])
		for i := range c.arcs {
			a := &c.arcs[i]
			s := shardOf(a.To.Hash())
			c.parcels[s] = append(c.parcels[s], arrival[S]{a.To, uint32(n), a.Choice, a.By})
		}
		c.arcsDone += int64(len(c.arcs))
	}
}

// account counts what the chunk has grown by.
func (c *chunk[S]) account(l *ledger) {
	bytes := int64(cap(c.noted.counts) + 4*cap(c.noted.to) + cap(c.noted.by))
	for i := range c.parcels {
		bytes += int64(cap(c.parcels[i])) * sizeOf[arrival[S]]()
	}
	if bytes != c.counted && l.take(bytes-c.counted) {
		c.counted = bytes
	}
}

// expandNoted is expand with a list of all arcs, in the order of their states, to be filled in with where they lead. In
// the parcels, from is the place in the list.
func (c *chunk[S]) expandNoted(spec Spec[S], level int, p part, keys []S) {
	for i := range c.parcels {
		c.parcels[i] = c.parcels[i][:0]
	}
	c.noted.counts, c.noted.by = c.noted.counts[:0], c.noted.by[:0]
	for _, key := range keys[p.from:p.to] {
		c.arcs = spec.Step(level, key, c.arcs[:0])
		for i := range c.arcs {
			a := &c.arcs[i]
			s := shardOf(a.To.Hash())
			c.parcels[s] = append(c.parcels[s], arrival[S]{a.To, uint32(len(c.noted.by)), a.Choice, a.By})
			c.noted.by = append(c.noted.by, uint8(1+a.By))
		}
		c.noted.counts = append(c.noted.counts, uint8(len(c.arcs)))
	}
	c.noted.to = slices.Grow(c.noted.to[:0], len(c.noted.by))[:len(c.noted.by)]
}
