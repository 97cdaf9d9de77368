package border

import (
	"context"
	"math/big"

	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
)

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
	v, err := c.vector(0)
	if err != nil {
		return nil, err
	}
	if err := c.put(ctx, c.whole.prefix.newWriter(0, v), read); err != nil {
		return nil, err
	}
	x := c.whole.prefix.whole(v)
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
	return &Witness{Congruence{width, f.prime, number}, c.narrower, c.wordsStored(c.prefix)}, err
}

// Count returns L(height, width) on the square lattice, and a witness. The vector goes through half
// of the columns, in as many residues as its values need. If the width is odd, the vector is joined
// with itself, exactly: the sum must be an integer. If width and height are even, the vector goes
// through half of one more column, and is joined with itself after half a turn, exactly. If only
// the width is even, the vector goes through one more column modulo each of the primes, and is
// joined modulo that prime: [Engine.PrimesFor] says how many make the number known.
func (e *Engine) Count(ctx context.Context, width int, primes []uint64, opt par.Options) (*big.Int, *Witness, error) {
	turns := e.turns(width)
	switch {
	case turns:
		primes = Primes(e.halfResidues(width / 2))
	case width%2 == 1:
		primes = Primes(e.Residues((width + 1) / 2))
	}
	c, err := e.newCounter(ctx, opt, primes, e.phasesOf(width, len(primes))+e.witnessPhases(width))
	if err != nil {
		return nil, nil, err
	}
	defer c.free()
	if err := c.half(ctx, width); err != nil {
		return nil, nil, err
	}
	fresh := modular.PrimesBelow(primes[len(primes)-1], 1)[0]
	if turns {
		t, err := c.newTurned(ctx, width/2)
		if err != nil {
			return nil, nil, err
		}
		defer t.free()
		number, err := t.number(ctx)
		if err != nil {
			return nil, nil, err
		}
		w, err := t.witness(ctx, fresh)
		return number, w, err
	}
	number, err := c.number(ctx, width)
	if err != nil {
		return nil, nil, err
	}
	w, err := c.witness(ctx, width, fresh)
	return number, w, err
}

// CountModulo tells visit L(height, width) modulo a prime for all widths from first to last, in the
// time that the last one takes: half of the columns on the square lattice, where the other half is
// the mirror image, and all columns on others.
func (e *Engine) CountModulo(ctx context.Context, first, last int, prime uint64, opt par.Options, visit func(width int, residue uint64)) error {
	if !e.square {
		return e.countColumns(ctx, first, last, prime, nil, opt, visit)
	}
	c, err := e.newCounter(ctx, opt, []uint64{prime}, last/2*2)
	if err != nil {
		return err
	}
	defer c.free()
	for k := 1; 2*k-1 <= last; k++ {
		if 2*k-1 >= first {
			read, err := c.read(k, 0)
			if err != nil {
				return err
			}
			residue, err := c.joinModulo(ctx, c.fields[0], 0, c.whole, read, read)
			if err != nil {
				return err
			}
			visit(2*k-1, residue)
		}
		switch {
		case 2*k > last:
			return nil
		case 2*k >= first:
			residue, err := c.lastColumn(ctx, k, 0, 2*k < last)
			if err != nil {
				return err
			}
			visit(2*k, residue)
		default:
			if err := c.column(ctx, k, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// Witness computes the witness of L(height, width) modulo a prime from the first column on, in the
// time of about two columns more than [Engine.CountModulo], with memory for one more vector.
func (e *Engine) Witness(ctx context.Context, width int, prime uint64, opt par.Options) (*Witness, error) {
	if !e.square {
		w := &Witness{Narrow: Congruence{e.narrow(width), prime, 0}, Number: Congruence{width, prime, 0}}
		err := e.CountModulo(ctx, w.Narrow.Width, width, prime, opt, func(width int, residue uint64) {
			for _, x := range []*Congruence{&w.Narrow, &w.Number} {
				if x.Width == width {
					x.Residue = residue
				}
			}
		})
		if err == nil {
			w.Words = e.wordsStored(e.tables[e.columns[width]].prefix)
		}
		return w, err
	}
	c, err := e.newCounter(ctx, opt, []uint64{prime}, 2*((width+1)/2-1)+4)
	if err != nil {
		return nil, err
	}
	defer c.free()
	if err := c.half(ctx, width); err != nil {
		return nil, err
	}
	read, err := c.read((width+1)/2, 0)
	if err != nil {
		return nil, err
	}
	return c.witnessOf(ctx, width, c.fields[0], read)
}
