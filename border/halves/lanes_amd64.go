package halves

import "golang.org/x/sys/cpu"

// vectors tells that the processor adds eight lanes at a time, by AVX-512.
var vectors = cpu.X86.HasAVX512F

// Rows of values of at least one row and two limbs: targets plus or minus sources, whose places are listed by turns or
// follow each other.

//go:noescape
func addListed(target, source *uint64, at *uint32, rows, limbs int)

//go:noescape
func subListed(target, source *uint64, at *uint32, rows, limbs int)

//go:noescape
func addRange(target, source *uint64, rows, limbs int)

//go:noescape
func subRange(target, source *uint64, rows, limbs int)

// Products of values of two limbs and of three, at listed places, which are added to the sums of one class.

//go:noescape
func vectorProducts2(columns, x, y *uint64, places *uint32, count int)

//go:noescape
func vectorProducts3(columns, x, y *uint64, places *uint32, count int)
