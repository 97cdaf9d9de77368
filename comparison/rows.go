package comparison

import (
	"math/big"
	"math/bits"

	"combigo.dev/combigo/transfer"
)

// directions of a row: along, down, and the two diagonals.
var directions = [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}}

// lines returns all places for a row, each the points of it.
func lines(g transfer.RowGame) [][]int {
	var all [][]int
	for y := range g.Rows {
		for x := range g.Columns {
			for _, d := range directions {
				endY, endX := y+d[0]*(g.Length-1), x+d[1]*(g.Length-1)
				if endY >= g.Rows || endX < 0 || endX >= g.Columns {
					continue
				}
				line := make([]int, g.Length)
				for i := range line {
					line[i] = (y+d[0]*i)*g.Columns + x + d[1]*i
				}
				all = append(all, line)
			}
		}
	}
	return all
}

// places returns how many places there are for a row.
func places(g transfer.RowGame) int {
	along := g.Rows * max(0, g.Columns-g.Length+1)
	down := g.Columns * max(0, g.Rows-g.Length+1)
	diagonal := max(0, g.Rows-g.Length+1) * max(0, g.Columns-g.Length+1)
	return along + down + 2*diagonal
}

// excluded counts the positions without a row by inclusion and exclusion: the sum
// over all sets S of lines of (-1)^|S| times the positions in which every line of
// S is a row. Lines that meet have one colour, so these are two to the number of
// connected parts of S times three to the number of points that are on no line of
// S. There are at most 64 points.
func excluded(g transfer.RowGame) *big.Int {
	points := g.Rows * g.Columns
	sums := make(map[[2]int]int64) // by parts and free points, of signs
	var masks []uint64
	for _, line := range lines(g) {
		mask := uint64(0)
		for _, p := range line {
			mask |= 1 << p
		}
		masks = append(masks, mask)
	}
	include(masks, nil, points, 1, sums)
	total := new(big.Int)
	for key, sign := range sums {
		ways := new(big.Int).Mul(pow(2, key[0]), pow(3, key[1]))
		total.Add(total, ways.Mul(ways, big.NewInt(sign)))
	}
	return total
}

// include decides on each line in turn. The parts are the disjoint unions of the
// lines chosen, as sets of points.
func include(lines, parts []uint64, free int, sign int64, sums map[[2]int]int64) {
	if len(lines) == 0 {
		sums[[2]int{len(parts), free}] += sign
		return
	}
	include(lines[1:], parts, free, sign, sums)
	joined, rest, covered := lines[0], make([]uint64, 0, len(parts)+1), uint64(0)
	for _, part := range parts {
		covered |= part
		if part&lines[0] != 0 {
			joined |= part
		} else {
			rest = append(rest, part)
		}
	}
	include(lines[1:], append(rest, joined), free-bits.OnesCount64(lines[0]&^covered), -sign, sums)
}
