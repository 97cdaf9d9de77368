package border

import (
	"context"
	"errors"
	"math/big"
	"math/bits"
	"sync"

	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
)

// ErrNotInteger says that a join is not an integer, so that something was computed wrongly.
var ErrNotInteger = errors.New("border: the sum over the words is not an integer")

// ErrImpossibleValue says that residues give a value that is larger than values can be, so that one
// of the residues is wrong.
var ErrImpossibleValue = errors.New("border: residues give a value that is too large: one of them is wrong")

// A sum is one of products, in two words: the lower one first.
type sum [2]uint64

// add adds a sum of products, whose lower halves and upper halves were added apart.
func (s *sum) add(low, high uint64) {
	var carry uint64
	s[0], carry = bits.Add64(s[0], low, 0)
	s[1] += carry
	s[0], carry = bits.Add64(s[0], high<<32, 0)
	s[1] += high>>32 + carry
}

// A scratch is the memory that a thread of a join uses again and again.
type scratch struct {
	sums []laneSums // of a chunk, by the kind of the row, by the prime
	used []bool     // kinds of rows
	rooms
}

// scratches are those that nobody uses.
var scratches sync.Pool

func newScratch() *scratch {
	if b, ok := scratches.Get().(*scratch); ok {
		return b
	}
	return &scratch{}
}

// allSources stands for the rows of all sources.
const allSources = -1

// join returns the sum of the products of the words of a share whose rows come from a source, or
// from any, modulo the primes of some fields: of one vector with itself, or of two. A join is short
// compared with the phases, and reports no progress.
func (l *layout) join(ctx context.Context, opt par.Options, share int, k *kinds[weight], fields []*field, source int, vectors ...loader) ([]uint64, error) {
	chunks, n := l.share(share), len(fields)
	totals := make([]sum, len(k.row)*len(k.idle)*n) // by the row, by the idle word, by the prime
	opt.Progress = nil
	var lock sync.Mutex
	err := opt.Each(ctx, len(chunks), func(i int) {
		c, b := &chunks[i], newScratch()
		defer scratches.Put(b)
		if len(b.sums) < len(k.row)*n || len(b.used) < len(k.row) {
			b.sums, b.used = make([]laneSums, len(k.row)*n), make([]bool, len(k.row))
		}
		x := vectors[0](c, &b.rooms)
		y := x
		if len(vectors) > 1 {
			other := newScratch()
			defer scratches.Put(other)
			y = vectors[1](c, &other.rooms)
		}
		ofRows, idle := k.of(c)
		rows := l.inOrder[:c.rows]
		if source != allSources {
			rows = l.index[c.number].rows[source]
		}
		for j, row := range rows {
			kind, at := int(ofRows[row/rowBytes]), int32(j)*rowBytes
			b.used[kind] = true
			for p := range n {
				fastest.addProducts(&b.sums[kind*n+p], rowAt(x[p], at), rowAt(y[p], at))
			}
		}
		lock.Lock()
		defer lock.Unlock()
		for kind := range k.row {
			if !b.used[kind] {
				continue
			}
			b.used[kind] = false
			for p := range n {
				part := &b.sums[kind*n+p]
				for i, of := range idle {
					totals[(kind*len(k.idle)+int(of))*n+p].add(part.low[i], part.high[i])
				}
				*part = laneSums{}
			}
		}
	})
	residues := make([]uint64, n)
	for p, f := range fields {
		residues[p] = f.weigh(k, totals[p:], n)
	}
	return residues, err
}

// weigh returns the sum of totals, each times the norms of its kinds: of every n-th one, by the
// row, by the idle word.
func (f *field) weigh(k *kinds[weight], totals []sum, n int) uint64 {
	all := modular.Element(0)
	for i, row := range k.row {
		ofRow := modular.Element(0)
		for j, idle := range k.idle {
			// A plain number times an element is a plain number.
			if x := &totals[(i*len(k.idle)+j)*n]; *x != (sum{}) {
				ofRow = f.Add(ofRow, f.Mul(modular.Element(bits.Rem64(x[1], x[0], uint64(f.prime))), f.ratio(idle.norm)))
			}
		}
		all = f.Add(all, f.Mul(ofRow, f.ratio(row.norm)))
	}
	return uint64(all)
}

// ExactSum returns the number that parts of an exact join add up to, modulo some primes: one more
// than the number needs. If a value is wrong the sum is a fraction, whose residue is large.
func ExactSum(total *big.Int, primes []uint64) (*big.Int, error) {
	product, p := big.NewInt(1), new(big.Int)
	for _, prime := range primes {
		product.Mul(product, p.SetUint64(prime))
	}
	n := new(big.Int).Mod(total, product)
	if n.BitLen()+PrimeBits > product.BitLen() {
		return nil, ErrNotInteger
	}
	return n, nil
}
