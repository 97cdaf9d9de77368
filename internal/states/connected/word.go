package connected

// MaxPoints is the number of symbols of a Word.
const MaxPoints = 64 / bitsPerSymbol

const bitsPerSymbol = 4

// Word is a border, the first symbol in the lowest bits.
type Word uint64

// Symbol is what a border says of a point.
type Symbol uint64

// The marks of a linked symbol.
const (
	Earlier Symbol = 1 // connected to an earlier one
	Later   Symbol = 2 // connected to a later one
	Marks          = Earlier | Later
)

// Kind returns the kind of a symbol, 0 to 3.
func (s Symbol) Kind() Symbol { return s >> 2 }

// Linked reports whether the symbol is of kind 1 or 2.
func (s Symbol) Linked() bool { return s>>2 == 1 || s>>2 == 2 }

// Repeat returns a border of one symbol, a given number of times, which is not linked.
func Repeat(s Symbol, width int) Word {
	var w Word
	for i := range width {
		w = w.With(i, s)
	}
	return w
}

// At returns a symbol.
func (w Word) At(i int) Symbol { return Symbol(w>>(bitsPerSymbol*i)) & 15 }

// With returns the border with another symbol at a place.
func (w Word) With(i int, s Symbol) Word {
	return w&^(15<<(bitsPerSymbol*i)) | Word(s)<<(bitsPerSymbol*i)
}

// next returns the place of the next symbol that the one at i is connected to. It must have the
// mark Later.
func (w Word) next(i int) int {
	for j, depth := i+1, 0; j < MaxPoints; j++ {
		s := w.At(j)
		if !s.Linked() {
			continue
		}
		if depth == 0 && s&Earlier != 0 {
			return j
		}
		depth += int(s&Later>>1) - int(s&Earlier)
	}
	panic("connected: a symbol is connected to no later one")
}

// previous is the mirror image of next.
func (w Word) previous(i int) int {
	for j, depth := i-1, 0; j >= 0; j-- {
		s := w.At(j)
		if !s.Linked() {
			continue
		}
		if depth == 0 && s&Later != 0 {
			return j
		}
		depth += int(s&Earlier) - int(s&Later>>1)
	}
	panic("connected: a symbol is connected to no earlier one")
}

// First returns the place of the first symbol that the linked one at i is connected to, or i.
func (w Word) First(i int) int {
	for w.At(i)&Earlier != 0 {
		i = w.previous(i)
	}
	return i
}

// last returns the place of the last symbol that the linked one at i is connected to, or i.
func (w Word) last(i int) int {
	for w.At(i)&Later != 0 {
		i = w.next(i)
	}
	return i
}

// Dissolve returns the border with another symbol, which is not linked, in place of the linked one
// at i and all that it is connected to.
func (w Word) Dissolve(i int, s Symbol) Word {
	dissolved := w
	for j := w.First(i); ; j = w.next(j) {
		dissolved = dissolved.With(j, s)
		if w.At(j)&Later == 0 {
			return dissolved
		}
	}
}

// Leave puts another symbol, which is not linked, in place of the linked one at i. It returns false
// if that was connected to no other.
func (w Word) Leave(i int, s Symbol) (Word, bool) {
	marks := w.At(i) & Marks
	switch marks {
	case Later:
		j := w.next(i)
		w = w.With(j, w.At(j)&^Earlier)
	case Earlier:
		j := w.previous(i)
		w = w.With(j, w.At(j)&^Later)
	}
	return w.With(i, s), marks != 0
}

// Join connects the linked symbols at i and j, where i < j. They must be connected already or be of
// the same kind, and no connection may go from between them to outside.
//
// If the symbol at i is connected on after j, all that j is connected to lies within the gap, and
// the last of it is connected on; and likewise the other way round.
func (w Word) Join(i, j int) Word {
	if w.First(i) == w.First(j) {
		return w
	}
	if w.At(i)&Later != 0 && w.next(i) > j {
		last := w.last(j)
		w = w.With(last, w.At(last)|Later)
	}
	if w.At(j)&Earlier != 0 && w.previous(j) < i {
		first := w.First(i)
		w = w.With(first, w.At(first)|Earlier)
	}
	return w.With(i, w.At(i)|Later).With(j, w.At(j)|Earlier)
}
