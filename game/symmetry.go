package game

import (
	"context"
	"iter"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// MaxSymmetries is the largest number of symmetries of a board, colour swaps not counted, that are
// gone through one by one: all of 7 points without edges.
const MaxSymmetries = 5040

// A Symmetry sends positions to positions: it permutes the points and may exchange the colours.
type Symmetry struct {
	Swap   bool
	images [2][256]uint16 // of the sets of the points 0 to 7, and of 8 to 15
}

// image returns where the symmetry sends a position.
func (s *Symmetry) image(p Position) Position {
	q := Position{s.imageOf(p.Black), s.imageOf(p.White)}
	if s.Swap {
		return q.Swapped()
	}
	return q
}

// imageOf returns the image of a set of points.
func (s *Symmetry) imageOf(points uint16) uint16 {
	return s.images[0][points&255] | s.images[1][points>>8]
}

// newSymmetry returns the symmetry of a permutation of the points; swap says whether it exchanges
// the colours.
func newSymmetry(points lattice.Permutation, swap bool) *Symmetry {
	s := &Symmetry{Swap: swap}
	for v, to := range points {
		for set := range s.images[v/8] {
			s.images[v/8][set] |= uint16(set>>(v%8)&1) << to
		}
	}
	return s
}

// Symmetries returns the symmetries of the board, each without and with an exchange of colours: a
// group of symmetries of the game graph. The identity is the first. A board of more than
// MaxSymmetries symmetries is an error.
func (p *Positions) Symmetries() ([]*Symmetry, error) {
	motions, err := lattice.Symmetries(p.board, MaxSymmetries)
	if err != nil {
		return nil, err
	}
	var all []*Symmetry
	for _, swap := range []bool{false, true} {
		for _, points := range motions {
			all = append(all, newSymmetry(points, swap))
		}
	}
	return all, nil
}

// Permutation returns where a symmetry sends each node of the game graph.
func (p *Positions) Permutation(s *Symmetry) []int32 {
	to := make([]int32, p.Len())
	for v, q := range p.All() {
		w, _ := p.Index(s.image(q))
		to[v] = int32(w)
	}
	return to
}

// Automorphisms returns where each of the symmetries sends the nodes, none if the board has too
// many.
func (p *Positions) Automorphisms() (all [][]int32) {
	symmetries, _ := p.Symmetries() // they only save work
	for _, s := range symmetries {
		all = append(all, p.Permutation(s))
	}
	return all
}

// Representative returns the least number that the symmetries send a position to.
func (p *Positions) Representative(q Position, symmetries []*Symmetry) int {
	least := p.masks.encode(q)
	for _, s := range symmetries {
		least = min(least, p.masks.encode(s.image(q)))
	}
	return int(p.index(least))
}

// Classes are numbers of sets of positions that symmetries of the board send to each other.
type Classes struct {
	Symmetries int   `json:"board_symmetries"`        // of the board
	Positions  int64 `json:"classes"`                 // classes of positions
	Swapped    int64 `json:"classes_with_color_swap"` // classes if colours may also be exchanged
}

// classes counts the classes of positions: those that are the least of their class.
func (p *Positions) classes(ctx context.Context, opt par.Options) (*Classes, error) {
	symmetries, err := p.Symmetries()
	if err != nil {
		return nil, err
	}
	c, half := &Classes{Symmetries: len(symmetries) / 2}, len(symmetries)/2
	err = addParts(ctx, p, opt, func(part iter.Seq2[int, Position]) (counted Classes) {
		for _, q := range part {
			if code := p.masks.encode(q); p.isLeast(code, q, symmetries[:half]) {
				counted.Positions++
				if p.isLeast(code, q, symmetries[half:]) {
					counted.Swapped++
				}
			}
		}
		return counted
	}, func(counted Classes) {
		c.Positions += counted.Positions
		c.Swapped += counted.Swapped
	})
	return c, err
}

// isLeast reports whether no image of a position q under the symmetries has a smaller code.
func (p *Positions) isLeast(code uint32, q Position, symmetries []*Symmetry) bool {
	for _, s := range symmetries {
		if p.masks.encode(s.image(q)) < code {
			return false
		}
	}
	return true
}
