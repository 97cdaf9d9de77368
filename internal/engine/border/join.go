package border

import (
	"context"
	"errors"
	"math/big"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
)

// The join: L(m,2k-1) is the sum of norm v(k) v(k) over all words, L(m,2k) that of norm v(k)
// v(k+1). It goes over the chunks of a share, and adds the products up by the kinds of the two
// parts of a word.

// ErrNotInteger says that a join is not an integer, so that something was computed wrongly.
var ErrNotInteger = errors.New("border: the sum over the words is not an integer")

// ErrImpossibleValue says that residues give a value that is larger than values can be, so that one
// of the residues is wrong.
var ErrImpossibleValue = errors.New("border: residues give a value that is too large: one of them is wrong")

// sums are numbers of some limbs: by the kind of the row, by that of the idle word.
type sums struct {
	idle, limbs int
	all         []uint64
}

func newSums(k *kinds[weight], limbs int) *sums {
	return &sums{len(k.idle), limbs, make([]uint64, len(k.row)*len(k.idle)*limbs)}
}

func (s *sums) at(row, idle int) []uint64 { return s.all[(row*s.idle+idle)*s.limbs:][:s.limbs] }

// A rowJoin adds the products for the j-th row of a chunk to sums, one for each idle word.
type rowJoin func(j int, kind uint16, sums []uint64)

// allSources stands for the rows of all sources.
const allSources = -1

// join adds to sums all products of the words of a share whose rows come from a source, or from
// any. A join is short compared with the phases, and reports no progress.
func (l *layout) join(ctx context.Context, opt par.Options, share int, k *kinds[weight], source int, total *sums,
	begin func(c *chunk, b *scratch) rowJoin,
) error {
	limbs, chunks := total.limbs, l.share(share)
	opt.Progress = nil
	var lock sync.Mutex
	byThread := make([]*scratch, opt.Goroutines())
	defer func() {
		for _, b := range byThread {
			if b != nil {
				scratches.Put(b)
			}
		}
	}()
	return opt.EachWorker(ctx, len(chunks), func(g, i int) {
		b := byThread[g]
		if b == nil {
			b = newScratch()
			if n := len(k.row) * lanes * limbs; len(b.part) < n || len(b.used) < len(k.row) {
				b.part, b.used = make([]uint64, n), make([]bool, len(k.row))
			}
			byThread[g] = b
		}
		c := &chunks[i]
		ofRows, idle := k.of(c)
		add := begin(c, b)
		next := func(j int, kind uint16) {
			b.used[kind] = true
			add(j, kind, b.part[int(kind)*lanes*limbs:][:lanes*limbs])
		}
		if source == allSources {
			for j, kind := range ofRows {
				next(j, kind)
			}
		} else {
			for j, row := range l.index[c.number].rows[source] {
				next(j, ofRows[row/rowBytes])
			}
		}
		lock.Lock()
		defer lock.Unlock()
		for row, used := range b.used {
			if !used {
				continue
			}
			part := b.part[row*lanes*limbs:][:lanes*limbs]
			for i, kind := range idle {
				addTo(total.at(row, int(kind)), part[i*limbs:][:limbs])
			}
			clear(part)
			b.used[row] = false
		}
	})
}

// joinModulo returns the sum modulo a prime.
func (l *layout) joinModulo(ctx context.Context, opt par.Options, share int, k *kinds[weight], f *field, source int, x, y reader) (uint64, error) {
	const limbs = 2
	total := newSums(k, limbs)
	err := l.join(ctx, opt, share, k, source, total, func(c *chunk, s *scratch) rowJoin {
		a := x(c, s.room(0, c.rows))
		b := y(c, s.room(1, c.rows))
		return func(j int, _ uint16, sums []uint64) {
			addProducts((*[limbs * lanes]uint64)(sums), rowAt(a, int32(j)*rowBytes), rowAt(b, int32(j)*rowBytes))
		}
	})
	if err != nil {
		return 0, err
	}
	sum := modular.Element(0)
	for i, row := range k.row {
		part := modular.Element(0)
		for j, idle := range k.idle {
			x := total.at(i, j)
			if isZero(x) {
				continue // no word of the share
			}
			part = f.Add(part, f.Mul(modular.Element(bits.Rem64(x[1], x[0], uint64(f.prime))), f.ratio(idle.norm)))
		}
		sum = f.Add(sum, f.Mul(part, f.ratio(row.norm)))
	}
	return uint64(sum), nil // plain numbers times elements are plain numbers
}

// joinExact returns the sum for a vector whose residues determine its values. The sum over all
// shares is an integer.
func (l *layout) joinExact(ctx context.Context, opt par.Options, k *kinds[weight], c *codec, share int, from []reader) (*big.Rat, error) {
	total := newSums(k, 2*max(squareLimbs, len(c.limbs))+1)
	var wrong atomic.Bool
	err := l.join(ctx, opt, share, k, allSources, total, func(chunk *chunk, room *scratch) rowJoin {
		by, s, values := c.denominatorsOf(k, chunk), c.newBuffer(), make([][]uint32, len(from))
		for i, read := range from {
			values[i] = read(chunk, room.room(i, chunk.rows))
		}
		add := s.addSquares
		if len(c.limbs) > squareLimbs {
			add = s.addLargeSquares
		}
		return func(j int, kind uint16, sums []uint64) {
			if load(s.residues, values, j); !s.encode(by.of(kind)) {
				wrong.Store(true)
			}
			add(sums)
		}
	})
	if err == nil && wrong.Load() {
		err = ErrImpossibleValue
	}
	return total.sum(k), err
}

