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

// A sum is a sum of products of values, as two words: the lower word first.
type sum [2]uint64

// add adds a sum of products, given as the sum of their lower halves and the sum of their upper
// halves.
func (s *sum) add(low, high uint64) {
	var carry uint64
	s[0], carry = bits.Add64(s[0], low, 0)
	s[1] += carry
	s[0], carry = bits.Add64(s[0], high<<32, 0)
	s[1] += high>>32 + carry
}

// A scratch is the memory of one thread for a join, which is used again and again.
type scratch struct {
	sums []laneSums // of a chunk, by the kind of the row, by the prime
	used []bool     // kinds of rows
	buffers
}

// scratches are the scratches that are not in use.
var scratches sync.Pool

func newScratch() *scratch {
	if b, ok := scratches.Get().(*scratch); ok {
		return b
	}
	return &scratch{}
}

// allSources as the source of rows stands for all of them.
const allSources = -1

// join returns a sum over the words of a share whose rows come from one source, or from all
// sources: of norm times value times value, modulo the prime of each field. The two values are of
// two vectors, or twice of the same. A join is short compared with the phases, and reports no
// progress.
func (l *layout) join(ctx context.Context, opt par.Options, share int, k *kinds[joinFactors], fields []*field, source int, vectors ...loader) ([]uint64, error) {
	chunks, n := l.share(share), len(fields)
	totals := make([]sum, len(k.rowKinds)*len(k.idleKinds)*n) // by the row, by the idle word, by the prime
	opt.Progress = nil
	var lock sync.Mutex
	err := opt.Each(ctx, len(chunks), func(i int) {
		c, b := &chunks[i], newScratch()
		defer scratches.Put(b)
		if len(b.sums) < len(k.rowKinds)*n || len(b.used) < len(k.rowKinds) {
			b.sums, b.used = make([]laneSums, len(k.rowKinds)*n), make([]bool, len(k.rowKinds))
		}
		x := vectors[0](c, &b.buffers)
		y := x
		if len(vectors) > 1 {
			other := newScratch()
			defer scratches.Put(other)
			y = vectors[1](c, &other.buffers)
		}
		ofRows, idle := k.ofChunk(c)
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
		for kind := range k.rowKinds {
			if !b.used[kind] {
				continue
			}
			b.used[kind] = false
			for p := range n {
				part := &b.sums[kind*n+p]
				for i, of := range idle {
					totals[(kind*len(k.idleKinds)+int(of))*n+p].add(part.low[i], part.high[i])
				}
				*part = laneSums{}
			}
		}
	})
	residues := make([]uint64, n)
	for p, f := range fields {
		residues[p] = f.sumWithNorms(k, totals[p:], n)
	}
	return residues, err
}

// sumWithNorms returns the sum of every n-th total, each times the norms of its kinds: of the kind
// of the row and the kind of the idle word, by which the totals are in order.
func (f *field) sumWithNorms(k *kinds[joinFactors], totals []sum, n int) uint64 {
	all := modular.Element(0)
	for i, row := range k.rowKinds {
		ofRow := modular.Element(0)
		for j, idle := range k.idleKinds {
			// A plain number times an element is a plain number.
			if x := &totals[(i*len(k.idleKinds)+j)*n]; *x != (sum{}) {
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
