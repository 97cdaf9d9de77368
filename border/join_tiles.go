package border

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"sync"
	"sync/atomic"

	"combigo/border/halves"
	"combigo/modular"
)

// A Join adds up L(height, width) from two vectors that a caller keeps elsewhere, such as the tiles of an [External], one
// pair of tiles at a time. Vectors are the completions by [Join.Columns] columns, so what bins leave in
// stage 2*columns-1 of an External of any width above columns+1; or, by no column, one for each state
// without needy stones.
//
// What a tile yields is a partial sum; those of all tiles, in any order, add up to L(height, width). There are two ways:
//
//   - [Join.Exact] reads the residues of a tile modulo as many primes as make its values known, [ResiduesFor] of them, and
//     yields a rational number. The sum of all must be an integer, which is a strong check on everything
//     before.
//   - [Join.Modulo] reads the residues modulo one prime, and yields a residue of L(height, width). That takes the primes of
//     the whole number, but no more than one residue of a vector is ever kept.
//
// A Join keeps no vector. Beside the tiles it takes [Join.Bytes]. It may be used by one goroutine at a time, and shares the
// work on a tile among its threads.
type Join struct {
	shared  *joining
	columns [2]int // by which the left vector and the right one are completed: one vector if the width is odd, otherwise the right one has a column less
	radix   *modular.MixedRadix
	threads int
	joiners []*joiner // by thread, between tiles
}

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
		columns: [2]int{width / 2, (width - 1) / 2}, threads: opt.threads(),
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

// Bytes estimates what the join takes beside the tiles that it reads.
func (j *Join) Bytes(exact bool) int64 {
	width := 1
	if exact {
		width = ResiduesFor(j.shared.m, j.columns[0]) + 1
	}
	words := int64(j.shared.form.Words(alternating(j.shared.m)).Size()) * int64(width)
	if j.columns[0] != j.columns[1] {
		words *= 2
	}
	return 2*8*words + joinBytes(j.shared.m)
}

// Exact joins the tiles of a prefix bin and a suffix bin. left[i] and right[i] are the values of the states of the tile
// modulo the i-th prime; right is nil if the vectors are one. The error is [ErrImpossibleValue] if some give a number that
// is no number of completions.
func (j *Join) Exact(ctx context.Context, prefixBin, suffixBin int, left, right [][]uint64) (*big.Rat, error) {
	var impossible atomic.Bool
	m := j.shared.m
	v := tilePair{left: newPlanes(j.radix, left, j.columns[0]*m, &impossible)}
	if right != nil {
		v.right = newPlanes(j.radix, right, j.columns[1]*m, &impossible)
	}
	sum := new(big.Rat)
	err := j.tile(ctx, prefixBin, suffixBin, v, limbJoiners(j.columns[0]*m), func(s *halves.Sum) { sum.Add(sum, s.Rat()) })
	if err == nil && impossible.Load() {
		err = ErrImpossibleValue
	}
	return sum, err
}

// Modulo joins the tiles of a prefix bin and a suffix bin modulo a prime between 2^16 and 2^[ModulusBits]. right is nil if
// the vectors are one.
func (j *Join) Modulo(ctx context.Context, prefixBin, suffixBin int, prime uint64, left, right []uint64) (uint64, error) {
	ar, err := halves.Residues(prime)
	if err != nil {
		return 0, err
	}
	v := tilePair{left: limbTile{halfWords(left), 2}}
	if right != nil {
		v.right = limbTile{halfWords(right), 2}
	}
	var sum uint64
	setUp := func(j *joiner) { j.ar = func(int) halves.Arithmetic { return ar } }
	err = j.tile(ctx, prefixBin, suffixBin, v, setUp, func(s *halves.Sum) { sum = (sum + s.Residue()) % prime })
	return sum, err
}

// joinBuffer is the most words that a thread keeps for the words of a pair of colourings.
const joinBuffer = 1 << 22

// tile shares the colourings of a tile among the threads. Pairs of colourings with many words come last, one after the
// other.
func (j *Join) tile(
	ctx context.Context, t, g int, v tilePair, setUp func(*joiner), add func(*halves.Sum),
) error {
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
	var failed error
	var once sync.Once
	prefixes := j.shared.bins[prefix][t]
	parallel(j.threads, len(prefixes), func(i int) {
		w := <-idle
		if err := w.prefix(ctx, prefixes[i], t, g, v); err != nil {
			once.Do(func() { failed = err })
		}
		idle <- w
	})
	if failed != nil {
		return failed
	}
	buffer := j.joiners[0].buffer
	err := joinPostponed(ctx, j.joiners, buffer, func(int, int) (tilePair, error) { return v, nil })
	j.joiners[0].buffer = buffer // the larger one that it may have had is given back
	for _, w := range j.joiners {
		for _, s := range w.sums {
			add(s)
		}
	}
	return err
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
