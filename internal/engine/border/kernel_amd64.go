//go:build !purego

package border

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// vectors are the kernels that this processor has, the fastest one last.
var vectors = func() (all []kernel) {
	if cpu.X86.HasAVX2 {
		all = append(all, kernel{"AVX2", executeVector, copyRowsVector, transposeVectors, addProductsVector})
		if cpu.X86.HasAVX512F {
			all = append(all, kernel{"AVX-512", executeWide, copyRowsWide, transposeVectors, addProductsVector})
		}
	}
	return all
}()

func executeWide(code []int32, memory, input, coefficients []uint32, all []constants) {
	runWide(&code[0], &[2]*uint32{&memory[0], unsafe.SliceData(input)}, &coefficients[0], &all[0])
}

func copyRowsWide(to, from []uint32, places, rows []int32) {
	copyWide(&to[0], &from[0], &places[0], &rows[0], len(places))
}

//go:noescape
func copyWide(to, from *uint32, places, rows *int32, n int)

//go:noescape
func runWide(code *int32, from *[2]*uint32, coefficients *uint32, constants *constants)

//go:noescape
func addProductsVector(sums *laneSums, a, b *row)

// fence waits until the lines that transposeVector wrote are in memory.
func fence()
