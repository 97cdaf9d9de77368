package reproduction

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// A section is a position section of Farr and Schmidt, section 4.1: for each vertex of a column its colour, 0 for none, whether it is
// safe, and the number of its group, from 1 as they appear; of all groups, safe or not.
type section []vertex

type vertex struct {
	color, group int
	safe         bool
}

// String writes a section, such as 1a 2B: colour and group, capital if safe.
func (s section) String() string {
	var words []string
	for _, v := range s {
		letter := 'a' - 1 + rune(v.group)
		if v.safe {
			letter += 'A' - 'a'
		}
		if v.color == 0 {
			letter = '.'
		}
		words = append(words, fmt.Sprintf("%d%c", v.color, letter))
	}
	return strings.Join(words, " ")
}

// colored returns all columns of a height with colours from 0 to colors.
func colored(height, colors int) [][]int {
	all := [][]int{nil}
	for range height {
		var longer [][]int
		for _, c := range all {
			for color := range colors + 1 {
				longer = append(longer, append(slices.Clone(c), color))
			}
		}
		all = longer
	}
	return all
}

// after returns the section of a column of colours behind another section, nil for the first column; ok is false if the two are not
// compatible: a group that is not yet safe ends.
func (s section) after(column []int) (next section, ok bool) {
	m := len(column)
	all := make([]vertex, 0, 2*m) // the old column, then the new one
	all = append(all, s...)
	for len(all) < m {
		all = append(all, vertex{color: -1})
	}
	for _, c := range column {
		all = append(all, vertex{color: c})
	}
	name := make([]int, len(all))
	for i := range name {
		name[i] = i
	}
	merge := func(i, j int) {
		if all[i].color <= 0 || all[i].color != all[j].color {
			return
		}
		for k, from := 0, name[j]; k < len(name); k++ {
			if name[k] == from {
				name[k] = name[i]
			}
		}
	}
	safe := make([]bool, len(all))
	touch := func(i, j int) {
		merge(i, j)
		safe[i] = safe[i] || all[j].color == 0
		safe[j] = safe[j] || all[i].color == 0
	}
	for i := range m {
		safe[i] = all[i].safe
		for j := range i {
			if all[i].group > 0 && all[i].group == all[j].group {
				merge(i, j)
			}
			if i == j+1 {
				touch(m+j, m+i)
			}
		}
		touch(i, m+i)
	}
	groupSafe, goesOn := make([]bool, len(all)), make([]bool, len(all))
	for i, n := range name {
		groupSafe[n] = groupSafe[n] || safe[i]
		goesOn[n] = goesOn[n] || i >= m
	}
	numbers := map[int]int{}
	for i, v := range all {
		n := name[i]
		if v.color > 0 && !groupSafe[n] && !goesOn[n] {
			return nil, false
		}
		if i < m {
			continue
		}
		if v.color > 0 {
			if numbers[n] == 0 {
				numbers[n] = len(numbers) + 1
			}
			v.group, v.safe = numbers[n], groupSafe[n]
		}
		next = append(next, v)
	}
	return next, true
}

// sections is what section 4.2 makes of the position sections that come up: the transfer matrix T by rows, as the numbers of the sections
// that each is compatible with, and the vectors x0 and f.
type sections struct {
	all   []section
	next  [][]int
	first []int // the sections with a 1 in x0
	legal []int // 1 for those without a vertex that is not yet safe
}

func newSections(height, colors int) *sections {
	t := &sections{}
	number := map[string]int{}
	add := func(s section) int {
		key := s.String()
		i, known := number[key]
		if !known {
			i = len(t.all)
			number[key] = i
			t.all = append(t.all, s)
			legal := 1
			if slices.ContainsFunc(s, func(v vertex) bool { return v.color > 0 && !v.safe }) {
				legal = 0
			}
			t.legal = append(t.legal, legal)
		}
		return i
	}
	columns := colored(height, colors)
	for _, c := range columns {
		if s, ok := section(nil).after(c); ok {
			t.first = append(t.first, add(s))
		}
	}
	for i := 0; i < len(t.all); i++ {
		var to []int
		for _, c := range columns {
			if s, ok := t.all[i].after(c); ok {
				to = append(to, add(s))
			}
		}
		t.next = append(t.next, to)
	}
	return t
}

// apply returns T x.
func (t *sections) apply(x []*big.Int) []*big.Int {
	y := make([]*big.Int, len(x))
	for i := range y {
		y[i] = new(big.Int)
	}
	for from, to := range t.next {
		for _, i := range to {
			y[i].Add(y[i], x[from])
		}
	}
	return y
}

// unit returns the vector with ones at some places.
func (t *sections) unit(at ...int) []*big.Int {
	x := make([]*big.Int, len(t.all))
	for i := range x {
		x[i] = new(big.Int)
	}
	for _, i := range at {
		x[i].SetInt64(1)
	}
	return x
}

// count returns f' T^(columns-1) x0.
func (t *sections) count(columns int) *big.Int {
	x := t.unit(t.first...)
	for range columns - 1 {
		x = t.apply(x)
	}
	sum := new(big.Int)
	for i, n := range x {
		if t.legal[i] == 1 {
			sum.Add(sum, n)
		}
	}
	return sum
}

// traces returns the traces of T, T^2, ... up to a power.
func (t *sections) traces(power int) []*big.Int {
	sums := make([]*big.Int, power)
	for i := range sums {
		sums[i] = new(big.Int)
	}
	for s := range t.all {
		x := t.unit(s)
		for i := range sums {
			x = t.apply(x)
			sums[i].Add(sums[i], x[s])
		}
	}
	return sums
}

// configurations counts the legal column configurations: states none, c-safe and c-NYS of each vertex such that no vertex that is not
// yet safe is adjacent to a safe one of its colour or to an empty one.
func configurations(height, colors int) int {
	states := 2*colors + 1 // 0 for none, c for safe, colors+c for not yet safe
	may := func(a, b int) bool {
		for range 2 {
			if a > colors && (b == 0 || b == a-colors) {
				return false
			}
			a, b = b, a
		}
		return true
	}
	ways := slices.Repeat([]int{1}, states)
	for range height - 1 {
		next := make([]int, states)
		for a, n := range ways {
			for b := range next {
				if may(a, b) {
					next[b] += n
				}
			}
		}
		ways = next
	}
	total := 0
	for _, n := range ways {
		total += n
	}
	return total
}

// configuration returns a section without its groups.
func (s section) configuration() string {
	t := slices.Clone(s)
	for i := range t {
		t[i].group = min(t[i].group, 1)
	}
	return t.String()
}
