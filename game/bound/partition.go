package bound

import "combigo.dev/combigo/goban"

// A Partition divides the points of a board into black ones, white ones and those between, which
// are empty (Combinatorics of Go, Theorem 8): the black ones are connected, so are the white ones,
// and each point between is adjacent to both colours.
//
// Unlike the theorem, it need not have as many black points as white ones; Lower says what that
// changes.
type Partition struct{ *goban.Position }

// Of returns the points of a colour, or those between, row by row.
func (p *Partition) Of(c goban.Color) (all []goban.Point) {
	for row := range p.Rows() {
		for col := range p.Cols() {
			if p.At(row, col) == c {
				all = append(all, goban.Point{Row: row, Col: col})
			}
		}
	}
	return all
}

// Count returns the number of points of a colour, or of those between.
func (p *Partition) Count(c goban.Color) int { return len(p.Of(c)) }

// valid reports whether the partition is what its type promises: one string of each colour, and all
// points between are liberties of both.
func (p *Partition) valid() bool {
	all, between := p.Strings(), p.Count(goban.Empty)
	return len(all) == 2 && all[0].Color != all[1].Color &&
		len(all[0].Liberties) == between && len(all[1].Liberties) == between
}
