package border

import (
	"context"
	"fmt"

	"combigo/border/halves"
)

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

// most is the largest number of words of a coordinate.
func (j *joiner) most() int { return j.width(j.node(alternating(j.m))) }

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

// postpone puts the pairs of a colouring of the prefix off.
func (j *joiner) postpone(u int32, suffixes []int32) {
	for _, w := range suffixes {
		if q, ok := j.pair(u, w); ok {
			j.postponed = append(j.postponed, q)
		}
	}
}

// joinPostponed joins what was put off, such as what was too large for the buffers of the joiners, one after the other, in a buffer,
// or a larger one.
func joinPostponed(ctx context.Context, joiners []*joiner, buffer []uint64, pairOf func(t, g int) (tilePair, error)) error {
	var left []pair
	for _, j := range joiners {
		left = append(left, j.postponed...)
		j.postponed = nil
	}
	j := joiners[0]
	own := j.buffer
	larger := &memory{}
	defer func() {
		j.buffer = own
		larger.free()
	}()
	for _, q := range left {
		v, err := pairOf(j.tileOf(q))
		if err != nil {
			return err
		}
		if need := j.words(q, v); need > len(buffer) {
			larger.free()
			m, err := newMemory(int64(need))
			if err != nil {
				return err
			}
			larger, buffer = m, m.words
		}
		j.buffer = buffer
		if err := j.pairOf(ctx, q, v); err != nil {
			return err
		}
	}
	return nil
}
