package border

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync/atomic"

	"combigo/border/halves"
	"combigo/modular"
)

// A Join adds up L(height, width) from two vectors that a caller keeps elsewhere, such as the tiles of an [External], one
// pair of tiles at a time. Vectors are the completions by width/2 columns, and if the width is even the right one has a column
// less: what bins leave in stage 2*columns-1 of an External of any width above columns+1; or, by no column, one for each
// state without needy stones.
//
// What a tile yields is a partial sum; those of all tiles, in any order, add up to L(height, width). There are two ways:
//
//   - [Join.Exact] reads the residues of a tile modulo as many primes as make its values known, [ResiduesFor] of them, and
//     yields a rational number. The sum of all must be an integer, which is a strong check on everything
//     before.
//   - [Join.Modulo] reads the residues modulo one prime, and yields a residue of L(height, width). That takes the primes of
//     the whole number, but no more than one residue of a vector is ever kept.
//
// A Join keeps no vector, but one tile at a time; [Join.Need] says what that takes. It may be used by one goroutine at a time, and
// shares the work on a tile among its threads.
type Join struct {
	shared  *joining
	columns [2]int // by which the left vector and the right one are completed: one vector if the width is odd, otherwise the right one has a column less
	radix   *modular.MixedRadix
	threads int
	part    int64 // values that are read at a time of a tile in parts
	inParts bool
	sizes   tileSizes     // once they are asked for
	joiners []*joiner     // by thread, between tiles
	buffers [2][][]uint64 // for the values of a tile, between tiles
}

// TileValues are the values of a tile that the caller of a [Join] has, modulo each of its primes.
type TileValues struct {
	Primes int // their number
	// Read fills values with those modulo a prime from place `from` on, which is a multiple of [PartValues]: up to another
	// one, or the end of the tile. Calls come one at a time.
	Read func(prime int, from int64, values []uint64) error
}

// PartValues is the number of values of a tile that a [Join] reads at a time if it does not read the whole tile.
const PartValues = 1 << 17

// NewJoin prepares to join vectors of L(height, width). The primes are those of the residues of Exact, in order; there
// may be more than are needed. Nothing of [Engine.NewExternal] is needed for it.
func (e *Engine) NewJoin(width int, primes []uint64, opt Options) (*Join, error) {
	if width < 1 {
		return nil, fmt.Errorf("border: width %d, want 1 or more", width)
	}
	if e.layout.m > halves.MaxRuns {
		return nil, fmt.Errorf("border: height %d is above %d, the largest for halves of a board", e.layout.m, halves.MaxRuns)
	}
	radix, err := modular.NewMixedRadix(primes)
	if err != nil {
		return nil, err
	}
	j := &Join{
		shared: newJoining(e.layout, e.layout.phases[prefix].layer(0), false), radix: radix,
		columns: [2]int{width / 2, (width - 1) / 2}, threads: opt.threads(), part: PartValues,
	}
	return j, nil
}

// ResiduesFor returns how many residues modulo primes just below 2^62 make the completions by some columns of a height known.
func ResiduesFor(height, columns int) int { return residuesOf(height * columns) }

// residuesOf is how many primes just below 2^62 have a product above 3^points.
func residuesOf(points int) int {
	const bitsPerPrime = ModulusBits - 1e-6
	return int(float64(points)*bitsPerPoint/bitsPerPrime) + 1
}

var bitsPerPoint = math.Log2(3)

// Bins returns how many bins there are of prefixes and of suffixes. There is a tile for each pair of them: the one that bin
// `suffixes` of an odd stage of an [External] writes for bin `prefixes` of the next stage.
func (j *Join) Bins() (prefixes, suffixes int) {
	return j.shared.sorted[prefix].count, j.shared.sorted[suffix].count
}

// TileStates returns the number of values of a tile.
func (j *Join) TileStates(prefixBin, suffixBin int) int64 {
	var n int64
	for k := range j.shared.lay.interfaces {
		n += int64(j.shared.list(prefix, k).binSize(prefixBin)) * int64(j.shared.list(suffix, k).binSize(suffixBin))
	}
	return n
}

