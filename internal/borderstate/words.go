package borderstate

import (
	"math/big"
	"slices"
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
	all := []map[string]*Value{}
	states := map[string]*signedState{}
	for _, column := range classColumns(rows) {
		s := column.joined(State{}, nil)
		states[s.String()] = &signedState{s, 1}
	}
	for k := range columns {
		if k > 0 {
			states = nextColumn(states, classColumns(rows))
		}
		values := map[string]*Value{}
		for _, s := range states {
			for _, w := range s.state.Words() {
				if values[w.Text] == nil {
					values[w.Text] = &Value{new(big.Rat), w.Norm}
				}
				v := values[w.Text].Value
				v.Add(v, w.Coefficient.Mul(w.Coefficient, big.NewRat(s.sum, 1)))
			}
		}
		all = append(all, values)
	}
	return all
}

// signedState is a state, its bad stones needy, with the signed sum of what leads to it.
type signedState struct {
	state State
	sum   int64
}

// A classColumn is the classes of the points of a column.
type classColumn []Point

// classColumns returns the columns in which no bad stone is next to an empty point, or to a free
// stone of its colour. The group of a bad stone is 0.
func classColumns(rows int) []classColumn {
	all := []classColumn{nil}
	for range rows {
		var longer []classColumn
		for _, column := range all {
			for _, p := range []Point{{goban.Empty, false, -1}, {goban.Black, true, -1}, {goban.White, true, -1}, {goban.Black, false, 0}, {goban.White, false, 0}} {
				if len(column) == 0 || fit(column[len(column)-1], p) {
					longer = append(longer, append(slices.Clip(column), p))
				}
			}
		}
		all = longer
	}
	return all
}

// fit tells whether two classes may be next to each other.
func fit(p, q Point) bool {
	free := func(bad, other Point) bool {
		return bad.Group < 0 || other.Group >= 0 || other.Color == bad.Color.Opponent()
	}
	return free(p, q) && free(q, p)
}

// nextColumn adds a column to all states.
func nextColumn(states map[string]*signedState, columns []classColumn) map[string]*signedState {
	next := map[string]*signedState{}
	for _, s := range states {
		for _, column := range columns {
			fits := true
			for i, p := range column {
				fits = fits && fit(s.state.Points[i], p)
			}
			if !fits {
				continue
			}
			ended := map[int]bool{} // strings that the column does not touch
			for i, p := range s.state.Points {
				if p.Group >= 0 {
					touched := column[i].Group >= 0 && column[i].Color == p.Color
					if before, known := ended[p.Group]; !known || before {
						ended[p.Group] = !touched
					}
				}
			}
			sum := s.sum
			for _, over := range ended {
				if over {
					sum = -sum
				}
			}
			state := column.joined(s.state, s.state.Points)
			name := state.String()
			if next[name] == nil {
				next[name] = &signedState{state: state}
			}
			next[name].sum += sum
		}
	}
	return next
}

// joined returns the border after the column: its bad stones are joined by neighbours, and by the
// strings of the column before.
func (c classColumn) joined(before State, left []Point) State {
	group := make([]int, len(c))
	for i := range group {
		group[i] = i
	}
	join := func(i, j int) {
		from, to := group[j], group[i]
		for k := range group {
			if group[k] == from {
				group[k] = to
			}
		}
	}
	bad := func(i int) bool { return c[i].Group >= 0 }
	for i := range c {
		for j := range i {
			beside := j == i-1 && c[i].Color == c[j].Color
			through := left != nil && left[i].Group >= 0 && left[i].Group == left[j].Group && left[i].Color == c[i].Color && left[j].Color == c[j].Color
			if bad(i) && bad(j) && (beside || through) {
				join(i, j)
			}
		}
	}
	s, names := State{}, map[int]int{}
	for i, p := range c {
		if bad(i) {
			if _, known := names[group[i]]; !known {
				names[group[i]] = len(names)
			}
			p.Group = names[group[i]]
		}
		s.Points = append(s.Points, p)
	}
	return s
}
