package border

import (
	"context"
	"fmt"
	"math/bits"
)

// transit is a bin on its way through a stage of an External.
type transit struct {
	*External
	*bin
	stage   int
	tiles   Tiles
	threads int
	next    int    // tile to be left
	share   uint64 // of the result, in the last stage
	carried []uint64
}

// asWhole takes a bin through that fits the buffers.
func (t *transit) asWhole(ctx context.Context) error {
	reads := t.reads[t.ph.active][t.g]
	all := tileRange{0, len(reads) - 1}
	if err := t.load(all); err != nil {
		return err
	}
	at := t.places(all)
	t.blocks = t.ph.tileBlocks(t.g, t.ar.size, func(i int) int64 { return 2 * at[i] })
	if err := t.steps(ctx, t.threads); err != nil {
		return err
	}
	return t.leave(all, at)
}

// places returns where the tiles of a range that the bin leaves begin when they follow each
// other, and where the last one ends, in states.
func (t *transit) places(r tileRange) []int64 {
	at := []int64{0}
	for i := r.first; i <= r.last; i++ {
		at = append(at, at[len(at)-1]+t.tileStates(t.stage, t.g, i))
	}
	return at
}

// load reads tiles of the bin into its second buffer, and from there pulls them
// into the first.
func (t *transit) load(r tileRange) error {
	sizes := t.reads[t.ph.active][t.g][r.first : r.last+1]
	starts := startsOf(sizes)
	return parallelErrors(t.threads, len(sizes), func(i int) error {
		tile := t.out[starts[i]:starts[i+1]]
		if t.stage == 0 {
			clear(tile)
			markSettled(t.layout, tile, t.g, r.first+i, 1)
		} else if err := t.tiles.Read(r.first+i, tile); err != nil {
			return err
		}
		t.pull(r.first+i, halfWords(tile), t.ar.size)
		return nil
	})
}

func startsOf(sizes []int64) []int64 {
	starts := make([]int64, len(sizes)+1)
	for i, n := range sizes {
		starts[i+1] = starts[i] + n
	}
	return starts
}

// leave writes tiles that are complete; of the last stage it sums the share up. Those
// before that were passed over are empty.
func (t *transit) leave(r tileRange, at []int64) error {
	var tiles [][]uint64
	for t.next+len(tiles) < r.first {
		tiles = append(tiles, nil)
	}
	for i := range r.last + 1 - r.first {
		tiles = append(tiles, t.in[at[i]:at[i+1]])
	}
	for i, tile := range tiles {
		if want := t.tileStates(t.stage, t.g, t.next+i); int64(len(tile)) != want {
			return fmt.Errorf("border: tile %d of bin %d has %d values, want %d", t.next+i, t.g, len(tile), want)
		}
	}
	first := t.next
	t.next += len(tiles)
	if t.stage == t.Stages()-1 {
		t.sum(first, tiles)
		return nil
	}
	for i, tile := range tiles {
		if err := t.tiles.Write(first+i, tile); err != nil {
			return err
		}
	}
	return nil
}

// sum adds tiles to the share.
func (t *transit) sum(first int, tiles [][]uint64) {
	parts := make([]*tally, len(tiles))
	parallel(t.threads, len(tiles), func(i int) {
		parts[i] = newTally(1)
		if len(tiles[i]) > 0 {
			t.column.sumTile(parts[i], halfWords(tiles[i]), t.ar.size, first+i, t.g)
		}
	})
	modulus := t.ar.moduli[0]
	for _, part := range parts {
		sum, carry := bits.Add64(t.share, part.residues(t.ar.moduli)[0], 0)
		t.share = bits.Rem64(carry, sum, modulus)
	}
}

// inParts takes a bin through that does not fit the buffers.
func (t *transit) inParts(ctx context.Context, r *rounds) error {
	t.carried = make([]uint64, r.carry)
	e, err := t.sortTiles(ctx, r)
	for i, st := range r.cut {
		if err != nil {
			return err
		}
		var next *exchange
		if i+1 < len(r.cut) {
			next = newExchange(t.ph.layer(st.low), t.g, t.rowsLeft(st, r.groups[i]), r.cut[i+1], r.groups[i+1])
		}
		err = t.round(ctx, r, i, e, next)
		e = next
	}
	if err == nil {
		err = t.leave(tileRange{t.Bins(t.stage + 1), t.Bins(t.stage+1) - 1}, []int64{0})
	}
	return err
}