// A JoinNeed is the bytes that a join takes.
type JoinNeed struct {
	Whole int64 // if it reads whole tiles
	Least int64 // after [Join.InParts]
	Again int64 // the most that it then reads more than once
}

// Need estimates what the join takes with a number of threads. planes is the number of residues of a value that it reads, those of both
// vectors together.
func (j *Join) Need(planes, threads int, exact bool) JoinNeed {
	width, vectors := 1, 1
	if exact {
		width = ResiduesFor(j.shared.m, j.columns[0]) + 1
	}
	if j.columns[0] != j.columns[1] {
		vectors = 2
	}
	words := int64(j.shared.form.Words(alternating(j.shared.m)).Size()) * int64(width*vectors)
	sizes := j.tileSizes()
	beside := 8*(words+int64(threads)*joinBuffer) + joinBytes(j.shared.m)
	return JoinNeed{
		Whole: 8*int64(planes)*sizes.whole + beside,
		Least: 8*int64(planes)*sizes.inMemory(j.part) + beside,
		Again: 8 * int64(planes) * sizes.parts * (readings - 1),
	}
}

// tileSizes are states: of the largest tile, of the largest of those that cannot be read in parts, and of all others together.
type tileSizes struct{ whole, least, parts int64 }

func (j *Join) tileSizes() tileSizes {
	if j.sizes.whole > 0 {
		return j.sizes
	}
	prefixes, suffixes := j.Bins()
	for t := range prefixes {
		for g := range suffixes {
			n := j.TileStates(t, g)
			j.sizes.whole = max(j.sizes.whole, n)
			if j.hasParts(t, g) {
				j.sizes.parts += n
			} else {
				j.sizes.least = max(j.sizes.least, n)
			}
		}
	}
	return j.sizes
}

// inMemory is the most states of a tile that are in memory at once if some are read in parts.
func (s tileSizes) inMemory(part int64) int64 { return max(s.least, min(s.whole, part)) }

// InParts has the join read large tiles in parts, where the bins are single patterns of colours, one after the other and several times.
func (j *Join) InParts() { j.inParts = true }

// hasParts reports whether a tile is large, and of a single colouring of each half, and its exchange. The largest tiles are. Then there
// are two pairs of colourings, each with its exchange, so that no part is read more often than that.
func (j *Join) hasParts(prefixBin, suffixBin int) bool {
	return len(j.shared.bins[prefix][prefixBin]) <= 2 && len(j.shared.bins[suffix][suffixBin]) <= 2 &&
		j.TileStates(prefixBin, suffixBin) > j.part
}

// readings is how often a part of a tile is read at the most.
const readings = 4

// Exact joins the tiles of a prefix bin and a suffix bin. The right one has no primes if the vectors are one. The error is
// [ErrImpossibleValue] if some values give a number that is no number of completions.
func (j *Join) Exact(ctx context.Context, prefixBin, suffixBin int, left, right TileValues) (*big.Rat, error) {
	var impossible atomic.Bool
	m := j.shared.m
	of := func(primes, columns int) func([][]uint64) tileValues {
		p := newPlanes(j.radix, make([][]uint64, primes), columns*m, &impossible)
		return func(values [][]uint64) tileValues {
			p.values = values
			return p
		}
	}
	sum := new(big.Rat)
	err := j.tile(ctx, prefixBin, suffixBin, [2]TileValues{left, right}, of, limbJoiners(j.columns[0]*m),
		func(s *halves.Sum) { sum.Add(sum, s.Rat()) })
	if err == nil && impossible.Load() {
		err = ErrImpossibleValue
	}
	return sum, err
}

