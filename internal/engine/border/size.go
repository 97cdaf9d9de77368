package border

import (
	"math"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Points returns the largest number of points of a border between two columns.
func (s *shape) Points() int {
	most := 0
	for _, c := range s.columns {
		points := 0
		for _, at := range c.sites[0] {
			if at.takesStones() {
				points++
			}
		}
		most = max(most, points)
	}
	return most
}

// wordsAt counts the words for a kink: parts before the letter at the kink, and parts from that
// letter on. Seen from the other end of the border, a word is a word with the signs exchanged.
// Numbers below 2^47 are exact.
func (c *column) wordsAt(y int) float64 {
	c.count.Do(func() {
		prefixes, suffixes := c.parts(c.sites[c.height]), c.parts(mirrored(c.sites[0]))
		for y := range c.height + 1 {
			before, words := prefixes[0], 0.0
			if y > 0 {
				before = c.longer(prefixes[y-1], &c.sites[y][y-1])
			}
			for k, n := range before {
				c.next(k, y, y, func(_ letter, to crossing) { words += n * suffixes[c.height-y][to] })
			}
			// All words have as many recolourings but those with few colours, which are far fewer.
			c.words = append(c.words, math.Ceil(words/float64(c.recolourings(c.colours))))
		}
	})
	return c.words[y]
}

// parts returns the numbers of words of the first letters, 0 to all, by the crossing after them.
func (s *shape) parts(sites []site) []map[crossing]float64 {
	all := []map[crossing]float64{{atEdge: 1}}
	for i := range s.height {
		next := sites[i]
		next.strands = 2*(s.height-i) - 1 // the letters that follow may be those of another kink
		all = append(all, s.longer(all[i], &next))
	}
	return all
}

// longer returns the numbers of words that are a letter longer.
func (s *shape) longer(parts map[crossing]float64, next *site) map[crossing]float64 {
	all := make(map[crossing]float64)
	for k, n := range parts {
		s.follow(k, next, func(_ letter, to crossing) { all[to] += n })
	}
	return all
}

// StateSteps returns the number of values that a phase of a column computes for one residue: those
// after each of its points.
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

// VectorBytes returns the memory of one residue of a vector before a phase, for the column where
// the vector is largest.
func (s *shape) VectorBytes(p Phase) result.Bytes {
	words := 0.0
	for _, c := range s.columns {
		words = max(words, c.wordsAt(int(p)*c.split))
	}
	return ValueBytes * result.Bytes(words)
}

// StoredBytes is VectorBytes with what fills the last chunk of each block up. All blocks have some
// square roots of the words as rows; they have the more rows the fewer idle words there are.
func (s *shape) StoredBytes(p Phase) result.Bytes {
	roots := [2][2]float64{{4, 6}, {2, 12}}[s.height%2][p]
	bytes := s.VectorBytes(p)
	return bytes + result.Bytes(roots*rowBytes*math.Sqrt(float64(bytes)/ValueBytes))
}

// FirstColumns returns the number of columns whose vector is found as products for a width: no
// vector is stored before it. The time of the products grows fourfold with each column.
func (s *shape) FirstColumns(width int) int {
	columns := 3
	if s.height < 11 || s.colours > 2 {
		columns = 2
	}
	return min(columns, (width+1)/2)
}

// ProductSteps is the time of the products of one residue after the first columns, in steps of one
// value.
func (s *shape) ProductSteps(columns int) float64 {
	if columns == 1 {
		return 0
	}
	terms := math.Exp2(float64(2*columns - 3)) // of a value, on average; for two colours
	return 1.5 * terms * float64(s.VectorBytes(Prefix)) / ValueBytes
}

// ProductBytes estimates the memory that the products after the first columns take while their
// tables are made; a third of it stays.
func (s *shape) ProductBytes(columns int) result.Bytes {
	return result.Bytes(190 * s.ProductSteps(columns) / math.Sqrt(float64(s.VectorBytes(Prefix))/ValueBytes))
}

// PrimesFor returns how many residues modulo primes just below 2^32 make L(height, width) known.
func (s *shape) PrimesFor(width int) int {
	return s.positions(width).BitLen()/PrimeBits + 1
}

// Narrow returns the width of a narrower board, as a check: at most half of a width, and so small
// that other ways to count, the other side being the height, are fast.
func (s *shape) Narrow(width int) int {
	most := s.height/2 + 1
	if !s.square {
		most = min(most, 6)
	}
	if s.colours > 2 {
		most = min(most, 3)
	}
	return min((width+1)/2, most)
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
