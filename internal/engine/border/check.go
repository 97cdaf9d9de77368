package border

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// CheckKernels executes random programs on each kernel that this processor has, and returns the
// names of the kernels. The error says which kernel differs from the one in plain Go.
func CheckKernels() (names []string, err error) {
	for _, k := range kernels {
		names = append(names, k.name)
	}
	for seed := range uint64(500) {
		x, err := newRandomProgram(seed, Primes(1)[0])
		if err != nil {
			return nil, err
		}
		want := x.executed(&kernels[0])
		for i := range kernels[1:] {
			if k := &kernels[1+i]; !slices.Equal(x.executed(k), want) {
				return names, fmt.Errorf("kernel %s differs from plain Go on random program %d", k.name, seed)
			}
		}
	}
	return names, nil
}

// A randomProgram has each operation on rows at random places, and random rows.
type randomProgram struct {
	field         *field
	code          []int32
	memory, input []uint32
}

// executed returns the memory after the program.
func (x *randomProgram) executed(k *kernel) []uint32 {
	memory := slices.Clone(x.memory)
	k.execute(x.code, memory, x.input, x.field.coefficients, []constants{x.field.constants})
	return memory
}

func newRandomProgram(seed uint64, prime uint64) (*randomProgram, error) {
	rng := rand.New(rand.NewPCG(seed, 1))
	f, err := newField(prime)
	if err != nil {
		return nil, err
	}
	const inputs, rows = 5, 12
	p := &program{inputs: inputs, rows: rows}
	for range 1 + rng.IntN(4) {
		var list []instruction
		for to := range 3 {
			x := instruction{operation: operation(rng.IntN(5)), to: int32(1+to+3*rng.IntN(3)) * rowBytes, fromA: rng.Int32N(2), fromB: rng.Int32N(2)}
			x.a, x.b = rng.Int32N(inputs)*rowBytes, rng.Int32N(inputs)*rowBytes
			switch x.operation {
			case multiply:
				x.fromB, x.b = 0, rng.Int32N(int32(len(coefficients)))*coefficientBytes
			case scale:
				x.fromB, x.b = 1, inputs*rowBytes
			}
			list = append(list, x)
		}
		p.emit(list)
	}
	p.code = append(p.code, int32(stop), 0, 0, 0)
	input := randomRows(rng, inputs+1, f.prime)
	for _, w := range input[inputs*lanes:] {
		input = append(input, f.quotient(w))
	}
	return &randomProgram{f, p.code, randomRows(rng, rows, f.prime), input}, nil
}

// randomRows returns rows of values below a prime. Many values are near the ends of their range.
func randomRows(rng *rand.Rand, rows int, prime uint32) []uint32 {
	values := make([]uint32, rows*lanes)
	for i := range values {
		values[i] = rng.Uint32N(prime)
		switch rng.IntN(4) {
		case 0:
			values[i] = rng.Uint32N(3)
		case 1:
			values[i] = prime - 1 - rng.Uint32N(3)
		}
	}
	return values
}
