package modular

import "math/big"

// FromLimbs returns the natural number with some limbs, the lowest first.
func FromLimbs(limbs []uint64) *big.Int {
	raw := make([]byte, 8*len(limbs))
	for i, x := range limbs {
		for j := range 8 {
			raw[len(raw)-1-8*i-j] = byte(x >> (8 * j))
		}
	}
	return new(big.Int).SetBytes(raw)
}
