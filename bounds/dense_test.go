package bounds

import (
	"fmt"
	"math"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// This file is the slow, obvious way to the growth of a strip: partial boards as they are, strings
// by flood fill, a plain matrix, a plain power iteration. It shares nothing with the fast way, not
// even the lattices.

// A partial is the first lines of a strip: colours of points, 0 for empty.
type partial [][]int

// joinedRight reports whether the point in a row and column of the lattice has a neighbour to the
// right.
func joinedRight(kind lattice.Kind, row, col int) bool {
	switch kind {
	case lattice.Hexagonal:
		return (row+col)%2 == 0
	case lattice.SquareOctagonal:
		return ((row+1)/2+col)%2 == 0
	}
	return true
}

// joined reports whether two points are neighbours in the lattice.
func joined(kind lattice.Kind, r1, c1, r2, c2 int) bool {
	if c1 > c2 {
		r1, c1, r2, c2 = r2, c2, r1, c1
	}
	switch {
	case c1 == c2:
		return r1-r2 == 1 || r2-r1 == 1
	case c2-c1 != 1:
		return false
	case r1 == r2:
		return joinedRight(kind, r1, c1)
	}
	return kind == lattice.Triangular && r1 == r2+1
}

// denseSpot returns the row and the column of a point, none of them negative.
func (s Strip) denseSpot(along, across int) (row, col int) {
	if s.Direction == Columns {
		return along + 8, across + s.First + 8
	}
	return across + s.First + 8, along + 8
}

func (s Strip) denseJoined(a, b spot) bool {
	r1, c1 := s.denseSpot(a.along, a.across)
	r2, c2 := s.denseSpot(b.along, b.across)
	return joined(s.Kind, r1, c1, r2, c2)
}

// describe returns what the future of a partial strip depends on: for each point of the last line
// its colour, and the first point there of its string if that has no liberty yet. It fails if a
// string without a point there has none.
func (s Strip) describe(p partial) (string, bool) {
	last := len(p) - 1
	signature := make([]int, 0, 2*s.Width)
	for x := range s.Width {
		name := -1
		if p[last][x] != 0 {
			if points, live := s.flood(p, spot{x, last}); !live {
				for name = 0; !points[spot{name, last}]; name++ {
				}
			}
		}
		signature = append(signature, p[last][x], name)
	}
	if last > 0 {
		for x := range s.Width {
			points, live := s.flood(p, spot{x, last - 1})
			for y := 0; y < s.Width && !live; y++ {
				live = points[spot{y, last}]
			}
			if !live {
				return "", false
			}
		}
	}
	return fmt.Sprint(signature), true
}

// flood returns the string of a point, and whether it has a liberty; an empty point has.
func (s Strip) flood(p partial, start spot) (points map[spot]bool, live bool) {
	color := p[start.along][start.across]
	if color == 0 {
		return nil, true
	}
	points = map[spot]bool{start: true}
	for queue := []spot{start}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				to := spot{at.across + dx, at.along + dy}
				if to == at || !s.denseJoined(at, to) {
					continue
				}
				switch {
				case to.across < 0:
					live = live || s.SafeFirst
				case to.across >= s.Width:
					live = live || s.SafeLast
				case to.along < 0 || to.along >= len(p):
				case p[to.along][to.across] == 0:
					live = true
				case p[to.along][to.across] == color && !points[to]:
					points[to] = true
					queue = append(queue, to)
				}
			}
		}
	}
	return points, live
}

// denseGrowth returns the growth per line.
func (s Strip) denseGrowth(colors int) float64 {
	number := map[string]int{}
	var partials []partial
	var arcs [][]int
	visit := func(p partial) (int, bool) {
		name, ok := s.describe(p)
		if !ok {
			return 0, false
		}
		name = fmt.Sprint(len(p)%4, name) // lattices look the same after four lines at most
		if _, old := number[name]; !old {
			number[name] = len(partials)
			partials = append(partials, p)
		}
		return number[name], true
	}
	all := lines(s.Width, colors)
	for _, line := range all {
		visit(partial{line})
	}
	for i := 0; i < len(partials); i++ {
		arcs = append(arcs, nil)
		for _, line := range all {
			if to, ok := visit(append(partials[i][:len(partials[i]):len(partials[i])], line)); ok {
				arcs[i] = append(arcs[i], to)
			}
		}
	}
	return iterate(arcs, 200)
}

