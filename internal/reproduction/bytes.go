package reproduction

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/result"
)

// differenceBytes returns how many bytes the differences of sorted keys take, with 7 bits a byte.
func differenceBytes(keys []uint64) int {
	total, before := 0, uint64(0)
	for _, key := range keys {
		total += max(1, (bits.Len64(key-before)+6)/7)
		before = key
	}
	return total
}

// movedHere is what this program reads and writes for a state and column (docs/performance.md).
const movedHere = 26.3

// stateBytes computes what the data structures of section 5.5 take for a state.
func stateBytes(w *work) {
	const rows = 19
	w.row("bits of a key of 19 rows, in a word of 64", map[bool]string{true: "fits", false: "does not fit"}[3*rows <= 64])
	for m := 6; m <= 10; m++ {
		keys := classKeys(m)
		if int64(len(slices.Compact(keys))) != connected.ValidClassesAt(m, 0).Int64() {
			check(fmt.Errorf("internal error: %d keys of %d rows", len(keys), m))
		}
		w.row(fmt.Sprintf("bytes a key, sorted differences with 7 bits a byte, %d rows", m),
			fmt.Sprintf("%.3f", float64(differenceBytes(keys))/float64(len(keys)))).Basis = result.OneWay
	}
	classes, _ := connected.ValidClassesAt(rows, 0).Float64()
	gap := 3*rows - math.Log2(classes)
	w.row("bits of the mean difference, 19 rows", fmt.Sprintf("%.1f", gap)).Note = fmt.Sprintf("%.0f bytes, and 8 for the value; here a state has no key: 8 bytes", math.Ceil(gap/7))
	for m := 1; m <= 4; m++ {
		least, most := must(newStateGraph(m)).redundancy()
		w.between(fmt.Sprintf("predecessors of a state, the mean for each y, %d rows", m), fmt.Sprintf("%.3f to %.3f", least, most), least >= 1 && most <= 3)
	}
	for _, x := range []struct {
		side    int
		printed string
		bytes   float64
	}{{18, "4PB", 4e15}, {19, "30PB", 30e15}} {
		moduli := math.Ceil(float64(x.side*x.side) * math.Log2(3) / 64)
		states, _ := connected.ValidClassesAt(x.side, x.side-1).Float64()
		w.add(Row{
			What: fmt.Sprintf("%dx%[1]d: bytes of disk IO a state, column and modulus", x.side), Mark: NotInPaper, Basis: result.Quoted,
			Here: fmt.Sprintf("%.0f in the paper, %.1f here", x.bytes/(moduli*float64(x.side)*states), movedHere),
			Note: fmt.Sprintf("%s in print over %.0f moduli, %d columns and %.4g classes; here as measured on 13x13 (docs/performance.md)", x.printed, moduli, x.side, states),
		})
	}
}

// redundancy returns the least and the largest mean number of predecessors of the states of a kink,
// edge states left out.
func (g *stateGraph) redundancy() (least, most float64) {
	states, _ := g.count()
	into := make([]int, len(states))
	for e, colors := range g.edges {
		if !isEdge(g.states[e[0]]) {
			into[g.states[e[1]].Kink] += len(colors)
		}
	}
	least = math.Inf(1)
	for y, n := range into {
		mean := float64(n) / float64(states[y])
		least, most = min(least, mean), max(most, mean)
	}
	return least, most
}
