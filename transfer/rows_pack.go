package transfer

// pack makes the state after the point of row y was passed.
func (n noRow[S]) pack(s *sweep, y int) S {
	var w writer
	for i := range n.Rows {
		p := &s.last[i]
		column := uint8(0)
		if i == y {
			column = s.column
		}
		w.color(p.color, p.along|p.down|p.up|column)
		w.put(p.along, n.runBits())
		w.put(p.down, n.runBits())
		w.put(p.up, n.runBits())
	}
	w.color(s.corner.color, s.corner.down)
	w.put(s.corner.down, n.runBits())
	w.put(s.column, n.runBits())
	var none S
	return none.pack(w.words)
}

// unpack is the inverse of pack.
func (n noRow[S]) unpack(packed S, s *sweep) {
	r := reader{words: packed.unpack()}
	for i := range n.Rows {
		s.last[i] = stone{
			color: r.get(2), along: r.get(n.runBits()), down: r.get(n.runBits()), up: r.get(n.runBits()),
		}
	}
	s.corner = stone{color: r.get(2), down: r.get(n.runBits())}
	s.column = r.get(n.runBits())
}

// writer packs fields of bits, from the lowest bit of the first word on; fields may straddle words.
type writer struct {
	words words
	at    int
	names [3]uint8 // new names of the colours
	used  uint8
}

func (w *writer) put(x uint8, bits int) {
	word, shift := w.at/64, w.at%64
	w.words[word] |= uint64(x) << shift
	if shift+bits > 64 {
		w.words[word+1] |= uint64(x) >> (64 - shift)
	}
	w.at += bits
}

// color packs the new name of a colour, or 0 if it has no run.
func (w *writer) color(c, runs uint8) {
	if c == 0 || runs == 0 {
		w.put(0, 2)
		return
	}
	if w.names[c] == 0 {
		w.used++
		w.names[c] = w.used
	}
	w.put(w.names[c], 2)
}

// reader unpacks fields that a writer has packed.
type reader struct {
	words words
	at    int
}

func (r *reader) get(bits int) uint8 {
	word, shift := r.at/64, r.at%64
	x := r.words[word] >> shift
	if shift+bits > 64 {
		x |= r.words[word+1] << (64 - shift)
	}
	r.at += bits
	return uint8(x & (1<<bits - 1))
}
