package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math/big"
	"slices"
	"testing"

	"combigo/comparison"
	"combigo/lattice"
	"combigo/polynomial"
	"combigo/result"
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
