package border

import (
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/memory"
)

// testPrimes are the largest, some small ones, and one in between.
var testPrimes = append(Primes(3), 1000003, 97, 1<<31-1)

// FuzzKernels compares what each kernel makes of a random program with what big integers make of
// it, bit for bit.
func FuzzKernels(f *testing.F) {
	for seed := range uint64(200) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		x, err := newRandomProgram(seed, testPrimes[seed%uint64(len(testPrimes))])
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Clone(x.memory)
		runBig(x.code, want, x.input, x.field)
		for i := range kernels {
			if !slices.Equal(x.executed(&kernels[i]), want) {
				t.Fatalf("%s is wrong", kernels[i].name)
			}
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

// Rows and squares come to their places, by each kernel.
func TestCopyAndTranspose(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const rows = 2 * lanes
	from := randomRows(rng, lanes, math.MaxUint32)
	for _, k := range kernels {
		t.Log("kernel", k.name)
	}
	m, err := memory.NewWords(rows * lanes)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Free()
	for i := range len(kernels) * lanes {
		k, n := kernels[i/lanes], i%lanes+1
		var places, taken [lanes]int32
		for i, row := range rng.Perm(rows)[:lanes] {
			places[i], taken[i] = int32(row)*rowBytes, rng.Int32N(lanes)*rowBytes
		}
		clear(m.All)
		k.transpose(m.All, from, &places, n)
		fence()
		for i, at := range places {
			for j, v := range rowAt(m.All, at) {
				if i < n && v != from[j*lanes+i] || i >= n && v != 0 {
					t.Fatalf("%s, %d places: lane %d of row %d is %d", k.name, n, j, i, v)
				}
			}
		}
		copied := slices.Clone(m.All)
		copyRowsPlain(copied, from, places[:n], taken[:n])
		k.copyRows(m.All, from, places[:n], taken[:n])
		if !slices.Equal(m.All, copied) {
			t.Fatalf("%s: other rows are changed by a copy of %d", k.name, n)
		}
		for i, at := range places[:n] {
			if *rowAt(m.All, at) != *rowAt(from, taken[i]) {
				t.Fatalf("%s: row %d of %d is not copied", k.name, i, n)
			}
		}
	}
}

// Products of the largest values, and of any, add up to what big integers make of them, by each
// kernel.
func TestAddProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const rows = 1000
	a, b := randomRows(rng, rows, math.MaxUint32), randomRows(rng, rows, math.MaxUint32)
	for i := range 100 * lanes {
		a[i], b[i] = math.MaxUint32, math.MaxUint32
	}
	var want [lanes]big.Int
	for i, v := range a {
		x := new(big.Int).SetUint64(uint64(v))
		want[i%lanes].Add(&want[i%lanes], x.Mul(x, new(big.Int).SetUint64(uint64(b[i]))))
	}
	for _, k := range kernels {
		var sums laneSums
		for i := range int32(rows) {
			k.addProducts(&sums, rowAt(a, i*rowBytes), rowAt(b, i*rowBytes))
		}
		for i := range want {
			var s sum
			s.add(sums.low[i], sums.high[i])
			x := new(big.Int).SetUint64(s[1])
			if x.Lsh(x, 64).Add(x, new(big.Int).SetUint64(s[0])); x.Cmp(&want[i]) != 0 {
				t.Errorf("%s, lane %d: %d, want %d", k.name, i, x, &want[i])
			}
		}
	}
}

// The kernels of 64-bit Arm are tested on other processors, too, where qemu is installed.
func TestKernelsOfArm(t *testing.T) {
	if runtime.GOARCH == "arm64" {
		t.Skip("the other tests are on Arm themselves")
	}
	if !longtests.Wanted() {
		t.Skip("builds the tests for another processor")
	}
	qemu, err := exec.LookPath("qemu-aarch64-static")
	if err != nil {
		t.Skip("no qemu-aarch64-static (Debian: qemu-user-static): the kernels of 64-bit Arm are not tested")
	}
	tests := filepath.Join(t.TempDir(), "border.test")
	build := exec.Command("go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-o", tests, ".")
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	names := []string{"FuzzKernels", "TestCopyAndTranspose", "TestAddProducts", "TestCodec", "TestCountColours"}
	out, err := exec.Command(qemu, tests, "-test.v", "-test.run", "^("+strings.Join(names, "|")+")$").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "kernel NEON") {
		t.Errorf("%v\n%s", err, out)
	}
	for _, name := range names {
		if !strings.Contains(string(out), "--- PASS: "+name) {
			t.Errorf("%s has not passed", name)
		}
	}
}
