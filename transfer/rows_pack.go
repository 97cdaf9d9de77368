package transfer

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
