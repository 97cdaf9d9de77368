package halves

import (
	"math/bits"
)

// Letter says what a run is.
type Letter uint8

// The letters in their order.
const (
	Live  Letter = iota // its string has a liberty
	Alone               // it is needy, and its string has no other run
	First               // it is the first run of a needy string
	Inner               // its needy string has runs before and after it
	Last                // it is the last run of a needy string
	letters
)

// Runs are the colours of some runs, the first in the highest bit, below a sentinel bit.
type Runs uint32

// NoRuns is the empty word of runs.
const NoRuns Runs = 1

// Then returns the runs with one more of colour 0 or 1 after them.
func (x Runs) Then(colour uint32) Runs { return x<<1 | Runs(colour) }

// Append returns the runs of x and then those of y.
func (x Runs) Append(y Runs) Runs {
	n := y.Len()
	return x<<n | y&^(1<<n)
}

// Len returns the number of runs.
func (x Runs) Len() int { return bits.Len32(uint32(x)) - 1 }

func (x Runs) first() uint32 { return uint32(x) >> (x.Len() - 1) & 1 }

func (x Runs) rest() Runs {
	n := x.Len()
	return x&(1<<(n-1)-1) | 1<<(n-1)
}

// Stack holds the colours of the needy strings that are open, the innermost in the lowest bit, above a sentinel bit.
type Stack uint32

// NoStrings is the empty stack.
const NoStrings Stack = 1

func (s Stack) depth() int { return bits.Len32(uint32(s)) - 1 }

// top counts the strings of a colour on top of the stack, up to the first of the other.
func (s Stack) top(colour uint32) int {
	n := 0
	for ; s > NoStrings && uint32(s)&1 == colour; s >>= 1 {
		n++
	}
	return n
}
