package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math/big"
	"slices"
	"testing"

	"combigo/board"
	"combigo/comparison"
	"combigo/count"
	"combigo/lattice"
	"combigo/polynomial"
	"combigo/result"
	"combigo/symmetry"
	"combigo/symmetry/patterns"
)

// fieldsOf returns the sorted names of the fields of a value written as JSON.
func fieldsOf(t *testing.T, value any) []string {
	t.Helper()
	var b bytes.Buffer
	if err := result.JSON(&b, value); err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(b.Bytes(), &fields); err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range fields {
		if name != "peak_memory_bytes" { // not known on every system
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func TestPolynomialJSONFieldsAreStable(t *testing.T) {
	g, err := lattice.New(lattice.Cycle, 1, 4, lattice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := polynomial.Go(context.Background(), g, polynomial.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"checks", "coefficients", "degree", "description", "edges", "engine", "factorization", "graph", "method",
		"state_steps", "states", "threads", "values", "variable", "vertices", "wall_seconds",
	}
	if got := fieldsOf(t, newPolynomialDocument(r, true, []*big.Rat{big.NewRat(2, 1)})); !slices.Equal(got, want) {
		t.Errorf("the fields are %q, want %q", got, want)
	}
}

func TestCompareJSONFieldsAreStable(t *testing.T) {
	r, err := comparison.Connect4(context.Background(), 6, 7)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"board", "checks", "description", "engine", "figures", "game", "method", "threads", "wall_seconds"}
	if got := fieldsOf(t, newReportDocument(r)); !slices.Equal(got, want) {
		t.Errorf("the fields are %q, want %q", got, want)
	}
}

func TestSymmetryJSONFieldsAreStable(t *testing.T) {
	size := board.Size{Rows: 2, Cols: 2}
	r, err := symmetry.Count(context.Background(), size, symmetry.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := newSymmetryDocument(r)
	want := []string{
		"checks", "classes", "cols", "group_order", "legal", "orbits", "orbits_exchanged", "rows", "threads", "wall_seconds",
	}
	if got := fieldsOf(t, d); !slices.Equal(got, want) {
		t.Errorf("the fields are %q, want %q", got, want)
	}
	want = []string{"board", "checks", "engine", "points", "state_steps", "states", "value", "wall_seconds", "width"}
	if got := fieldsOf(t, d.Classes[2].Fixed); !slices.Equal(got, want) {
		t.Errorf("the fields are %q, want %q", got, want)
	}
}

func TestStonesJSONFieldsAreStable(t *testing.T) {
	table, err := count.Stones(context.Background(), board.Size{Rows: 2, Cols: 2}, count.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"by_black", "by_stones", "checks", "cols", "description", "engine", "equal", "equal_or_one_black_more", "legal",
		"mean_stones", "method", "points", "positions", "rows", "standard_deviation_stones", "state_steps", "states", "threads",
		"variance_stones", "wall_seconds",
	}
	if got := fieldsOf(t, newStonesDocument(table)); !slices.Equal(got, want) {
		t.Errorf("the fields are %q, want %q", got, want)
	}
}

func TestPatternsJSONFieldsAreStable(t *testing.T) {
	r, err := patterns.Count(context.Background(), patterns.Options{Board: board.Size{Rows: 3, Cols: 3}, Last: 2})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"checks", "cols", "legal", "meanings", "motions", "patterns", "rows", "threads", "wall_seconds"}
	if got := fieldsOf(t, newPatternsDocument(r)); !slices.Equal(got, want) {
		t.Errorf("the fields are %q, want %q", got, want)
	}
}
