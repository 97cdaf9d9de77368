package border

import (
	"fmt"
	"slices"
	"sync"

	"combigo.dev/combigo/modular"
)

// A value is a residue modulo a prime below 2^PrimeBits, or a power of a prime, in ValueBytes
// bytes.
const (
	PrimeBits  = 32
	ValueBytes = 4
)

// primes are those that have been found so far.
var primes struct {
	sync.Mutex
	list []uint64
}

// Primes returns the k largest primes below 2^32, largest first.
func Primes(k int) []uint64 {
	primes.Lock()
	defer primes.Unlock()
	if k > len(primes.list) {
		primes.list = modular.PrimesBelow(1<<PrimeBits, k)
	}
	return slices.Clone(primes.list[:k])
}

// coefficients lists what programs multiply by, other than 1, 2, 1/2 and 3/2.
var coefficients, coefficientOf = func() (list []ratio, of map[ratio]int32) {
	of = make(map[ratio]int32)
	for h := 2; h <= maxStrands; h++ {
		for _, r := range []ratio{up(h), down(h)} {
			of[r] = int32(len(list))
			list = append(list, r)
		}
	}
	return list, of
}()

// coefficientBytes is the size of one in the table of a field.
const coefficientBytes = 2 * ValueBytes

// A field is arithmetic with residues modulo a prime.
type field struct {
	*modular.Field
	constants
	coefficients []uint32 // each w, and w 2^32 / prime, rounded down
	inverses     sync.Map // of numbers, as they were asked for
}

// constants are what the kernels in assembly find in memory.
type constants struct {
	prime, half uint32 // half is 1/2
}

// quotient returns w 2^32 / prime, rounded down: the second word of the coefficient w.
func (f *constants) quotient(w uint32) uint32 { return uint32(uint64(w) << 32 / uint64(f.prime)) }

// UsableModulus reports whether counts modulo a prime, or a power of a prime, are possible: the
// modulus is below 2^32, and the prime divides none of the denominators, Fibonacci numbers of the
// height of the stack.
func UsableModulus(prime uint64) bool {
	return prime < 1<<PrimeBits && !slices.ContainsFunc(fibonacci[3:], func(n int) bool {
		return newRatio(n, int(prime)).num != n // they have a common divisor
	})
}

// newField prepares for a prime that the engine takes.
func newField(prime uint64) (*field, error) {
	f, err := modular.NewPrimePower(prime)
	if err != nil {
		return nil, err
	}
	if !UsableModulus(prime) {
		return nil, fmt.Errorf("border: the modulus %d is not below 2^%d, or its prime divides a Fibonacci number up to F(%d)", prime, PrimeBits, len(fibonacci)-1)
	}
	field := &field{Field: f, constants: constants{uint32(prime), uint32(prime/2 + 1)}}
	for _, r := range coefficients {
		field.addCoefficient(field.number(field.ratio(r)))
	}
	return field, nil
}

// addCoefficient lets programs multiply by one more number, below the prime.
func (f *field) addCoefficient(w uint32) {
	f.coefficients = append(f.coefficients, w, f.quotient(w))
}

// ratio returns a coefficient as an element.
func (f *field) ratio(r ratio) modular.Element {
	num := f.Element(uint64(max(r.num, -r.num)))
	if r.num < 0 {
		num = f.Sub(0, num)
	}
	inverse, known := f.inverses.Load(r.den)
	if !known {
		inverse = f.Inverse(f.Element(uint64(r.den)))
		f.inverses.Store(r.den, inverse)
	}
	return f.Mul(num, inverse.(modular.Element))
}

// number returns the number that an element stands for.
func (f *field) number(e modular.Element) uint32 { return uint32(f.Uint64(e)) }
