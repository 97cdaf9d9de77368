package hamilton

import (
	"fmt"
	"slices"
	"strings"

	"combigo.dev/combigo/goban"
)

// An Obstruction is a proof that there is no Hamiltonian game: some positions that lead only to
// fewer others. In a game each of them but the last has a position after it, and no two have the
// same.
type Obstruction struct {
	From []*goban.Position
	To   []*goban.Position // all positions that a move leads to from one of them
}

// Proves reports whether the obstruction is one: two positions at least are missing.
func (o *Obstruction) Proves() bool { return len(o.From) > len(o.To)+1 }

// Obstruct returns the obstruction of Theorem 10 (Combinatorics of Go) on a board of two rows and
// two columns or more. All points but those of a square of 2x2 in the corner are black. In the
// square there are two opposite black stones, or two adjacent ones and a white stone: 10 positions.
// The moves from them lead to only 8 others, which are found here by making them all, with suicide
// allowed.
func Obstruct(rows, cols int) (*Obstruction, error) {
	if rows < 2 || cols < 2 {
		return nil, fmt.Errorf("board %dx%d: want two rows and two columns at least", rows, cols)
	}
	o := &Obstruction{}
	for _, square := range squares {
		p, err := goban.New(rows, cols)
		if err != nil {
			return nil, err
		}
		for row := range rows {
			for col := range cols {
				p.Set(row, col, goban.Black)
			}
		}
		for i, at := range corner {
			p.Set(at.Row, at.Col, goban.Color(strings.IndexByte(".XO", square[i])))
		}
		o.From = append(o.From, p)
	}
	for _, p := range o.From {
		for i := range 2 * rows * cols {
			at := goban.Point{Row: i / 2 / cols, Col: i / 2 % cols}
			q := p.Clone()
			if _, err := q.Play(goban.Black+goban.Color(i%2), at, goban.SuicideAllowed); err == nil && !q.Equal(p) && !slices.ContainsFunc(o.To, q.Equal) {
				o.To = append(o.To, q)
			}
		}
	}
	return o, nil
}

// corner is the square, around.
var corner = [4]goban.Point{{Row: 0, Col: 0}, {Row: 0, Col: 1}, {Row: 1, Col: 1}, {Row: 1, Col: 0}}

// squares are the ten colourings of the square, around: two opposite black stones, or two adjacent
// ones and a white stone.
var squares = strings.Fields("X.X. .X.X XX.O XXO. OXX. .XXO O.XX .OXX X.OX XO.X")
