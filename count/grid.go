package count

import (
	"context"
	"math"
	"math/big"

	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
)

// A grid is a board as package border sees it.
type grid struct {
	border.Board
	width  int
	turned bool // the rows of the board are its columns
	counts engine
	primes []uint64 // of the number
	pass   *pass    // of residues; nil for exact numbers, with the whole vector in memory
}

// onGrid lays the board so that there are few words of the border: the shorter side of a square
// lattice is the border, and of other lattices the side that takes fewer steps. Stones of either
// colour may have weights.
func (in *instance) onGrid(weighted bool) (grid, error) {
	if in.Variant.halves() && !weighted {
		return grid{Board: border.Board{Height: in.size.Short(), Colours: in.colors()}, width: in.size.Long()}, nil
	}
	var best grid
	least := math.Inf(1)
	for _, turned := range []bool{false, true} {
		g, err := in.laid(turned)
		if err != nil {
			return grid{}, err
		}
		g.Weighted = weighted
		if e, err := border.New(g.Board); err == nil && e.Steps(g.width, 1) < least {
			best, least = g, e.Steps(g.width, 1)
		}
	}
	return best, nil
}

// laid lays the board. One column more than it has says what would be next to the last one.
func (in *instance) laid(turned bool) (grid, error) {
	rows, cols := in.size.Rows, in.size.Cols
	if turned {
		rows++
	} else {
		cols++
	}
	g, err := lattice.New(in.Variant.kind(), rows, cols, lattice.Options{})
	if err != nil {
		return grid{}, err
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
	return grid{Board: border.Board{Height: rows, Colours: in.colors(), Columns: all}, width: cols - 1, turned: turned}, nil
}

// A pass finds residues of the numbers of all boards of a table that have the same shorter side:
// the engine passes the shorter boards on its way to the longest.
type pass struct {
	first, last int    // widths
	longest     engine // of the longest board
	primes      []uint64
	witnessed   bool // there is memory for witnesses
	residues    map[int][]uint64
	witnesses   map[int]*border.Witness
}

// include lets the pass count one more board.
func (p *pass) include(g *grid) {
	if g.width > p.last {
		p.last, p.longest = g.width, g.counts
	}
	p.first = min(p.first, g.width)
	if len(g.primes) > len(p.primes) {
		p.primes = g.primes
	}
	g.pass = p
}

func (p *pass) count(ctx context.Context, opt par.Options) error {
	p.residues, p.witnesses = make(map[int][]uint64), make(map[int]*border.Witness)
	n := float64(len(p.primes))
	for i, prime := range p.primes {
		err := p.longest.CountModulo(ctx, p.first, p.last, prime, opt.Between(float64(i)/n, float64(i+1)/n),
			func(width int, residue uint64) { p.residues[width] = append(p.residues[width], residue) })
		if err != nil {
			return err
		}
	}
	if !p.witnessed {
		return nil
	}
	// The witness of the longest board serves the others as well, each with its own residue.
	opt.Progress = nil
	prime := border.Primes(len(p.primes) + 1)[len(p.primes)]
	w, err := p.longest.Witness(ctx, p.last, prime, opt)
	if p.witnesses[p.last] = w; err != nil || p.first == p.last {
		return err
	}
	return p.longest.CountModulo(ctx, p.first, p.last, prime, opt, func(width int, residue uint64) {
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
