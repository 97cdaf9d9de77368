package graphformat

import (
	"cmp"
	"math"
	"slices"
)

// place is where a node is drawn: on a ring, at an angle.
type place struct {
	ring  int
	angle float64
}

// sweeps is how often nodes are drawn towards their neighbours; more change nothing to be seen.
const sweeps = 60

// layout places the positions with k stones on ring k, each ring in an order in which neighbours
// are near: every node goes to the mean direction of its neighbours, then the ring is spread out
// evenly again (the barycentre method of K. Sugiyama, S. Tagawa and M. Toda, 1981, on rings in the
// place of lines).
func (p *picture) layout() []place {
	rings := make([][]int, p.Points()+1)
	for v := range p.Nodes() {
		rings[p.stones(v)] = append(rings[p.stones(v)], v)
	}
	places := make([]place, p.Nodes())
	for k, ring := range rings {
		for i, v := range ring {
			places[v] = place{k, 2 * math.Pi * float64(i) / float64(len(ring))}
		}
	}
	reverse := p.Reverse()
	for range sweeps {
		for _, ring := range rings {
			spread(ring, places, func(v int) []int32 {
				return append(slices.Clone(p.Successors(v)), reverse.Successors(v)...)
			})
		}
	}
	return places
}

// spread turns the nodes of a ring towards their neighbours, and spreads them out.
func spread(ring []int, places []place, neighbours func(int) []int32) {
	wish := map[int]float64{}
	for _, v := range ring {
		x, y := 1e-3*math.Cos(places[v].angle), 1e-3*math.Sin(places[v].angle)
		for _, w := range neighbours(v) {
			if places[w].ring != 0 {
				x += math.Cos(places[w].angle)
				y += math.Sin(places[w].angle)
			}
		}
		wish[v] = math.Atan2(y, x)
	}
	slices.SortFunc(ring, func(a, b int) int {
		return cmp.Or(cmp.Compare(math.Round(wish[a]*1e6), math.Round(wish[b]*1e6)), cmp.Compare(a, b))
	})
	x, y := 0.0, 0.0 // the mean of how far the wishes are from an even spread decides where the ring begins
	for i, v := range ring {
		off := wish[v] - 2*math.Pi*float64(i)/float64(len(ring))
		x += math.Cos(off)
		y += math.Sin(off)
	}
	begin := math.Atan2(y, x)
	for i, v := range ring {
		places[v].angle = begin + 2*math.Pi*float64(i)/float64(len(ring))
	}
}
