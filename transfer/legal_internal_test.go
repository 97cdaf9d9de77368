package transfer

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"combigo.dev/combigo/par"
)

// grid is a small board of its own.
type grid struct{ rows, cols int }

func (g grid) Len() int      { return g.rows * g.cols }
func (g grid) Safe(int) bool { return false }

func (g grid) Neighbors(v int) (near []int) {
	row, col := v%g.rows, v/g.rows
	for _, p := range [][2]int{{row - 1, col}, {row + 1, col}, {row, col - 1}, {row, col + 1}} {
		if p[0] >= 0 && p[0] < g.rows && p[1] >= 0 && p[1] < g.cols {
			near = append(near, p[1]*g.rows+p[0])
		}
	}
	return near
}

func byNumber(n int) []int {
	order := make([]int, n)
	for v := range order {
		order[v] = v
	}
	return order
}

// States of one, two and four words give the same numbers, also where symbols are so long that all
// words are in use.
func TestWordSizes(t *testing.T) {
	l, err := newLayout(grid{5, 5}, byNumber(25), MaxWidth)
	if err != nil {
		t.Fatal(err)
	}
	const want = "414295148741"
	if got := countWith[Word1](t, l, 0); got != want {
		t.Errorf("one word: %s, want %s", got, want)
	}
	if got := countWith[Word2](t, l, 20); got != want {
		t.Errorf("two words: %s, want %s", got, want)
	}
	if got := countWith[Word4](t, l, 32); got != want {
		t.Errorf("four words: %s, want %s", got, want)
	}
}

// countWith counts positions with symbols of a given number of bits, or as many as they need if 0.
func countWith[S packed[S]](t *testing.T, l *layout, symbolBits uint) string {
	t.Helper()
	spec := &legal[S]{newRules(l, 2)}
	if symbolBits > 0 {
		spec.bits, spec.mask, spec.fields = symbolBits, 1<<symbolBits-1, 64/int(symbolBits)
	}
	ev, err := NewIntegers(2, 3)
	if err != nil {
		t.Fatal(err)
	}
	n, _, err := Run(t.Context(), spec, ev, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return n.String()
}

// A state has room for its symbols at every width and number of colours.
func TestCodec(t *testing.T) {
	for width := range MaxWidth + 1 {
		for _, colors := range []int{0, 1, 2, 3, 7, MaxWidth, AnyColors} {
			for _, signs := range [][]sign{nil, {joinsSame}, {joinsOpposite}} {
				r := newRules(&layout{width: width, steps: []FrontierStep{{signs: signs}}}, colors)
				if most := 2*r.colors + max(0, width-1)<<r.signs; most >= 1<<r.bits {
					t.Errorf("width %d, %d colours: symbol %d in %d bits", width, colors, most, r.bits)
				}
				if r.words() > 4 || r.words()*r.fields < width {
					t.Errorf("width %d, %d colours: %d words", width, colors, r.words())
				}
			}
		}
	}
}

// The board without points has one position.
func TestNoPoints(t *testing.T) {
	n, _, err := CountLegal(t.Context(), grid{}, nil, 2, par.Options{})
	if err != nil || n.String() != "1" {
		t.Errorf("%v, %v", n, err)
	}
	p, _, err := Legal(t.Context(), grid{}, nil, AnyColors, Polynomials{}, par.Options{})
	if err != nil || fmt.Sprint(p) != "[1]" {
		t.Errorf("%v, %v", p, err)
	}
}

// The bound on Bell numbers, against the numbers themselves by Bell's triangle.
func TestBellBits(t *testing.T) {
	row := []*big.Int{big.NewInt(1)}
	for n := 1; n <= 200; n++ {
		last := row[len(row)-1]
		if bits := bellBits(n); bits < float64(last.BitLen()-1) || bits > 16+1.1*float64(last.BitLen()) {
			t.Errorf("Bell number %d of %d bits: bound %v", n, last.BitLen(), bits)
		}
		next := []*big.Int{last}
		for i, above := range row {
			next = append(next, new(big.Int).Add(next[i], above))
		}
		row = next
	}
}

// A table numbers states as a map does.
func TestTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var memory ledger
	for _, size := range []int{0, 1, 10, 10000, 3} {
		var tab table[Word2]
		numbers := map[Word2]int{}
		for range 2 * size {
			key := Word2{rng.Uint64N(uint64(size)), rng.Uint64N(2)}
			want, known := numbers[key]
			if !known {
				want = len(numbers)
				numbers[key] = want
			}
			if got, fresh := tab.insert(&memory, key, key.Hash()); got != want || fresh == known {
				t.Fatalf("state %v: number %d, fresh %v; want %d, %v", key, got, fresh, want, !known)
			}
		}
		if want := 16*int64(cap(tab.keys)) + 4*int64(len(tab.slots)); memory.used.Load() != want {
			t.Errorf("%d states: %d bytes counted, want %d", len(numbers), memory.used.Load(), want)
		}
		releaseSlice(&memory, tab.keys)
		releaseSlice(&memory, tab.slots)
		if memory.used.Load() != 0 {
			t.Errorf("%d bytes counted of nothing", memory.used.Load())
		}
	}
}

// A frontier of the greatest width is packed and read again, where each stone is a string without a
// liberty.
func TestWidestFrontier(t *testing.T) {
	r := newRules(&layout{width: MaxWidth}, 2)
	at := &FrontierStep{Width: MaxWidth}
	f := frontierState{needy: MaxWidth, used: 2}
	for i := range MaxWidth {
		f.color[i], f.str[i] = uint8(1+i%2), uint8(1+i)
		at.Kept = append(at.Kept, uint8(i))
	}
	var got frontierState
	if r.unpack(r.pack(&f, at, &packer{}), MaxWidth, &got); got != f {
		t.Errorf("%+v, want %+v", got, f)
	}
}
