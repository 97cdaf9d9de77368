package transfer

// MaxPlus evaluates to the largest gain of a solution: the sum over its choices of what each earns.
// Factors are ignored.
type MaxPlus struct {
	// Gain returns what a choice at a level earns, by default nothing; for the smallest cost
	// instead, return costs negated. Sums must stay between -2^62 and 2^62.
	Gain func(level int, choice uint8) int64
}

// bias makes all gains positive words, so that 0 can stand for "no solution", which is less than
// any.
const bias = 1 << 63

// Words implements [Semiring].
func (MaxPlus) Words(int) int { return 1 }

// One implements [Semiring].
func (MaxPlus) One(row []uint64) { row[0] = bias }

// Adder implements [Semiring].
func (e MaxPlus) Adder(level int) Adder {
	if e.Gain == nil {
		return func(to, from []uint64, _ uint8, _ Factor) { e.Join(level, to, from) }
	}
	return func(to, from []uint64, choice uint8, _ Factor) {
		if from[0] != 0 {
			to[0] = max(to[0], from[0]+uint64(e.Gain(level, choice)))
		}
	}
}

// Join implements [Semiring].
func (MaxPlus) Join(_ int, to, from []uint64) { to[0] = max(to[0], from[0]) }

// A Gain is the largest gain of a solution, if there is one.
type Gain struct {
	Gain  int64
	Found bool
}

// Value implements [Semiring].
func (MaxPlus) Value(_ int, row []uint64) Gain {
	if row[0] == 0 {
		return Gain{}
	}
	return Gain{int64(row[0] - bias), true}
}
