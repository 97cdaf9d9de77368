package plain

import (
	"math/big"
	"strings"

	"combigo.dev/combigo/goban"
)

// Word is the classes of the border points with a sign at each end of each run of bad stones
// (docs/theory.md).
type Word struct {
	Text        string   // such as .b+WW-: empty, a free black stone, a run of two bad white ones
	Coefficient *big.Rat // with which the connections of the border have this word
	Norm        *big.Rat // the factor of this word where two halves of a board meet
}

// strand is an end of a run of bad stones.
type strand struct {
	point   int // the border point that has the end
	color   goban.Color
	ends    bool // the run, else begins it
	partner int  // the strand that an arc joins with this one
}

// strands returns the ends of the runs of bad stones, joined by arcs. The needy stones of the state
// are bad.
func (s State) strands() []strand {
	var all []strand
	last := map[int16]int{} // end of the last run of each string
	first := map[int16]int{}
	for i, p := range s.Points {
		if !p.Needy() {
			continue
		}
		if i == 0 || i == s.Kink || s.Points[i-1].Group != p.Group {
			if end, ok := last[p.Group]; ok {
				all[end].partner = len(all)
			} else {
				first[p.Group] = len(all)
			}
			all = append(all, strand{point: i, color: p.Color, partner: last[p.Group]})
		}
		if i == len(s.Points)-1 || i+1 == s.Kink || s.Points[i+1].Group != p.Group {
			last[p.Group] = len(all)
			all = append(all, strand{point: i, color: p.Color, ends: true})
		}
	}
	for group, end := range last {
		all[first[group]].partner, all[end].partner = end, first[group]
	}
	return all
}

// Words returns the words of a state whose needy stones are bad and whose live stones are free, in
// the order of the signs.
func (s State) Words() []Word {
	strands := s.strands()
	signs := make([]byte, len(strands))
	var words []Word
	var choose func(i int)
	choose = func(i int) {
		switch {
		case i == len(strands):
			if w, ok := s.word(strands, signs); ok {
				words = append(words, w)
			}
		case strands[i].partner < i: // its sign is chosen
			choose(i + 1)
		default:
			for _, sign := range []byte("+-") {
				signs[i], signs[strands[i].partner] = sign, '+'+'-'-sign
				choose(i + 1)
			}
		}
	}
	choose(0)
	return words
}

// word returns the word with given signs, if its coefficient is not 0.
func (s State) word(strands []strand, signs []byte) (Word, bool) {
	coefficient, norm := big.NewRat(1, 1), big.NewRat(1, 1)
	var stack []goban.Color
	for i, at := range strands {
		h := int64(0) // strands of the colour on top
		for h < int64(len(stack)) && stack[len(stack)-1-int(h)] == at.color {
			h++
		}
		if signs[i] == '+' {
			stack = append(stack, at.color)
			continue
		}
		if h == 0 {
			return Word{}, false
		}
		stack = stack[:len(stack)-1]
		ratio, sign := big.NewRat(fibonacci(h), fibonacci(h+1)), int64(1)
		if at.ends {
			sign = -1
		}
		norm.Mul(norm, new(big.Rat).Mul(big.NewRat(sign, 1), new(big.Rat).Inv(ratio)))
		if at.partner > i { // an arc of - and then +
			coefficient.Mul(coefficient, ratio.Mul(ratio, big.NewRat(sign, 1)))
		}
	}
	return Word{s.signed(strands, signs), coefficient, norm}, len(stack) == 0
}

func fibonacci(n int64) int64 {
	a, b := int64(0), int64(1)
	for range n {
		a, b = b, a+b
	}
	return a
}

// signed writes the classes of the points and the signs of the strands.
func (s State) signed(strands []strand, signs []byte) string {
	var b strings.Builder
	write := func(point int, ends bool) {
		for i, at := range strands {
			if at.point == point && at.ends == ends {
				b.WriteByte(signs[i])
			}
		}
	}
	for i, p := range s.Points {
		write(i, false)
		switch {
		case p.Color == Edge:
			b.WriteByte('#')
		case p.Needy():
			b.WriteByte(".BW"[p.Color])
		default:
			b.WriteByte(".bw"[p.Color])
		}
		write(i, true)
	}
	return b.String()
}

// Value is the value of a word after some columns, with the norm of the word.
type Value struct{ Value, Norm *big.Rat }

// Values returns the values of all words after 1, 2, ... columns of a height, by definition: a sum
// over the positions and over claims that some strings without a liberty are bad. Each claimed
// string counts -1 as soon as it has left the border.
func Values(rows, columns int) []map[string]*Value {
	var all []map[string]*Value
	claims := start(rows) // bad stones are needy ones, free stones live ones
	for range columns {
		for range rows {
			next := Table{}
			for _, f := range claims {
				for _, p := range classes {
					if !f.State.fits(p) {
						continue
					}
					to, ok := f.State.fill(p)
					sum := &f.Number
					if !ok { // a bad string has left the border
						sum = new(big.Int).Neg(sum)
					}
					next.add(to, sum)
				}
			}
			claims = next
		}
		values := map[string]*Value{}
		for _, f := range claims {
			for _, w := range f.State.Words() {
				if values[w.Text] == nil {
					values[w.Text] = &Value{new(big.Rat), w.Norm}
				}
				v := values[w.Text].Value
				v.Add(v, w.Coefficient.Mul(w.Coefficient, new(big.Rat).SetInt(&f.Number)))
			}
		}
		all = append(all, values)
	}
	return all
}

// Join returns what each word gives where two parts of a board meet, in the column that both have:
// norm times value times value. The sum is the number of legal positions of the board.
func Join(left, right map[string]*Value) (products map[string]*big.Rat, sum *big.Rat) {
	products, sum = map[string]*big.Rat{}, new(big.Rat)
	for word, l := range left {
		if r := right[word]; r != nil {
			w := new(big.Rat).Mul(l.Norm, l.Value)
			products[word] = w.Mul(w, r.Value)
			sum.Add(sum, w)
		}
	}
	return products, sum
}

// classes is what a point can be: empty, a free stone or a bad one.
var classes = []Point{
	{}, {Color: goban.Black, Live: true}, {Color: goban.White, Live: true}, {Color: goban.Black}, {Color: goban.White},
}

// fits reports whether the next point can be of a class: a bad stone is beside no empty point, and
// beside no free stone of its colour.
func (s State) fits(p Point) bool {
	for _, q := range s.Points[max(0, s.Kink-1) : s.Kink+1] {
		switch {
		case p.Needy() && q.Color == goban.Empty, q.Needy() && p.Color == goban.Empty, p.Color == q.Color && p.Live != q.Live:
			return false
		}
	}
	return true
}
