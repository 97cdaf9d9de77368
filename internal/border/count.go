package border

import (
	"cmp"
	"context"
	"math/big"

	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
)

// witness computes a witness from the vector after half of the columns, x. With the vectors after
// one and two more columns, y and z, both <y, y> and <x, z> are the number of the board with one
// column more than x and y have together. If half a turn gives the number, so does <x, y>. The
// residues are lost.
func (c *counter) witness(width int, f *field, read reader) *Witness {
	x := c.put(0, read)
	compared := 2*((width+1)/2) + 1
	var number, one, other uint64
	if c.turn != nil {
		compared, number = width, c.turnedColumn(f, x)
		one, other = number, c.joinedSuffix(f, c.u.All, x, nil)
	} else {
		room := c.vector(1)
		number = c.joinedColumn(f, x, x, room)
		y := c.whole.prefix.whole(room)
		one, other = c.join(f, 0, c.whole.prefix, y, y), c.joinedColumn(f, y, x, nil)
	}
	if one != other {
		c.err = cmp.Or(c.err, ErrNotSelfAdjoint)
	}
	if width%2 == 1 {
		number = c.join(f, 0, c.whole.prefix, x, x)
	}
	return &Witness{Congruence{width, uint64(f.prime), number}, compared, c.narrower, c.wordsStored(c.prefix)}
}

// Count returns L(height, width) on the square lattice, and a witness. The vector goes through half
// of the columns, in as many residues as its values need. If the width is odd, the vector is joined
// with itself, exactly: the sum must be an integer. Else the vector goes through one more column
// modulo each of the primes, and is joined modulo that prime; through half of that column if the
// height is even, too. [Engine.PrimesFor] says how many primes make the number known.
func (e *Engine) Count(ctx context.Context, width int, primes []uint64, opt par.Options) (*big.Int, *Witness, error) {
	columns := (width + 1) / 2
	if width%2 == 1 {
		primes = Primes(e.Residues(columns))
	}
	c, err := e.newCounter(ctx, opt, primes, e.phasesOf(width, len(primes))+e.witnessPhases(width))
	if err != nil {
		return nil, nil, err
	}
	defer c.free()
	f, err := newField(modular.PrimesBelow(primes[len(primes)-1], 1)[0]) // a prime not used before
	if err != nil {
		return nil, nil, err
	}
	if c.half(width); c.err != nil {
		return nil, nil, c.err
	}
	number, w := c.number(width), c.witness(width, f, c.readModulo(columns, f))
	return number, w, c.err
}

// CountModulo tells visit L(height, width) modulo a prime for all widths from first to last, in the
// time that the last one takes: half of the columns on the square lattice, where the other half is
// the mirror image, and all columns on others.
func (e *Engine) CountModulo(ctx context.Context, first, last int, prime uint64, opt par.Options, visit func(width int, residue uint64)) error {
	if !e.square {
		return e.countColumns(ctx, first, last, prime, nil, opt, visit)
	}
	start := e.FirstColumns(first)
	c, err := e.newCounter(ctx, opt, []uint64{prime}, 2*(last/2+1-start))
	if err != nil {
		return err
	}
	defer c.free()
	c.start = start
	found := func(width int, residue uint64) {
		if c.err == nil {
			visit(width, residue)
		}
	}
	for k := start; 2*k-1 <= last && c.err == nil; k++ {
		if 2*k-1 >= first {
			read := c.read(k, 0)
			found(2*k-1, c.join(c.fields[0], 0, c.whole.prefix, read, read))
		}
		switch {
		case 2*k > last:
		case 2*k >= first:
			found(2*k, c.lastColumn(k, 0, 2*k < last))
		default:
			c.column(k, 0)
		}
	}
	return c.err
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
	c, err := e.newCounter(ctx, opt, []uint64{prime}, 2*((width+1)/2-e.FirstColumns(width))+e.witnessPhases(width))
	if err != nil {
		return nil, err
	}
	defer c.free()
	if c.half(width); c.err != nil {
		return nil, c.err
	}
	w := c.witness(width, c.fields[0], c.read((width+1)/2, 0))
	return w, c.err
}
