package border

// In the first column each run of bad stones is created by itself, with nothing below its colour on
// the stack. So the value of a word is 1 if every run begins with + and ends with -, and else 0.

// single reports whether it is so in a part of a word.
func (w *word) single() bool {
	for _, l := range w.at[:w.n] {
		if l.begin() == minus || l.end() == plus {
			return false
		}
	}
	return true
}

// firstColumn reads the values of the first column.
func (p *phase) firstColumn() reader {
	k := newKinds(p, (*word).single, func(_ crossing, w *word) bool { return w.single() })
	return func(c *chunk, rows []int32, room []uint64) []uint64 {
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
