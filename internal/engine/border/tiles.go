package border

import (
	"context"
	"math"
	"slices"
	"sync"

	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A Tile is the values that a share of a phase leaves for a share of the next phase: for each chunk
// of that share the rows that come from the first one.
type Tile [][]uint32

// CutTile cuts values in the chunks of a tile, of the given sizes.
func CutTile(values []uint32, sizes []int) Tile {
	t := make(Tile, len(sizes))
	for i, n := range sizes {
		t[i], values = values[:n:n], values[n:]
	}
	return t
}

// A reader finds the values of a chunk: of all rows, or of those from one source. It puts them into
// the room, or returns where they are. Several threads may call it.
type reader func(c *chunk, room []uint32) []uint32

// tiles reads all rows of the chunks of a share from its tiles, by their source. Those of one
// source stay where they are.
func (l *layout) tiles(tiles []Tile) reader {
	return func(c *chunk, room []uint32) []uint32 {
		if len(tiles) == 1 {
			return tiles[0][c.index]
		}
		for source, rows := range l.index[c.number].rows {
			if len(rows) > 0 {
				fastest.copyRows(room, tiles[source][c.index], rows, l.inOrder)
			}
		}
		return room
	}
}

// scatter puts all rows of a chunk back into its tiles.
func (l *layout) scatter(c *chunk, values []uint32, tiles []Tile) {
	for source, rows := range l.index[c.number].rows {
		if len(tiles) > 1 && len(rows) > 0 {
			fastest.copyRows(tiles[source][c.index], values, l.inOrder[:len(rows)], rows)
		}
	}
}

// A tileWriter puts what a share leaves into its tiles, by the share that reads them.
type tileWriter struct {
	*layout
	source int
	tiles  []Tile
}

// clear clears the rows that nothing leads to in the tile for a share.
func (w *tileWriter) clear(share int) {
	for i, c := range w.share(share) {
		for _, at := range w.index[c.number].unreached[w.source] {
			*rowAt(w.tiles[share][i], at) = row{}
		}
	}
}

// write writes a submatrix: the rows become lanes, and the lanes rows.
func (w *tileWriter) write(c *chunk, p *submatrix, rows []uint32) {
	places := w.placesOf(c, p)
	for _, k := range w.ofBlock[p.to.number] {
		t := &w.chunks[k]
		fastest.transpose(w.tiles[t.share][t.index], rows[t.first*lanes:], &places, c.n)
	}
}

// writeFor writes what a submatrix leaves for one share.
func (w *tileWriter) writeFor(share int, c *chunk, p *submatrix, rows []uint32) {
	places := w.placesOf(c, p)
	all := w.ofBlock[p.to.number]
	first, _ := slices.BinarySearchFunc(all, share, func(k, share int) int { return w.chunks[k].share - share })
	for _, k := range all[first:] {
		t := &w.chunks[k]
		if t.share != share {
			break
		}
		fastest.transpose(w.tiles[share][t.index], rows[t.first*lanes:], &places, c.n)
	}
}

// placesOf returns where the lanes of a submatrix go.
func (w *tileWriter) placesOf(c *chunk, p *submatrix) (places [lanes]int32) {
	to := &w.index[p.to.number]
	for i, row := range p.rows[c.first:][:c.n] {
		places[i] = to.row[row]
	}
	return places
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
	return func(c *chunk, room []uint32) []uint32 {
		ofRows, idle := k.of(c)
		for j, row := range ofRows {
			to := rowAt(room, int32(j)*rowBytes)
			clear(to[:])
			for i, kind := range idle {
				if k.row[row] && k.idle[kind] {
					to[i] = 1
				}
			}
		}
		return room[:len(ofRows)*lanes]
	}
}

// run takes the chunks of a share through the phase, modulo a prime. It copies a chunk before its
// windows read it: they do so in no order that a processor could guess.
func (l *layout) run(ctx context.Context, opt par.Options, workers []*worker, f *field, share int, read reader, write *tileWriter) error {
	chunks := l.share(share)
	opt.Threads = len(workers)
	return opt.EachWorker(ctx, len(chunks), func(g, i int) {
		w, c := workers[g], &chunks[i]
		copy(w.input.All, read(c, w.input.All)) // nothing, if the values are there
		w.run(f, c, write)
	})
}

// A worker is the memory of a thread.
type worker struct {
	program, input, middle, out *memory.Words
}

// checkOffsets makes sure that programs and windows, whose offsets have 32 bits, reach all rows.
func checkOffsets(rows int) error {
	if rows > math.MaxInt32/rowBytes {
		return result.InternalErrorf("count", "%d rows in a block: offsets have 32 bits", rows)
	}
	return nil
}

// newWorkers makes one for each thread, for some phases, and for some rows that leave.
func newWorkers(opt par.Options, out int, phases ...*phase) ([]*worker, error) {
	var program, input, middle int
	for _, p := range phases {
		program, input = max(program, p.maxMemory), max(input, p.maxRows)
		middle, out = max(middle, p.maxMiddle), max(out, p.maxOut+lanes) // a chunk may begin at any row
	}
	all := make([]*worker, opt.Goroutines())
	for i := range all {
		w := &worker{}
		all[i] = w
		for m, rows := range map[**memory.Words]int{&w.program: program, &w.input: input, &w.middle: middle, &w.out: out} {
			err := checkOffsets(rows)
			if err == nil {
				*m, err = memory.NewWords(int64(rows * lanes))
			}
			if err != nil {
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
func (w *worker) run(f *field, c *chunk, to *tileWriter) {
	middle := w.input.All
	if len(c.windows[0]) > 0 {
		w.part(f, c.windows[0], w.input.All, w.middle.All)
		middle = w.middle.All
	}
	w.part(f, c.windows[1], middle, w.out.All)
	for _, p := range c.submatrices {
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

// A scratch is the memory that a thread of a join uses again and again.
type scratch struct {
	part  []uint64 // the sums of a chunk, by the kind of the row
	used  []bool   // kinds of rows
	rooms [][]uint32
}

// scratches are those that nobody uses.
var scratches sync.Pool

func newScratch() *scratch {
	if b, ok := scratches.Get().(*scratch); ok {
		return b
	}
	return &scratch{}
}

// room returns the i-th room for some rows, which hold anything.
func (b *scratch) room(i, rows int) []uint32 {
	for len(b.rooms) <= i {
		b.rooms = append(b.rooms, nil)
	}
	if n := rows * lanes; len(b.rooms[i]) < n {
		b.rooms[i] = make([]uint32, n)
	}
	return b.rooms[i]
}
