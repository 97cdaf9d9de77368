package border

import (
	"context"
	"errors"
	"math/big"
)

// A Witness lets a caller compare a number with what does not share its mistakes.
type Witness struct {
	// Number is the number itself, modulo a prime that it was not computed with: the values modulo
	// that prime follow from the exact values.
	Number Congruence
	// Narrow is a narrower board: the join of one of the vectors with the first column.
	Narrow Congruence
	// Words is the number of all words of the border for which there are values.
	Words *big.Int
}

// ErrNotSelfAdjoint says that two joins that are L(height, n) for the same n differ, so that a step
// is not self-adjoint for the norms of the words: something was computed wrongly.
var ErrNotSelfAdjoint = errors.New("border: two sums for the same board differ")

// witness computes a witness from the residues after half of the columns. The residues are lost.
func (c *counter) witness(ctx context.Context, width int, prime uint64) (*Witness, error) {
	f, err := newField(prime)
	if err != nil {
		return nil, err
	}
	read, err := c.readModulo((width+1)/2, f)
	if err != nil {
		return nil, err
	}
	return c.witnessOf(ctx, width, f, read)
}

// witnessOf computes a witness from the vector after half of the columns, x, and the vectors after
// one and two more columns, y and z. Both <y, y> and <x, z> are the number of the board with one
// column more than x and y have together.
func (c *counter) witnessOf(ctx context.Context, width int, f *field, read reader) (*Witness, error) {
	x, err := c.put(ctx, 0, read)
	if err != nil {
		return nil, err
	}
	room, err := c.vector(1)
	if err != nil {
		return nil, err
	}
	number, err := c.joinedColumn(ctx, f, x, x, room)
	if err != nil {
		return nil, err
	}
	y := c.whole.prefix.whole(room)
	xz, err := c.joinedColumn(ctx, f, y, x, nil)
	if err != nil {
		return nil, err
	}
	yy, err := c.joinModulo(ctx, f, 0, c.whole, y, y)
	if err != nil {
		return nil, err
	}
	if xz != yy {
		return nil, ErrNotSelfAdjoint
	}
	if width%2 == 1 {
		number, err = c.joinModulo(ctx, f, 0, c.whole, x, x)
	}
	return &Witness{Congruence{width, f.prime, number}, c.narrower, c.wordsStored()}, err
}

// put puts values into a vector. They may follow from values that are there; the next phase sees
// c.wrong.
func (c *counter) put(ctx context.Context, r int, read reader) (reader, error) {
	v, err := c.vector(r)
	if err != nil {
		return nil, err
	}
	opt, to := c.opt, c.whole.prefix.newWriter(0, v)
	opt.Progress = nil
	err = opt.Each(ctx, len(to.chunks), func(i int) {
		chunk := &to.chunks[i]
		room := to.at(chunk)
		copy(room, read(chunk, to.rows[:chunk.rows], room)) // nothing, if the values are there
	})
	return c.whole.prefix.whole(v), err
}

// wordsStored returns the number of words for which values are stored, with all their recolourings.
func (e *Engine) wordsStored() *big.Int {
	sum := new(big.Int)
	for _, b := range e.prefix.blocks {
		for _, w := range b.idle {
			n := int64(b.rows) * int64(e.recolourings(orderOf(b.crossing, &w).n))
			sum.Add(sum, big.NewInt(n))
		}
	}
	return sum
}
