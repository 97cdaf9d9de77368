package border

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
)

// A driver counts one share after another, with all values in memory: the plain way to use a
// Division, for tests. It keeps its first error.
type driver struct {
	*Division
	ctx    context.Context
	primes []uint64
	opt    par.Options
	start  int
	v      []vector // residues
	err    error

	spoiled uint32 // the last value that nobody has written
}

// A vector is tiles: by the share that leaves them, by the share that reads them.
type vector [][]Tile

func newDriver(t testing.TB, e *Engine, deal Dealing, primes []uint64) *driver {
	t.Helper()
	d, err := e.Divide(t.Context(), deal, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Free)
	return &driver{Division: d, ctx: t.Context(), primes: primes, start: 1}
}

func (d *driver) keep(err error) {
	if d.err == nil {
		d.err = err
	}
}

// source returns the vector after some columns, for a share: all its residues, or residue r if that
// is one of them.
func (d *driver) source(columns, r, share int) *Source {
	s := &Source{Columns: columns}
	if len(d.v) == 0 {
		return s
	}
	if r < len(d.v) {
		return d.read(columns, r, d.v[r])(share)
	}
	s.Primes = d.primes[:len(d.v)]
	for _, v := range d.v {
		s.Tiles = append(s.Tiles, v.of(share))
	}
	return s
}

// of returns the tiles that a share reads.
func (v vector) of(share int) (all []Tile) {
	for _, from := range v {
		all = append(all, from[share])
	}
	return all
}

// phase takes a source through a phase, modulo a prime.
func (d *driver) phase(column, r int, p Phase, source func(share int) *Source) vector {
	var all vector
	for share := range d.Shares() {
		var out []Tile
		for to := range d.Shares() {
			out = append(out, d.room(d.TileSizes(column, p, share, to)))
		}
		if d.spoilWorkers(); d.err == nil {
			d.keep(d.Run(d.ctx, column, p, share, d.primes[r], source(share), out, d.opt))
		}
		all = append(all, out)
	}
	return all
}

// room makes room for a tile. It holds values that nobody has written, and so do the buffers of the
// workers: a value that is read before it is written makes the number wrong.
func (d *driver) room(sizes []int) Tile {
	n := 0
	for _, size := range sizes {
		n += size
	}
	values := make([]uint32, n)
	d.spoil(values)
	return CutTile(values, sizes)
}

// spoilWorkers spoils the buffers of the workers.
func (d *driver) spoilWorkers() {
	d.keep(d.eachWorker(d.ctx, d.opt, d.opt.Goroutines(), func(w *worker, _ int) {
		for _, buffer := range w.values {
			d.spoil(buffer.All)
		}
	}))
}

// spoil fills values with others below all primes.
func (d *driver) spoil(values []uint32) {
	for i := range values {
		d.spoiled = d.spoiled*1664525 + 1013904223
		values[i] = d.spoiled & (1<<31 - 1)
	}
}

func (d *driver) suffix(column, r int, u vector) vector {
	return d.phase(column, r, Suffix, d.read(column, r, u))
}

// between takes residue r through the prefix phase of a column.
func (d *driver) between(columns, r int) vector {
	return d.phase(columns, r, Prefix, func(share int) *Source { return d.source(columns, r, share) })
}

// half takes the vector through the columns of half of a board, from where it is.
func (d *driver) half(width int) {
	for ; d.start < (width+1)/2; d.start++ {
		d.column(d.start, min(d.Residues(d.start+1), len(d.primes)))
	}
}

// column takes the vector through a column, to some residues.
func (d *driver) column(columns, residues int) {
	next := make([]vector, residues)
	for r := range next {
		next[r] = d.suffix(columns, r, d.between(columns, r))
	}
	d.v = next
}

// join joins two vectors modulo a prime.
func (d *driver) join(column, r int, x, y func(share int) *Source) uint64 {
	f, err := modular.NewField(d.primes[r])
	d.keep(err)
	sum := modular.Element(0)
	for share := range d.Shares() {
		if d.err == nil {
			part, err := d.Join(d.ctx, column, share, d.primes[r:r+1], x(share), y(share), d.opt)
			if d.keep(err); err == nil {
				sum = f.Add(sum, f.Element(part[0]))
			}
		}
	}
	return f.Uint64(sum)
}

// exact joins the vector with itself.
func (d *driver) exact(columns int) *big.Int {
	primes, parts := Primes(max(d.PrimesFor(2*columns-1)+1, len(d.v))), new(big.Int)
	for share := range d.Shares() {
		s := d.source(columns, len(d.v), share)
		if d.err == nil {
			residues, err := d.Join(d.ctx, columns, share, primes, s, s, d.opt)
			d.keep(err)
			var part modular.Remainders
			for i, r := range residues {
				_, err := part.Add(r, primes[i])
				d.keep(err)
			}
			parts.Add(parts, part.Value())
		}
	}
	if d.err != nil {
		return nil
	}
	sum, err := ExactSum(parts, primes)
	d.keep(err)
	return sum
}

