package border

import (
	"slices"
	"sync/atomic"

	"combigo.dev/combigo/modular"
)

// denominators are those of the kinds of words modulo some primes, or one over them: by the kind,
// by the prime.
type denominators struct {
	kinds     *kinds[weight]
	fields    []*field
	row, idle [][]modular.Element
}

func newDenominators(k *kinds[weight], fields []*field, invert bool) *denominators {
	of := func(list []weight) (all [][]modular.Element) {
		for _, w := range list {
			var d []modular.Element
			for _, f := range fields {
				r := ratio{w.denominator, 1}
				if invert {
					r = ratio{1, w.denominator}
				}
				d = append(d, f.ratio(r))
			}
			all = append(all, d)
		}
		return all
	}
	return &denominators{k, fields, of(k.row), of(k.idle)}
}

// of returns the denominators of the words of a chunk, by the kind of the row: a row for each
// prime, or nothing if all are 1.
func (d *denominators) of(c *chunk) [][]row {
	_, idle := d.kinds.of(c)
	one := !slices.ContainsFunc(idle, func(kind uint16) bool { return d.kinds.idle[kind].denominator != 1 })
	all := make([][]row, len(d.row))
	for kind, x := range d.row {
		if one && d.kinds.row[kind].denominator == 1 {
			continue
		}
		rows := make([]row, len(d.fields))
		for i, f := range d.fields {
			for l, y := range idle {
				rows[i][l] = uint64(f.Mul(x[i], d.idle[y][i]))
			}
		}
		all[kind] = rows
	}
	return all
}

// extend reads residues modulo one more prime: they follow from those that other readers read. It
// sets wrong if one of these residues must be wrong.
func (c *codec) extend(k *kinds[weight], to *field, from []reader, wrong *atomic.Bool) reader {
	e := c.extension(to)
	multiply, divide := newDenominators(k, c.fields, false), newDenominators(k, []*field{to}, true)
	return func(chunk *chunk, rows []int32, room []uint64) []uint64 {
		room = roomFor(rows, room)
		ofRows, _ := k.of(chunk)
		by, over := multiply.of(chunk), divide.of(chunk)
		values := make([][]uint64, len(from))
		for i, read := range from {
			values[i] = read(chunk, rows, nil)
		}
		x := make([]row, len(from))
		for j, r := range rows {
			at, kind := int32(j)*rowBytes, ofRows[r]
			for i := range x {
				x[i] = *rowAt(values[i], at)
			}
			if !c.digits(x, by[kind]) {
				wrong.Store(true)
			}
			e.residues(x)
			if d := over[kind]; d != nil {
				to.products(&x[0], &d[0])
			}
			*rowAt(room, at) = x[0]
		}
		return room
	}
}
