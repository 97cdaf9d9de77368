package border

// arithmetic is the semiring of the values of a run.
type arithmetic struct {
	kernels rowKernels
	size    int      // of a value, in half words
	moduli  []uint64 // nil: exact, in limbs
}

// words is the number of 64-bit words that hold a value.
func (ar arithmetic) words() int { return (ar.size + 1) / 2 }

// limbs is the length of a value in words.
func (ar arithmetic) limbs() float64 { return float64(ar.size) / 2 }

// exactArithmetic adds natural numbers below 2^(32*size); long ones have whole limbs.
func exactArithmetic(size int) arithmetic {
	if size <= len(exactKernels) {
		return arithmetic{kernels: exactKernels[size-1], size: size}
	}
	return arithmetic{kernels: wideKernels, size: (size + 1) / 2 * 2}
}

// residueArithmetic adds modulo each of the moduli.
func residueArithmetic(moduli []uint64) arithmetic {
	return arithmetic{kernels: residueKernels[len(moduli)-1], size: 2 * len(moduli), moduli: moduli}
}

// MaxResidues is the largest number of moduli that one pass can carry.
const MaxResidues = len(residueKernels)

// halvesFor returns how many half words hold a number of completions of a given number of points.
func halvesFor(points int) int {
	// 3^points < 2^(points*1585/1000) holds for every points.
	return points*1585/1000/32 + 1
}
