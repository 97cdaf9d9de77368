package count

import (
	"math"

	"combigo/board"
	"combigo/border"
	"combigo/modular"
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

// choosePrimes returns the largest primes below 2^62 whose product exceeds 3^points by the bits that the asymptotic formula
// leaves wanting, and by one bit at least. A number put together from residues
// of which one is wrong is as good as random below the product; the bits in
// excess tell how unlikely it is to be below 3^points nevertheless.
func choosePrimes(size board.Size) []uint64 {
	const bitsPerPrime = border.ModulusBits - 1e-6
	bits := positionBits(size) + max(1, wantedBits-formulaBits(size))
	return modular.PrimesBelow(1<<border.ModulusBits, int(math.Ceil(bits/bitsPerPrime)))
}

// positionBits returns log2 of 3^points.
func positionBits(size board.Size) float64 {
	return float64(size.Points()) * math.Log2(3)
}

// checkPrime is the prime of checks.
func checkPrime() uint64 { return modular.PrimesBelow(1<<border.ModulusBits, 1)[0] }
