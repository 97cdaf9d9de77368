package border

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// Values of every length go where an obvious loop puts them, in blocks of all shapes, and nothing else is written.
func TestPullingMovesValues(t *testing.T) {
	small := [][2]int{{1, 1}, {1, 9}, {7, 3}, {8, 1}, {9, 9}, {16, 5}, {23, 30}, {700, 21}, {3, 700}, {0, 5}, {5, 0}}
	large := [][2]int{{7, 10000}, {3000, 30}} // of short values: so that they are written in several parts
	for size := 1; size <= 13; size++ {
		shapes := small
		if size <= 2 {
			shapes = slices.Concat(small, large)
		}
		for _, wide := range []int{size, size + 1, size + 2, size + 3} {
			t.Run(fmt.Sprintf("%d to %d", size, wide), func(t *testing.T) {
				r := rand.New(rand.NewPCG(uint64(size), uint64(wide)))
				for _, shape := range shapes {
					m := pulling{size: size, wide: wide, rows: shape[0], columns: shape[1]}
					checkPulling(t, r, m, m.columns, m.rows, func(a, i int) (row, column int) { return i, a })
					if shape[0]*shape[1] > 0 {
						checkNeutral(t, r, m)
					}
				}
			})
		}
	}
}

// checkNeutral has some words of a random crossing pull from a block.
func checkNeutral(t *testing.T, r *rand.Rand, m pulling) {
	t.Helper()
	indices := func(n, below int) []int32 {
		s := make([]int32, n)
		for i := range s {
			s[i] = r.Int32N(int32(below))
		}
		return s
	}
	m.crossing = crossing{
		straight: indices(m.columns+2, m.columns), crossed: indices(m.columns+2, m.columns),
		row: indices(2*m.rows+3, m.rows), flip: make([]bool, 2*m.rows+3),
	}
	for i := range m.crossing.flip {
		m.crossing.flip[i] = r.IntN(2) == 0
	}
	m.active, m.idle = [2]int{1, m.columns + 1}, [2]int{2, 2*m.rows + 2}
	checkPulling(t, r, m, m.columns, 2*m.rows, func(a, i int) (row, column int) {
		of := m.crossing.straight
		if m.crossing.flip[2+i] {
			of = m.crossing.crossed
		}
		return int(m.crossing.row[2+i]), int(of[1+a])
	})
}

// checkPulling pulls into n rows of a given length, given where the value number i of row a comes from.
func checkPulling(t *testing.T, r *rand.Rand, m pulling, n, length int, origin func(a, i int) (row, column int)) {
	t.Helper()
	// With a margin, since pointers go beyond what they point to, though nothing is written there.
	block := make([]uint32, m.rows*m.columns*m.size+m.size)
	for i := range block {
		block[i] = r.Uint32()
	}
	margin := length*m.wide + 1
	got := make([]uint32, n*length*m.wide+2*margin)
	for i := range got {
		got[i] = r.Uint32()
	}
	want := slices.Clone(got)
	for a := range n {
		for i := range length {
			row, column := origin(a, i)
			for h := range m.wide {
				at := margin + (a*length+i)*m.wide + h
				want[at] = 0
				if h < m.size {
					want[at] = block[(row*m.columns+column)*m.size+h]
				}
			}
		}
	}
	m.to, m.from = unsafe.Pointer(&got[margin]), unsafe.Pointer(&block[0])
	m.run()
	if !slices.Equal(got, want) {
		t.Errorf("%d rows of %d from %d x %d, neutral: %v: wrong values", n, length, m.rows, m.columns, m.crossing.row != nil)
	}
}
