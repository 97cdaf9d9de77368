package border

import (
	"context"
	"math/big"

	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
)

// Count returns L(height, width) on the square lattice, and a witness. The vector goes through half
// of the columns, in as many residues as its values need. If the width is odd it is joined with
// itself, exactly: the sum must be an integer. If the width is even it goes through one more column
// modulo each of the primes, and is joined modulo that prime: [Engine.PrimesFor] says how many make
// the number known.
func (e *Engine) Count(ctx context.Context, width int, primes []uint64, opt par.Options) (*big.Int, *Witness, error) {
	if width%2 == 1 {
		primes = Primes(e.Residues((width + 1) / 2))
	}
	c, err := e.newCounter(ctx, opt, primes, e.columnsOf(width, len(primes))+witnessColumns)
	if err != nil {
		return nil, nil, err
	}
	defer c.free()
	if err := c.half(ctx, width); err != nil {
		return nil, nil, err
	}
	number, err := c.number(ctx, width)
	if err != nil {
		return nil, nil, err
	}
	w, err := c.witness(ctx, width, modular.PrimesBelow(primes[len(primes)-1], 1)[0])
	return number, w, err
}

// CountModulo tells visit L(height, width) modulo a prime for all widths from first to last, in the
// time that the last one takes: half of the columns on the square lattice, where the other half is
// the mirror image, and all columns on the triangular lattice.
func (e *Engine) CountModulo(ctx context.Context, first, last int, prime uint64, opt par.Options, visit func(width int, residue uint64)) error {
	steps := last / 2
	if e.triangular {
		steps = last - 1
	}
	c, err := e.newCounter(ctx, opt, []uint64{prime}, steps)
	if err != nil {
		return err
	}
	defer c.free()
	if e.triangular {
		return c.allColumns(ctx, first, last, visit)
	}
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
	if e.triangular {
		w := &Witness{Narrow: Congruence{e.narrow(width), prime, 0}, Number: Congruence{width, prime, 0}}
		err := e.CountModulo(ctx, w.Narrow.Width, width, prime, opt, func(width int, residue uint64) {
			for _, x := range []*Congruence{&w.Narrow, &w.Number} {
				if x.Width == width {
					x.Residue = residue
				}
			}
		})
		if err == nil {
			w.Words = e.wordsStored()
		}
		return w, err
	}
	c, err := e.newCounter(ctx, opt, []uint64{prime}, (width+1)/2-1+witnessColumns)
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
