package border

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"testing"

	"combigo.dev/combigo/internal/longtests"
)

// The oracle of the operations: states of the border with connections, by the definitions. A state
// has, for each point, a class and, if that is bad, the label of the string. The border is broken
// before point kink, if that is not 0.
type connected struct {
	classes []class
	labels  []int
	kink    int
}

// key is the same for states that differ in their labels only.
func (s *connected) key() string {
	var text []byte
	for i, x := range s.classes {
		text = append(text, byte(x), 0)
		for j := 0; j <= i && x.bad(); j++ {
			if s.classes[j].bad() && s.labels[j] == s.labels[i] { // j is the first point of the string
				text[2*i+1] = byte(j)
				break
			}
		}
	}
	return string(text)
}

func (s *connected) neighbours(i int) bool { return i > 0 && i < len(s.classes) && i != s.kink }

// runs returns the runs of bad stones: the first and the last point of each.
func (s *connected) runs() (all [][2]int) {
	for i, x := range s.classes {
		switch {
		case !x.bad():
		case s.neighbours(i) && s.classes[i-1] == x:
			all[len(all)-1][1] = i
		default:
			all = append(all, [2]int{i, i})
		}
	}
	return all
}

// allConnected lists all states: classes that fit, and partitions of their runs into strings of one
// colour that do not cross.
func allConnected(points, kink, colours int) (all []*connected) {
	classes := make([]class, points)
	var choose func(i int)
	choose = func(i int) {
		if i == points {
			s := &connected{slices.Clone(classes), make([]int, points), kink}
			all = append(all, s.partitions()...)
			return
		}
		for x := empty; x < free+2*class(colours); x++ {
			classes[i] = x
			if !(&connected{classes: classes, kink: kink}).neighbours(i) || classes[i-1].beside(x) {
				choose(i + 1)
			}
		}
	}
	choose(0)
	return all
}

func (s *connected) partitions() (all []*connected) {
	runs := s.runs()
	labels := make([]int, len(runs))
	var choose func(i, used int)
	choose = func(i, used int) {
		if i == len(runs) {
			p := &connected{s.classes, make([]int, len(s.classes)), s.kink}
			for j, r := range runs {
				for k := r[0]; k <= r[1]; k++ {
					p.labels[k] = labels[j]
				}
			}
			all = append(all, p)
			return
		}
		for l := 0; l <= used; l++ {
			labels[i] = l
			if l < used && (s.classes[runs[slices.Index(labels[:i], l)][0]] != s.classes[runs[i][0]] || crosses(labels[:i+1])) {
				continue
			}
			choose(i+1, max(used, l+1))
		}
	}
	choose(0, 0)
	return all
}

// crosses reports whether the last run's string crosses another one: a b a b.
func crosses(labels []int) bool {
	last := len(labels) - 1
	first := slices.Index(labels, labels[last])
	for i := first + 1; i < last; i++ {
		for j := range first {
			if labels[i] == labels[j] && labels[i] != labels[last] {
				return true
			}
		}
	}
	for i, l := range labels[:last] { // a b a b with the last run as the second b
		if l == labels[last] {
			for j := i + 1; j < last; j++ {
				if labels[j] != l && slices.Contains(labels[:i], labels[j]) {
					return true
				}
			}
		}
	}
	return false
}

// step adds point i, at the kink, and visits the states that this leads to, with the sign: -1 if a
// string ends.
func (s *connected) step(colours int, visit func(to *connected, sign int64)) {
	i := s.kink
	old := s.classes[i]
	for z := empty; z < free+2*class(colours); z++ {
		if i > 0 && !s.classes[i-1].beside(z) || !old.beside(z) {
			continue
		}
		to := &connected{slices.Clone(s.classes), slices.Clone(s.labels), (i + 1) % len(s.classes)}
		to.classes[i], to.labels[i] = z, slices.Max(s.labels)+1
		join := func(label int) {
			for j := range to.labels {
				if to.labels[j] == label && to.classes[j].bad() {
					to.labels[j] = to.labels[i]
				}
			}
		}
		if z.bad() {
			if i > 0 && s.classes[i-1] == z {
				join(s.labels[i-1])
			}
			if old == z {
				join(s.labels[i])
			}
		}
		sign := int64(1)
		if old.bad() && old != z {
			sign = -1
			for j := range to.labels {
				if j != i && to.classes[j].bad() && to.labels[j] == s.labels[i] {
					sign = 1
				}
			}
		}
		visit(to, sign)
	}
}

// A fraction is a coefficient: a product of ratios of Fibonacci numbers, of few points.
type fraction struct{ num, den int64 }

