package border

import (
	"math"
	"math/big"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// What a count takes is known before the tables are made, from the numbers of words.

// Words returns the number of words of a border, up to recolouring, for kink y = 0 to height: the
// number of points of the border in the new column. With a kink the border is broken before point
// y.
func (s *shape) Words(y int) *big.Int {
	s.count.Do(func() {
		before := s.prefixes()
		for y := range s.height + 1 {
			s.words = append(s.words, s.wordsAt(y, before))
		}
	})
	return new(big.Int).Set(s.words[y])
}

// wordsAt counts the words for a kink, from the numbers of their parts.
func (s *shape) wordsAt(y int, before []map[crossing]*big.Int) *big.Int {
	words := new(big.Int)
	product := new(big.Int)
	if y == s.height || s.triangular {
		y = 0 // as without a kink
	}
	if y == 0 { // not broken: any two parts with a crossing in common
		split := s.split()
		for k, n := range before[split] {
			if m := before[s.height-1-split][k]; m != nil {
				words.Add(words, product.Mul(n, m))
			}
		}
	} else {
		for k, n := range before[y-1] {
			for x, end := s.classesAt(y); x < end; x++ {
				k.next(x, true, func(_ letter, to crossing) {
					if m := before[s.height-1-y][to]; m != nil {
						words.Add(words, product.Mul(n, m))
					}
				})
			}
		}
	}
	// All words have as many recolourings but those with few colours, which are far fewer.
	all := int64(s.recolourings(s.colours))
	return words.Div(words.Add(words, big.NewInt(all-1)), big.NewInt(all))
}

// prefixes returns the numbers of words of the first points, by the last point and the crossing
// after it. Seen from the other end of the border, a word is a word with the signs exchanged: so
// these are the numbers of words of the last points, too.
func (s *shape) prefixes() []map[crossing]*big.Int {
	all := make([]map[crossing]*big.Int, s.height)
	last := map[crossing]*big.Int{atEdge: big.NewInt(1)}
	for point := range all {
		all[point] = make(map[crossing]*big.Int)
		for k, n := range last {
			s.next(k, point, false, func(_ letter, to crossing) {
				sum := all[point][to]
				if sum == nil {
					sum = new(big.Int)
					all[point][to] = sum
				}
				sum.Add(sum, n)
			})
		}
		last = all[point]
	}
	return all
}

// StateSteps returns the number of values that a column computes for one residue.
func (s *shape) StateSteps() float64 {
	steps := 0.0
	for y := 1; y <= s.height; y++ {
		n, _ := new(big.Float).SetInt(s.Words(y)).Float64()
		steps += n
	}
	return steps
}

// VectorBytes returns the memory of one residue of a vector before a phase.
func (s *shape) VectorBytes(p Phase) result.Bytes {
	y := 0
	if p == Suffix {
		y = s.split()
	}
	return 8 * result.Bytes(s.Words(y).Int64())
}

// phasesOf returns how many phases residues go through, all together.
func (s *shape) phasesOf(width, primes int) int {
	if s.triangular {
		return 2 * (width - 1) * primes
	}
	phases := 0
	for k := 2; k <= (width+1)/2; k++ {
		phases += 2 * s.Residues(k)
	}
	switch {
	case s.turns(width):
		phases += s.halfResidues(width / 2)
	case width%2 == 0:
		phases += 2 * primes
	}
	return phases
}

// Steps returns the number of values that [Engine.Count] computes for a width and a number of
// primes.
func (s *shape) Steps(width, primes int) float64 {
	return s.StateSteps() * float64(s.phasesOf(width, primes)) / 2
}

// PrimesFor returns how many residues modulo primes just below 2^63 make L(height, width) known.
func (s *shape) PrimesFor(width int) int {
	return s.positions(width).BitLen()/PrimeBits + 1
}

// positions returns the number of all positions, legal or not.
func (s *shape) positions(width int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(s.colours+1)), big.NewInt(int64(s.height*width)), nil)
}

// narrow returns the width of the narrower board: at most half of the width, and so small that
// other ways to count, the other side being the height, are fast.
func (s *shape) narrow(width int) int {
	most := s.height/2 + 1
	if s.colours > 2 {
		most = min(most, 3)
	}
	return min((width+1)/2, most)
}

// witnessPhases is the number of phases that a witness computes.
func (s *shape) witnessPhases(width int) int {
	if s.turns(width) {
		return 3
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
	if s.turns(width) {
		v, u := s.VectorBytes(Prefix), s.VectorBytes(Suffix)
		halves := result.Bytes(s.halfResidues(width / 2))
		need := max(result.Bytes(residues)*v+u, halves*u+max(v, halves*u/lastShares))
		return need + need/16 + s.TableBytes(opt)
	}
	if width%2 == 0 && s.PrimesFor(width) > residues {
		residues++
	}
	return s.need(max(residues, witnessVectors), opt)
}

// NeedModulo estimates the memory that [Engine.CountModulo] takes.
func (s *shape) NeedModulo(opt par.Options) result.Bytes { return s.need(1, opt) }

// NeedWitness estimates the memory that [Engine.Witness] takes.
func (s *shape) NeedWitness(opt par.Options) result.Bytes {
	if s.triangular {
		return s.NeedModulo(opt)
	}
	return s.need(witnessVectors, opt)
}

// witnessVectors is the number of vectors that a witness is found from.
const witnessVectors = 2

func (s *shape) need(residues int, opt par.Options) result.Bytes {
	v, u := s.VectorBytes(Prefix), s.VectorBytes(Suffix)
	need := result.Bytes(residues)*v + u + v/lastShares
	return need + need/16 + s.TableBytes(opt)
}

// TableBytes estimates the memory of an engine's tables, and of what its threads need.
func (s *shape) TableBytes(opt par.Options) result.Bytes {
	// A block has about a quarter of the words, and half of their rows is a square root of these: a
	// thread has buffers for some times as many, and the tables are about as long.
	rows := math.Sqrt(float64(s.VectorBytes(Suffix)) / 8)
	const perThread, tables = 14 * rowBytes, 6 * rowBytes
	return result.Bytes(rows * (perThread*float64(opt.Goroutines()) + tables))
}
