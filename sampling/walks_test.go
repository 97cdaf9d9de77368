package sampling

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
)

// colorsOf are the colours of a position, line by line of the shorter side.
func colorsOf(p *goban.Position) (colors []uint8) {
	for i := range p.Rows() * p.Cols() {
		row, col := i/p.Cols(), i%p.Cols()
		if p.Cols() > p.Rows() {
			row, col = i%p.Rows(), i/p.Rows()
		}
		colors = append(colors, uint8(p.At(row, col)))
	}
	return colors
}

func count(colors []uint8, of uint8) (n float64) {
	for _, c := range colors {
		if c == of {
			n++
		}
	}
	return n
}

// Numbers and means by walks are those of all positions, one by one, for any number of stones and
// any beginning. Half of an interval is two standard deviations: two and a half intervals are five.
func TestWalksAgainstEnumeration(t *testing.T) {
	const sure, runs = 2.5, 2000
	for _, size := range []board.Size{{Rows: 3, Cols: 3}, {Rows: 2, Cols: 4}, {Rows: 4, Cols: 2}, {Rows: 1, Cols: 7}} {
		var all [][]uint8
		positions, err := goban.All(size.Rows, size.Cols)
		if err != nil {
			t.Fatal(err)
		}
		for p := range positions {
			all = append(all, colorsOf(p))
		}
		for stones := -1; stones <= size.Points(); stones++ {
			for _, begin := range [][]uint8{nil, {0}, {1}, {1, 2}, {2, 2, 0}} {
				name := fmt.Sprintf("%s, %d stones, begins with %v", size, stones, begin)
				kind := Kind{Stones: stones, Begin: begin}
				number, black, square := 0.0, 0.0, 0.0
				for _, colors := range all {
					of := float64(len(colors)) - count(colors, 0)
					if (stones < 0 || of == float64(stones)) && slices.Equal(colors[:len(begin)], begin) {
						n := count(colors, 1)
						number, black, square = number+1, black+n, square+n*n
					}
				}
				w, err := Walk(t.Context(), size, kind, runs, 7, par.Options{Threads: 1})
				if given := float64(len(begin)) - count(begin, 0); stones >= 0 && (given > float64(stones) || stones-int(given) > size.Points()-len(begin)) {
					if err == nil {
						t.Errorf("%s: is not refused", name)
					}
					continue
				}
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				r := w.Number(func(int) bool { return true })
				value, half := tenTo(r.Value), tenTo(r.High)-tenTo(r.Value)
				if math.Abs(value-number) > sure*half+1e-9*number {
					t.Errorf("%s: %v positions, want %v, half the interval is %v", name, value, number, half)
				}
				if number == 0 {
					continue
				}
				mean := black / number
				s := w.Of(func(i int) float64 { return count(w.Colors[i], 1) })
				if math.Abs(s.Mean-mean) > sure*s.Error+1e-9 {
					t.Errorf("%s: %v black stones, want %v, half the interval is %v", name, s.Mean, mean, s.Error)
				}
				if want := math.Sqrt(square/number - mean*mean); w.Effective() > 500 && math.Abs(s.Deviation-want) > 0.1 {
					t.Errorf("%s: deviation %v, want %v", name, s.Deviation, want)
				}
			}
		}
	}
}

func tenTo(m Magnitude) float64 { return m.Mantissa * math.Pow(10, float64(m.Exponent)) }

// Walks are legal, begin as they should, have the stones they should, and are the same for any
// number of threads.
func TestWalksAreOfTheirKind(t *testing.T) {
	size, kind := board.Size{Rows: 6, Cols: 9}, Kind{Stones: 44, Begin: []uint8{1, 0, 2}}
	w, err := Walk(t.Context(), size, kind, 300, 1, par.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, colors := range w.Colors {
		p, err := goban.New(size.Rows, size.Cols)
		if err != nil {
			t.Fatal(err)
		}
		for k, c := range colors {
			p.Set(k%6, k/6, goban.Color(c))
		}
		if !p.Legal() || !slices.Equal(colors[:3], kind.Begin) || p.Features()[goban.Stones] != kind.Stones {
			t.Fatalf("walk %d is\n%s", i, p)
		}
	}
	again, err := Walk(t.Context(), size, kind, 300, 1, par.Options{Threads: 3})
	if err != nil || !reflect.DeepEqual(w, again) {
		t.Errorf("three threads make other walks: %v", err)
	}
}

// Sums of estimates are those of numbers, with errors as of independent ones.
func TestRangePlus(t *testing.T) {
	a := Range{Magnitude{3, 100}, Magnitude{2, 100}, Magnitude{4, 100}}
	b := Range{Magnitude{9, 100}, Magnitude{8, 100}, Magnitude{1, 101}}
	sum := a.Plus(b)
	half := math.Sqrt2 * 1e100
	for what, x := range map[string][2]float64{
		"value": {tenTo(sum.Value), 1.2e101}, "low": {tenTo(sum.Low), 1.2e101 - half}, "high": {tenTo(sum.High), 1.2e101 + half},
	} {
		if math.Abs(x[0]/x[1]-1) > 1e-9 {
			t.Errorf("%s %v, want %v", what, x[0], x[1])
		}
	}
	if got := a.Plus(Range{}); math.Abs(got.Value.Log10()-a.Value.Log10()) > 1e-9 || (Range{}).Plus(Range{}) != (Range{}) {
		t.Errorf("with nothing: %v", got)
	}
}
