package game

import (
	"context"
	"errors"
	"testing"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

func square(t testing.TB, rows, cols int) *lattice.Graph {
	t.Helper()
	b, err := lattice.New(lattice.Square, rows, cols, lattice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The numbers of nodes and of edges in print: Combinatorics of Go, figures 1 and 2 and table 8.
func TestPublishedGraphs(t *testing.T) {
	for _, want := range []struct {
		rows, cols, nodes, edges int
		average                  float64
	}{
		{1, 1, 1, 0, 0},
		{1, 2, 5, 12, 2.4},
		{1, 3, 15, 42, 2.8},
		{1, 4, 41, 144, 3.512},
		{2, 2, 57, 192, 3.368},
		{2, 3, 489, 2312, 4.728},
		{2, 4, 4125, 25608, 6.208},
		{3, 3, 12675, 86200, 6.801},
	} {
		g, err := NewGraph(context.Background(), square(t, want.rows, want.cols), Rules{}, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		average := float64(g.EdgeCount()) / float64(g.Nodes())
		if g.Nodes() != want.nodes || g.EdgeCount() != want.edges || average-want.average > 5e-4 || want.average-average > 5e-4 {
			t.Errorf("%dx%d: %d nodes, %d edges, average %v; want %+v", want.rows, want.cols, g.Nodes(), g.EdgeCount(), average, want)
		}
	}
}

func TestPositionsAreNumbered(t *testing.T) {
	p, err := NewPositions(context.Background(), square(t, 2, 3), par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	next := 0
	for v, q := range p.All() {
		if i, legal := p.Index(q); v != next || i != v || !legal || p.Position(v) != q {
			t.Fatalf("position %d is %v, numbered %d", next, q, i)
		}
		next++
	}
	if next != p.Len() || p.Position(0) != (Position{}) {
		t.Errorf("%d positions of %d, the first %v", next, p.Len(), p.Position(0))
	}
	for _, bad := range []Position{{1, 1}, {1 << 6, 0}, {0x3f, 0}} {
		if _, legal := p.Index(bad); legal {
			t.Errorf("%v is legal", bad)
		}
	}
}

func TestMover(t *testing.T) {
	p, err := NewPositions(context.Background(), square(t, 2, 2), par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range p.All() {
		for _, move := range p.AppendMoves(nil, q, Rules{}) {
			if player, suicide := mover(q, move.To); player != move.Color || suicide != move.Suicide {
				t.Errorf("%s to %s: %v %v, want %+v", q.Text(4), move.To.Text(4), player, suicide, move)
			}
		}
	}
	if (Position{1, 4}).Swapped() != (Position{4, 1}) || (Position{1, 4}).At(2) != goban.White {
		t.Error("colours are wrong")
	}
}

func TestMemoryIsRefusedBeforehand(t *testing.T) {
	_, err := NewGraph(context.Background(), square(t, 3, 4), Rules{}, par.Options{Memory: 8 << 20})
	var memory *result.MemoryError
	if !errors.As(err, &memory) {
		t.Errorf("the error is %v", err)
	}
	if _, err = NewPositions(context.Background(), square(t, 4, 4), par.Options{Memory: 1 << 20}); !errors.As(err, &memory) {
		t.Errorf("the error is %v", err)
	}
	if _, err = NewPositions(context.Background(), square(t, 1, 17), par.Options{}); err == nil {
		t.Error("17 points are no error")
	}
}