// sum returns the sum of exact products, each times the factors of its kinds.
func (s *sums) sum(k *kinds[weight]) *big.Rat {
	total := new(big.Rat)
	for i, row := range k.row {
		part := new(big.Rat)
		for j, idle := range k.idle {
			if isZero(s.at(i, j)) {
				continue
			}
			x := new(big.Rat).SetInt(modular.FromLimbs(s.at(i, j)))
			part.Add(part, x.Mul(x, idle.factor()))
		}
		total.Add(total, part.Mul(part, row.factor()))
	}
	return total
}

func isZero(x []uint64) bool {
	return !slices.ContainsFunc(x, func(limb uint64) bool { return limb != 0 })
}

// addTo adds a number to another one of the same length.
func addTo(sum, x []uint64) {
	carry := uint64(0)
	for i := range sum {
		sum[i], carry = bits.Add64(sum[i], x[i], carry)
	}
}

// addProducts adds the products of all lanes to sums of two limbs.
//
//go:noinline
func addProducts(sums *[2 * lanes]uint64, a, b *row) {
	_, _, _ = *sums, *a, *b // no pointer is nil
	for i := range a {
		var carry uint64
		sums[2*i], carry = bits.Add64(sums[2*i], uint64(a[i])*uint64(b[i]), 0)
		sums[2*i+1] += carry
	}
}

// squareLimbs is what [codecBuffer.addSquares] takes.
const squareLimbs = 3

// addSquares adds the squares of all lanes to sums of 7 limbs, for values of up to 3 limbs.
func (s *codecBuffer) addSquares(sums []uint64) {
	var limit [squareLimbs]uint64
	copy(limit[:], s.limbs)
	for l := range lanes {
		// The number is less than twice the limit, which fits.
		var x0, x1, x2, c uint64
		for i, d := range s.digits {
			p := uint64(s.fields[i].prime)
			h0, l0 := bits.Mul64(x0, p)
			h1, l1 := bits.Mul64(x1, p)
			x0, c = bits.Add64(l0, uint64(d[l]), 0)
			x1, c = bits.Add64(l1, h0, c)
			x2 = x2*p + h1 + c
		}
		x0, c = bits.Sub64(x0, limit[0], 0)
		x1, c = bits.Sub64(x1, limit[1], c)
		x2, c = bits.Sub64(x2, limit[2], c)
		negative := -c
		x0, c = bits.Add64(x0^negative, c, 0)
		x1, c = bits.Add64(x1^negative, 0, c)
		x2, _ = bits.Add64(x2^negative, 0, c)
		// Products of different limbs count twice.
		t := (*[2*squareLimbs + 1]uint64)(sums[(2*squareLimbs+1)*l:])
		h1, l1 := bits.Mul64(x0, x1)
		h2, l2 := bits.Mul64(x0, x2)
		h3, l3 := bits.Mul64(x1, x2)
		h1, c = bits.Add64(h1, l2, 0)
		h2, c = bits.Add64(h2, l3, c)
		h3 += c
		for range 2 {
			t[1], c = bits.Add64(t[1], l1, 0)
			t[2], c = bits.Add64(t[2], h1, c)
			t[3], c = bits.Add64(t[3], h2, c)
			t[4], c = bits.Add64(t[4], h3, c)
			t[5], c = bits.Add64(t[5], 0, c)
			t[6] += c
		}
		h0, l0 := bits.Mul64(x0, x0)
		h1, l1 = bits.Mul64(x1, x1)
		h2, l2 = bits.Mul64(x2, x2)
		t[0], c = bits.Add64(t[0], l0, 0)
		t[1], c = bits.Add64(t[1], h0, c)
		t[2], c = bits.Add64(t[2], l1, c)
		t[3], c = bits.Add64(t[3], h1, c)
		t[4], c = bits.Add64(t[4], l2, c)
		t[5], c = bits.Add64(t[5], h2, c)
		t[6] += c
	}
}

// addLargeSquares adds the squares of all lanes to sums, for values of any number of limbs.
func (s *codecBuffer) addLargeSquares(sums []uint64) {
	n := len(s.limbs)
	x, square := make([]uint64, n), make([]uint64, 2*n+1)
	for l := range lanes {
		s.magnitude(x, l)
		clear(square)
		for i := range x {
			carry := uint64(0)
			for j := range x {
				high, low := bits.Mul64(x[i], x[j])
				var over uint64
				low, over = bits.Add64(low, carry, 0)
				high += over
				square[i+j], over = bits.Add64(square[i+j], low, 0)
				carry = high + over
			}
			square[i+n] = carry
		}
		addTo(sums[(2*n+1)*l:][:2*n+1], square)
	}
}
