package uniform

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/par"
)

// A Method is a way to draw positions.
type Method int

// The methods.
const (
	Auto Method = iota
	Exact
	Rejection
)

var methodNames = enum.Of[Method]("method", "auto", "exact", "rejection")

// String returns the name that [ParseMethod] reads.
func (m Method) String() string { return methodNames.Name(m) }

// ParseMethod reads "auto", "exact" or "rejection".
func ParseMethod(name string) (Method, error) { return methodNames.Parse(name) }

// Options says how to draw.
type Options struct {
	// Method is the way to draw.
	Method Method
	// Seed decides which positions are drawn.
	Seed uint64
	// Drawn receives the share of a draw that is done, by the method of rejection.
	Drawn func(share float64)
	// Memory and Progress are those of the table of the exact method.
	par.Options
}

// legalShare returns the share of legal positions of all colourings of a board, about: A B^(m+n)
// (L/3)^mn with the constants of Tromp and Farnebäck, Combinatorics of Go, section 6.
func legalShare(size board.Size) float64 {
	const a, b, l = 0.8506399258457145, 0.96553505933837387, 2.975734192043357249381
	m, n := float64(size.Rows), float64(size.Cols)
	return a * math.Pow(b, m+n) * math.Pow(l/3, m*n)
}

// stream returns a stream of random bits that depends on a seed and a number.
func stream(seed, number uint64) *rand.ChaCha8 {
	var key [32]byte
	copy(key[:], "combigo uniform ")
	binary.LittleEndian.PutUint64(key[16:], seed)
	binary.LittleEndian.PutUint64(key[24:], number)
	return rand.NewChaCha8(key)
}