// Modulo joins the tiles of a prefix bin and a suffix bin modulo a prime between 2^16 and 2^[ModulusBits], from values modulo this one
// alone. The right tile has no primes if the vectors are one.
func (j *Join) Modulo(ctx context.Context, prefixBin, suffixBin int, prime uint64, left, right TileValues) (uint64, error) {
	ar, err := halves.Residues(prime)
	if err != nil {
		return 0, err
	}
	of := func(int, int) func([][]uint64) tileValues {
		return func(values [][]uint64) tileValues { return limbTile{halfWords(values[0]), 2} }
	}
	var sum uint64
	setUp := func(j *joiner) { j.ar = func(int) halves.Arithmetic { return ar } }
	err = j.tile(ctx, prefixBin, suffixBin, [2]TileValues{left, right}, of, setUp, func(s *halves.Sum) { sum = (sum + s.Residue()) % prime })
	return sum, err
}

// joinBuffer is the most words that a thread keeps for the words of a pair of colourings.
const joinBuffer = 1 << 22

// tile shares the colourings of a tile among the threads. Pairs of colourings with many words come last, one after the
// other; so do all of a tile that is read in parts. of makes values from their residues
// modulo a number of primes, after a number of columns.
func (j *Join) tile(
	ctx context.Context, t, g int, tiles [2]TileValues, of func(primes, columns int) func([][]uint64) tileValues, setUp func(*joiner),
	add func(*halves.Sum),
) error {
	n := j.TileStates(t, g)
	inParts := j.inParts && j.hasParts(t, g)
	var values [2]tileValues
	var parts [2]*tileParts
	for i, tile := range tiles {
		if tile.Primes == 0 {
			continue
		}
		p := &tileParts{tile: tile, of: of(tile.Primes, j.columns[i]), states: n, buffers: j.room(i, tile.Primes, inParts)}
		if parts[i], values[i] = p, p; inParts {
			continue
		}
		if p.load(0); p.err != nil {
			return p.err
		}
		values[i] = p.values
	}
	v := tilePair{left: values[0], right: values[1]}
	readError := func() error {
		for _, p := range parts {
			if p != nil && p.err != nil {
				return p.err
			}
		}
		return nil
	}
	err := j.pairs(ctx, t, g, v, inParts, setUp, readError)
	if err == nil {
		err = readError()
	}
	if err != nil {
		return err
	}
	for _, w := range j.joiners {
		for _, s := range w.sums {
			add(s)
		}
	}
	return nil
}

// room returns room for a number of residues of a tile of the left or the right vector, or of a part of it.
func (j *Join) room(vector, primes int, inParts bool) [][]uint64 {
	for len(j.buffers[vector]) < primes {
		most := j.tileSizes().whole
		if j.inParts {
			most = j.sizes.inMemory(j.part)
		}
		j.buffers[vector] = append(j.buffers[vector], make([]uint64, most))
	}
	room := slices.Clone(j.buffers[vector][:primes])
	for i := range room {
		if inParts {
			room[i] = room[i][:j.part]
		}
	}
	return room
}

// pairs joins the pairs of colourings of a tile, as long as it can be read.
func (j *Join) pairs(ctx context.Context, t, g int, v tilePair, inParts bool, setUp func(*joiner), readError func() error) error {
	idle := make(chan *joiner, j.threads)
	for i := range j.threads {
		if len(j.joiners) <= i {
			j.joiners = append(j.joiners, newJoiner(j.shared))
		}
		w := j.joiners[i]
		w.sums = map[int]*halves.Sum{}
		clear(w.blocks)
		setUp(w)
		if n := int(min(joinBuffer, 2*j.TileStates(t, g)*int64(w.most()))); len(w.buffer) < n {
			w.buffer = make([]uint64, n)
		}
		idle <- w
	}
	prefixes := j.shared.bins[prefix][t]
	err := parallelErrors(j.threads, len(prefixes), func(i int) error {
		w := <-idle
		defer func() { idle <- w }()
		if inParts {
			w.postpone(prefixes[i], j.shared.bins[suffix][g])
			return nil
		}
		return w.prefix(ctx, prefixes[i], t, g, v)
	})
	if err != nil {
		return err
	}
	return joinPostponed(ctx, j.joiners, j.joiners[0].buffer, func(int, int) (tilePair, error) { return v, readError() })
}

// tileParts are the values of a tile of which some that follow each other are in memory: all, or a part.
type tileParts struct {
	tile      TileValues
	of        func([][]uint64) tileValues
	states    int64
	buffers   [][]uint64 // by prime
	from, end int64      // what is in memory
	values    tileValues
	err       error // of reading
}