// lines returns all colourings of a line.
func lines(width, colors int) [][]int {
	if width == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, line := range lines(width-1, colors) {
		for c := 0; c <= colors; c++ {
			all = append(all, append(line[:len(line):len(line)], c))
		}
	}
	return all
}

// iterate returns the mean growth over the last four steps of a power iteration.
func iterate(arcs [][]int, steps int) float64 {
	v := make([]float64, len(arcs))
	for i := range v {
		v[i] = 1
	}
	growth := make([]float64, steps)
	for step := range growth {
		w, sum := make([]float64, len(v)), 0.0
		for i := range arcs {
			for _, to := range arcs[i] {
				w[i] += v[to]
			}
			sum += w[i]
		}
		before := 0.0
		for _, x := range v {
			before += x
		}
		growth[step] = sum / before
		for i := range w {
			w[i] /= sum
		}
		v = w
	}
	product := 1.0
	for _, g := range growth[steps-4:] {
		product *= g
	}
	return math.Pow(product, 0.25)
}

func TestGrowthAgainstDenseMatrix(t *testing.T) {
	for _, kind := range Lattices() {
		for _, d := range []Direction{Rows, Columns} {
			for width, colors := range map[int]int{1: 4, 2: 3, 3: 2} {
				for safe := range 3 {
					for first := range 2 {
						alike := kind == lattice.Square || kind == lattice.Triangular // all lines are
						if alike && first > 0 || !longtests.Wanted() && (first != safe%2 || width > 2 && (d == Rows || safe != 1)) {
							continue
						}
						s := Strip{kind, d, width, first, safe > 0, safe > 1}
						checkDense(t, s, colors)
					}
				}
			}
		}
	}
}

func checkDense(t *testing.T, s Strip, colors int) {
	t.Helper()
	g, err := s.growth(t.Context(), colors, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	low, high := g.PerLine()
	want := s.denseGrowth(colors)
	if low > want*(1+1e-12) || high < want*(1-1e-12) || high/low > 1+1e-13 {
		t.Errorf("%+v, %d colours: [%v, %v], want %v", s, colors, low, high, want)
	}
}

// denseStates returns the number of classes of partial boards, up to a renaming of the colours,
// which make one class if they have the same future. The strip is one of the square lattice, where
// all lines are alike.
func (s Strip) denseStates(colors int) int {
	seen := map[string]bool{}
	var partials []partial
	visit := func(p partial) {
		name, ok := s.describe(canonical(p))
		if ok && !seen[name] {
			seen[name] = true
			partials = append(partials, p)
		}
	}
	all := lines(s.Width, colors)
	for _, line := range all {
		visit(partial{line})
	}
	for i := 0; i < len(partials); i++ {
		for _, line := range all {
			visit(append(partials[i][:len(partials[i]):len(partials[i])], line))
		}
	}
	return len(seen)
}

// canonical returns a partial board with its colours numbered in the order of their first points on
// the last line, and those that are not there after them.
func canonical(p partial) partial {
	names := map[int]int{0: 0}
	for along := len(p) - 1; along >= 0; along-- {
		for _, c := range p[along] {
			if _, old := names[c]; !old {
				names[c] = len(names)
			}
		}
	}
	q := make(partial, len(p))
	for along, line := range p {
		for _, c := range line {
			q[along] = append(q[along], names[c])
		}
	}
	return q
}

func TestStatesOfBrackets(t *testing.T) {
	for width, colors := range map[int]int{1: 4, 2: 3, 3: 2, 4: 2} {
		if width > 3 && !longtests.Wanted() {
			continue
		}
		b, err := Question{lattice.Square, colors, Rows}.Constant(t.Context(), width, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		lower, upper := b.Lower.Strip.denseStates(colors), b.Upper.Strip.denseStates(colors)
		if b.Lower.Growth.States != lower || b.Upper.Growth.States != upper || b.States() != max(lower, upper) {
			t.Errorf("width %d, %d colours: %d and %d states, at most %d; want %d and %d",
				width, colors, b.Lower.Growth.States, b.Upper.Growth.States, b.States(), lower, upper)
		}
	}
}
