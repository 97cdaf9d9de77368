package transfer

import (
	"fmt"
	"math/bits"
	"unsafe"
)

// A State is what a dynamic program remembers between two levels: a comparable value of fixed size
// with a hash. Two states that have the same future are the same program's state only if they are
// equal, so a [Spec] makes its states canonical. [Word1], [Word2] and [Word4] are states of packed
// bits; anything else with a Hash method does as well.
type State interface {
	comparable
	// Hash returns 64 bits of which every one depends on all of the state. It must not depend on
	// anything else: the order of states, and so the rounding of floating-point sums, follows from
	// it.
	Hash() uint64
}

// A Factor is what the value of a partial solution is multiplied by on an arc: [One], or λ-u for a
// Factor u >= 0. The latter is the number of ways to choose one of λ colours that is none of the u
// known ones; λ itself is up to the [Semiring], and may be a number or a symbol.
type Factor int8

// One is the factor of an arc that does not change a value.
const One Factor = -1

// AnyColors stands for a number of colours that is left open: λ.
const AnyColors = -1

// An Arc leads from a state to a state of the next level.
type Arc[S State] struct {
	To     S
	Choice uint8 // which of the choices of the level was made
	By     Factor
}

// A Spec is a problem: the partial solutions of a fixed number of levels, each of which makes one
// choice, as the paths of a graph with a state at every node. It knows neither how the graph is
// searched nor what is computed with it.
//
// The methods may be called by several goroutines at once.
type Spec[S State] interface {
	// Levels returns the number of choices of a solution.
	Levels() int
	// Start returns the state before the first choice.
	Start() S
	// Step appends to arcs one arc for each allowed choice at a level, 0 <= level < Levels, from a
	// state that it made itself, and returns the extended slice. Different choices may lead to the
	// same state.
	Step(level int, from S, arcs []Arc[S]) []Arc[S]
	// Accept reports whether a state after the last level is that of solutions.
	Accept(s S) bool
}

// A Sizer is a [Spec] that estimates how many states it has, so that a run which cannot fit in
// memory is refused before it begins or soon after.
type Sizer interface {
	// Width returns the largest number of points that a state describes.
	Width() int
	// States estimates how many states there are after a number of levels, 0 to Levels, within a
	// factor of two or so.
	States(level int) float64
}

// Word1 is a state of 64 bits.
type Word1 uint64

// Word2 is a state of 128 bits.
type Word2 [2]uint64

// Word4 is a state of 256 bits.
type Word4 [4]uint64

// Hash implements [State].
func (s Word1) Hash() uint64 { return mix(uint64(s), 0) }

// Hash implements [State].
func (s Word2) Hash() uint64 { return mix(s[1], mix(s[0], 0)) }

// Hash implements [State].
func (s Word4) Hash() uint64 { return mix(s[3], mix(s[2], mix(s[1], mix(s[0], 0)))) }

// mix folds the 128-bit product of two words that are made odd-looking first (the multiply-and-fold
// step of Wang Yi's wyhash).
func mix(x, seed uint64) uint64 {
	hi, lo := bits.Mul64(x^0xa0761d6478bd642f, seed^0xe7037ed1a0b428db)
	hi, lo = bits.Mul64(hi^lo^x, 0x9e3779b97f4a7c15)
	return hi ^ lo
}

// words is what the package's own specs pack their states into.
type words = [4]uint64

// packed is a state of whole words.
type packed[S any] interface {
	State
	pack(words) S
	unpack() words
}

func (Word1) pack(w words) Word1 { return Word1(w[0]) }
func (Word2) pack(w words) Word2 { return Word2{w[0], w[1]} }
func (Word4) pack(w words) Word4 { return Word4(w) }

func (s Word1) unpack() words { return words{uint64(s)} }
func (s Word2) unpack() words { return words{s[0], s[1]} }
func (s Word4) unpack() words { return words(s) }

// sizeOf returns the bytes of a value of type S.
func sizeOf[S any]() int64 {
	var s S
	return int64(unsafe.Sizeof(s))
}

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
	// Join adds a row of Words(levels) words to another one, after the last level, and reports
	// whether the sum fits the row.
	Join(levels int, to, from []uint64) bool
	// Value returns the result that a row of Words(levels) words stands for after the last level.
	Value(levels int, row []uint64) T
}

// An Adder adds to a row what becomes of another one along an arc. It reports whether the row can
// hold the sum, and the choice is one that the semiring knows.
type Adder func(to, from []uint64, choice uint8, by Factor) bool

// A RangeError says that a semiring could not hold a value of a problem.
type RangeError struct {
	Level int // the value is that of a state after this number of levels
}

func (e *RangeError) Error() string {
	return fmt.Sprintf("transfer: after %d levels a value is beyond what the semiring holds: want a larger bound on branching, or a semiring that is made for the problem", e.Level)
}