// load reads the values of the part that begins with, or has, a place.
func (p *tileParts) load(at int64) {
	if p.from <= at && at < p.end || p.err != nil {
		return
	}
	p.from = at - at%int64(len(p.buffers[0]))
	p.end = min(p.states, p.from+int64(len(p.buffers[0])))
	residues := make([][]uint64, len(p.buffers))
	for i, b := range p.buffers {
		residues[i] = b[:p.end-p.from]
		if p.err = p.tile.Read(i, p.from, residues[i]); p.err != nil {
			return
		}
	}
	p.values = p.of(residues)
}

// scatter scatters the rows of a block part by part.
func (p *tileParts) scatter(out []uint64, width int, b *block) {
	for i := 0; i < len(b.places); {
		at, columns := b.at+int64(i)*b.size, int64(len(b.row(i)))
		if columns == 0 {
			return
		}
		p.load(at)
		if rows := min(int64(len(b.places)-i), (p.end-at-columns)/b.size+1); p.end >= at+columns {
			p.rows(out, width, b, i, i+int(rows), 0, columns)
			i += int(rows)
			continue
		}
		for c := int64(0); c < columns && p.err == nil; { // a row that goes on in the next part
			p.load(at + c)
			n := min(columns-c, p.end-at-c)
			p.rows(out, width, b, i, i+1, c, c+n)
			c += n
		}
		i++
	}
}

// rows scatters some columns of rows lo to hi-1 of a block.
func (p *tileParts) rows(out []uint64, width int, b *block, lo, hi int, from, to int64) {
	if p.err != nil {
		return
	}
	part := block{at: b.at + int64(lo)*b.size + from - p.from, size: b.size, places: b.places[lo:hi]}
	if b.begins != nil {
		part.begins = b.begins[lo:hi]
	}
	for i, ranks := range b.ranks {
		if ranks != nil {
			part.ranks[i] = ranks[from:to]
		}
	}
	p.values.scatter(out, width, &part)
}

// planes are the residues of the values of a tile.
type planes struct {
	radix      *modular.MixedRadix
	values     [][]uint64
	limit      modular.Limit
	impossible *atomic.Bool // is set if a value is not below the limit
}

// ErrImpossibleValue says that residues give a value that no number of completions can be, so that one of them is
// wrong.
var ErrImpossibleValue = errors.New("border: residues of a value give a number that is too large: one of them is wrong")

// newPlanes takes the residues of completions of a number of points.
func newPlanes(radix *modular.MixedRadix, values [][]uint64, points int, impossible *atomic.Bool) planes {
	return planes{radix, values, radix.Limit(completionsBelow(points), len(values)), impossible}
}

// completionsBelow is above the number of completions by some points: these have three colours at most.
func completionsBelow(points int) *big.Int {
	n := new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(points)), nil)
	return n.Add(n, big.NewInt(1))
}

// ExtensionOf prepares to find residues modulo another prime of the completions by some columns, from those modulo primes
// that make them known.
func ExtensionOf(primes []uint64, prime uint64, height, columns int) (*modular.Extension, error) {
	radix, err := modular.NewMixedRadix(primes)
	if err != nil {
		return nil, err
	}
	return radix.Extension(prime, completionsBelow(height*columns))
}

func (p planes) scatter(out []uint64, width int, b *block) {
	var buffer [16]uint64
	var x []uint64
	if n := len(p.values); n <= len(buffer) {
		x = buffer[:n]
	} else {
		x = make([]uint64, n)
	}
	for i, row := range b.places {
		at := b.at + int64(i)*b.size
		for c, rank := range b.row(i) {
			for l, plane := range p.values {
				x[l] = plane[at+int64(c)]
			}
			p.radix.Digits(x)
			if !p.limit.Exceeds(x) {
				p.impossible.Store(true)
			}
			p.radix.Limbs(x)
			v := out[int(row+rank)*width:][:width]
			clear(v[copy(v, x):])
		}
	}
}
