package liberties

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// someShapes have digits of all kinds: of one row or of two, inside of words,
// across words and not at all, and words that are not full.
var someShapes = []*shapes{
	shapesOf(6, 1, 3<<5), shapesOf(6, 2, 9<<4), shapesOf(6, 2, 9<<2), shapesOf(6, 1, 3<<4), shapesOf(5, 1, 3), shapesOf(5, 5, 1<<10),
	shapesOf(5, 1, 3<<4), shapesOf(5, 2, 9<<2),
}

// allFronts returns the stones and wet points of all fronts of a height.
func allFronts(height int) (fronts []front) {
	fronts = []front{{}}
	for row := range height {
		bit := uint32(1) << row
		for _, f := range slices.Clone(fronts) {
			fronts = append(fronts, front{stone: f.stone, above: f.above | bit}, front{stone: f.stone | bit, above: f.above})
		}
	}
	return fronts
}

// entryOf returns the number of an entry, digit by digit.
func (s shape) entryOf(f front, height int) (entry int) {
	for row := range height {
		d := s.digit(row)
		state := f.stone>>row&1*isStone + f.above&^f.stone>>row&1*isWet
		for x := range d.base {
			if d.shows(int(state), x) {
				entry += x * d.step
			}
		}
	}
	return entry
}

// What face makes of a sieve is, for each left part, just the least that a right
// part and a seam cost that look alike.
func TestFace(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 15))
	for _, shapes := range someShapes {
		if testing.Short() && shapes.height > 5 {
			continue
		}
		fronts := allFronts(shapes.height)
		for kink := 1; kink <= shapes.height; kink++ {
			seams := make([]int32, len(fronts)*len(fronts))
			for i, left := range fronts {
				for j, right := range fronts {
					seams[i*len(fronts)+j], _ = localSeam(left, right, kink, shapes.height)
				}
			}
			for _, v := range newSieves(kink, shapes) {
				entries := make([]int, len(fronts))
				for i, f := range fronts {
					entries[i] = v.entryOf(f, shapes.height)
				}
				costs, want := map[int]int32{}, map[int]int32{}
				share := random.Float64()
				for _, entry := range entries {
					if _, ok := costs[entry]; !ok {
						costs[entry], want[entry] = noRightPart, noRightPart
						if random.Float64() < share {
							costs[entry] = random.Int32N(12) - 3
							v.lower(uint32(entry), costs[entry])
						}
					}
				}
				for i, left := range entries {
					for j, right := range entries {
						want[left] = min(want[left], costs[right]+seams[i*len(fronts)+j])
					}
				}
				v.face()
				for entry, cost := range want {
					if got := v.at(uint32(entry)); got != cost {
						t.Fatalf("%+v, kink %d: entry %d is %d, want %d", v.shape, kink, entry, got, cost)
					}
				}
			}
		}
	}
}
