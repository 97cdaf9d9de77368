package count

import (
	"context"
	"math/big"
	"slices"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
)

// A grid is a board in the form that package border counts, with the engine and the pass that count
// it.
type grid struct {
	*instance
	border.Board
	engine
	width      int
	transposed bool     // rows and columns of the board are exchanged, and the board differs from that
	primes     []uint64 // of the residues of the number, or of the coefficients if stones have weights
	pass       pass     // counts the board
	outcome    *stages.Outcome
}

// onGrid chooses which side of the board is the border: on the square lattice the shorter side, on
// other lattices the side with which the count takes fewer steps. Stones of each colour may have
// weights.
func (in *instance) onGrid(weighted bool) (best *grid, err error) {
	if in.Variant.halves() && !weighted {
		return in.newGrid(border.Board{Height: in.size.Short(), Colours: in.colors()}, in.size.Long())
	}
	for _, transposed := range []bool{false, true} {
		var g *grid
		if g, err = in.layOut(transposed, weighted); err == nil && (best == nil || g.Steps(g.aResidue()) < best.Steps(best.aResidue())) {
			best = g
		}
	}
	if best == nil {
		return nil, err
	}
	return best, nil
}

func (in *instance) newGrid(b border.Board, width int) (*grid, error) {
	e, err := in.environment.newEngine(b)
	g := &grid{instance: in, Board: b, engine: e, width: width, primes: in.choosePrimes()}
	if b.Weighted {
		g.primes = in.stonePrimes()
	}
	return g, err
}

// stonePrimes returns primes that determine the coefficients: none is larger than the number of
// ways to make a third of the points black, a third white, and to leave a third empty.
func (in *instance) stonePrimes() []uint64 {
	n := int64(in.points())
	largest := new(big.Int).Binomial(n, n/3)
	largest.Mul(largest, new(big.Int).Binomial(n-n/3, (n+1)/3))
	return border.Primes(largest.BitLen()/(border.PrimeBits-1) + 1)
}

// layOut makes the grid of a board, with or without rows and columns exchanged. It adds a column
// after the last one, see [border.Board].
func (in *instance) layOut(transposed, weighted bool) (*grid, error) {
	rows, cols := in.size.Rows, in.size.Cols
	if transposed {
		rows++
	} else {
		cols++
	}
	g, err := lattice.New(in.Variant.kind(), rows, cols, lattice.Options{})
	if err != nil {
		return nil, err
	}
	// A vertex by its place on the grid.
	down, right := 1, rows
	if transposed {
		rows, cols, down, right = cols, rows, right, down
	}
	place := func(i, j int) int { return i*down + j*right }
	all := make([][]border.Point, cols)
	for j := range all {
		for i := range rows {
			point := border.Point(0)
			next := func(to border.Point, i2, j2 int) {
				if i2 >= 0 && i2 < rows && j2 >= 0 && g.Adjacent(place(i, j), place(i2, j2)) {
					point |= to
				}
			}
			next(border.Above, i-1, j)
			next(border.Left, i, j-1)
			next(border.Diagonal, i+1, j-1)
			row := i
			if transposed {
				row = j
			}
			if in.Variant.SafeTop && row == 0 || in.Variant.SafeBottom && row == in.size.Rows-1 {
				point |= border.Safe
			}
			all[j] = append(all[j], point)
		}
	}
	laid, err := in.newGrid(border.Board{Height: rows, Colours: in.colors(), Columns: all, Weighted: weighted}, cols-1)
	laid.transposed = transposed && !in.Variant.canTranspose()
	return laid, err
}

func (b *grid) aResidue() stages.Question { return stages.Residues(b.width, b.width, 0) }

func (b *grid) residue(ctx context.Context, width int, prime uint64) (residue uint64, err error) {
	o, err := b.Count(ctx, stages.Residues(width, width, prime), par.Options{Threads: b.Threads})
	if err != nil {
		return 0, err
	}
	return o.Residue(width, prime), nil
}

// exactly asks for the number itself: half of the board is enough for it.
func (b *grid) exactly() stages.Question {
	primes := b.primes
	if b.width%2 == 1 {
		primes = border.Primes(b.Residues((b.width + 1) / 2))
	}
	return stages.Question{Method: stages.Exact, First: b.width, Last: b.width, Primes: primes, Narrow: true, Fresh: true, Adjoint: true}
}

// modulo asks for residues of the numbers of some widths, and for one more that checks the others.
func (b *grid) modulo(first int) stages.Question {
	primes := slices.Concat(b.primes, border.Primes(len(b.primes) + 1)[len(b.primes):])
	return stages.Question{Method: stages.Modulo, First: first, Last: b.width, Primes: primes, Spare: true, Narrow: true}
}

// A pass is one count, of a board or of all boards of a table that have the same shorter side: the
// engine passes the shorter boards on its way to the longest. What is counted once is known then.
type pass func(context.Context, par.Options) (*stages.Outcome, error)

func (b *grid) inMemory(q stages.Question) pass {
	var o *stages.Outcome
	return func(ctx context.Context, opt par.Options) (_ *stages.Outcome, err error) {
		if o == nil {
			o, err = b.Count(ctx, q, opt)
		}
		return o, err
	}
}

// residues returns the pass of residues of the numbers of some boards that end with this one. Two
// sums for one board are compared if there is memory for that.
func (b *grid) residues(first int) pass {
	q := b.modulo(first)
	q.Adjoint = true
	q.Adjoint = b.fits(b.Need(q, b.progressOptions(nil)))
	return b.inMemory(q)
}

// combineCRT combines residues, and tells whether the last one mattered.
func combineCRT(primes, residues []uint64) (value *big.Int, changed bool, err error) {
	var remainders modular.Remainders
	for i, residue := range residues {
		if changed, err = remainders.Add(residue, primes[i]); err != nil {
			return nil, false, err
		}
	}
	return remainders.Value(), changed, nil
}
