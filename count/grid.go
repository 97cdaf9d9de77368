package count

import (
	"context"
	"math/big"

	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A grid is a board as package border sees it, with what counts it.
type grid struct {
	*instance
	border.Board
	engine
	width   int
	turned  bool     // the rows of the board are its columns, which makes a difference
	primes  []uint64 // of the number; of the coefficients, if stones have weights
	pass    *pass    // of residues; nil for exact numbers, with the whole vector in memory
	witness *border.Witness
	answer  *result.Answer // of a count in files
}

// onGrid lays the board so that there are few words of the border: the shorter side of a square
// lattice is the border, and of other lattices the side that takes fewer steps. Stones of either
// colour may have weights.
func (in *instance) onGrid(weighted bool) (best *grid, err error) {
	if in.Variant.halves() && !weighted {
		return in.newGrid(border.Board{Height: in.size.Short(), Colours: in.colors()}, in.size.Long())
	}
	for _, turned := range []bool{false, true} {
		var g *grid
		if g, err = in.laid(turned, weighted); err == nil && (best == nil || g.Steps(g.width, 1) < best.Steps(best.width, 1)) {
			best = g
		}
	}
	if best == nil {
		return nil, err
	}
	return best, nil
}

func (in *instance) newGrid(b border.Board, width int) (*grid, error) {
	e, err := in.newEngine(b)
	g := &grid{instance: in, Board: b, engine: e, width: width, primes: in.choosePrimes()}
	if b.Weighted {
		g.primes = in.stonePrimes()
	}
	return g, err
}

// stonePrimes make the coefficients known: none is larger than the number of ways to give a third
// of the points to each of black, white and nobody.
func (in *instance) stonePrimes() []uint64 {
	n := int64(in.points())
	largest := new(big.Int).Binomial(n, n/3)
	largest.Mul(largest, new(big.Int).Binomial(n-n/3, (n+1)/3))
	return border.Primes(largest.BitLen()/(border.PrimeBits-1) + 1)
}

// laid lays the board. One column more than it has says what would be next to the last one.
func (in *instance) laid(turned, weighted bool) (*grid, error) {
	rows, cols := in.size.Rows, in.size.Cols
	if turned {
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
	if turned {
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
			if turned {
				row = j
			}
			if in.Variant.SafeTop && row == 0 || in.Variant.SafeBottom && row == in.size.Rows-1 {
				point |= border.Safe
			}
			all[j] = append(all[j], point)
		}
	}
	laid, err := in.newGrid(border.Board{Height: rows, Colours: in.colors(), Columns: all, Weighted: weighted}, cols-1)
	laid.turned = turned && !in.Variant.turns()
	return laid, err
}

// residue returns the number of a width modulo a prime.
func (b *grid) residue(ctx context.Context, width int, prime uint64) (residue uint64, err error) {
	opt := par.Options{Threads: b.Threads}
	err = b.CountModulo(ctx, width, width, prime, opt, func(_ int, x uint64) { residue = x })
	return residue, err
}

// A pass finds residues of the numbers of all boards of a table that have the same shorter side:
// the engine passes the shorter boards on its way to the longest.
type pass struct {
	boards    []*grid // from the shortest to the longest
	residues  map[int][]uint64
	witnesses map[int]*border.Witness // none if there is no memory for them
}

// widths returns the shortest and the longest width.
func (p *pass) widths() (first, last int) { return p.boards[0].width, p.boards[len(p.boards)-1].width }

func (p *pass) count(ctx context.Context, opt par.Options) error {
	p.residues, p.witnesses = make(map[int][]uint64), make(map[int]*border.Witness)
	longest := p.boards[len(p.boards)-1]
	first, last := p.widths()
	n := float64(len(longest.primes))
	for i, prime := range longest.primes {
		err := longest.CountModulo(ctx, first, last, prime, opt.Between(float64(i)/n, float64(i+1)/n),
			func(width int, residue uint64) { p.residues[width] = append(p.residues[width], residue) })
		if err != nil {
			return err
		}
	}
	if !longest.fits(longest.NeedWitness(opt)) {
		return nil
	}
	// The witness of the longest board serves the others as well, each with its own residue.
	opt.Progress = nil
	prime := border.Primes(len(longest.primes) + 1)[len(longest.primes)]
	w, err := longest.Witness(ctx, last, prime, opt)
	if p.witnesses[last] = w; err != nil || first == last {
		return err
	}
	return longest.CountModulo(ctx, first, last, prime, opt, func(width int, residue uint64) {
		of := *w
		of.Number = border.Congruence{Width: width, Prime: prime, Residue: residue}
		p.witnesses[width] = &of
	})
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
