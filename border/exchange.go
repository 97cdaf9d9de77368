package border

// exchange says how the values of a bin at the kink between two stretches pass from the
// groups that leave them to those that read them. Rows are in one order for both. Those
// that a group leaves follow each other, interface class by interface class; in the group that reads them
// each interface class has its rows in the same order, without those of other groups.
type exchange struct {
	lay     *layer
	bin     int
	reader  [][]int32 // by interface class and row: the group that reads it
	rank    [][]int32 // by interface class and row: the rows of that group before it
	readers int
	// before tells for each interface class, writer and reader, number k*(writers+1)*readers +
	// writer*readers + reader, how many of the reader's rows come from the writers before.
	before  []int32
	writers [][]int32 // by interface class: the first row of each writer, and after the last one
}

// newExchange compares the writers, given by the rows that they leave of each interface class, with the
// readers, groups of the next stretch.
func newExchange(lay *layer, g int, writers [][]int32, st *stretch, readers []classRange) *exchange {
	e := &exchange{lay: lay, bin: g, readers: len(readers), writers: writers}
	groupOf := make([]int32, st.classes.count())
	for i, r := range readers {
		for f := r.from; f < r.to; f++ {
			groupOf[f] = int32(i)
		}
	}
	for k := range lay.interfaces {
		e.addInterface(k, st, groupOf)
	}
	return e
}

func (e *exchange) addInterface(k int, st *stretch, groupOf []int32) {
	words := e.lay.active[k].words
	reader, rank := make([]int32, len(words)), make([]int32, len(words))
	filled := make([]int32, e.readers)
	bounds := e.writers[k]
	for s, lo := range bounds {
		e.before = append(e.before, filled...)
		if s+1 == len(bounds) {
			break
		}
		for row := lo; row < bounds[s+1]; row++ {
			q := groupOf[st.classes.of(words[row])]
			reader[row], rank[row] = q, filled[q]
			filled[q]++
		}
	}
	e.reader, e.rank = append(e.reader, reader), append(e.rank, rank)
}

// rowsBefore is how many rows of interface class k a reader has from the writers before one.
func (e *exchange) rowsBefore(k, writer, reader int) int {
	return int(e.before[(k*len(e.writers[k])+writer)*e.readers+reader])
}

// tile returns where the block of each interface class begins in what a writer leaves for a reader,
// and where the last one ends, in states.
func (e *exchange) tile(writer, reader int) []int {
	at := make([]int, len(e.lay.interfaces)+1)
	for k := range e.lay.interfaces {
		rows := e.rowsBefore(k, writer+1, reader) - e.rowsBefore(k, writer, reader)
		at[k+1] = at[k] + rows*e.lay.idle[k].binSize(e.bin)
	}
	return at
}

// leave sorts the values that a writer leaves: from holds its rows, of each interface class those
// that follow each other from base[k] on, in states. The tiles for the readers are put into to.
func (e *exchange) leave(writer int, from []uint64, base []int, to []uint64, threads int) [][]uint64 {
	blocks := make([][]int, e.readers)
	tiles := make([][]uint64, e.readers)
	for q := range tiles {
		blocks[q] = e.tile(writer, q)
		size := blocks[q][len(e.lay.interfaces)]
		tiles[q], to = to[:size], to[size:]
	}
	parallel(threads, len(e.lay.interfaces), func(k int) {
		n := e.lay.idle[k].binSize(e.bin)
		if n == 0 {
			return
		}
		first, end := int(e.writers[k][writer]), int(e.writers[k][writer+1])
		for row := first; row < end; row++ {
			q := int(e.reader[k][row])
			at := blocks[q][k] + (int(e.rank[k][row])-e.rowsBefore(k, writer, q))*n
			copy(tiles[q][at:at+n], from[base[k]+(row-first)*n:])
		}
	})
	return tiles
}

// base returns where the rows of each interface class begin in the values of a reader, and after the
// last one where they end, in states.
func (e *exchange) base(reader int) []int {
	at := make([]int, len(e.lay.interfaces)+1)
	for k := range e.lay.interfaces {
		rows := e.rowsBefore(k, len(e.writers[k])-1, reader)
		at[k+1] = at[k] + rows*e.lay.idle[k].binSize(e.bin)
	}
	return at
}

// take puts what a writer left for a reader in its place.
func (e *exchange) take(writer, reader int, tile []uint64, base []int, to []uint64) {
	blocks := e.tile(writer, reader)
	for k := range e.lay.interfaces {
		at := base[k] + e.rowsBefore(k, writer, reader)*e.lay.idle[k].binSize(e.bin)
		copy(to[at:], tile[blocks[k]:blocks[k+1]])
	}
}
