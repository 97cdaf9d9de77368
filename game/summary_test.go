package game

import (
	"context"
	"strings"
	"testing"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// Lemmas 3 and 4 of Combinatorics of Go, and what it says of figures 1 and 2: no 2-loops on 1x3 and
// 2x2 alone. The diameters are measured again, by matrices.
func TestSummaries(t *testing.T) {
	sizes := [][2]int{{1, 1}, {1, 2}, {1, 3}, {1, 4}, {2, 2}}
	if longtests.Wanted() {
		sizes = append(sizes, [2]int{2, 3})
	}
	for _, size := range sizes {
		b := square(t, size[0], size[1])
		s, err := Summarize(context.Background(), b, Rules{}, Affordable, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		n := size[0] * size[1]
		if s.Shape.Components != 1 || int64(s.Shape.Largest) != s.Degrees.Nodes {
			t.Errorf("%s: %d components", b, s.Shape.Components)
		}
		if wantOne := n > 2; n > 1 && (s.Shape.Captures == 1) != wantOne {
			t.Errorf("%s: %d components without suicides and the empty position", b, s.Shape.Captures)
		}
		if without := n == 1 || n == 3 || size == [2]int{2, 2}; (s.Shape.TwoLoops == 0) != without {
			t.Errorf("%s: %d two-loops", b, s.Shape.TwoLoops)
		}
		g, err := NewGraph(context.Background(), b, Rules{}, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		diameter, radius := slowSpread(g)
		if s.Spread.Diameter != diameter || s.Spread.Radius != radius {
			t.Errorf("%s: diameter %d, radius %d; want %d, %d", b, s.Spread.Diameter, s.Spread.Radius, diameter, radius)
		}
	}
}

// slowSpread returns diameter and radius from the distances of all pairs (Floyd and Warshall).
func slowSpread(g *Graph) (diameter, radius int) {
	n := g.Nodes()
	d := make([][]int, n)
	for v := range d {
		d[v] = make([]int, n)
		for w := range d[v] {
			if d[v][w] = 1 << 20; v == w {
				d[v][w] = 0
			}
		}
		for _, w := range g.Successors(v) {
			d[v][w] = 1
		}
	}
	for u := range n {
		for v := range n {
			for w := range n {
				d[v][w] = min(d[v][w], d[v][u]+d[u][w])
			}
		}
	}
	radius = 1 << 20
	for v := range n {
		far := 0
		for w := range n {
			far = max(far, d[v][w])
		}
		diameter, radius = max(diameter, far), min(radius, far)
	}
	return diameter, radius
}

// Without suicide nothing leads back to the empty position: there is no diameter, and the rest is
// connected.
func TestSummaryWithoutSuicide(t *testing.T) {
	s, err := Summarize(context.Background(), square(t, 2, 2), Rules{Suicide: goban.SuicideForbidden}, Affordable, par.Options{})
	if err != nil || s.Shape.Components != 2 || s.Shape.Captures != 1 || s.Spread.Diameter != digraph.Unreached || s.Degrees.Suicides != 0 {
		t.Errorf("%+v, %+v, %v", s.Shape, s.Spread, err)
	}
}

func TestEffort(t *testing.T) {
	s, err := Summarize(context.Background(), square(t, 2, 3), Rules{}, Effort{MaxEdges: 2312, MaxSteps: 10}, par.Options{})
	if err != nil || s.Shape == nil || s.Spread != nil {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err = Summarize(context.Background(), square(t, 2, 3), Rules{}, Effort{MaxEdges: 2311}, par.Options{}); err != nil || s.Shape != nil {
		t.Errorf("%+v, %v", s, err)
	}
}

// Classes by the least of the strings that motions of the plane make of a diagram.
func TestClasses(t *testing.T) {
	for _, size := range [][2]int{{1, 3}, {2, 2}, {2, 3}, {3, 3}} {
		rows, cols := size[0], size[1]
		p, err := NewPositions(context.Background(), square(t, rows, cols), par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		plain, swapped := map[string]bool{}, map[string]bool{}
		for _, q := range p.All() {
			least := leastImage(q.Text(rows*cols), rows, cols)
			plain[least] = true
			swapped[min(least, leastImage(q.Swapped().Text(rows*cols), rows, cols))] = true
		}
		c, err := p.classes(context.Background(), par.Options{})
		if err != nil || c.Positions != int64(len(plain)) || c.Swapped != int64(len(swapped)) {
			t.Errorf("%dx%d: %+v, want %d and %d", rows, cols, c, len(plain), len(swapped))
		}
	}
}

func leastImage(text string, rows, cols int) string {
	least := text
	for motion := range 8 {
		if motion&4 != 0 && rows != cols {
			continue
		}
		image := make([]byte, len(text))
		for v := range text {
			i, j := v%rows, v/rows
			if motion&1 != 0 {
				i = rows - 1 - i
			}
			if motion&2 != 0 {
				j = cols - 1 - j
			}
			if motion&4 != 0 {
				i, j = j, i
			}
			image[j*rows+i] = text[v]
		}
		least = min(least, string(image))
	}
	return least
}

func TestTooManySymmetries(t *testing.T) {
	b, err := lattice.FromEdges(9, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPositions(context.Background(), b, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Symmetries(); err == nil || !strings.Contains(err.Error(), "more than 5040") {
		t.Errorf("the error is %v", err)
	}
	s, err := Summarize(context.Background(), b, Rules{}, Affordable, par.Options{})
	if err != nil || s.Classes != nil || s.Spread.Diameter != 0 {
		t.Errorf("%+v, %v", s, err)
	}
}
