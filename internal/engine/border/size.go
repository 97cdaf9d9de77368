package border

import (
	"math"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Points returns the largest number of points of a border between two columns.
func (s *shape) Points() int {
	maximum := 0
	for _, c := range s.columns {
		points := 0
		for _, at := range c.sites[0] {
			if at.takesStones() {
				points++
			}
		}
		maximum = max(maximum, points)
	}
	return maximum
}

// wordsAt counts the words for a kink, up to recolouring. It counts the parts before the letter at
// the kink, and the parts after it from the other end of the border, where a part is a word with
// the signs exchanged. Numbers below 2^47 are exact.
func (c *column) wordsAt(y int) float64 {
	c.countOnce.Do(func() {
		prefixes, suffixes := c.prefixCounts(c.sites[c.height]), c.prefixCounts(mirrored(c.sites[0]))
		for y := range c.height + 1 {
			before, words := prefixes[0], 0.0
			if y > 0 {
				before = c.extendCounts(prefixes[y-1], &c.sites[y][y-1])
			}
			for k, n := range before {
				c.visitLetters(k, y, y, func(_ letter, to crossing) { words += n * suffixes[c.height-y][to] })
			}
			// Words with all colours have this many recolourings; words with fewer colours are rare.
			c.wordCounts = append(c.wordCounts, math.Ceil(words/float64(c.recolouringCount(c.colours))))
		}
	})
	return c.wordCounts[y]
}

// prefixCounts returns the number of words of the first 0, 1, 2 and so on letters, by the crossing
// after them.
func (s *shape) prefixCounts(sites []site) []map[crossing]float64 {
	all := []map[crossing]float64{{atEdge: 1}}
	for i := range s.height {
		next := sites[i]
		next.maxDepth = 2*(s.height-i) - 1 // the letters that follow may be those of another kink
		all = append(all, s.extendCounts(all[i], &next))
	}
	return all
}

// extendCounts returns the numbers of words with one letter more, by the crossing after it.
func (s *shape) extendCounts(parts map[crossing]float64, next *site) map[crossing]float64 {
	all := make(map[crossing]float64)
	for k, n := range parts {
		s.visitLettersAt(k, next, func(_ letter, to crossing) { all[to] += n })
	}
	return all
}

// StateSteps returns the number of values that a phase of a column computes for one residue, after
// all its points together.
func (s *shape) StateSteps(column int, p Phase) (steps float64) {
	c := s.column(column)
	first, last := 1, c.split
	if p == Suffix {
		first, last = c.split+1, s.height
	}
	for y := first; y <= last; y++ {
		steps += c.wordsAt(y)
	}
	return steps
}

// VectorBytes returns the memory of one residue of the vector before a phase, in the column where
// the vector is largest.
func (s *shape) VectorBytes(p Phase) result.Bytes {
	words := 0.0
	for _, c := range s.columns {
		words = max(words, c.wordsAt(int(p)*c.split))
	}
	return ValueBytes * result.Bytes(words)
}

// StoredBytes returns VectorBytes and what fills the last chunk of each block. All blocks together
// have a few times the square root of the number of words as rows; the fewer idle words there are,
// the more rows.
func (s *shape) StoredBytes(p Phase) result.Bytes {
	roots := [2][2]float64{{4, 6}, {2, 12}}[s.height%2][p]
	bytes := s.VectorBytes(p)
	return bytes + result.Bytes(roots*rowBytes*math.Sqrt(float64(bytes)/ValueBytes))
}

// FirstColumns returns the number of columns whose vector is computed as products, for boards of a
// width: no vector is stored before it. The time of the products grows fourfold with each column.
func (s *shape) FirstColumns(width int) int {
	columns := 3
	if s.height < 11 || s.colours > 2 {
		columns = 2
	}
	return min(columns, (width+1)/2)
}

// ProductSteps returns the time that the products of the first columns take for one residue, in
// state-steps.
func (s *shape) ProductSteps(columns int) float64 {
	if columns == 1 {
		return 0
	}
	terms := math.Exp2(float64(2*columns - 3)) // of a value, on average; for two colours
	return 1.5 * terms * float64(s.VectorBytes(Prefix)) / ValueBytes
}

// ProductBytes estimates the memory that the products of the first columns take while their tables
// are made; afterwards they take a third of it.
func (s *shape) ProductBytes(columns int) result.Bytes {
	return result.Bytes(190 * s.ProductSteps(columns) / math.Sqrt(float64(s.VectorBytes(Prefix))/ValueBytes))
}

// PrimesFor returns how many residues modulo primes just below 2^32 determine L(height, width).
func (s *shape) PrimesFor(width int) int {
	return s.positions(width).BitLen()/PrimeBits + 1
}

// Narrow returns the width of a narrower board that checks the count of a width: at most half of
// it, and so small that another engine, with rows and columns exchanged, is fast.
func (s *shape) Narrow(width int) int {
	maximum := s.height/2 + 1
	if !s.square {
		maximum = min(maximum, 6)
	}
	if s.colours > 2 {
		maximum = min(maximum, 3)
	}
	return min((width+1)/2, maximum)
}

// TableBytes estimates the memory of an engine's tables, and of what its threads need.
func (s *shape) TableBytes(opt par.Options) result.Bytes {
	// A block has about a quarter of the words, and half of their rows is a square root of these: a
	// thread has buffers for some times as many, and the tables are about as long.
	rows := math.Sqrt(float64(s.VectorBytes(Suffix)) / ValueBytes)
	const perThread, tables = 14 * rowBytes, 6 * rowBytes
	columns := make(map[*column]bool) // each has tables
	for _, c := range s.columns {
		columns[c] = true
	}
	return result.Bytes(rows * (perThread*float64(opt.Goroutines()) + tables*float64(len(columns))))
}
