package recurrence

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Exact values and residues against the border engine, which goes through all
// columns.
func TestValueAgainstColumns(t *testing.T) {
	for height := 1; height <= 4; height++ {
		r := find(t, height)
		lengths := []uint64{1, 2, uint64(r.Order()), uint64(r.Order() + 1), 200, 331}
		for _, n := range lengths {
			want, err := connected.Count(context.Background(), height, int(n), par.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.Value(context.Background(), n, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got.Cmp(want) != 0 {
				t.Errorf("L(%d,%d) by the recurrence differs from the border engine", height, n)
			}
			for _, modulus := range []uint64{2, 1000, 1_000_000_007, math.MaxUint64} {
				residue, err := r.Residue(context.Background(), n, modulus)
				if err != nil {
					t.Fatal(err)
				}
				if residue != modulo([]*big.Int{want}, modulus)[0] {
					t.Errorf("L(%d,%d) modulo %d is %d", height, n, modulus, residue)
				}
			}
		}
	}
}

// The series of the generating function, by long division, against the border engine.
func TestGeneratingFunction(t *testing.T) {
	for height := 1; height <= 3; height++ {
		numerator, denominator := find(t, height).generatingFunction()
		var series []*big.Int
		for n := range 3 * len(denominator) {
			term := new(big.Int)
			if n < len(numerator) {
				term.Set(numerator[n])
			}
			for i := 1; i <= n && i < len(denominator); i++ {
				term.Sub(term, new(big.Int).Mul(denominator[i], series[n-i]))
			}
			series = append(series, term)
			want := new(big.Int)
			if n > 0 {
				var err error
				if want, err = connected.Count(context.Background(), height, n, par.Options{}); err != nil {
					t.Fatal(err)
				}
			}
			if term.Cmp(want) != 0 {
				t.Errorf("height %d: the coefficient of x^%d is %d, want %d", height, n, term, want)
			}
		}
	}
}

// Lengths at which squares are formed by values, against steps of the
// recurrence.
func TestValueBySteps(t *testing.T) {
	for height, n := range map[int]int{1: 30_000, 3: 10_000, 4: 5000} {
		if !longtests.Wanted() {
			n /= 3
		}
		r := find(t, height)
		got, err := r.Value(context.Background(), uint64(n), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Cmp(last(r, n)) != 0 {
			t.Errorf("L(%d,%d) by powers differs from %d steps", height, n, n)
		}
	}
}

// last returns L(m,n) by steps that keep only the last terms.
func last(r *Recurrence, n int) *big.Int {
	terms := slices.Clone(r.Initial)
	for range n - r.Order() {
		terms = append(terms[1:], r.next(terms))
	}
	return terms[len(terms)-1]
}

func TestSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{1, 2, 3, 4, 19, 57} {
		p := zeros(n)
		for i := range p {
			for range 40 {
				p[i].Lsh(p[i], 64).Add(p[i], new(big.Int).SetUint64(rng.Uint64()))
			}
			if rng.IntN(2) == 0 {
				p[i].Neg(p[i])
			}
		}
		want := squareByDefinition(p)
		got, err := squareByValues(context.Background(), p, 2)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(got, want, func(x, y *big.Int) bool { return x.Cmp(y) == 0 }) {
			t.Errorf("the square of %d coefficients by values differs from the definition", n)
		}
	}
}

func TestValueStopsAndRefuses(t *testing.T) {
	r := find(t, 3)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := r.Value(ctx, 100_000, Options{}); err != context.Canceled {
		t.Errorf("error %v, want that of the context", err)
	}
	var memory *result.MemoryError
	if _, err := r.Value(context.Background(), 1e12, Options{Options: par.Options{Memory: 1 << 30}}); !errors.As(err, &memory) {
		t.Errorf("error %v, want a MemoryError", err)
	}
	if _, err := r.Value(context.Background(), 0, Options{}); err == nil {
		t.Error("length 0: no error")
	}
}

// Strips by each way, against the others.
func TestStrips(t *testing.T) {
	const prime, composite = 1_000_000_007, 1_000_000_000
	cases := []struct {
		strip  Strip
		method string
	}{
		{Strip{3, 500, prime}, "recurrence"},
		{Strip{500, 3, prime}, "recurrence"},
		{Strip{3, 30, prime}, "dp"},
		{Strip{3, 500, composite}, "dp"},
		{Strip{3, 5000, composite}, "recurrence"},
		{Strip{4, 2000, 2}, "dp"},
		{Strip{2, 1500, 0}, "recurrence"},
		{Strip{6, 13, composite}, "dp"},
		{Strip{5, 700, 97}, "recurrence"},
		{Strip{9, 13, composite}, "dp"},
	}
	if !longtests.Wanted() {
		cases = cases[:len(cases)-2]
	}
	counted := make(map[[2]int]*big.Int)
	for _, c := range cases {
		r, err := c.strip.Count(context.Background(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		size := [2]int{c.strip.Height(), int(c.strip.Length())}
		if counted[size] == nil {
			if counted[size], err = connected.Count(context.Background(), size[0], size[1], par.Options{}); err != nil {
				t.Fatal(err)
			}
		}
		want := new(big.Int).Set(counted[size])
		if c.strip.Modulus > 0 {
			want.Mod(want, new(big.Int).SetUint64(c.strip.Modulus))
		}
		if r.Value.Cmp(want) != 0 || r.Method != c.method {
			t.Errorf("%s = %s by %s, want %s by %s", c.strip, r.Value, r.Method, want, c.method)
		}
	}
}

// Far residues, for lengths that nothing goes through: the recurrence modulo a
// prime and the one in integers have only the border engine in common, and a
// residue modulo a product gives those modulo its factors.
func TestStripsFar(t *testing.T) {
	const p, q = 1_000_000_007, 998_244_353
	for height := 1; height <= exactHeights(); height++ {
		n := uint64(1_000_000_000_000_000_000)
		r := find(t, height)
		product, err := r.Residue(context.Background(), n, p*q)
		if err != nil {
			t.Fatal(err)
		}
		for _, prime := range []uint64{p, q} {
			strip := Strip{uint64(height), n, prime}
			got, err := strip.Count(context.Background(), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got.Value.Uint64() != product%prime {
				t.Errorf("%s = %s, in integers %d", strip, got.Value, product%prime)
			}
		}
	}
}

// Fermat: the sequence modulo a small prime is periodic, so that a far term is
// that of a near one. The period is found by steps.
func TestStripsPeriod(t *testing.T) {
	const prime = 5
	r := find(t, 1)
	c, first := modulo(r.Coefficients, prime), modulo(r.Initial, prime)
	state := slices.Clone(first)
	period := uint64(0)
	terms := []uint64{first[0]}
	for {
		next := (c[0]*state[0] + c[1]*state[1] + c[2]*state[2]) % prime
		state = append(state[1:], next)
		period++
		if slices.Equal(state, first) {
			break
		}
		terms = append(terms, state[0])
	}
	for _, n := range []uint64{1e18, 1e18 - 1, 123456789123456789} {
		strip := Strip{1, n, prime}
		got, err := strip.Count(context.Background(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := terms[(n-1)%period]; got.Value.Uint64() != want {
			t.Errorf("%s = %s, by the period %d it is %d", strip, got.Value, period, want)
		}
	}
}

func TestStripsRefused(t *testing.T) {
	for _, c := range []struct {
		strip Strip
		want  string
	}{
		{Strip{0, 5, 7}, "at least 1 point"},
		{Strip{3, maxLength + 1, 7}, "at most 10^18"},
		{Strip{17, 17, 7}, "at most 16 points"},
		{Strip{3, 5, 1}, "modulus 1"},
		{Strip{7, 1e6, 0}, "at most 6 points"},
		{Strip{8, 1e18, 1000}, "not an odd prime"},
		{Strip{11, 1e18, 97}, "at most 10 points"},
		{Strip{7, 1e18, 2}, "want a prime, such as 997"},
	} {
		if _, err := c.strip.Count(context.Background(), Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.strip, err, c.want)
		}
	}
	var memory *result.MemoryError
	if _, err := (Strip{3, 1e15, 0}).Count(context.Background(), Options{Options: par.Options{Memory: 1 << 34}}); !errors.As(err, &memory) {
		t.Errorf("error %v, want a MemoryError", err)
	}
	var vector *result.MemoryError
	if _, err := (Strip{16, 30, 97}).Count(context.Background(), Options{Options: par.Options{Memory: 1 << 34}}); !errors.As(err, &vector) {
		t.Errorf("error %v, want a MemoryError", err)
	}
	if !modular.IsPrime(997) {
		t.Error("997 is a prime")
	}
}

// The memory that a number takes is about that of the numbers that are alive at its end: two for
// each coefficient, of half its length.
func TestNeedIsThatOfTheNumbers(t *testing.T) {
	for height := 1; height <= 4; height++ {
		const length = 400
		r := find(t, height)
		half, err := connected.Count(context.Background(), height, length/2, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		alive := result.Bytes(2*r.Order()*half.BitLen()) / 8
		if got := r.need(length); got < alive || got > 8*alive {
			t.Errorf("L(%d,%d) needs %d bytes, want 1 to 8 times %d", height, length, got, alive)
		}
		// The order of the recurrence is not known before it is found.
		if got := (Strip{uint64(height), length, 0}).Need(); got < r.need(length) || got > 2*r.need(length) {
			t.Errorf("L(%d,%d) needs %d bytes, want those of its recurrence, %d, or some more", height, length, got, r.need(length))
		}
	}
}

// Where the time is measured, the estimate is within a factor of three of it; where Count takes
// another way, there is none.
func TestExpect(t *testing.T) {
	for height, took := range map[uint64]time.Duration{7: 1600 * time.Millisecond, 8: 11 * time.Second, 9: 119 * time.Second} {
		got := Strip{Rows: height, Cols: maxLength, Modulus: 97}.Expect()
		if got < took/3 || got > 3*took {
			t.Errorf("%d rows: about %v, but %v are measured", height, got, took)
		}
	}
	for _, s := range []Strip{{3, maxLength, 98}, {9, 100, 97}, {3, 1000, 0}, {0, 5, 97}} {
		if got := s.Expect(); got != 0 {
			t.Errorf("%v: %v", s, got)
		}
	}
}