// testPrime divides no numerator and no denominator: equal residues are equal coefficients, or an
// accident of one in two billions.
const testPrime = 1<<31 - 1

func (x fraction) residue() uint64 {
	inverse, power := uint64(1), uint64(x.den)%testPrime
	for n := testPrime - 2; n > 0; n >>= 1 { // Fermat
		if n&1 == 1 {
			inverse = inverse * power % testPrime
		}
		power = power * power % testPrime
	}
	return residueOfInt(x.num) * inverse % testPrime
}

func residueOfInt(n int64) uint64 {
	return uint64((n%testPrime + testPrime) % testPrime)
}

// residues are the coefficients of words, modulo testPrime.
type residues map[word]uint64

func (r residues) add(w word, x uint64) {
	if r[w] = (r[w] + x) % testPrime; r[w] == 0 {
		delete(r, w)
	}
}

// words visits the words that a state is a sum of, and their coefficients.
func (s *connected) words(visit func(word, fraction)) {
	runs := s.runs()
	partner := make([]int, 2*len(runs)) // of the strands: 2i begins run i, 2i+1 ends it
	for i, r := range runs {
		first, last := -1, -1
		next := -1
		for j, q := range runs {
			if s.labels[q[0]] != s.labels[r[0]] {
				continue
			}
			if first < 0 {
				first = j
			}
			last = j
			if j > i && next < 0 {
				next = j
			}
		}
		if first == i {
			partner[2*i], partner[2*last+1] = 2*last+1, 2*i
		}
		if next >= 0 {
			partner[2*i+1], partner[2*next] = 2*next, 2*i+1
		}
	}
	signs := make([]sign, 2*len(runs))
	var choose func(i int)
	choose = func(i int) {
		switch {
		case i == len(signs):
			s.word(runs, signs, partner, visit)
		case partner[i] < i:
			choose(i + 1)
		default:
			for _, g := range []sign{plus, minus} {
				signs[i], signs[partner[i]] = g, plus+minus-g
				choose(i + 1)
			}
		}
	}
	choose(0)
}

// word visits a word with the signs, if it is one.
func (s *connected) word(runs [][2]int, signs []sign, partner []int, visit func(word, fraction)) {
	var w word
	k, strand := atEdge, 0
	coefficient := fraction{1, 1}
	stack := []int{} // colours
	take := func(colour int) sign {
		g, h := signs[strand], 0
		for j := len(stack) - 1; j >= 0 && stack[j] == colour; j-- {
			h++
		}
		if partner[strand] > strand && g == minus {
			coefficient.num *= int64(fibonacci[h])
			coefficient.den *= int64(fibonacci[h+1])
			if strand%2 == 1 {
				coefficient.num *= -1
			}
		}
		if g == plus {
			stack = append(stack, colour)
		} else if h > 0 {
			stack = stack[:len(stack)-1]
		}
		strand++
		return g
	}
	run := 0
	for i := 0; i <= len(s.classes); i++ {
		x, end, begin := edge, none, none
		if i < len(s.classes) {
			x = s.classes[i]
		}
		if run > 0 && runs[run-1][1] == i-1 {
			end = take(s.classes[i-1].colour())
		}
		if run < len(runs) && runs[run][0] == i {
			begin = take(x.colour())
			run++
		}
		l := newLetter(end, begin, x)
		var ok bool
		if k, ok = k.after(l); !ok {
			return
		}
		w = w.append(l)
	}
	if k == atEdge && coefficient.num != 0 {
		visit(w, coefficient)
	}
}

type combination map[word]*big.Rat

func (c combination) add(w word, x *big.Rat) {
	if c[w] == nil {
		c[w] = new(big.Rat)
	}
	if c[w].Add(c[w], x); c[w].Sign() == 0 {
		delete(c, w)
	}
}

func rational(r ratio) *big.Rat { return big.NewRat(int64(r.num), int64(r.den)) }

func residueOfRatio(r ratio) uint64 { return fraction{int64(r.num), int64(r.den)}.residue() }

// The six operations are what a new point does to strings, whatever the state.
func TestOperationsAreTheAlgebra(t *testing.T) {
	for _, c := range []struct{ points, colours int }{{1, 2}, {2, 2}, {3, 2}, {4, 2}, {5, 2}, {6, 2}, {4, 3}, {3, 4}} {
		if c.points > 5 && !longtests.Wanted() {
			continue
		}
		s := newShape(Board{Height: c.points, Colours: c.colours})
		for kink := range c.points {
			for _, from := range allConnected(c.points, kink, c.colours) {
				want, got := residues{}, residues{}
				from.step(c.colours, func(to *connected, sign int64) {
					to.words(func(w word, x fraction) { want.add(w, fraction{sign * x.num, x.den}.residue()) })
				})
				from.words(func(w word, x fraction) {
					s.step(&w, change{kink, s.columns[0].points[kink], false}, atEdge, func(to successor) {
						y := x.residue() * residueOfRatio(to.before) % testPrime
						got.add(to.word, y*residueOfRatio(to.after)%testPrime)
					})
				})
				if !maps.Equal(got, want) {
					t.Fatalf("%+v, kink %d, %v, strings %v: modulo %d %v, want %v", c, kink, from.classes, from.labels, testPrime, got, want)
				}
			}
		}
	}
}

