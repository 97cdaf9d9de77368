//go:build !purego

package border

// vectors are the kernels with Advanced SIMD, 128 bits that all processors have.
var vectors = []kernel{{"NEON", executeVector, copyRowsVector, transposeVectors, addProductsPlain}}

func fence() {}
