package transfer

// A Semiring is what is carried along the arcs of a [Spec] and added up where they meet. It knows
// neither the problem nor how its states are searched. T is the type of the result.
//
// The engine keeps values as rows of 64-bit words, whose number may grow with the level. The row of
// zeros is the zero of the semiring.
//
// The methods may be called by several goroutines at once.
type Semiring[T any] interface {
	// Words returns the number of words of a value after a given number of levels. It does not
	// decrease with the level.
	Words(level int) int
	// One sets a row of Words(0) zeros to the one of the semiring.
	One(row []uint64)
	// Adder returns the function that takes values from a level to the next one, with rows of
	// Words(level) and Words(level+1) words.
	Adder(level int) Adder
	// Join adds a row of Words(levels) words to another one, after the last level.
	Join(levels int, to, from []uint64)
	// Value returns the result that a row of Words(levels) words stands for after the last level.
	Value(levels int, row []uint64) T
}

// An Adder adds to a row what becomes of another one along an arc.
type Adder func(to, from []uint64, choice uint8, by Factor)
