package border

import (
	"cmp"
	"slices"
	"unsafe"

	"combigo/border/halves"
)

// joining says how two vectors are joined whose states have the same border points: how the values of the states of one
// tile with the same colours are sorted for the form of package [combigo/border/halves].
type joining struct {
	*layout
	lay     *layer
	turned  bool // at kink p, the second vector with the board turned by half a turn; otherwise at kink 0
	form    *halves.Form
	colours [2][]halfColours // by half: all colourings
	bins    [2][][]int32     // by half and bin: the numbers of its colourings
	ranges  [2][][]wordRange // by half and colouring: its words, of each interface class that has some
	inClass [2][][]wordRange // the same by interface class: hi is 0 where there are none
	letters [2][][]uint64    // by half and interface class: of the runs of each word, three bits each, in the order of reading
	images  [2][]int32       // by half and colouring: its mirror image, a colouring of the other half; if turned
	byImage []int32          // the colourings of the suffix in the order of their images; if turned
	// rank is the places of the words of a half after those of the other, by interface class: of suffixes, by
	// how the run at the split begins; and, if turned, of prefixes that are read as suffixes.
	rank       [][beginnings][]int32
	turnedRank [][]int32
}

// tileNumber names the tile of a prefix bin and a suffix bin.
type tileNumber struct{ t, g int }

// wordRange is the words lo..hi-1 of a list, which have the same colours.
type wordRange struct{ class, lo, hi int32 }

// beginnings are what the prefix has of a run that goes on in the suffix.
const (
	liveOrNone = iota // a live run, or no part of it
	firstRun          // the first run of a needy string
	innerRun          // another one
	beginnings
)

// newJoining prepares for the layer in which the vector is: at kink 0 with active prefixes, or turned, at
// kink p with active suffixes.
func newJoining(lo *layout, lay *layer, turned bool) *joining {
	j := &joining{layout: lo, lay: lay, turned: turned, form: halves.NewForm()}
	for _, h := range [2]half{prefix, suffix} {
		j.listColours(h)
	}
	j.listLetters(prefix)
	if turned {
		j.listLetters(suffix)
		for _, bin := range j.bins[prefix] {
			for _, image := range bin {
				j.byImage = append(j.byImage, j.images[prefix][image])
			}
		}
	}
	j.rank = make([][beginnings][]int32, len(lay.interfaces))
	for k := range lay.interfaces {
		j.rankSuffixes(k)
		if turned {
			j.turnedRank = append(j.turnedRank, j.rankTurned(k))
		}
	}
	return j
}

// list returns the words of one half that go with an interface class.
func (j *joining) list(h half, k int) *list {
	if (h == prefix) != j.turned {
		return j.lay.active[k]
	}
	return j.lay.idle[k]
}

func (j *joining) listColours(h half) {
	n := j.size(h)
	numbers := map[word]int32{}
	j.bins[h] = make([][]int32, j.sorted[h].count)
	colourings(n, func(w word) {
		number := int32(len(j.colours[h]))
		numbers[w] = number
		j.colours[h] = append(j.colours[h], newHalfColours(h, w, n))
		c := &j.colours[h][number]
		c.bin = j.sorted[h].of(w)
		j.bins[h][c.bin] = append(j.bins[h][c.bin], number)
	})
	for i := range j.colours[h] {
		c := &j.colours[h][i]
		c.swapped = numbers[c.word.swap()]
		if j.turned {
			// The halves are as long as each other, so colourings have the same numbers.
			j.images[h] = append(j.images[h], numbers[c.word.reversed()>>(4*(wordPoints-n))])
		}
	}
	for _, bin := range j.bins[h] {
		// Neighbours in a bin are neighbours in the rows of a tile, and share their lines of the cache.
		slices.SortStableFunc(bin, func(a, b int32) int {
			return cmp.Compare(order{}.rank(j.colours[h][a].word), order{}.rank(j.colours[h][b].word))
		})
	}
	j.ranges[h] = make([][]wordRange, len(j.colours[h]))
	j.inClass[h] = make([][]wordRange, len(j.colours[h]))
	for i := range j.inClass[h] {
		j.inClass[h][i] = make([]wordRange, len(j.lay.interfaces))
	}
	for k := range j.lay.interfaces {
		words := j.list(h, k).words
		for lo := 0; lo < len(words); {
			c := words[lo].colours()
			hi := lo + 1
			for hi < len(words) && words[hi].colours() == c {
				hi++
			}
			r, i := wordRange{int32(k), int32(lo), int32(hi)}, numbers[c]
			j.ranges[h][i] = append(j.ranges[h][i], r)
			j.inClass[h][i][k] = r
			lo = hi
		}
	}
}

