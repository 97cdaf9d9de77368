package count

import (
	"math"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/border"
)

func passesOf(primes, perPass int) int { return (primes + perPass - 1) / perPass }

// spread lowers the number of residues a pass to what the number of passes
// needs, so that no pass is much smaller than the others.
func spread(primes, perPass int) int {
	passes := passesOf(primes, perPass)
	return (primes + passes - 1) / passes
}

// within makes of the progress of one part out of parts that of the whole.
func within(progress func(float64), part, parts int) func(float64) {
	if progress == nil {
		return nil
	}
	return func(share float64) { progress((float64(part) + share) / float64(parts)) }
}

// wantedBits is the strength of all checks together on a number that was put
// together from residues, in bits: a wrong one passes with a chance of at most
// 2^-wantedBits.
const wantedBits = 40

// choosePrimes returns the largest primes below 2^63 whose product exceeds the number of positions
// by the bits that the asymptotic formula leaves wanting, and by one bit at least. A number put
// together from residues of which one is wrong is as good as random below the product; the bits in
// excess tell how unlikely it is to be a number of positions nevertheless.
func choosePrimes(points, colors int, formulaBits float64) []uint64 {
	const bitsPerPrime = border.PrimeBits - 1e-6
	bits := float64(points)*math.Log2(float64(colors+1)) + max(1, wantedBits-formulaBits)
	return border.Primes(int(math.Ceil(bits / bitsPerPrime)))
}

// plainPrimes returns the primes of a plain board.
func plainPrimes(size board.Size) []uint64 {
	return choosePrimes(size.Points(), twoColors, formulaBits(size))
}
