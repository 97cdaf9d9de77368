package lattice_test

import (
	"slices"
	"testing"

	"combigo.dev/combigo/lattice"
)

// All connected graphs of n vertices are there: as many as A001349 of the OEIS has, and their
// labellings, n! by the number of symmetries each, are as many as the recurrence of labelled
// connected graphs has (A001187).
func TestCatalogue(t *testing.T) {
	labelled := []int{0, 1}
	for n := 2; n <= lattice.MaxCatalogue; n++ {
		count := 1 << (n * (n - 1) / 2)
		for k, choose := 1, 1; k < n; k++ { // the component of vertex 1 has k of n vertices
			count -= choose * labelled[k] << ((n - k) * (n - k - 1) / 2)
			choose = choose * (n - k) / k
		}
		labelled = append(labelled, count)
	}
	factorial := 1
	for n, want := range []int{0, 1, 1, 2, 6, 21, 112, 853} {
		if n == 0 {
			continue
		}
		factorial *= n
		all, err := lattice.Catalogue(n)
		if err != nil || len(all) != want {
			t.Fatalf("%d vertices: %d graphs (%v), want %d", n, len(all), err, want)
		}
		sum := 0
		for i, e := range all {
			if i > 0 && e.ID <= all[i-1].ID || e.Graph.Len() != n {
				t.Fatalf("%d vertices: number %d after %d", n, e.ID, all[i-1].ID)
			}
			symmetries, err := lattice.Symmetries(e.Graph, factorial)
			if err != nil {
				t.Fatal(err)
			}
			sum += factorial / len(symmetries)
		}
		if sum != labelled[n] {
			t.Errorf("%d vertices: %d labelled graphs, want %d", n, sum, labelled[n])
		}
	}
	for _, n := range []int{0, lattice.MaxCatalogue + 1} {
		if _, err := lattice.Catalogue(n); err == nil {
			t.Errorf("a catalogue of %d vertices", n)
		}
	}
	// The connected ones of the table of GoGameGraphs.
	all, _ := lattice.Catalogue(5)
	var ids []uint64
	for _, e := range all {
		ids = append(ids, e.ID)
	}
	if !slices.Equal(ids, []uint64{75, 77, 79, 86, 87, 94, 95, 117, 119, 127, 222, 223, 235, 236, 237, 239, 254, 255, 507, 511, 1023}) {
		t.Errorf("5 vertices: %v", ids)
	}
}

func TestNumbersOfGraphs(t *testing.T) {
	for id, edges := range map[string][][2]int{
		"0":  nil,
		"1":  {{0, 1}},
		"3":  {{0, 2}, {1, 2}},
		"12": {{0, 3}, {1, 2}},
		"30": {{0, 2}, {0, 3}, {1, 2}, {1, 3}},
	} {
		g, err := lattice.ParseID(id)
		if err != nil {
			t.Fatal(err)
		}
		var got [][2]int
		for u, v := range g.Edges() {
			got = append(got, [2]int{u, v})
		}
		if !slices.Equal(got, edges) {
			t.Errorf("number %s: edges %v, want %v", id, got, edges)
		}
	}
	for _, id := range []string{"", "x", "-1", "1.5", string(slices.Repeat([]byte("9"), 1000))} {
		if _, err := lattice.ParseID(id); err == nil {
			t.Errorf("%q is a number of a graph", id)
		}
	}
}