// listLetters lists the letters of the words of the half that is read first: prefixes from the top, those of the run at
// the split last; suffixes, of the board that is turned, from the bottom.
func (j *joining) listLetters(h half) {
	j.letters[h] = make([][]uint64, len(j.lay.interfaces))
	for k := range j.letters[h] {
		j.letters[h][k] = make([]uint64, len(j.list(h, k).words))
	}
	for i, ranges := range j.ranges[h] {
		c := &j.colours[h][i]
		for _, r := range ranges {
			words := j.list(h, int(r.class)).words
			for at := r.lo; at < r.hi; at++ {
				var letters uint64
				for n, s := range c.spans {
					if h == prefix {
						letters |= uint64(words[at].letterOf(s)) << (letterBits * n)
					} else {
						letters = letters<<letterBits | uint64(upsideDown(words[at].letterOf(s)))
					}
				}
				j.letters[h][r.class][at] = letters
			}
		}
	}
}

const letterBits = 3

// along walks along a given number of letters, and returns the node after them, nil if there are too few runs for the strings that
// are open, and its place.
func along(n *halves.Node, letters uint64, count int) (*halves.Node, int32) {
	at := 0
	for range count {
		if n == nil {
			return nil, -1
		}
		var first int
		n, first = n.Step(halves.Letter(letters & (1<<letterBits - 1)))
		at += first
		letters >>= letterBits
	}
	return n, int32(at)
}

// rankSuffixes finds, for each suffix that goes with an interface class, its place among the rests after the prefix.
func (j *joining) rankSuffixes(k int) {
	class := j.lay.interfaces[k]
	open := halves.Stack(class.stack)
	words := j.list(suffix, k).words
	for b := range beginnings {
		if b != liveOrNone && (j.turned || !class.class.isOpen()) {
			continue
		}
		j.rank[k][b] = make([]int32, len(words))
	}
	for i := range j.colours[suffix] {
		c, r := &j.colours[suffix][i], j.inClass[suffix][i][k]
		if r.lo == r.hi {
			continue
		}
		spans, runs := c.spans, c.allRuns
		across := !j.turned && class.class.isStone() && c.last == colouring(class.class.colour())+1
		if !j.turned && (across || class.class == classEmpty) {
			// The first run is live, or one that the prefix begins. Live ones are where the rests after them are.
			spans, runs = c.inner, c.runs
		}
		n := j.form.Rests(runs, open)
		for b, ranks := range j.rank[k] {
			for at := r.lo; at < r.hi && ranks != nil; at++ {
				if w := words[at]; across && w.at(0).isNeedy() {
					ranks[at] = j.rankAcross(w, c, open, b)
				} else {
					ranks[at] = rankOf(n, w, spans)
				}
			}
		}
	}
}

// rankAcross is the place of a suffix whose first run is needy and begins in the prefix.
func (j *joining) rankAcross(w word, c *halfColours, open halves.Stack, b int) int32 {
	if b == liveOrNone {
		return -1
	}
	goesOn := w.at(c.end.hi - 1).next()
	letter := halves.Last
	if goesOn {
		letter = halves.Inner
	}
	if b == firstRun {
		open >>= 1
		letter = halves.Alone
		if goesOn {
			letter = halves.First
		}
	}
	n := j.form.Rests(c.allRuns, open)
	if n == nil {
		return -1
	}
	n, at := n.Step(letter)
	if n == nil {
		return -1
	}
	return int32(at) + rankOf(n, w, c.inner)
}

