package connected

// arithmetic is the semiring of the values of a run.
type arithmetic struct {
	kernels rowKernels
	words   int      // of 64 bits a value
	moduli  []uint64 // nil: exact, in limbs
}

// exactArithmetic adds natural numbers below 2^(64 words).
func exactArithmetic(words int) arithmetic {
	switch words {
	case 1:
		return arithmetic{kernels: oneWord, words: words}
	case 2:
		return arithmetic{kernels: twoWords, words: words}
	}
	return arithmetic{kernels: anyWords, words: words}
}

// residueArithmetic adds modulo each of the moduli.
func residueArithmetic(moduli []uint64) arithmetic {
	kernels := anyResidues
	if len(moduli) == 1 {
		kernels = oneResidue
	}
	return arithmetic{kernels: kernels, words: len(moduli), moduli: moduli}
}

// MaxResidues is the largest number of moduli that one pass can carry.
const MaxResidues = 4

// wordsFor returns how many words hold a number of completions of a given number of points.
func wordsFor(points int) int {
	// 3^points < 2^(points*1585/1000) holds for every points.
	return points*1585/1000/64 + 1
}
