//go:build (amd64 || arm64) && !purego

package border

import "unsafe"

func executeVector(code []int32, memory, input, coefficients []uint32, all []constants) {
	runVector(&code[0], &[2]*uint32{&memory[0], unsafe.SliceData(input)}, &coefficients[0], &all[0])
}

func copyRowsVector(to, from []uint32, places, rows []int32) {
	copyVector(&to[0], &from[0], &places[0], &rows[0], len(places))
}

func transposeVectors(to, from []uint32, places *[lanes]int32, n int) {
	if n < lanes {
		transposePlain(to, from, places, n)
		return
	}
	transposeVector(&to[0], &from[0], places)
}

//go:noescape
func runVector(code *int32, from *[2]*uint32, coefficients *uint32, constants *constants)

//go:noescape
func copyVector(to, from *uint32, places, rows *int32, n int)

//go:noescape
func transposeVector(to, from *uint32, places *[lanes]int32)
