package borderstate

import (
	"math/big"
	"strings"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/state"
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
	last := map[int]int{} // end of the last run of each string
	first := map[int]int{}
	for i, p := range s.Points {
		if p.Group < 0 {
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
	plus := make([]bool, len(strands))
	var words []Word
	var choose func(i int)
	choose = func(i int) {
		switch {
		case i == len(strands):
			if w, ok := s.word(strands, plus); ok {
				words = append(words, w)
			}
		case strands[i].partner < i: // its sign is chosen
			choose(i + 1)
		default:
			for _, sign := range []bool{true, false} {
				plus[i], plus[strands[i].partner] = sign, !sign
				choose(i + 1)
			}
		}
	}
	choose(0)
	return words
}

// word returns the word with given signs, if its coefficient is not 0.
func (s State) word(strands []strand, plus []bool) (Word, bool) {
	coefficient, norm := big.NewRat(1, 1), big.NewRat(1, 1)
	var stack []goban.Color
	for i, at := range strands {
		h := int64(0) // strands of the colour on top
		for h < int64(len(stack)) && stack[len(stack)-1-int(h)] == at.color {
			h++
		}
		if plus[i] {
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
	return Word{s.signed(strands, plus), coefficient, norm}, len(stack) == 0
}

func fibonacci(n int64) int64 {
	a, b := int64(0), int64(1)
	for range n {
		a, b = b, a+b
	}
	return a
}

// signed writes the classes of the points and the signs of the strands.
func (s State) signed(strands []strand, plus []bool) string {
	var b strings.Builder
	write := func(point int, ends bool) {
		for i, at := range strands {
			if at.point == point && at.ends == ends {
				b.WriteByte("-+"[map[bool]int{true: 1}[plus[i]]])
			}
		}
	}
	for i, p := range s.Points {
		write(i, false)
		letters := ".bw#"
		if p.Group >= 0 {
			letters = ".BW"
		}
		b.WriteByte(letters[p.Color])
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
	claims := map[state.Word]int64{state.Repeat(state.Edge, rows): 1} // bad stones are needy ones
	for range columns {
		for kink := range rows {
			next := map[state.Word]int64{}
			for w, sum := range claims {
				for _, s := range classes {
					if after, sign := claim(w, kink, s); sign != 0 {
						next[after] += sign * sum
					}
				}
			}
			claims = next
		}
		values := map[string]*Value{}
		for border, sum := range claims {
			for _, w := range stateOf(border, rows).Words() {
				if values[w.Text] == nil {
					values[w.Text] = &Value{new(big.Rat), w.Norm}
				}
				v := values[w.Text].Value
				v.Add(v, w.Coefficient.Mul(w.Coefficient, big.NewRat(sum, 1)))
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
var classes = []state.Symbol{
	state.Empty, state.Live + state.Black, state.Live + state.White, state.Needy * state.Black, state.Needy * state.White,
}

// claim fills the point at the kink. The sign is -1 if a bad string leaves the border, else 1, and
// 0 if the point cannot be next to its neighbours.
func claim(w state.Word, kink int, s state.Symbol) (state.Word, int64) {
	above, left := w.At(kink), state.Edge
	if kink > 0 {
		left = w.At(kink - 1)
	}
	if !fit(above, s) || !fit(s, above) || !fit(left, s) || !fit(s, left) {
		return 0, 0
	}
	sign := int64(1)
	if above.Linked() && above.Kind() != s.Kind() {
		var remains bool
		if w, remains = w.Leave(kink, s); !remains {
			sign = -1
		}
	} else if !above.Linked() {
		w = w.With(kink, s)
	}
	if s.Linked() && left.Kind() == s.Kind() {
		w = w.Join(kink-1, kink)
	}
	return w, sign
}

// fit reports whether a stone, if it is bad, may be beside another point: no empty one, and no free
// stone of its colour.
func fit(bad, other state.Symbol) bool {
	return !bad.Linked() || other.Linked() || other != state.Empty && other.Color() != bad.Color()
}

// stateOf returns a border without a kink.
func stateOf(w state.Word, rows int) State {
	s, groups := State{}, map[int]int{}
	for i := range rows {
		at := w.At(i)
		p := Point{Color: goban.Color(at.Color()), Live: !at.Linked() && at != state.Empty, Group: -1}
		if at.Linked() {
			p.Group = numbered(groups, w.First(i))
		}
		s.Points = append(s.Points, p)
	}
	return s
}
