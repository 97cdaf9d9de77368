package liberties

import (
	"math/rand/v2"
	"testing"
)

// The numbers of entries are those that the digits make, for frontiers that face
// the left parts and for those that do not yet. They are inside of the table.
func TestNumbering(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 17))
	all := someShapes
	for height := minWindows; height <= MaxWindows; height++ {
		all = append(all, newTables(1, pruningShapes(height))[0].shapes, newShapes(height, oppositeRows, oppositeEntries))
	}
	for _, s := range all {
		for range 100 {
			f := frontier{stone: random.Uint32(), above: random.Uint32()}
			board := uint32(1)<<s.height - 1
			facing := frontier{stone: f.stone & board, above: f.above & board}.mirrored(s.height)
			left, turned := s.left.entriesOf(f.stone, f.above&^f.stone), s.turned.entriesOf(f.stone, f.above&^f.stone)
			for i, shape := range s.all {
				if got, want := int(left[i]), shape.entryOf(f, s.height); got != want || want >= shape.entries() {
					t.Fatalf("%+v: %v is entry %d, want %d of %d", shape, f, got, want, shape.entries())
				}
				if got, want := int(turned[i]), shape.entryOf(facing, s.height); got != want {
					t.Fatalf("%+v: %v, turned, is entry %d, want %d", shape, f, got, want)
				}
			}
		}
	}
}