// rankOf is the place of a half word among the words of a node, given its runs; -1 if it is none of them.
func rankOf(n *halves.Node, w word, spans []span) int32 {
	at := 0
	for _, s := range spans {
		if n == nil {
			return -1
		}
		var first int
		n, first = n.Step(w.letterOf(s))
		at += first
	}
	if n == nil {
		return -1
	}
	return int32(at)
}

// rankTurned is rankSuffixes for prefixes that are suffixes when the board is turned.
func (j *joining) rankTurned(k int) []int32 {
	words := j.list(prefix, k).words
	ranks := make([]int32, len(words))
	for i := range j.colours[prefix] {
		c := &j.colours[prefix][i]
		for _, r := range j.ranges[prefix][i] {
			if r.class != int32(k) {
				continue
			}
			n := j.form.Rests(reversedRuns(c.allRuns), halves.Stack(j.lay.interfaces[k].stack))
			for at := r.lo; at < r.hi; at++ {
				ranks[at] = placeTurned(n, words[at], c.spans)
			}
		}
	}
	return ranks
}

func reversedRuns(x halves.Runs) halves.Runs {
	out := halves.NoRuns
	for ; x != halves.NoRuns; x >>= 1 {
		out = out.Then(uint32(x & 1))
	}
	return out
}

// alternating are the runs of a border word without neighbours of one colour: no other has more words.
func alternating(points int) halves.Runs {
	x := halves.NoRuns
	for i := range points {
		x = x.Then(uint32(i & 1))
	}
	return x
}

// pair is the colours of a whole border.
type pair struct {
	halves [2]int32 // numbers of the colourings
	across bool     // whether a run goes through the split that can be needy
	inside [2]bool  // whether the run at the split is one of the runs, for each half by itself
	runs   halves.Runs
	times  int64 // how often its product counts
}

// pair looks at two colourings. It reports false if the product is that of their mirror image, or of their exchange.
func (j *joining) pair(u, v int32) (pair, bool) {
	c, d := &j.colours[prefix][u], &j.colours[suffix][v]
	if c.word.whiteLast() || c.word == 0 && d.word.whiteLast() {
		return pair{}, false
	}
	own := (c.colours | d.colours<<(2*j.p)).class()
	image := (d.mirrored | c.mirrored<<(2*(j.m-j.p))).class()
	if own > image {
		return pair{}, false
	}
	q := j.colourPair(u, v)
	q.times = 2
	if c.word == 0 && d.word == 0 {
		q.times = 1
	}
	if own < image {
		q.times *= 2
	}
	return q, true
}

// colourPair finds the runs of two colourings, whose product counts once.
func (j *joining) colourPair(u, v int32) pair {
	c, d := &j.colours[prefix][u], &j.colours[suffix][v]
	q := pair{halves: [2]int32{u, v}, times: 1, runs: c.runs}
	switch beside := !j.turned && !c.none && !d.none; {
	case beside && c.last != 0 && c.last == d.last:
		q.across = c.free && d.free
	case beside:
		q.inside = [2]bool{c.free && d.last != 0, d.free && c.last != 0}
	default:
		q.inside = [2]bool{c.free, d.free}
	}
	if q.across || q.inside[prefix] {
		q.runs = q.runs.Then(uint32(c.last - 1))
	}
	if q.inside[suffix] {
		q.runs = q.runs.Then(uint32(d.last - 1))
	}
	q.runs = q.runs.Append(d.runs)
	return q
}

// tileOf returns the bins of the colourings of the halves.
func (j *joining) tileOf(q pair) (t, g int) {
	return int(j.colours[prefix][q.halves[prefix]].bin), int(j.colours[suffix][q.halves[suffix]].bin)
}

// imageOf returns the colourings of the halves of the board turned by half a turn, which are as long as these.
func (j *joining) imageOf(q pair) [2]int32 {
	return [2]int32{j.images[suffix][q.halves[suffix]], j.images[prefix][q.halves[prefix]]}
}

