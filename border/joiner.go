package border

import (
	"context"
	"fmt"
	"slices"

	"combigo/border/halves"
)

// joiner joins the pairs of tiles of a joining. It is for one goroutine.
type joiner struct {
	*joining
	valueBits float64                         // of the largest value
	ar        func(s shape) halves.Arithmetic // nil if there is none
	limbs     bool
	sums      map[shape]*halves.Sum
	two       bool                             // whether two vectors are joined, or one with itself
	tiles     func(t, g int) (tilePair, error) // the values of a tile
	buffer    []uint64
	leading   map[leadingKey]leading
	places    []int32 // of the words of all of leading
	begins    []int8
	sorted    [halves.Lanes]sorted
	nodes     map[halves.Runs]wordNode
	blocks    map[tileNumber][]int64
	waiting   map[waitingKey][]pair // less than there are lanes
	postponed []pair                // what is too large for the buffer
}

// shape is the number of words of a coordinate, and of the colourings whose coordinates are side by side: one, or as many as
// there are lanes.
type shape struct{ width, lanes int }

// waitingKey names the pairs that can be side by side.
type waitingKey struct {
	runs  halves.Runs
	times int64
}

// most is the largest number of words of a coordinate.
func (j *joiner) most() int { return j.width(j.node(alternating(j.m))) }

// leading is the places of the words of the half that is read first, those of a colouring and of its exchange one
// after the other.
type leading struct {
	places []int32
	begins []int8 // nil if they all are live or none
	second int    // where those of the exchange begin
}

