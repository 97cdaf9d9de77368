//go:build !purego

package border

import "golang.org/x/sys/cpu"

// vectors tells whether the kernels in assembly are used.
var vectors = cpu.X86.HasAVX2

//go:noescape
func runVector(code *int32, from *[2]*uint32, coefficients *uint32, constants *constants)

//go:noescape
func copyVector(to, from *uint32, places, rows *int32, n int)

//go:noescape
func transposeVector(to, from *uint32, places *[lanes]int32)

// fence waits until the lines that transposeVector wrote are in memory.
func fence()