// tileValues are the values of a tile.
type tileValues interface {
	// scatter puts the values of a block to their places in out, where they have a number of words.
	scatter(out []uint64, width int, b *block)
}

// block is some rows of a tile, and where their values go: that of column i of a row goes to the place of the row and
// the rank of the column added up.
type block struct {
	at, size int64               // of the first value, and from one row to the next
	places   []int32             // of the rows
	begins   []int8              // which ranks count for each row; nil: the first
	ranks    [beginnings][]int32 // of the columns
}

// row returns the ranks of the columns of row i.
func (b *block) row(i int) []int32 {
	if b.begins == nil {
		return b.ranks[0]
	}
	return b.ranks[b.begins[i]]
}

// limbTile has values of a given number of half words, limbs or residues.
type limbTile struct {
	halves []uint32
	size   int
}

func (t limbTile) scatter(out []uint64, width int, b *block) {
	switch t.size {
	case 1:
		scatterValues[struct{}](t, out, width, b)
	case 2, 3:
		scatterValues[uint64](t, out, width, b)
	case 4, 5:
		scatterValues[two](t, out, width, b)
	case 6, 7:
		scatterValues[three](t, out, width, b)
	case 8, 9:
		scatterValues[four](t, out, width, b)
	default:
		for i, row := range b.places {
			from := t.halves[(b.at+int64(i)*b.size)*int64(t.size):]
			for i, c := range b.row(i) {
				v := out[int(row+c)*width:][:width]
				clear(v[copy(v, wholeWords(from[i*t.size:(i+1)*t.size])):])
				if t.size%2 == 1 {
					v[t.size/2] = limb(from[i*t.size:(i+1)*t.size], t.size/2)
				}
			}
		}
	}
}

// Values of up to four words travel in registers if they are structs.
type (
	//lint:ignore U1000 the fields are moved as a whole
	two struct{ a, b uint64 }
	//lint:ignore U1000 the fields are moved as a whole
	three struct{ a, b, c uint64 }
	//lint:ignore U1000 the fields are moved as a whole
	four struct{ a, b, c, d uint64 }
)

// scatterValues moves values that are a V, with half a limb after it or not, to where they have a number of words each.
func scatterValues[V any](t limbTile, out []uint64, width int, b *block) {
	limbs, odd := t.size/2, t.size%2 == 1
	at := b.at
	if !odd && limbs == width {
		values := unsafe.Slice((*V)(unsafe.Pointer(unsafe.SliceData(t.halves))), len(t.halves)/t.size)
		to := unsafe.Slice((*V)(unsafe.Pointer(unsafe.SliceData(out))), len(out)/limbs)
		for i, row := range b.places {
			ranks := b.row(i)
			from := values[at:][:len(ranks)]
			for i, c := range ranks {
				to[row+c] = from[i]
			}
			at += b.size
		}
		return
	}
	for i, row := range b.places {
		ranks := b.row(i)
		from := t.halves[at*int64(t.size):][:len(ranks)*t.size]
		for c, rank := range ranks {
			v := out[int(row+rank)*width:][:width]
			value := from[c*t.size:][:t.size]
			*(*V)(unsafe.Pointer(unsafe.SliceData(v))) = *(*V)(unsafe.Pointer(unsafe.SliceData(value)))
			l := limbs
			if odd {
				v[l] = uint64(value[len(value)-1])
				l++
			}
			for ; l < len(v); l++ {
				v[l] = 0
			}
		}
		at += b.size
	}
}

// placeTurned is rankOf for a word that is read from the other end.
func placeTurned(n *halves.Node, w word, spans []span) int32 {
	at := 0
	for i := len(spans) - 1; i >= 0 && n != nil; i-- {
		var first int
		n, first = n.Step(upsideDown(w.letterOf(spans[i])))
		at += first
	}
	if n == nil {
		return -1
	}
	return int32(at)
}
