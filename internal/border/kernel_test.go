package border

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"combigo.dev/combigo/internal/memory"
)

// random rows below a prime, many of them near its ends.
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

// testPrimes are the largest, some small ones, and one in between.
var testPrimes = append(Primes(3), 1000003, 97, 1<<31-1)

// FuzzKernels compares what a random program makes with what big integers make of it, and the
// kernels with each other, bit for bit.
func FuzzKernels(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 1))
		field, err := newField(testPrimes[rng.IntN(len(testPrimes))])
		if err != nil {
			t.Fatal(err)
		}
		const inputs, rows = 5, 12
		p := &program{inputs: inputs, rows: rows}
		var list []instruction
		for range 1 + rng.IntN(4) {
			list = list[:0]
			for to := range 3 {
				x := instruction{operation: operation(rng.IntN(5)), to: int32(1 + to + 3*rng.IntN(3)), fromA: rng.Int32N(2), fromB: rng.Int32N(2)}
				x.a, x.b = rng.Int32N(inputs)*rowBytes, rng.Int32N(inputs)*rowBytes
				switch x.to *= rowBytes; x.operation {
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
		input := randomRows(rng, inputs+1, field.prime)
		for _, w := range input[inputs*lanes:] {
			input = append(input, field.quotient(w))
		}
		memory := randomRows(rng, rows, field.prime)
		plain, want := slices.Clone(memory), slices.Clone(memory)
		runPlain(p.code, plain, input, field.coefficients, []constants{field.constants})
		runBig(p.code, want, input, field)
		if !slices.Equal(plain, want) {
			t.Fatal("the plain kernel is wrong")
		}
		field.run(p, memory, input)
		if !slices.Equal(memory, plain) {
			t.Fatal("the kernels differ")
		}
	})
}

// runBig executes a program with big integers.
func runBig(code []int32, memory, input []uint32, f *field) {
	sources := [2][]uint32{memory, input}
	q := new(big.Int).SetUint64(uint64(f.prime))
	for operation(code[0]) != stop {
		head, n := code[:4], code[3]
		for code = code[4:]; n > 0; n, code = n-1, code[3:] {
			for i := range int32(lanes) {
				x := new(big.Int).SetUint64(uint64(sources[head[1]][code[1]/ValueBytes+i]))
				y := new(big.Int)
				switch operation(head[0]) {
				case add:
					x.Add(x, y.SetUint64(uint64(sources[head[2]][code[2]/ValueBytes+i])))
				case subtract:
					x.Sub(x, y.SetUint64(uint64(sources[head[2]][code[2]/ValueBytes+i])))
				case halve:
					x.Mul(x, y.ModInverse(big.NewInt(2), q))
				case scale:
					x.Mul(x, y.SetUint64(uint64(sources[head[2]][code[2]/ValueBytes+i])))
				case multiply:
					r := coefficients[code[2]/coefficientBytes]
					x.Mul(x, y.ModInverse(big.NewInt(int64(r.den)), q)).Mul(x, big.NewInt(int64(r.num)))
				}
				memory[code[0]/ValueBytes+i] = uint32(x.Mod(x, q).Uint64())
			}
		}
	}
}

// Rows and squares come to their places, by either kernel.
func TestCopyAndTranspose(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const rows = 40
	from := randomRows(rng, lanes, math.MaxUint32)
	m, err := memory.NewWords(rows * lanes)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Free()
	for n := 1; n <= lanes; n++ {
		var places, taken [lanes]int32
		for i, row := range rng.Perm(rows)[:lanes] {
			places[i], taken[i] = int32(row)*rowBytes, rng.Int32N(lanes)*rowBytes
		}
		clear(m.All)
		transpose(m.All, from, &places, n)
		fence()
		for i, at := range places {
			for j, v := range rowAt(m.All, at) {
				if i < n && v != from[j*lanes+i] || i >= n && v != 0 {
					t.Fatalf("%d places: lane %d of row %d is %d", n, j, i, v)
				}
			}
		}
		copyRows(m.All, from, places[:n], taken[:n])
		for i, at := range places[:n] {
			if *rowAt(m.All, at) != *rowAt(from, taken[i]) {
				t.Fatalf("row %d of %d is not copied", i, n)
			}
		}
	}
}
