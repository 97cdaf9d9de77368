package plain

import (
	"fmt"
	"math/big"
	"testing"

	"combigo.dev/combigo/goban"
)

// Where a border meets itself, the sum over its words is -1 for each of its strings: Theorem 2 of
// docs/theory.md.
func TestWordsMeet(t *testing.T) {
	seen, tried := 0, 0
	var fill func(p *goban.Position, i int)
	fill = func(p *goban.Position, i int) {
		cut, err := New(p, i)
		if err != nil {
			t.Fatal(err)
		}
		s := cut.State()
		want, sum, strings := big.NewRat(1, 1), new(big.Rat), map[int16]bool{}
		for _, point := range s.Points {
			if point.Group > 0 && !strings[point.Group] {
				strings[point.Group] = true
				want.Neg(want)
			}
		}
		for _, w := range s.Words() {
			square := new(big.Rat).Mul(w.Coefficient, w.Coefficient)
			sum.Add(sum, square.Mul(square, w.Norm))
			seen++
		}
		if tried++; sum.Cmp(want) != 0 {
			t.Errorf("%s: %v, want %v", s, sum, want)
		}
		if i == 9 {
			return
		}
		at := cut.PointAt(i)
		for c := goban.Empty; c <= goban.White; c++ {
			p.Set(at.Row, at.Col, c)
			fill(p, i+1)
		}
		p.Set(at.Row, at.Col, goban.Empty)
	}
	p, err := goban.New(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	fill(p, 0)
	if tried < 29524 || seen <= tried {
		t.Errorf("%d words of %d borders", seen, tried)
	}
}

// Two halves that meet in the middle column have the number of legal positions.
func TestHalvesMeet(t *testing.T) {
	for rows := 1; rows <= 3; rows++ {
		v := Values(rows, 3)
		for cols := 1; rows*cols <= 12 && cols <= 5; cols++ {
			sum := new(big.Rat)
			for word, half := range v[(cols+1)/2-1] {
				if other := v[cols/2][word]; other != nil && cols%2 == 0 {
					sum.Add(sum, new(big.Rat).Mul(half.Norm, new(big.Rat).Mul(half.Value, other.Value)))
				} else if cols%2 == 1 {
					sum.Add(sum, new(big.Rat).Mul(half.Norm, new(big.Rat).Mul(half.Value, half.Value)))
				}
			}
			want, err := goban.CountLegal(t.Context(), rows, cols)
			if err != nil || sum.RatString() != fmt.Sprint(want) {
				t.Errorf("%dx%d: %s, want %d, %v", rows, cols, sum.RatString(), want, err)
			}
		}
	}
}

// The values of two columns of two rows are those of the table in the comment of
// internal/engine/border.
func TestValues(t *testing.T) {
	v := Values(2, 2)
	for word, want := range map[string]string{"..": "9", ".b": "8", "bb": "6", "bw": "8", "+B-w": "4", "+BB-": "1", "+B-+W-": "3"} {
		if got := v[1][word]; got == nil || got.Value.RatString() != want {
			t.Errorf("%s: %v, want %s", word, got, want)
		}
	}

	if len(v[1]) != 17 {
		t.Errorf("%d words: %v", len(v[1]), v[1])
	}
}