// sortTiles is the first round: the tiles that the bin reads are sorted by the groups of
// the first stretch.
func (t *transit) sortTiles(ctx context.Context, r *rounds) (*exchange, error) {
	lay := t.ph.layer(t.ph.high)
	writers := make([][]int32, len(lay.interfaces))
	for k := range writers {
		for _, part := range r.tiles {
			writers[k] = append(writers[k], lay.active[k].start[part.first])
		}
		writers[k] = append(writers[k], int32(len(lay.active[k].words)))
	}
	e := newExchange(lay, t.g, writers, r.cut[0], r.groups[0])
	for i, part := range r.tiles {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n := 0
		for k := range lay.interfaces {
			t.inAt.base[k], t.inAt.first[k] = n, int(writers[k][i])
			n += int(writers[k][i+1]-writers[k][i]) * lay.idle[k].binSize(t.g)
		}
		if err := t.load(part); err != nil {
			return nil, err
		}
		if err := t.tiles.Spill(0, i, e.leave(i, t.in, t.inAt.base, t.out, t.threads)); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// rowsLeft returns the rows of each group at the lowest kink of a stretch, by interface class: the
// first of each, and after the last one.
func (t *transit) rowsLeft(st *stretch, groups []classRange) [][]int32 {
	lay := t.ph.layer(st.low)
	rows := make([][]int32, len(lay.interfaces))
	for k := range rows {
		for _, classes := range groups {
			lo, _ := st.rows(lay, st.low, k, classes)
			rows[k] = append(rows[k], int32(lo))
		}
		rows[k] = append(rows[k], int32(len(lay.active[k].words)))
	}
	return rows
}

// round takes the groups of stretch i through it, from where e says to where next does, which
// is nil for the last one.
func (t *transit) round(ctx context.Context, r *rounds, i int, e, next *exchange) error {
	for part, classes := range r.groups[i] {
		t.group = &group{r.cut[i], classes}
		if err := t.gather(e, i, part); err != nil {
			return err
		}
		var err error
		if next == nil {
			err = t.lastSteps(ctx, r, part)
		} else if err = t.steps(ctx, t.threads); err == nil {
			err = t.tiles.Spill(i+1, part, next.leave(part, t.in, t.inAt.base, t.out, t.threads))
		}
		if err != nil {
			return err
		}
		if err := t.tiles.Unspilled(i, part); err != nil {
			return err
		}
	}
	return nil
}

// gather reads what the round before left for a part.
func (t *transit) gather(e *exchange, round, part int) error {
	base := e.base(part)
	writers := len(e.writers[0]) - 1
	sizes := make([]int64, writers)
	for from := range sizes {
		at := e.tile(from, part)
		sizes[from] = int64(at[len(at)-1])
	}
	starts := startsOf(sizes)
	t.inAt = place{base: base, first: make([]int, len(base)), rank: e.rank}
	return parallelErrors(t.threads, writers, func(from int) error {
		tile := t.out[starts[from]:starts[from+1]]
		if err := t.tiles.Unspill(round, from, part, tile); err != nil {
			return err
		}
		e.take(from, part, tile, base, t.in)
		return nil
	})
}

// lastSteps takes a part through the last stretch, and leaves the tiles that are complete then.
// One that the next part goes on with is carried.
func (t *transit) lastSteps(ctx context.Context, r *rounds, part int) error {
	goes := r.writes[part]
	if goes.first > goes.last {
		return nil
	}
	at := t.places(goes)
	t.blocks = t.ph.tileBlocks(t.g, t.ar.size, func(i int) int64 {
		if i < goes.first || i > goes.last {
			return 0
		}
		return 2 * at[i-goes.first]
	})
	t.recall = func() {
		if part > 0 && r.writesBefore(part) == goes.first {
			copy(t.out[:at[1]], t.carried)
		}
	}
	if err := t.steps(ctx, t.threads); err != nil {
		return err
	}
	if r.goesOn(part) {
		n := len(at) - 1
		copy(t.carried, t.in[at[n-1]:at[n]])
		goes.last--
	}
	return t.leave(goes, at)
}
