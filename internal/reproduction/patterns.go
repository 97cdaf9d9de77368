package reproduction

import (
	"fmt"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game/length"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/symmetry/patterns"
)

// patternMoves is how far the article goes, and some more.
const patternMoves = 8

// patternCounts counts what the program of the article counts, and compares 3 moves with a second
// way: Burnside's lemma counts sequences, which differ from the leaves of the tree from 3 moves on.
func patternCounts(w *work) error {
	w.basis = result.OneWay
	r, err := patterns.Count(w.ctx, patterns.Options{
		Board: board.Size{Rows: 19, Cols: 19}, First: 1, Last: patternMoves,
		Meanings: []patterns.Meaning{patterns.Tree, patterns.Sequences}, Options: par.Options{Threads: w.budget.Threads, Memory: w.budget.Memory},
	})
	if err != nil {
		return err
	}
	for _, v := range r.Values {
		if v.Number == nil {
			w.tooLarge(fmt.Sprintf("%d moves, %v", v.Stones, v.Meaning), "", "a tree of more than 100000 kinds of boards")
			continue
		}
		w.add(Row{What: fmt.Sprintf("%d moves, %v", v.Stones, v.Meaning), Here: v.Number.String(), Mark: NotInPaper, Note: v.Meaning.Definition()})
	}
	w.note("The article says how its program counts, which is the meaning tree; its text has no numbers that could be compared.")
	return nil
}

// openings counts openings as games by the rules, up to symmetry, and looks for the first capture.
func openings(w *work) error {
	w.basis = result.OneWay
	const side = 19
	for i, cost := range []time.Duration{0, 0, 0, 0, 2 * time.Second, 5 * time.Second} {
		n := i + 1
		what := fmt.Sprintf("games of %d moves without passes, with captures and the rules, up to symmetry", n)
		if _, err := w.within(cost, func() error {
			r, err := length.CountUpToSymmetry(w.ctx, side, side, n, length.Options{Rules: length.Published, Options: par.Options{Threads: w.budget.Threads}, NoPasses: true})
			if err == nil {
				w.add(Row{What: what, Here: r.Games.String(), Mark: NotInPaper})
			}
			return err
		}); err != nil {
			return err
		}
	}
	first, err := firstCapture(w, side)
	if err != nil {
		return err
	}
	w.number("the minimum number of moves to a first capture", "7", int64(len(first))).
		explain("a stone in a corner has two liberties, so that the third move can take it: " + strings.Join(first, ", "))
	w.note("Games are sequences of moves; two are the same if a motion of the board turns one into the other. Positional superko, no suicide, no passes: the sequence A048289 of the OEIS has passes as well.")
	return nil
}

// firstCapture returns the first moves on a board of which the last one captures, as few as
// possible.
func firstCapture(w *work, side int) ([]string, error) {
	start, err := goban.New(side, side)
	if err != nil {
		return nil, err
	}
	var played []string
	var search func(p *goban.Position, left int) bool
	search = func(p *goban.Position, left int) bool {
		color := []goban.Color{goban.Black, goban.White}[len(played)%2]
		for i := range side * side {
			at := goban.Point{Row: i / side, Col: i % side}
			if p.At(at.Row, at.Col) != goban.Empty || w.ctx.Err() != nil {
				continue
			}
			q := p.Clone()
			outcome, err := q.Play(color, at, goban.SuicideForbidden)
			if err != nil {
				continue
			}
			played = append(played, fmt.Sprintf("%v %s", color, p.Label(at)))
			if len(outcome.Captured) > 0 || left > 1 && search(q, left-1) {
				return true
			}
			played = played[:len(played)-1]
		}
		return false
	}
	for moves := 1; w.ctx.Err() == nil; moves++ {
		if search(start, moves) {
			return played, nil
		}
	}
	return nil, w.ctx.Err()
}
