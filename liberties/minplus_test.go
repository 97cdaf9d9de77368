package liberties

import (
	"math/rand/v2"
	"slices"
	"testing"

	"combigo.dev/combigo/internal/longtests"
)

// someShapes have digits of all kinds: of one row or of two, inside of words,
// across words and not at all, and words that are not full.
var someShapes = []*shapes{
	newShapes(6, 1, 3<<5), newShapes(6, 2, 9<<4), newShapes(6, 2, 9<<2), newShapes(6, 1, 3<<4), newShapes(5, 1, 3), newShapes(5, 5, 1<<10),
	newShapes(5, 1, 3<<4), newShapes(5, 2, 9<<2),
}

// allFrontiers returns the stones and dominated points of all frontiers of a height.
func allFrontiers(height int) (frontiers []frontier) {
	frontiers = []frontier{{}}
	for row := range height {
		bit := uint32(1) << row
		for _, f := range slices.Clone(frontiers) {
			frontiers = append(frontiers, frontier{stone: f.stone, above: f.above | bit}, frontier{stone: f.stone | bit, above: f.above})
		}
	}
	return frontiers
}

// entryOf returns the number of an entry, digit by digit.
func (s shape) entryOf(f frontier, height int) (entry int) {
	for row := range height {
		d := s.digit(row)
		state := f.stone>>row&1*isStone + f.above&^f.stone>>row&1*isDominated
		for x := range d.base {
			if d.matches(int(state), x) {
				entry += x * d.step
			}
		}
	}
	return entry
}

// What face makes of a table is, for each left part, just the least that a right
// part and a join cost that look alike.
func TestTransform(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 15))
	joinsAt := map[[2]int][]int32{} // by height and kink
	for _, shapes := range someShapes {
		if shapes.height > 5 && !longtests.Wanted() {
			continue
		}
		frontiers := allFrontiers(shapes.height)
		for kink := 1; kink <= shapes.height; kink++ {
			joins := joinsAt[[2]int{shapes.height, kink}]
			if joins == nil {
				joins = make([]int32, len(frontiers)*len(frontiers))
				for i, left := range frontiers {
					for j, right := range frontiers {
						joins[i*len(frontiers)+j], _ = localJoinCost(left, right, kink, shapes.height)
					}
				}
				joinsAt[[2]int{shapes.height, kink}] = joins
			}
			for _, v := range newTables(kink, shapes) {
				// The entries in the order of the frontiers, each once, and which one is that of a
				// frontier.
				var entries []int
				entryAt, entryOf := make([]int, len(frontiers)), map[int]int{}
				var costs, want []int32
				share := random.Float64()
				for i, f := range frontiers {
					entry := v.entryOf(f, shapes.height)
					at, ok := entryOf[entry]
					if !ok {
						at = len(entries)
						entryOf[entry] = at
						cost := int32(noRightPart)
						if random.Float64() < share {
							cost = random.Int32N(12) - 3
							v.lowerEntry(uint32(entry), cost)
						}
						entries, costs, want = append(entries, entry), append(costs, cost), append(want, noRightPart)
					}
					entryAt[i] = at
				}
				for i, left := range entryAt {
					for j, right := range entryAt {
						want[left] = min(want[left], costs[right]+joins[i*len(frontiers)+j])
					}
				}
				v.transform()
				for at, entry := range entries {
					if got := v.at(uint32(entry)); got != want[at] {
						t.Fatalf("%+v, kink %d: entry %d is %d, want %d", v.shape, kink, entry, got, want[at])
					}
				}
			}
		}
	}
}
