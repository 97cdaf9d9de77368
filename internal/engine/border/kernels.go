package border

import "unsafe"

// kernels are those that this processor has, and fastest is the last one.
var (
	kernels = append([]kernel{{"plain Go", runPlain, copyRowsPlain, transposePlain, addProductsPlain}}, vectors...)
	fastest = &kernels[len(kernels)-1]
)

// run executes a program. Its memory has room for its rows, and the input begins with its inputs.
func (f *field) run(p *program, memory, input []uint32) {
	fastest.execute(p.code, memory, input, f.coefficients, unsafe.Slice(&f.constants, 1))
}
