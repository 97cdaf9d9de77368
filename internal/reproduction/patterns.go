package reproduction

import (
	"fmt"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game/length"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/symmetry/patterns"
)

// patternMoves is how far the article goes, and some more.
const patternMoves = 8

// patternCounts counts what the program of the article counts, and compares 3 moves with a second
// way: Burnside's lemma counts sequences, which differ from the leaves of the tree from 3 moves on.
func patternCounts(w *work) {
	w.basis = result.OneWay
	r := must(patterns.Count(w.ctx, patterns.Options{
		Board: board.Size{Rows: 19, Cols: 19}, First: 1, Last: patternMoves,
		Meanings: []patterns.Meaning{patterns.Tree, patterns.Sequences}, Options: w.options(),
	}))
	for _, v := range r.Values {
		what := fmt.Sprintf("%d moves, %v", v.Stones, v.Meaning)
		if v.Number == nil {
			w.tooLarge(what, "", "a tree of more than 100000 kinds of boards")
			continue
		}
		w.row(what, v.Number).Note = v.Meaning.Definition()
	}
}

// openings counts openings as games by the rules, up to symmetry, and looks for the first capture.
func openings(w *work) {
	w.basis = result.OneWay
	const side = 19
	for n := 1; n <= 6; n++ {
		what := fmt.Sprintf("games of %d moves without passes, with captures and the rules, up to symmetry", n)
		w.within(w.cost(what).time, func() {
			opt := length.Options{Rules: length.Published, Options: w.options(), NoPasses: true}
			w.row(what, must(length.CountUpToSymmetry(w.ctx, side, side, n, opt)).Games)
		})
	}
	first := w.firstCapture(side)
	w.row("the minimum number of moves to a first capture", len(first)).
		explain("a stone in a corner has two liberties, so that the third move can take it: " + strings.Join(first, ", "))
}

// firstCapture returns the first moves on a board of which the last one captures, as few as
// possible.
func (w *work) firstCapture(side int) (played []string) {
	var search func(p *goban.Position, left int) bool
	search = func(p *goban.Position, left int) bool {
		color := players[len(played)%2]
		for i := range side * side {
			check(w.ctx.Err())
			at, q := goban.Point{Row: i / side, Col: i % side}, p.Clone()
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
	for moves := 1; !search(must(goban.New(side, side)), moves); moves++ {
	}
	return played
}
