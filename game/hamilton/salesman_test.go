package hamilton

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/internal/gametest"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

func newQuotient(t *testing.T, n int) *Quotient {
	t.Helper()
	q, err := NewQuotient(context.Background(), n, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// visitsAll checks half of a cycle by its certificate.
func visitsAll(t *testing.T, q *Quotient, half *certificate.Certificate) {
	t.Helper()
	if report, err := half.Check(); err != nil || half.Kind != certificate.SymmetricCycle || report.Visited != q.Positions()-1 {
		t.Errorf("%+v, %v", report, err)
	}
}

// The quotient has the classes and the arcs that the game graph has, each arc of one voltage.
func TestQuotientOfGameGraph(t *testing.T) {
	for n := 1; n <= 9; n++ {
		g, q := gametest.Graph(t, 1, n, game.Rules{}), newQuotient(t, n)
		arcs := 0
		class := func(v int) (int32, bool) {
			r := parseRow(g.Position(v).Text(n))
			c := r.pairNumber(n, q.ways)
			if q.reps[c] != r && q.reps[c] != r.swapped() {
				t.Fatalf("1x%d: the class of %s is that of %s", n, r.text(n), q.reps[c].text(n))
			}
			return c, q.reps[c] == r
		}
		for v := 1; v < g.Len(); v++ {
			from, black := class(v)
			if !black {
				continue
			}
			for _, w := range g.Successors(v) {
				if w == 0 {
					continue
				}
				arcs++
				to, same := class(int(w))
				if zero, one := q.voltages(from, to); zero != same || one == same {
					t.Errorf("1x%d: the voltages from class %d to %d are %t, %t", n, from, to, zero, one)
				}
			}
		}
		if q.Positions() != g.Len() || q.EdgeCount() != arcs {
			t.Errorf("1x%d: %d positions and %d arcs, want %d and %d", n, q.Positions(), q.EdgeCount(), g.Len(), arcs)
		}
	}
}

func TestNoQuotient(t *testing.T) {
	for _, n := range []int{-1, 0, MaxRow + 1} {
		if _, err := NewQuotient(context.Background(), n, par.Options{}); err == nil {
			t.Errorf("a row of %d points has a quotient", n)
		}
	}
	if _, err := NewQuotient(context.Background(), 12, par.Options{Memory: 1 << 20}); !errors.As(err, new(*result.MemoryError)) {
		t.Errorf("with a MiB: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	q := newQuotient(t, 9)
	stop()
	if _, err := NewQuotient(ctx, 12, par.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after an interrupt: %v", err)
	}
	if _, err := q.Find(ctx, 0, par.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after an interrupt: %v", err)
	}
}

// Lemma 18: a cycle makes a tour of the optimal length, and from anywhere and in either direction
// the tour makes the cycle. That no other tour has this length is checked where the lemma is
// computed again, by all tours.
func TestTSP(t *testing.T) {
	for n := 3; n <= 5; n++ {
		q := newQuotient(t, n)
		p := NewTSP(q)
		half, err := q.Find(context.Background(), 0, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		tour := tourOf(t, p, half)
		for at := range len(tour) {
			turned := slices.Concat(tour[at:], tour[:at])
			for range 2 {
				back, err := p.Cycle(turned)
				if err != nil {
					t.Fatal(err)
				}
				visitsAll(t, q, back)
				slices.Reverse(turned)
			}
		}
		tour[0], tour[1] = tour[1], tour[0]
		for name, wrong := range map[string][]int{"too long": tour, "too short": tour[1:], "a city twice": slices.Concat(tour[1:], tour[1:2])} {
			if half, err := p.Cycle(wrong); err == nil {
				t.Errorf("%s: the tour is taken for the cycle %v", name, half)
			}
		}
	}
}

// A plain program solves the problem as it is written, from the file alone, and its tour is a cycle
// in both forms in which tours are read.
func TestTourOfAPlainSolver(t *testing.T) {
	q := newQuotient(t, 3)
	p := NewTSP(q)
	var file strings.Builder
	if err := p.Write(&file, "test"); err != nil {
		t.Fatal(err)
	}
	if size := int(p.Size()); file.Len() > size+500 || file.Len() < size/3 {
		t.Errorf("the file has %d bytes, estimated %d", file.Len(), size)
	}
	tour := solve(t, file.String())
	concorde, lkh := fmt.Sprintln(len(tour)), "NAME : x\nTYPE : TOUR\nTOUR_SECTION\n"
	for _, city := range tour {
		concorde += fmt.Sprint(city, " ")
		lkh += fmt.Sprintln(city + 1)
	}
	for _, text := range []string{concorde, lkh + "-1\nEOF\n"} {
		cities, err := ReadTour(strings.NewReader(text), "tour")
		if err != nil {
			t.Fatal(err)
		}
		half, err := p.Cycle(cities)
		if err != nil {
			t.Fatal(err)
		}
		visitsAll(t, q, half)
	}
}

// solve reads a TSPLIB file and returns a tour whose length is the one that the comment names, by
// trying all roads from each city, the cheapest first.
func solve(t *testing.T, file string) []int {
	t.Helper()
	var cities, length int
	head, rest, _ := strings.Cut(file, "EDGE_WEIGHT_SECTION\n")
	for line := range strings.Lines(head) {
		fmt.Sscanf(line, "COMMENT: tours of length %d", &length)
		fmt.Sscanf(line, "DIMENSION: %d", &cities)
	}
	numbers := strings.Fields(strings.TrimSuffix(rest, "EOF\n"))
	if !strings.Contains(head, "EDGE_WEIGHT_FORMAT: UPPER_ROW\n") || len(numbers) != cities*(cities-1)/2 {
		t.Fatalf("%d distances after %q", len(numbers), head)
	}
	roads := make([][3][]int, cities) // to other cities, by length
	for i := range cities {
		for j := i + 1; j < cities; j++ {
			if d, err := strconv.Atoi(numbers[0]); err != nil {
				t.Fatal(err)
			} else if d <= 2 {
				roads[i][d] = append(roads[i][d], j)
				roads[j][d] = append(roads[j][d], i)
			}
			numbers = numbers[1:]
		}
	}
	seen := make([]bool, cities)
	var tour []int
	var walk func(at, left int) bool
	walk = func(at, left int) bool {
		seen[at] = true
		tour = append(tour, at)
		if len(tour) == cities && left == 2 && slices.Contains(roads[at][2], 0) {
			return true
		}
		for d, all := range roads[at] {
			for _, to := range all {
				if !seen[to] && left >= d && walk(to, left-d) {
					return true
				}
			}
		}
		seen[at] = false
		tour = tour[:len(tour)-1]
		return false
	}
	if !walk(0, length) {
		t.Fatal("the plain solver finds no tour")
	}
	return tour
}

func TestReadTour(t *testing.T) {
	for text, want := range map[string][]int{
		"3\n0 2\n1\n": {0, 2, 1},
		"NAME: x\nTOUR_SECTION\n1\n3\n2\n-1\nEOF\n":    {0, 2, 1},
		"DIMENSION : 2\nTOUR_SECTION :\n2\n1\n-1\nEOF": {1, 0},
	} {
		got, err := ReadTour(strings.NewReader(text), "tour")
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "2\n1", "2 0 x", "0", "TOUR_SECTION\n0\n", "TOUR_SECTION\n"} {
		if got, err := ReadTour(strings.NewReader(text), "tour"); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func FuzzReadTour(f *testing.F) {
	f.Add("3\n0 2\n1\n")
	f.Add("TOUR_SECTION\n1\n2\n-1\n")
	f.Fuzz(func(t *testing.T, text string) {
		tour, err := ReadTour(strings.NewReader(text), "fuzz")
		if err == nil && (len(tour) == 0 || slices.Min(tour) < 0) {
			t.Errorf("%q: %v", text, tour)
		}
	})
}

// tourOf puts the four cities of each class in the order of Lemma 18, and checks the tour.
func tourOf(t *testing.T, p *TSP, half *certificate.Certificate) []int {
	t.Helper()
	positions, err := half.Positions()
	if err != nil {
		t.Fatal(err)
	}
	var tour []int
	crossed := 0 // the crossed class changes the level of all that comes after it
	for _, position := range positions[:len(half.Moves)] {
		r := parseRow(position.String())
		class, level := int(r.pairNumber(p.q.points, p.q.ways)), crossed
		if !r.blackFirst() {
			level = 1 - level
		}
		in, out := level, level
		if class == 0 {
			crossed, out = 1-crossed, 1-level
		}
		tour = append(tour, 4*class+in, 4*class+1-in, 4*class+2+1-out, 4*class+2+out)
	}
	length := 0
	for i, c := range tour {
		length += p.Distance(c, tour[(i+1)%len(tour)])
	}
	if length != p.Optimum() {
		t.Fatalf("the tour has length %d, want %d", length, p.Optimum())
	}
	return tour
}

// The roads are as many of each length as the gadgets say.
func TestTSPDistances(t *testing.T) {
	g := gametest.Graph(t, 1, 4, game.Rules{})
	p := NewTSP(newQuotient(t, 4))
	count := map[int]int{}
	for i := range p.Cities() {
		for j := range i {
			if p.Distance(i, j) != p.Distance(j, i) {
				t.Fatalf("%d and %d are not at one distance", i, j)
			}
			count[p.Distance(i, j)]++
		}
	}
	arcs := 0
	for v := 1; v < g.Len(); v++ {
		for _, w := range g.Successors(v) {
			if w != 0 {
				arcs++
			}
		}
	}
	if classes := (g.Len() - 1) / 2; count[0] != 2*classes || count[1] != 2*classes || count[2] != arcs {
		t.Errorf("roads by length: %v; %d classes and %d arcs", count, classes, arcs)
	}
}
