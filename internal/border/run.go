package border

import (
	"context"

	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/par"
)

// A reader finds the values of some rows of a chunk. It puts them into the room, or returns where
// they are. If there is no room, it makes room where it needs some. Several threads may call it.
type reader func(c *chunk, rows []int32, room []uint32) []uint32

func roomFor(rows []int32, room []uint32) []uint32 {
	if room == nil {
		room = make([]uint32, len(rows)*lanes)
	}
	return room
}

// A writer has room for the tiles that a share of the phase before leaves, one for each share of
// this layout, one after the other. So it is all chunks, with the rows that come from that share.
type writer struct {
	*layout
	source int
	values []uint32
	blocks []int // where the chunks of each block begin
}

func (l *layout) newWriter(source int, values []uint32) *writer {
	w := &writer{layout: l, source: source, values: values}
	at := 0
	for _, b := range l.blocks {
		w.blocks = append(w.blocks, at)
		at += chunksOf(len(b.idle)) * len(l.places[b.number].rows[source]) * lanes
	}
	return w
}

// at returns the values of a chunk.
func (w *writer) at(c *chunk) []uint32 {
	rows := len(w.places[c.number].rows[w.source])
	return w.values[w.blocks[c.number]+c.first*rows:][:rows*lanes]
}

// read reads all rows of a chunk.
func (w *writer) read(c *chunk, _ []int32, _ []uint32) []uint32 { return w.at(c) }

// copyTo copies the values to a vector that has all rows.
func (w *writer) copyTo(all *writer) {
	for i := range w.chunks {
		c := &w.chunks[i]
		from, to := w.at(c), all.at(c)
		for j, row := range w.places[c.number].rows[w.source] {
			*rowAt(to, row*rowBytes) = *rowAt(from, int32(j)*rowBytes)
		}
	}
}

// whole reads from a vector that one share has left.
func (l *layout) whole(values []uint32) reader {
	w := l.newWriter(0, values)
	return func(c *chunk, rows []int32, room []uint32) []uint32 {
		all := w.at(c)
		if len(rows) == c.rows {
			return all
		}
		room = roomFor(rows, room)
		for j, row := range rows {
			*rowAt(room, int32(j)*rowBytes) = *rowAt(all, row*rowBytes)
		}
		return room
	}
}

// tiles reads the chunks of a share from its tiles, by their source.
func (l *layout) tiles(share int, tiles [][]uint32) reader {
	begins := make([]map[int]int, len(tiles)) // by block: where the chunks of the share begin
	for source := range tiles {
		begins[source] = make(map[int]int)
		at := 0
		for _, c := range l.share(share) {
			n := len(l.places[c.number].rows[source])
			if _, ok := begins[source][c.number]; !ok {
				begins[source][c.number] = at - c.first*n
			}
			at += n * lanes
		}
	}
	return func(c *chunk, rows []int32, room []uint32) []uint32 {
		room = roomFor(rows, room)
		for source, tile := range tiles {
			rows := l.places[c.number].rows[source]
			from := tile[begins[source][c.number]+c.first*len(rows):]
			for j, row := range rows {
				*rowAt(room, row*rowBytes) = *rowAt(from, int32(j)*rowBytes)
			}
		}
		return room
	}
}

// single reports whether each run of a part of a word begins with + and ends with -.
func (w *word) single() bool {
	for _, l := range w.at[:w.n] {
		if l.begin() == minus || l.end() == plus {
			return false
		}
	}
	return true
}

// firstColumn reads the values of the first column. There each run of bad stones is created by
// itself, with nothing below its colour on the stack. So the value of a word is 1 if every run
// begins with + and ends with -, and else 0.
func (p *phase) firstColumn() reader {
	single := func(_ crossing, w *word) bool { return w.single() }
	k := newKinds(p, single, single)
	return func(c *chunk, rows []int32, room []uint32) []uint32 {
		room = roomFor(rows, room)
		ofRows, idle := k.of(c)
		for j, row := range rows {
			to := rowAt(room, int32(j)*rowBytes)
			clear(to[:])
			for i, kind := range idle {
				if k.row[ofRows[row]] && k.idle[kind] {
					to[i] = 1
				}
			}
		}
		return room
	}
}

// run takes the chunks of a share through the phase, modulo a prime. It copies a chunk before its
// windows read it: they do so in no order that a processor could guess.
func (l *layout) run(ctx context.Context, opt par.Options, workers []*worker, f *field, share int, read reader, write *writer) error {
	chunks := l.share(share)
	opt.Threads = len(workers)
	return opt.EachWorker(ctx, len(chunks), func(g, i int) {
		w, c := workers[g], &chunks[i]
		copy(w.input.All, read(c, l.rows[:c.rows], w.input.All)) // nothing, if the values are there
		w.run(f, c, write)
	})
}

// A worker is what a thread needs.
type worker struct {
	program, input, middle, out *memory.Words
}

// newWorkers makes one for each thread, for some phases.
func newWorkers(opt par.Options, phases ...*phase) ([]*worker, error) {
	var program, input, middle, out int
	for _, p := range phases {
		program, input = max(program, p.maxMemory), max(input, p.maxRows)
		middle, out = max(middle, p.maxMiddle), max(out, p.maxOut)
	}
	all := make([]*worker, opt.Goroutines())
	for i := range all {
		w := &worker{}
		all[i] = w
		for m, rows := range map[**memory.Words]int{&w.program: program, &w.input: input, &w.middle: middle, &w.out: out} {
			var err error
			if *m, err = memory.NewWords(int64(rows * lanes)); err != nil {
				freeWorkers(all)
				return nil, err
			}
		}
	}
	return all, nil
}

func freeWorkers(all []*worker) {
	for _, w := range all {
		if w != nil {
			for _, m := range []*memory.Words{w.program, w.input, w.middle, w.out} {
				m.Free()
			}
		}
	}
}

// run takes a chunk through the phase.
func (w *worker) run(f *field, c *chunk, to *writer) {
	middle := w.input.All
	if len(c.windows[0]) > 0 {
		w.part(f, c.windows[0], w.input.All, w.middle.All)
		middle = w.middle.All
	}
	w.part(f, c.windows[1], middle, w.out.All)
	for _, p := range c.pieces {
		to.write(c, p, w.out.All[p.row*lanes:])
	}
	fence()
}

// part takes rows through the windows of a part.
func (w *worker) part(f *field, windows []window, input, to []uint32) {
	for i := range windows {
		x := &windows[i]
		from := input
		if x.program != nil {
			f.run(x.program, w.program.All, input[x.input*lanes:])
			from = w.program.All
		}
		fastest.copyRows(to, from, x.to, x.from)
	}
}

// write writes a piece: the rows become lanes, and the lanes rows.
func (w *writer) write(c *chunk, p *piece, rows []uint32) {
	var places [lanes]int32
	n, to := c.words(), &w.places[p.to.number]
	for i, row := range p.rows[c.first:][:n] {
		places[i] = to.row[row] * rowBytes
	}
	values, step := w.values[w.blocks[p.to.number]:], len(to.rows[w.source])*lanes
	for i := range chunksOf(len(p.to.idle)) {
		fastest.transpose(values[i*step:], rows[i*lanes*lanes:], &places, n)
	}
}
