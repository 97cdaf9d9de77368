package border

import (
	"cmp"
	"context"
	"fmt"
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

// most is the largest number of words of a coordinate.
func (j *joiner) most() int { return j.width(j.node(alternating(j.m))) }

// joiner joins the pairs of tiles of a joining. It is for one goroutine.
type joiner struct {
	*joining
	valueBits float64 // of the largest value
	ar        func(width int) halves.Arithmetic
	limbs     bool
	sums      map[int]*halves.Sum // by width
	buffer    []uint64
	leading   map[leadingKey]leading
	places    []int32 // of the words of all of leading
	begins    []int8
	block     block
	nodes     map[halves.Runs]wordNode
	blocks    map[tileNumber][]int64
	postponed []pair // what is too large for the buffer
}

// leading is the places of the words of the half that is read first, those of a colouring and of its exchange one
// after the other.
type leading struct {
	places []int32
	begins []int8
}

// leadingKey names them: a colouring of a half, the runs of the whole border, and how these count the one at the split.
type leadingKey struct {
	half    half
	colours int32
	runs    halves.Runs
	end     int8
}

// wordNode is what is known of the words of some runs.
type wordNode struct {
	*halves.Node
	growth float64
}

func newJoiner(j *joining) *joiner {
	return &joiner{
		joining: j, sums: map[int]*halves.Sum{}, nodes: map[halves.Runs]wordNode{},
		blocks: map[tileNumber][]int64{}, leading: map[leadingKey]leading{},
	}
}

// node returns the words of some runs.
func (j *joiner) node(x halves.Runs) wordNode {
	n, known := j.nodes[x]
	if !known {
		n.Node = j.form.Words(x)
		n.growth = n.Growth()
		j.nodes[x] = n
	}
	return n
}

// width is the words that a coordinate of the words of a node may need: limbs, or a residue.
func (j *joiner) width(n wordNode) int {
	if !j.limbs {
		return 1
	}
	return int((j.valueBits+n.growth+1)/64) + 1
}

// tilePair are the values of two vectors for the colours of one tile: at kink 0 those of the same tile of either, nil if
// they are one vector; turned, of one vector, all tiles, by prefix bin and suffix bin.
type tilePair struct {
	left, right tileValues
	all         [][]tileValues
}

// tile joins the states of a prefix bin and a suffix bin.
func (j *joiner) tile(ctx context.Context, t, g int, v tilePair) error {
	for _, u := range j.bins[prefix][t] {
		if err := j.prefix(ctx, u, t, g, v); err != nil {
			return err
		}
	}
	return nil
}

// prefix joins those of the tile with one colouring of the prefix.
func (j *joiner) prefix(ctx context.Context, u int32, t, g int, v tilePair) error {
	j.forgetPlaces()
	return j.pairs(ctx, []int32{u}, j.bins[suffix][g], v)
}

// turnedBlock joins all states with some colourings of the prefix, which are neighbours in the rows of the vector. Their
// images, with that of a suffix, are in one column of as many rows; so the suffixes come in the order of these columns.
func (j *joiner) turnedBlock(ctx context.Context, prefixes []int32, v tilePair) error {
	j.forgetPlaces()
	return j.pairs(ctx, prefixes, j.byImage, v)
}

// turnedPrefixes is about how many colourings of a prefix fill some lines of the cache with a row.
const turnedPrefixes = 8

func (j *joiner) pairs(ctx context.Context, prefixes, suffixes []int32, v tilePair) error {
	for _, w := range suffixes {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, u := range prefixes {
			q, ok := j.pair(u, w)
			if !ok {
				continue
			}
			if err := j.pairOf(ctx, q, v); err != nil {
				return err
			}
		}
	}
	return nil
}

// words is the size of the buffer that a pair needs.
func (j *joiner) words(q pair, v tilePair) int {
	n := j.node(q.runs)
	words := n.Size() * j.width(n)
	if j.turned || v.right != nil {
		return 2 * words
	}
	return words
}

// pairOf joins the states with the colours of a pair.
func (j *joiner) pairOf(ctx context.Context, q pair, v tilePair) error {
	if j.words(q, v) > len(j.buffer) {
		j.postponed = append(j.postponed, q)
		return nil
	}
	n := j.node(q.runs)
	width := j.width(n)
	words := n.Size() * width
	two := j.turned || v.right != nil
	left, right := j.buffer[:words], j.buffer[:words]
	if two {
		right = j.buffer[words : 2*words]
	}
	ar := j.ar(width)
	if j.turned {
		j.gatherTurned(n, q, v, left, width, false)
		j.gatherTurned(n, pair{halves: j.imageOf(q), runs: q.runs}, v, right, width, true)
	} else {
		j.gather(n, q, v.left, left, width)
		if two {
			j.gather(n, q, v.right, right, width)
		}
	}
	if err := n.Transform(ctx, ar, left); err != nil {
		return err
	}
	if two {
		if err := n.Transform(ctx, ar, right); err != nil {
			return err
		}
	}
	sum := j.sums[width]
	if sum == nil {
		sum = j.form.NewSum(ar)
		j.sums[width] = sum
	}
	sum.Add(n.Node, left, right, q.times)
	return nil
}

// tileOf returns the bins of the colourings of the halves.
func (j *joining) tileOf(q pair) (t, g int) {
	return int(j.colours[prefix][q.halves[prefix]].bin), int(j.colours[suffix][q.halves[suffix]].bin)
}

// imageOf returns the colourings of the halves of the board turned by half a turn, which are as long as these.
func (j *joining) imageOf(q pair) [2]int32 {
	return [2]int32{j.images[suffix][q.halves[suffix]], j.images[prefix][q.halves[prefix]]}
}

// blocksOf returns where the block of each interface class begins in a tile.
func (j *joiner) blocksOf(t, g int) []int64 {
	number := tileNumber{t, g}
	if blocks, known := j.blocks[number]; known {
		return blocks
	}
	blocks := make([]int64, len(j.lay.interfaces))
	var at int64
	for k := range j.lay.interfaces {
		blocks[k] = at
		at += int64(j.list(prefix, k).binSize(t)) * int64(j.list(suffix, k).binSize(g))
	}
	j.blocks[number] = blocks
	return blocks
}

// gather collects the values of the states of a tile with the colours of a pair, in the order of their words: those of a
// colouring, and of its exchange, of which the one or the other is stored.
func (j *joiner) gather(n wordNode, q pair, v tileValues, out []uint64, width int) {
	t, g := j.tileOf(q)
	blocks := j.blocksOf(t, g)
	lead := j.leadingPrefixes(n, q)
	filled, next := 0, 0
	for exchange, u := range j.orientations(q.halves[prefix]) {
		w := q.halves[suffix]
		if exchange == 1 {
			if w = j.colours[suffix][w].swapped; u == q.halves[prefix] && w == q.halves[suffix] {
				break
			}
		}
		of := j.inClass[suffix][w]
		for _, rows := range j.ranges[prefix][u] {
			k := int(rows.class)
			places, begins := lead.places[next:], lead.begins[next:]
			next += int(rows.hi - rows.lo)
			columns := of[k]
			if columns.hi == 0 || exchange == 1 && j.lay.interfaces[k].isNeutral() {
				continue
			}
			active, idle := j.lay.active[k], j.lay.idle[k]
			size := int64(idle.binSize(g))
			at := blocks[k] + int64(rows.lo-active.start[t])*size + int64(columns.lo-idle.start[g])
			n := int(rows.hi - rows.lo)
			b := &j.block
			*b = block{at: at, size: size, places: places[:n], begins: begins[:n]}
			for i, ranks := range j.rank[k] {
				if ranks != nil {
					b.ranks[i] = ranks[columns.lo:columns.hi]
				}
			}
			v.scatter(out, width, b)
			filled += n * int(columns.hi-columns.lo)
		}
	}
	if filled != n.Size() {
		panic(fmt.Sprintf("border: colours %v: %d values, want %d", q.halves, filled, n.Size()))
	}
}

// orientations returns a colouring of the prefix and its exchange.
func (j *joiner) orientations(u int32) [2]int32 { return [2]int32{u, j.colours[prefix][u].swapped} }

// leadingPrefixes finds the places of the prefixes of a colouring and of its exchange.
func (j *joiner) leadingPrefixes(n wordNode, q pair) leading {
	end := noRun
	switch {
	case q.across:
		end = brokenRun
	case q.inside[prefix]:
		end = wholeRun
	}
	key := leadingKey{prefix, q.halves[prefix], q.runs, end}
	if l, known := j.leading[key]; known {
		return l
	}
	first := len(j.places)
	for _, u := range j.orientations(q.halves[prefix]) {
		c := &j.colours[prefix][u]
		for _, rows := range j.ranges[prefix][u] {
			for _, letters := range j.letters[prefix][rows.class][rows.lo:rows.hi] {
				place, begins := prefixPlace(n.Node, len(c.inner), end, letters)
				j.places, j.begins = append(j.places, place), append(j.begins, begins)
			}
		}
	}
	l := leading{j.places[first:], j.begins[first:]}
	j.leading[key] = l
	return l
}

func (j *joiner) forgetPlaces() {
	clear(j.leading)
	j.places, j.begins = j.places[:0], j.begins[:0]
}

// prefixPlace walks along the runs of a prefix to the rests after it. The run at the split is none of the runs, or one that
// goes on in the suffix, or ends here.
func prefixPlace(n *halves.Node, inner int, end int8, letters uint64) (at int32, begins int8) {
	n, at = along(n, letters, inner)
	if n == nil || end == noRun {
		return at, liveOrNone
	}
	last := halves.Letter(letters >> (letterBits * inner))
	if end == wholeRun {
		_, first := n.Step(last)
		return at + int32(first), liveOrNone
	}
	switch last {
	case halves.First:
		return at, firstRun
	case halves.Inner:
		return at, innerRun
	}
	return at, liveOrNone
}

// What the run of the prefix at the split is.
const (
	noRun int8 = iota
	brokenRun
	wholeRun
)

// gatherTurned collects the values of the states of a tile at kink p; if turned is set, in the order of the words
// that they have when the board is turned. Those of the half that is read first have the places of their beginnings,
// the others their ranks after them.
func (j *joiner) gatherTurned(n wordNode, q pair, all tilePair, out []uint64, width int, turned bool) {
	t, g := j.tileOf(q)
	v, blocks := all.all[t][g], j.blocksOf(t, g)
	lead := j.leadingTurned(n, q, turned)
	filled, next := 0, 0
	for exchange := range 2 {
		u, w := q.halves[prefix], q.halves[suffix]
		if exchange == 1 {
			if u, w = j.colours[prefix][u].swapped, j.colours[suffix][w].swapped; u == q.halves[prefix] && w == q.halves[suffix] {
				break
			}
		}
		suf := j.colours[suffix][w].word
		// Of the interface classes of the half that is read first all have places, of both orientations.
		first := j.ranges[prefix][u]
		if turned {
			first = j.ranges[suffix][w]
		}
		for _, r := range first {
			places := lead.places[next:]
			next += int(r.hi - r.lo)
			k := int(r.class)
			rows, columns := j.inClass[suffix][w][k], r
			if turned {
				rows, columns = r, j.inClass[prefix][u][k]
			}
			if rows.hi == 0 || columns.hi == 0 {
				continue
			}
			if j.lay.interfaces[k].isNeutral() && (suf != 0 && suf.whiteLast() || suf == 0 && exchange == 1) {
				continue // stored with a suffix whose last stone is black; and if it has none, with both
			}
			active, idle := j.lay.active[k], j.lay.idle[k]
			size := int64(idle.binSize(t))
			at := blocks[k] + int64(rows.lo-active.start[g])*size + int64(columns.lo-idle.start[t])
			b := &j.block
			*b = block{at: at, size: size, places: places[:r.hi-r.lo]}
			if turned {
				b.ranks[0] = j.turnedRank[k][columns.lo:columns.hi]
			} else {
				b.ranks[0], b.places = b.places, j.rank[k][liveOrNone][rows.lo:rows.hi]
			}
			v.scatter(out, width, b)
			filled += int(rows.hi-rows.lo) * int(columns.hi-columns.lo)
		}
	}
	if filled != n.Size() {
		panic(fmt.Sprintf("border: colours %v: %d values, want %d", q.halves, filled, n.Size()))
	}
}

// leadingTurned finds the places of the prefixes of a colouring and of its exchange; or of the suffixes, if they are read
// first.
func (j *joiner) leadingTurned(n wordNode, q pair, turned bool) leading {
	h := prefix
	if turned {
		h = suffix
	}
	key := leadingKey{half: h, colours: q.halves[h], runs: q.runs}
	if l, known := j.leading[key]; known {
		return l
	}
	first := len(j.places)
	for _, i := range [2]int32{q.halves[h], j.colours[h][q.halves[h]].swapped} {
		c := &j.colours[h][i]
		for _, r := range j.ranges[h][i] {
			for _, letters := range j.letters[h][r.class][r.lo:r.hi] {
				_, place := along(n.Node, letters, len(c.spans))
				j.places = append(j.places, place)
			}
		}
	}
	l := leading{places: j.places[first:]}
	j.leading[key] = l
	return l
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

// joinPostponed joins what was too large for the buffers of the joiners, one after the other, in a buffer that may be
// larger.
func joinPostponed(ctx context.Context, joiners []*joiner, buffer []uint64, pairOf func(t, g int) (tilePair, error)) error {
	var left []pair
	for _, j := range joiners {
		left = append(left, j.postponed...)
		j.postponed = nil
	}
	j := joiners[0]
	for _, q := range left {
		v, err := pairOf(j.tileOf(q))
		if err != nil {
			return err
		}
		if need := j.words(q, v); need > len(buffer) {
			buffer = nil // give it back before the larger one is taken
			buffer = make([]uint64, need)
		}
		j.buffer = buffer
		if err := j.pairOf(ctx, q, v); err != nil {
			return err
		}
	}
	return nil
}

// alternating are the runs of a border word without neighbours of one colour: no other has more words.
func alternating(points int) halves.Runs {
	x := halves.NoRuns
	for i := range points {
		x = x.Then(uint32(i & 1))
	}
	return x
}
