package lattice

import "testing"

// A text with one edge more than the largest number says where. All formats but graph6, which gives
// the number first, join vertices here.
func TestTooManyEdges(t *testing.T) {
	b := newBuilder(source{name: "f", text: "a -- b"})
	for i := range 3 {
		if _, err := b.vertex(string(rune('a'+i)), i); err != nil {
			t.Fatal(err)
		}
	}
	b.edges = make([][2]int, MaxEdges-1)
	if err := b.addEdge(0, 1, 2); err != nil {
		t.Error(err)
	}
	err := b.addEdge(0, 2, 2)
	if want := "f:1:3: more than 4194304 edges: want at most that many"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// A search for symmetries ends when it has looked at a number of vertices, wherever it is then.
func TestSymmetriesTooHard(t *testing.T) {
	g, err := New(Cycle, 1, 60, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for budget, refused := 1, true; refused; budget *= 2 {
		s := &search{g: g, limit: 120, budget: budget}
		err := s.run()
		refused = err != nil
		if refused != (s.budget < 0) || !refused && len(s.found) != 120 || budget > symmetryBudget {
			t.Fatalf("with a budget of %d, %d is left: %d are found, %v", budget, s.budget, len(s.found), err)
		}
	}
}

// Where the order by columns or rows is known to be narrowest no search is made: it would find
// nothing narrower.
func TestNothingIsNarrowerThanAGrid(t *testing.T) {
	searched := 0
	for _, kind := range Kinds() {
		for rows := 1; rows <= 6; rows++ {
			for cols := 1; cols <= 7; cols++ {
				g, err := New(kind, rows, cols, Options{})
				if err != nil || !hasGrid(g) {
					continue
				}
				searched++
				natural, _ := cheapest(g, naturalOrders(g))
				found, _ := cheapest(g, searchedOrders(g))
				if Width(g, natural) == min(rows, cols) && Width(g, found) < Width(g, natural) {
					t.Errorf("%v: width %d is found, %d by columns or rows", g, Width(g, found), Width(g, natural))
				}
			}
		}
	}
	if searched < 3*6*7 {
		t.Errorf("%d graphs have the edges of the square lattice", searched)
	}
}