// The norms make of two words' products the sign of the strings that two states form together; and
// there are as many words as states.
func TestNormsAreTheForm(t *testing.T) {
	for _, c := range []struct{ points, colours int }{{1, 2}, {2, 2}, {3, 2}, {4, 2}, {5, 2}, {6, 2}, {7, 2}, {4, 3}, {3, 4}} {
		if c.points > 5 && !longtests.Wanted() {
			continue
		}
		byClasses := map[string][]*connected{}
		for _, s := range allConnected(c.points, 0, c.colours) {
			text := fmt.Sprint(s.classes)
			byClasses[text] = append(byClasses[text], s)
		}
		words := 0
		for _, same := range byClasses {
			vectors := make([]combination, len(same))
			all := combination{}
			for i, s := range same {
				vectors[i] = combination{}
				s.words(func(w word, f fraction) {
					x := big.NewRat(f.num, f.den)
					vectors[i].add(w, x)
					all[w] = x
				})
			}
			if len(all) > len(same) {
				t.Fatalf("%v: %d words, %d states", same[0].classes, len(all), len(same))
			}
			words += len(same)
			for i, v := range vectors {
				checkDenominators(t, c.points, v)
				for j, u := range vectors {
					sum := new(big.Rat)
					for w, x := range v {
						if y := u[w]; y != nil {
							p := new(big.Rat).Mul(x, y)
							sum.Add(sum, p.Mul(p, rational(prefixFactors(atEdge, &w).norm)))
						}
					}
					if want := joinSign(same[i], same[j]); sum.Cmp(big.NewRat(want, 1)) != 0 {
						t.Fatalf("%v, %v and %v: %v, want %d", same[0].classes, same[i].labels, same[j].labels, sum, want)
					}
				}
			}
		}
		if n := countWords(newShape(Board{Height: c.points, Colours: c.colours})); n != words {
			t.Errorf("%+v: %d words, %d states", c, n, words)
		}
	}
}

func countWords(s *shape) int {
	return len(s.columns[0].newContinuations(atEdge, 0, 0, s.height).to[atEdge])
}

// joinSign returns -1 to the number of strings that two states form together.
func joinSign(a, b *connected) int64 {
	labels := slices.Clone(a.labels)
	for changed := true; changed; {
		changed = false
		for i := range labels {
			for j := range labels {
				together := a.classes[i].bad() && a.classes[j].bad() && b.labels[i] == b.labels[j]
				if together && labels[i] > labels[j] {
					for k, l := range labels {
						if l == labels[i] && k != i {
							labels[k] = labels[j]
						}
					}
					labels[i], changed = labels[j], true
				}
			}
		}
	}
	sign := int64(1)
	seen := map[int]bool{}
	for i, l := range labels {
		if a.classes[i].bad() && !seen[l] {
			seen[l] = true
			sign = -sign
		}
	}
	return sign
}

// checkDenominators: coefficients are at most 1, and times the denominators of the word's parts,
// cut anywhere, integers.
func checkDenominators(t *testing.T, points int, v combination) {
	t.Helper()
	for w, x := range v {
		if new(big.Rat).Abs(x).Cmp(big.NewRat(1, 1)) > 0 {
			t.Fatalf("%v: coefficient %v", w, x)
		}
		for split := range points {
			prefix, suffix := w.slice(0, split+1), w.slice(split+1, points+1)
			k := atEdge.through(&w, split+1)
			p, s := prefixFactors(atEdge, &prefix), suffixFactors(k, &suffix)
			if y := new(big.Rat).Mul(x, big.NewRat(int64(p.denominator*s.denominator), 1)); !y.IsInt() {
				t.Fatalf("%v: coefficient %v, denominators %d and %d", w, x, p.denominator, s.denominator)
			}
			whole := prefixFactors(atEdge, &w)
			if p.norm.times(s.norm) != whole.norm {
				t.Fatalf("%v: norms %v and %v, not %v", w, p.norm, s.norm, whole.norm)
			}
		}
	}
}
