package border

import (
	"math"

	"combigo.dev/combigo/internal/memory"
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

// A loader finds the values of a chunk modulo some primes, by the prime. It may use rooms.
type loader func(c *chunk, r *rooms) [][]uint32

// load finds the values of a chunk in a tile that has all that is needed.
func (t Tile) load(c *chunk, _ *rooms) [][]uint32 { return t[c.index : c.index+1] }

// Rooms are memory for values that a thread uses again and again.
type rooms [][]uint32

// room returns the i-th one for some rows, which hold anything.
func (r *rooms) room(i, rows int) []uint32 {
	for len(*r) <= i {
		*r = append(*r, nil)
	}
	if n := rows * lanes; len((*r)[i]) < n {
		(*r)[i] = make([]uint32, n)
	}
	return (*r)[i]
}

// read returns the values of a chunk that some readers find.
func (r *rooms) read(c *chunk, from []reader) (values [][]uint32) {
	for i, read := range from {
		values = append(values, read(c, r.room(i, c.rows)))
	}
	return values
}

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

// write writes the submatrices of a chunk to the tiles that there are: rows become lanes, and lanes
// rows.
func (w *tileWriter) write(c *chunk, values []uint32) {
	var places [lanes]int32
	for _, p := range c.submatrices {
		to := &w.index[p.to.number]
		for i, row := range p.rows[c.first:][:c.n] {
			places[i] = to.row[row]
		}
		for share, tile := range w.tiles {
			if tile == nil {
				continue
			}
			chunks := w.of(share, p.to.number)
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

// firstColumn reads the values of the first column. There each run of bad stones is created by
// itself, with nothing below its colour on the stack. So the value of a word is 1 if every run
// begins with + and ends with -, and else 0.
func (p *phase) firstColumn() reader {
	single := func(_ crossing, w *word) bool { return w.single() }
	k := newKinds(p, single, single)
	return func(c *chunk, room []uint32) []uint32 {
		ofRows, idle := k.of(c)
		var values row // of words whose part in the row is single
		for i, kind := range idle {
			if k.idle[kind] {
				values[i] = 1
			}
		}
		clear(room[:len(ofRows)*lanes])
		for j, kind := range ofRows {
			if k.row[kind] {
				*rowAt(room, int32(j)*rowBytes) = values
			}
		}
		return room[:len(ofRows)*lanes]
	}
}

// A worker is the memory of a thread.
type worker struct {
	program *memory.Words
	values  [2]*memory.Words
	rooms   // the first one is that of the first values
}

// newWorker takes memory. Programs and windows, whose offsets have 32 bits, must reach all of it.
func newWorker(b buffers) (*worker, error) {
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
	w.rooms = rooms{w.values[0].All}
	return w, nil
}

func (w *worker) free() {
	for _, m := range append(w.values[:], w.program) {
		m.Free()
	}
}

// run takes a chunk through the phase.
func (w *worker) run(f *field, c *chunk, to *tileWriter) {
	from, results := w.values[0].All, w.values[1].All
	for _, part := range c.windows {
		if len(part) > 0 {
			w.part(f, part, from, results)
			from, results = results, from
		}
	}
	to.write(c, from)
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
