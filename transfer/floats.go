package transfer

import "math"

// Floats evaluates to a floating-point number, for any real λ that is no smaller than the number of
// colours of any state. All terms are positive, so the relative error is at most about the number
// of arcs on the longest path into a sum times 2^-53: see Transfer.rounding. Sums are formed in
// the same order for any number of threads.
type Floats struct{ Lambda float64 }

// Words implements [Semiring].
func (Floats) Words(int) int { return 1 }

// One implements [Semiring].
func (Floats) One(row []uint64) { row[0] = math.Float64bits(1) }

// Adder implements [Semiring].
func (e Floats) Adder(int) Adder {
	return func(to, from []uint64, _ uint8, by Factor) {
		x := math.Float64frombits(from[0])
		if by != One {
			x *= e.Lambda - float64(by)
		}
		to[0] = math.Float64bits(math.Float64frombits(to[0]) + x)
	}
}

// Join implements [Semiring].
func (Floats) Join(_ int, to, from []uint64) {
	to[0] = math.Float64bits(math.Float64frombits(to[0]) + math.Float64frombits(from[0]))
}

// Value implements [Semiring].
func (Floats) Value(_ int, row []uint64) float64 { return math.Float64frombits(row[0]) }