// turned joins what a prefix phase leaves with itself.
func (d *driver) turned(columns, r int, u vector) uint64 {
	f, err := modular.NewField(d.primes[r])
	d.keep(err)
	sum := modular.Element(0)
	for a := range d.Shares() {
		for b := range a + 1 {
			if d.spoilWorkers(); d.err == nil {
				room := d.room(d.TileSizes(columns, Prefix, b, a))
				d.keep(d.Turn(d.ctx, a, b, u[a][b], room, d.opt))
				part, err := d.JoinTurned(d.ctx, d.primes[r], a, b, room, u[b][a], d.opt)
				d.keep(err)
				if sum = f.Add(sum, f.Element(part)); a != b {
					sum = f.Add(sum, f.Element(part))
				}
			}
		}
	}
	return f.Uint64(sum)
}

// residue returns L(height, width) modulo a prime, for the vector in the middle of the board.
func (d *driver) residue(width, r int) uint64 {
	k := (width + 1) / 2
	x := func(share int) *Source { return d.source(k, r, share) }
	if width%2 == 1 {
		return d.join(k, r, x, x)
	}
	u := d.between(k, r)
	if d.halfTurn != nil {
		return d.turned(k, r, u)
	}
	return d.join(k, r, x, d.read(k+1, r, d.suffix(k, r, u)))
}

// read returns the sources of a vector.
func (d *driver) read(columns, r int, v vector) func(share int) *Source {
	return func(share int) *Source {
		return &Source{Columns: columns, Tiles: [][]Tile{v.of(share)}, Primes: d.primes[r : r+1]}
	}
}

// adjoint compares two sums for one board, from the vectors after some columns and one and two
// more.
func (d *driver) adjoint(columns, r int) error {
	y := d.suffix(columns, r, d.between(columns, r))
	ySource := d.read(columns+1, r, y)
	z := d.suffix(columns+1, r, d.phase(columns+1, r, Prefix, ySource))
	one := d.join(columns+1, r, ySource, ySource)
	other := d.join(columns, r, func(share int) *Source { return d.source(columns, r, share) }, d.read(columns+2, r, z))
	if d.err == nil && one != other {
		return errNotSelfAdjoint
	}
	return d.err
}

var errNotSelfAdjoint = errors.New("two sums differ")

// number returns L(height, width), which is no narrower than a board that was counted before.
func (d *driver) number(width int) *big.Int {
	if d.half(width); width%2 == 1 {
		return d.exact((width + 1) / 2)
	}
	var all modular.Remainders
	for r := range min(len(d.primes), d.PrimesFor(width)+1) {
		_, err := all.Add(d.residue(width, r), d.primes[r])
		d.keep(err)
	}
	return all.Value()
}

// count returns L(height, width) with some residues more than it needs, and as many shares.
func count(t *testing.T, e *Engine, width, more int) *big.Int {
	t.Helper()
	d := newDriver(t, e, Dealing{Shares: 1 + more, Turn: e.Turns(width)}, Primes(max(e.PrimesFor(width), e.Residues((width+1)/2))+more))
	n := d.number(width)
	if d.err != nil {
		t.Fatalf("%dx%d: %v", e.height, width, d.err)
	}
	return n
}

// counts returns L(height, 1) to L(height, last), in some shares, of one vector that goes through
// the columns.
func counts(t *testing.T, e *Engine, last, shares int) (all []*big.Int) {
	t.Helper()
	d := newDriver(t, e, Dealing{Shares: shares, Turn: e.Turns(2)}, Primes(max(e.PrimesFor(last), e.Residues((last+1)/2))+1))
	for width := 1; width <= last; width++ {
		if all = append(all, d.number(width)); d.err != nil {
			t.Fatalf("%dx%d: %v", e.height, width, d.err)
		}
	}
	return all
}

// through returns the numbers of boards modulo a prime, by the width less 1, on lattices that are
// not square: through all columns.
func (d *driver) through(last int) (all []uint64) {
	v := vector(nil)
	for k := range last {
		from := func(int) *Source { return &Source{} }
		if k > 0 {
			from = d.read(k, 0, v)
		}
		v = d.suffix(k, 0, d.phase(k, 0, Prefix, from))
		first := func(int) *Source { return &Source{Columns: 1} }
		all = append(all, d.join(k+1, 0, d.read(k+1, 0, v), first))
	}
	return all
}