// of returns those of some words of a colouring, or of its exchange.
func (l leading) of(exchange int, r *wordRange) ([]int32, []int8) {
	at := int(r.before)
	if exchange == 1 {
		at += l.second
	}
	end := at + int(r.hi-r.lo)
	if l.begins == nil {
		return l.places[at:end], nil
	}
	return l.places[at:end], l.begins[at:end]
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
		joining: j, sums: map[shape]*halves.Sum{}, waiting: map[waitingKey][]pair{}, nodes: map[halves.Runs]wordNode{},
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
// they are one vector; turned, those of one vector.
type tilePair struct{ left, right tileValues }

// tile joins the states of a prefix bin and a suffix bin.
func (j *joiner) tile(ctx context.Context, t, g int) error {
	for _, u := range j.bins[prefix][t] {
		if err := j.prefix(ctx, u, g); err != nil {
			return err
		}
	}
	return nil
}

// prefix joins those of a suffix bin with one colouring of the prefix.
func (j *joiner) prefix(ctx context.Context, u int32, g int) error {
	return j.pairs(ctx, []int32{u}, j.bins[suffix][g])
}

// turnedBlock joins all states with some colourings of the prefix, which are neighbours in the rows of the vector. Their
// images, with that of a suffix, are in one column of as many rows; so the suffixes come in the order of these columns.
func (j *joiner) turnedBlock(ctx context.Context, prefixes []int32) error {
	return j.pairs(ctx, prefixes, j.byImage)
}

// turnedPrefixes is about how many colourings of a prefix fill some lines of the cache with a row.
const turnedPrefixes = 8

func (j *joiner) pairs(ctx context.Context, prefixes, suffixes []int32) error {
	for _, w := range suffixes {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, u := range prefixes {
			q, ok := j.pair(u, w)
			if !ok {
				continue
			}
			if err := j.add(ctx, q); err != nil {
				return err
			}
		}
	}
	return nil
}

// shape is that of a coordinate of a pair by itself, or side by side with others.
func (j *joiner) shape(q pair, lanes int) shape { return shape{j.width(j.node(q.runs)), lanes} }

// words is the size of the buffer that a pair needs, or as many as there are lanes.
func (j *joiner) words(q pair, s shape) int {
	words := j.node(q.runs).Size() * s.width * s.lanes
	if j.two {
		return 2 * words
	}
	return words
}

// add joins the states with the colours of a pair, by itself or when there are others with the same runs.
func (j *joiner) add(ctx context.Context, q pair) error {
	if s := j.shape(q, halves.Lanes); j.ar(s) == nil || j.words(q, s) > len(j.buffer) {
		return j.join(ctx, q)
	}
	key := waitingKey{q.runs, q.times}
	pairs := append(j.waiting[key], q)
	if len(pairs) < halves.Lanes {
		j.waiting[key] = pairs
		return nil
	}
	j.waiting[key] = pairs[:0]
	return j.join(ctx, pairs...)
}

// fewLanes is the number of pairs up to which they are faster one by one.
const fewLanes = 2

// joinWaiting joins the pairs that still wait, of all joiners.
func joinWaiting(ctx context.Context, joiners []*joiner) error {
	all := map[waitingKey][]pair{}
	for _, j := range joiners {
		for key, pairs := range j.waiting {
			all[key] = append(all[key], pairs...)
		}
		clear(j.waiting)
	}
	var parts [][]pair
	for _, pairs := range all {
		for part := range slices.Chunk(pairs, halves.Lanes) {
			if len(part) > fewLanes {
				parts = append(parts, part)
				continue
			}
			for i := range part {
				parts = append(parts, part[i:i+1])
			}
		}
	}
	return shareAmong(joiners, len(parts), func(i int, j *joiner) error { return j.join(ctx, parts[i]...) })
}

// shareAmong shares n parts among joiners, each of which has a thread.
func shareAmong(joiners []*joiner, n int, join func(i int, j *joiner) error) error {
	idle := make(chan *joiner, len(joiners))
	for _, j := range joiners {
		idle <- j
	}
	return parallelErrors(len(joiners), n, func(i int) error {
		j := <-idle
		defer func() { idle <- j }()
		return join(i, j)
	})
}

// join joins the states with the colours of a pair, or of several with the same runs, side by side.
func (j *joiner) join(ctx context.Context, pairs ...pair) error {
	q, n := pairs[0], j.node(pairs[0].runs)
	s := j.shape(q, 1)
	if len(pairs) > 1 {
		s.lanes = halves.Lanes
	}
	words := j.words(q, s)
	if words > len(j.buffer) {
		j.postponed = append(j.postponed, pairs...)
		return nil
	}
	left, right := j.buffer[:words], j.buffer[:words]
	if j.two {
		left, right = j.buffer[:words/2], j.buffer[words/2:words]
	}
	if len(pairs) < s.lanes {
		clear(j.buffer[:words])
	}
	for i, values := range [2][]uint64{left, right} {
		if i == 1 && !j.two {
			break
		}
		if err := j.sort(n, pairs, i == 1, places{values, s.width, s.lanes}); err != nil {
			return err
		}
	}
	ar := j.ar(s)
	if err := n.Transform(ctx, ar, left); err != nil {
		return err
	}
	if j.two {
		if err := n.Transform(ctx, ar, right); err != nil {
			return err
		}
	}
	sum := j.sums[s]
	if sum == nil {
		sum = j.form.NewSum(ar)
		j.sums[s] = sum
	}
	sum.Add(n.Node, left, right, q.times)
	return nil
}

// firstOf returns where the block of each interface class begins in a tile.
func (j *joiner) firstOf(t, g int) []int64 {
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

// sort puts the values of the states with the colours of some pairs, side by side, in the order of their words: those of the
// left vector or of the right one, which turned is the same with the board turned.
func (j *joiner) sort(n wordNode, pairs []pair, right bool, out places) error {
	for lane, q := range pairs {
		if j.turned && right {
			q = pair{halves: j.imageOf(q), runs: q.runs}
		}
		v, err := j.tiles(j.tileOf(q))
		if err != nil {
			return err
		}
		s := &j.sorted[lane]
		s.values = v.left
		if right && !j.turned {
			s.values = v.right
		}
		if j.turned {
			s.blocks = j.blocksTurned(s.blocks[:0], n, q, right)
		} else {
			s.blocks = j.blocksOf(s.blocks[:0], n, q)
		}
		filled := 0
		for i := range s.blocks {
			filled += s.blocks[i].cells()
		}
		if filled != n.Size() {
			return fmt.Errorf("border: colours %v: %d values, want %d", q.halves, filled, n.Size())
		}
	}
	out.scatter(j.sorted[:len(pairs)])
	return nil
}

// blocksOf appends the blocks of a tile that have the states with the colours of a pair: those of a colouring, and of its
// exchange, of which the one or the other is stored.
func (j *joiner) blocksOf(blocks []block, n wordNode, q pair) []block {
	t, g := j.tileOf(q)
	first := j.firstOf(t, g)
	lead := j.leadingPrefixes(n, q)
	for exchange, u := range j.orientations(prefix, q.halves[prefix]) {
		w := q.halves[suffix]
		if exchange == 1 {
			if w = j.colours[suffix][w].swapped; u == q.halves[prefix] && w == q.halves[suffix] {
				break
			}
		}
		j.inCommon(u, w, func(k int) {
			if exchange == 1 && j.lay.interfaces[k].isNeutral() {
				return
			}
			rows, columns := &j.inClass[prefix][u][k], &j.inClass[suffix][w][k]
			active, idle := j.lay.active[k], j.lay.idle[k]
			size := int64(idle.binSize(g))
			b := block{at: first[k] + int64(rows.lo-active.start[t])*size + int64(columns.lo-idle.start[g]), size: size}
			b.places, b.begins = lead.of(exchange, rows)
			for i, ranks := range j.rank[k] {
				if ranks != nil {
					b.ranks[i] = ranks[columns.lo:columns.hi]
				}
			}
			blocks = appendParts(blocks, b)
		})
	}
	return blocks
}

// orientations returns a colouring of a half and its exchange.
func (j *joiner) orientations(h half, i int32) [2]int32 { return [2]int32{i, j.colours[h][i].swapped} }

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
	first, l := j.newPlaces(), leading{}
	for _, u := range j.orientations(prefix, q.halves[prefix]) {
		l.second = len(j.places) - first
		c := &j.colours[prefix][u]
		for _, rows := range j.ranges[prefix][u] {
			for _, letters := range j.letters[prefix][rows.class][rows.lo:rows.hi] {
				place, begins := prefixPlace(n.Node, len(c.inner), end, letters)
				j.places, j.begins = append(j.places, place), append(j.begins, begins)
			}
		}
	}
	l.places, l.begins = j.places[first:], j.begins[first:]
	j.leading[key] = l
	return l
}

// mostPlaces is about how many places are kept.
const mostPlaces = 1 << 20

// newPlaces returns where the places of another colouring begin.
func (j *joiner) newPlaces() int {
	if len(j.places) > mostPlaces {
		clear(j.leading)
		j.places, j.begins = j.places[:0], j.begins[:0]
	}
	return len(j.places)
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

// blocksTurned is blocksOf at kink p; if turned is set, in the order of the words that the states have when the board is
// turned. Those of the half that is read first have the places of their beginnings, the others their ranks after them.
func (j *joiner) blocksTurned(blocks []block, n wordNode, q pair, turned bool) []block {
	t, g := j.tileOf(q)
	first := j.firstOf(t, g)
	lead := j.leadingTurned(n, q, turned)
	for exchange := range 2 {
		u, w := q.halves[prefix], q.halves[suffix]
		if exchange == 1 {
			if u, w = j.colours[prefix][u].swapped, j.colours[suffix][w].swapped; u == q.halves[prefix] && w == q.halves[suffix] {
				break
			}
		}
		suf := j.colours[suffix][w].word
		j.inCommon(u, w, func(k int) {
			if j.lay.interfaces[k].isNeutral() && (suf != 0 && suf.whiteLast() || suf == 0 && exchange == 1) {
				return // stored with a suffix whose last stone is black; and if it has none, with both
			}
			rows, columns := &j.inClass[suffix][w][k], &j.inClass[prefix][u][k]
			active, idle := j.lay.active[k], j.lay.idle[k]
			size := int64(idle.binSize(t))
			b := block{at: first[k] + int64(rows.lo-active.start[g])*size + int64(columns.lo-idle.start[t]), size: size}
			if turned {
				b.places, _ = lead.of(exchange, rows)
				b.ranks[0] = j.turnedRank[k][columns.lo:columns.hi]
			} else {
				b.places = j.rank[k][liveOrNone][rows.lo:rows.hi]
				b.ranks[0], _ = lead.of(exchange, columns)
			}
			blocks = appendParts(blocks, b)
		})
	}
	return blocks
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
	first, l := j.newPlaces(), leading{}
	for _, i := range j.orientations(h, q.halves[h]) {
		l.second = len(j.places) - first
		c := &j.colours[h][i]
		for _, r := range j.ranges[h][i] {
			for _, letters := range j.letters[h][r.class][r.lo:r.hi] {
				_, place := along(n.Node, letters, len(c.spans))
				j.places = append(j.places, place)
			}
		}
	}
	l.places = j.places[first:]
	j.leading[key] = l
	return l
}

// joinRest joins what waits, and then what was too large for the buffers of the joiners, one after the other, in a buffer that may
// be larger.
func joinRest(ctx context.Context, joiners []*joiner, buffer []uint64) error {
	if err := joinWaiting(ctx, joiners); err != nil {
		return err
	}
	var left []pair
	for _, j := range joiners {
		left = append(left, j.postponed...)
		j.postponed = nil
	}
	j := joiners[0]
	for _, q := range left {
		if need := j.words(q, j.shape(q, 1)); need > len(buffer) {
			buffer = nil // give it back before the larger one is taken
			buffer = make([]uint64, need)
		}
		j.buffer = buffer
		if err := j.join(ctx, q); err != nil {
			return err
		}
	}
	return nil
}
