package transfer_test

import (
	"context"
	"testing"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

func count(t testing.TB, g *lattice.Graph, colors int) string {
	t.Helper()
	ev, err := transfer.NewIntegers(colors, colors+1)
	if err != nil {
		t.Fatal(err)
	}
	n, _, err := transfer.Legal(context.Background(), g, lattice.Order(g), colors, ev, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return n.String()
}

func piece(t testing.TB, kind lattice.Kind, rows, cols int) *lattice.Graph {
	t.Helper()
	g, err := lattice.New(kind, rows, cols, lattice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestPublished(t *testing.T) {
	for _, c := range []struct {
		kind   lattice.Kind
		colors int
		want   []string
	}{
		{lattice.Square, 2, []string{"1", "57", "12675", "24318165", "414295148741", "62567386502084877"}},
		{lattice.Square, 3, []string{"1", "127", "86095"}},
		{lattice.Torus, 2, []string{"1", "57", "17767", "37764009"}},
		{lattice.Cylinder, 2, []string{"1", "57", "15579", "32573621"}},
		{lattice.Triangular, 2, []string{"1", "61", "14509", "30323117"}},
	} {
		for i, want := range c.want {
			if got := count(t, piece(t, c.kind, i+1, i+1), c.colors); got != want {
				t.Errorf("%s %dx%[2]d, %d colours: %s, want %s", c.kind, i+1, c.colors, got, want)
			}
		}
	}
}
