package border

import (
	"math"
	"math/big"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// What a count takes is known before the tables are made, from the numbers of words.

// Points returns the largest number of points of a border between two columns.
func (s *shape) Points() int {
	most := 0
	for _, c := range s.columns {
		points := 0
		for i := range s.height {
			if c.sites[0][i].live() {
				points++
			}
		}
		most = max(most, points)
	}
	return most
}

// wordsAt counts the words for a kink: parts before the letter at the kink, and parts from that
// letter on. Seen from the other end of the border, a word is a word with the signs exchanged.
func (c *column) wordsAt(y int) *big.Int {
	c.count.Do(func() {
		young, old := c.parts(c.sites[c.height]), c.parts(mirrored(c.sites[0]))
		all := big.NewInt(int64(c.recolourings(c.colours)))
		for y := range c.height + 1 {
			before := young[y]
			if !c.rests(y) {
				before = c.longer(young[y-1], &c.sites[y][y-1])
			}
			words, product := new(big.Int), new(big.Int)
			for k, n := range before {
				c.next(k, y, y, func(_ letter, to crossing) {
					if m := old[c.height-y][to]; m != nil {
						words.Add(words, product.Mul(n, m))
					}
				})
			}
			// All words have as many recolourings but those with few colours, which are far fewer.
			words.Add(words, all).Sub(words, big.NewInt(1))
			c.words = append(c.words, words.Div(words, all))
		}
	})
	return c.words[y]
}

// parts returns the numbers of words of the first letters, 0 to all, by the crossing after them.
func (s *shape) parts(sites []site) []map[crossing]*big.Int {
	all := []map[crossing]*big.Int{{atEdge: big.NewInt(1)}}
	for i := range s.height {
		next := sites[i]
		next.strands = 2*(s.height-i) - 1 // the letters that follow may be those of another kink
		all = append(all, s.longer(all[i], &next))
	}
	return all
}

// longer returns the numbers of words that are a letter longer.
func (s *shape) longer(parts map[crossing]*big.Int, next *site) map[crossing]*big.Int {
	all := make(map[crossing]*big.Int)
	for k, n := range parts {
		s.follow(k, next, func(_ letter, to crossing) {
			sum := all[to]
			if sum == nil {
				sum = new(big.Int)
				all[to] = sum
			}
			sum.Add(sum, n)
		})
	}
	return all
}

// StateSteps returns the number of values that a column computes for one residue, on the square
// lattice.
func (s *shape) StateSteps() float64 { return s.columns[0].stateSteps(s.height) }

// stateSteps counts the values after each of the first points of a column.
func (c *column) stateSteps(points int) float64 {
	steps := 0.0
	for y := 1; y <= points; y++ {
		n, _ := new(big.Float).SetInt(c.wordsAt(y)).Float64()
		steps += n
	}
	return steps
}

// VectorBytes returns the memory of one residue of a vector before a phase, for the column where
// the vector is largest.
func (s *shape) VectorBytes(p Phase) result.Bytes {
	most := int64(0)
	for _, c := range s.columns {
		most = max(most, c.wordsAt(int(p)*c.split).Int64())
	}
	return ValueBytes * result.Bytes(most)
}

// StoredBytes is VectorBytes with what fills the last chunk of each block up. All blocks have some
// square roots of the words as rows; they have the more rows the fewer idle words there are.
func (s *shape) StoredBytes(p Phase) result.Bytes {
	roots := [2][2]float64{{4, 5}, {2, 11}}[s.height%2][p]
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

// phasesOf returns how many phases residues go through, all together.
func (s *shape) phasesOf(width, primes int) int {
	phases := 0
	for k := s.FirstColumns(width) + 1; k <= (width+1)/2; k++ {
		phases += 2 * s.Residues(k)
	}
	switch {
	case s.Turns(width):
		phases += primes
	case width%2 == 0:
		phases += 2 * primes
	}
	return phases
}

// Steps returns the number of values that [Engine.Count] computes for a width and a number of
// primes.
func (s *shape) Steps(width, primes int) float64 {
	if !s.square {
		steps := 0.0
		for _, c := range s.columns[:width] {
			steps += c.stateSteps(s.height) * float64(primes)
		}
		return steps
	}
	phases, start := s.phasesOf(width, primes), s.FirstColumns(width)
	steps := s.ProductSteps(start) * float64(s.Residues(min(start+1, (width+1)/2)))
	if s.Turns(width) {
		return steps + s.StateSteps()*float64(phases-primes)/2 + s.columns[0].stateSteps(s.middle())*float64(primes)
	}
	return steps + s.StateSteps()*float64(phases)/2
}

// PrimesFor returns how many residues modulo primes just below 2^32 make L(height, width) known.
func (s *shape) PrimesFor(width int) int {
	return s.positions(width).BitLen()/PrimeBits + 1
}

// narrow returns the width of the narrower board: at most half of the width, and so small that
// other ways to count, the other side being the height, are fast.
func (s *shape) narrow(width int) int {
	most := s.height/2 + 1
	if !s.square {
		most = min(most, 6)
	}
	if s.colours > 2 {
		most = min(most, 3)
	}
	return min((width+1)/2, most)
}

// witnessPhases is the number of phases that a witness computes.
func (s *shape) witnessPhases(width int) int {
	if s.Turns(width) {
		return 2
	}
	return 4
}

// lastShares is the number of shares in which the last column goes through the suffix phase: what
// one share leaves is joined at once.
const lastShares = 8

// Need estimates the memory that [Engine.Count] takes for a width; [Engine.CountModulo] takes what
// a count with one residue does.
func (s *shape) Need(width int, opt par.Options) result.Bytes {
	residues := s.Residues((width + 1) / 2)
	if width%2 == 0 && !s.Turns(width) && s.PrimesFor(width) > residues {
		residues++
	}
	return s.need(max(residues, witnessVectors), opt)
}

// NeedModulo estimates the memory that [Engine.CountModulo] takes.
func (s *shape) NeedModulo(opt par.Options) result.Bytes { return s.need(1, opt) }

// NeedWitness estimates the memory that [Engine.Witness] takes.
func (s *shape) NeedWitness(opt par.Options) result.Bytes {
	if !s.square {
		return s.NeedModulo(opt)
	}
	return s.need(witnessVectors, opt)
}

// witnessVectors is the number of vectors that a witness is found from.
const witnessVectors = 2

func (s *shape) need(residues int, opt par.Options) result.Bytes {
	v, u := s.StoredBytes(Prefix), s.StoredBytes(Suffix)
	need := result.Bytes(residues)*v + u + v/lastShares
	return need + need/32 + s.TableBytes(opt)
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
