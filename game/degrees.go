package game

import (
	"context"
	"iter"
	"math/bits"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/sampling"
)

// Degrees is the table of outdegrees of a game graph.
type Degrees struct {
	Nodes    int64   `json:"nodes"`
	Edges    int64   `json:"edges"`
	Suicides int64   `json:"suicide_edges"` // edges that are suicides
	Count    []int64 // at index d the number of nodes of outdegree d, up to the largest
}

// Average returns the average outdegree (Combinatorics of Go, table 8).
func (d *Degrees) Average() float64 { return float64(d.Edges) / float64(d.Nodes) }

// Degrees counts the nodes of the game graph by outdegree, without making the graph: an empty point
// is two moves, except for suicides.
func (p *Positions) Degrees(ctx context.Context, rules Rules, opt par.Options) (*Degrees, error) {
	total := &Degrees{Count: make([]int64, 2*p.Points()+1)}
	err := addParts(ctx, p, opt, func(part iter.Seq2[int, Position]) *Degrees {
		d := &Degrees{Count: make([]int64, len(total.Count))}
		for _, q := range part {
			d.add(p.masks, q, rules)
		}
		return d
	}, func(d *Degrees) {
		total.Nodes += d.Nodes
		total.Edges += d.Edges
		total.Suicides += d.Suicides
		for degree, n := range d.Count {
			total.Count[degree] += n
		}
	})
	for len(total.Count) > 1 && total.Count[len(total.Count)-1] == 0 {
		total.Count = total.Count[:len(total.Count)-1]
	}
	return total, err
}

// add counts the moves from a position.
func (d *Degrees) add(m *masks, p Position, rules Rules) {
	empty := m.all &^ (p.Black | p.White)
	black, white := m.liberties(p.Black, empty), m.liberties(p.White, empty)
	var closed uint16 // empty points without an empty neighbour
	for free := empty &^ m.safe; free != 0; free &= free - 1 {
		if v := bits.TrailingZeros16(free); m.beside[v]&empty == 0 {
			closed |= 1 << v
		}
	}
	blackSuicides := closed &^ (black.shared | white.last)
	whiteSuicides := closed &^ (white.shared | black.last)
	single := bits.OnesCount16(blackSuicides&^black.last) + bits.OnesCount16(whiteSuicides&^white.last)
	suicides := bits.OnesCount16(blackSuicides) + bits.OnesCount16(whiteSuicides) - single
	if rules.Suicide == goban.SuicideForbidden {
		single, suicides = single+suicides, 0
	}
	degree := 2*bits.OnesCount16(empty) - single
	d.Nodes++
	d.Edges += int64(degree)
	d.Suicides += int64(suicides)
	d.Count[degree]++
}

// liberties are the liberties of the strings of a colour.
type liberties struct {
	shared uint16 // of a string that has others
	last   uint16 // of a string that has no other
}

func (m *masks) liberties(set, empty uint16) liberties {
	var l liberties
	for _, c := range m.chainsOf(set) {
		free := c.border & empty
		if free&(free-1) == 0 && !c.safe {
			l.last |= free
		} else {
			l.shared |= free
		}
	}
	return l
}

// Features returns how many positions have each value of each feature.
func (p *Positions) Features(ctx context.Context, opt par.Options) ([]sampling.Histogram, error) {
	all := sampling.NewHistograms(len(goban.Features{}))
	err := addParts(ctx, p, opt, func(part iter.Seq2[int, Position]) []sampling.Histogram {
		counted := sampling.NewHistograms(len(goban.Features{}))
		for _, q := range part {
			for feature, value := range p.masks.features(q) {
				counted[feature][value]++
			}
		}
		return counted
	}, func(counted []sampling.Histogram) {
		for feature, h := range counted {
			all[feature].Add(h)
		}
	})
	return all, err
}

// features finds the features of a position; liberties beyond the board are not looked at.
func (m *masks) features(p Position) goban.Features {
	empty := m.all &^ (p.Black | p.White)
	var f goban.Features
	f[goban.Stones] = bits.OnesCount16(p.Black | p.White)
	f[goban.AreaScore] = bits.OnesCount16(p.Black) - bits.OnesCount16(p.White)
	for _, region := range m.chainsOf(empty) {
		switch black, white := region.border&p.Black != 0, region.border&p.White != 0; {
		case black && !white:
			f[goban.AreaScore] += bits.OnesCount16(region.stones)
		case white && !black:
			f[goban.AreaScore] -= bits.OnesCount16(region.stones)
		}
	}
	for free := empty; free != 0; free &= free - 1 {
		v := bits.TrailingZeros16(free)
		for _, around := range []uint16{p.Black, p.White} {
			if near := m.beside[v]; near != 0 && near&^around == 0 {
				f[goban.Eyes]++
				if bits.OnesCount16(m.captured(around, empty&^(1<<v), v)) == 1 {
					f[goban.Kos]++
				}
			}
		}
	}
	return f
}
