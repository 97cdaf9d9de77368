package border

import (
	"math"

	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/result"
)

// A Tile is the values that one share of a phase leaves for one share of the next phase: for each
// chunk of the share that reads them, those rows that the other share writes.
type Tile [][]uint32

// CutTile cuts values into the chunks of a tile, of the given sizes.
func CutTile(values []uint32, sizes []int) Tile {
	t := make(Tile, len(sizes))
	for i, n := range sizes {
		t[i], values = values[:n:n], values[n:]
	}
	return t
}

// A reader returns the values of a chunk modulo one prime. It puts them into a buffer, or returns
// the memory where they are already. Several threads may call it.
type reader func(c *chunk, buffer []uint32) []uint32

// A loader returns the values of a chunk modulo each of some primes. It may use the buffers.
type loader func(c *chunk, r *buffers) [][]uint32

// load is the loader of a single tile.
func (t Tile) load(c *chunk, _ *buffers) [][]uint32 { return t[c.index : c.index+1] }

// buffers are memory for the values of chunks, which a thread uses again and again.
type buffers [][]uint32

// get returns the i-th buffer, with space for some rows, which may hold anything.
func (r *buffers) get(i, rows int) []uint32 {
	for len(*r) <= i {
		*r = append(*r, nil)
	}
	if n := rows * lanes; len((*r)[i]) < n {
		(*r)[i] = make([]uint32, n)
	}
	return (*r)[i]
}

// read returns the values of a chunk from each reader.
func (r *buffers) read(c *chunk, from []reader) (values [][]uint32) {
	for i, read := range from {
		values = append(values, read(c, r.get(i, c.rows)))
	}
	return values
}

// tiles returns the reader of a share's tiles, one from each share of the phase before. If there is
// only one tile, its values stay where they are.
func (l *layout) tiles(tiles []Tile) reader {
	return func(c *chunk, buffer []uint32) []uint32 {
		if len(tiles) == 1 {
			return tiles[0][c.index]
		}
		for source, rows := range l.index[c.number].rows {
			if len(rows) > 0 {
				fastest.copyRows(buffer, tiles[source][c.index], rows, l.inOrder)
			}
		}
		return buffer
	}
}

// writeBack copies all rows of a chunk back into the tiles from which they were read.
func (l *layout) writeBack(c *chunk, values []uint32, tiles []Tile) {
	for source, rows := range l.index[c.number].rows {
		if len(tiles) > 1 && len(rows) > 0 {
			fastest.copyRows(tiles[source][c.index], values, l.inOrder[:len(rows)], rows)
		}
	}
}

// A tileWriter writes what a share leaves: a tile for each share that reads it.
type tileWriter struct {
	*layout        // of the phase that reads the tiles
	source  int    // the share that writes
	tiles   []Tile // by the share that reads; nil for those that are not written
}

// clearUnreached clears, in the tile for a share, the rows that no word leads to.
func (w *tileWriter) clearUnreached(share int) {
	for i, c := range w.share(share) {
		for _, at := range w.index[c.number].unreached[w.source] {
			*rowAt(w.tiles[share][i], at) = row{}
		}
	}
}

// write transposes the submatrices of a chunk into the tiles: rows become lanes, and lanes become
// rows.
func (w *tileWriter) write(c *chunk, values []uint32) {
	var places [lanes]int32
	for _, p := range c.submatrices {
		to := &w.index[p.to.number]
		for i, row := range p.rows[c.first:][:c.n] {
			places[i] = to.place[row]
		}
		for share, tile := range w.tiles {
			if tile == nil {
				continue
			}
			chunks := w.blockChunks(share, p.to.number)
			for i := range chunks {
				t := &chunks[i]
				fastest.transpose(tile[t.index], values[(p.row+t.first)*lanes:], &places, c.n)
			}
		}
	}
	fence()
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

// firstColumnReader returns the reader of the vector of one column. There each run of bad stones is
// created alone, with no strand of its colour on the stack. So the value of a word is 1 if every
// run begins with + and ends with -, and otherwise 0.
func (p *phaseTables) firstColumnReader() reader {
	single := func(_ crossing, w *word) bool { return w.single() }
	k := newKinds(p, single, single)
	return func(c *chunk, buffer []uint32) []uint32 {
		ofRows, idle := k.ofChunk(c)
		var values row // of words whose part in the row is single
		for i, kind := range idle {
			if k.idleKinds[kind] {
				values[i] = 1
			}
		}
		clear(buffer[:len(ofRows)*lanes])
		for j, kind := range ofRows {
			if k.rowKinds[kind] {
				*rowAt(buffer, int32(j)*rowBytes) = values
			}
		}
		return buffer[:len(ofRows)*lanes]
	}
}

// A worker is the memory of one thread for a phase.
type worker struct {
	program *memory.Words
	values  [2]*memory.Words
	buffers // the first of them is values[0]
}

// newWorker allocates memory. The offsets of programs and windows, which have 32 bits, must reach
// all of it.
func newWorker(b bufferSizes) (*worker, error) {
	w := &worker{}
	for m, rows := range map[**memory.Words]int{&w.program: b.programRows, &w.values[0]: b.valueRows + lanes, &w.values[1]: b.valueRows + lanes} {
		err := result.InternalErrorf("count", "%d rows in a block: offsets have 32 bits", rows)
		if rows <= math.MaxInt32/rowBytes {
			*m, err = memory.NewWords(int64(rows * lanes)) // a chunk may begin at any row, hence some more
		}
		if err != nil {
			w.free()
			return nil, err
		}
	}
	w.buffers = buffers{w.values[0].All}
	return w, nil
}

func (w *worker) free() {
	for _, m := range append(w.values[:], w.program) {
		m.Free()
	}
}

// run takes a chunk through a phase, and writes what comes out.
func (w *worker) run(f *field, c *chunk, to *tileWriter) {
	from, results := w.values[0].All, w.values[1].All
	for _, part := range c.windows {
		if len(part) > 0 {
			w.runPart(f, part, from, results)
			from, results = results, from
		}
	}
	to.write(c, from)
}

// runPart takes the rows of a chunk through the windows of one part of a phase.
func (w *worker) runPart(f *field, windows []window, input, to []uint32) {
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
