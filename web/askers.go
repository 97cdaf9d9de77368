package web

import (
	"context"
	"errors"
	"io"
	"strings"

	"combigo/board"
	"combigo/comparison"
	"combigo/count"
	"combigo/game"
	"combigo/game/hamilton"
	"combigo/internal/par"
	"combigo/internal/plot"
	"combigo/internal/view"
	"combigo/lattice"
	"combigo/sequence"
	"combigo/symmetry/patterns"
)

func askStones(ctx context.Context, q query, o par.Options) (*reply, error) {
	t, err := count.Stones(ctx, q.size(), count.Options{Threads: o.Threads, Memory: o.Memory, Progress: o.Progress})
	if err != nil {
		return nil, err
	}
	picture, err := view.StonesPlot(t, plot.Output{Format: plot.SVG})
	if err != nil {
		return nil, err
	}
	r, err := newReply(func(w io.Writer) error { return view.Stones(w, t) }, t)
	if err == nil {
		r.picture = picture
	}
	return r, err
}

// goBoard is where opening patterns are put.
var goBoard = board.Size{Rows: 19, Cols: 19}

func askPatterns(ctx context.Context, q query, o par.Options) (*reply, error) {
	r, err := patterns.Count(ctx, patterns.Options{
		Board: goBoard, First: q.rows, Last: q.rows, Threads: o.Threads, Memory: o.Memory, Progress: o.Progress,
	})
	if err != nil {
		return nil, err
	}
	return newReply(func(w io.Writer) error { return view.Patterns(w, r, patterns.DefaultTreeBoards) }, r)
}

func askHamilton(ctx context.Context, q query, o par.Options) (*reply, error) {
	b, err := lattice.New(lattice.Square, 1, q.rows, lattice.Options{})
	if err != nil {
		return nil, err
	}
	g, err := game.NewGraph(ctx, b, game.Rules{}, game.Options(o))
	if err != nil {
		return nil, err
	}
	quotient, err := hamilton.NewQuotient(g.Graph, hamilton.Swapped(g))
	if err != nil {
		return nil, err
	}
	half, err := quotient.Find(ctx, hamilton.Options{Progress: o.Progress})
	if errors.Is(err, hamilton.ErrNone) {
		none := &view.NoCycle{Rows: 1, Cols: q.rows, Positions: g.Len(), Reason: err.Error()}
		return newReply(none.Text, none)
	}
	if err != nil {
		return nil, err
	}
	found, err := view.CertifyCycle(ctx, g, half)
	if err != nil {
		return nil, err
	}
	return newReply(func(w io.Writer) error { return found.Write(w, "text") }, found)
}

func askCompare(ctx context.Context, q query, o par.Options) (*reply, error) {
	const five = 5
	var r *comparison.Report
	var err error
	if q.which == "gomoku" {
		r, err = comparison.Gomoku(ctx, q.size(), five, o)
	} else {
		r, err = comparison.Connect4(ctx, q.rows, q.cols)
	}
	if err != nil {
		return nil, err
	}
	return newReply(func(w io.Writer) error { return view.Comparison(w, r) }, r)
}

// sequenceIDs are those of all sequences, that of the squares first.
func sequenceIDs() []string {
	ids := []string{"A094777"}
	for _, s := range sequence.All() {
		if s.ID != ids[0] {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

func askSequence(ctx context.Context, q query, o par.Options) (*reply, error) {
	s, err := sequence.Find(q.which)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	found := &view.SequenceTerms{Sequence: s}
	for t, err := range s.Terms(ctx, s.Quick, o) {
		if err == nil {
			err = found.Add(&text, t, "bfile")
		}
		if err != nil {
			return nil, err
		}
	}
	return newReply(func(w io.Writer) error {
		_, err := io.WriteString(w, text.String())
		return err
	}, found)
}
