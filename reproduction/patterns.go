package reproduction

import (
	"fmt"
	"time"

	"combigo/board"
	"combigo/symmetry/patterns"
)

// nonSymmetricPatterns returns the entries of the article on patterns.
func nonSymmetricPatterns() []*Entry {
	return []*Entry{
		{"patterns", Table, Patterns, "results", "Patterns after N moves on 19x19, without symmetric ones", time.Second, patternCounts},
	}
}

// patternMoves is how far the article goes, and some more.
const patternMoves = 8

// patternCounts counts what the program of the article counts, and compares 3 moves with a second way: Burnside's lemma
// counts sequences, which differ from the leaves of the tree from 3 moves on.
func patternCounts(w *work) error {
	r, err := patterns.Count(w.ctx, patterns.Options{
		Board: board.Size{Rows: 19, Cols: 19}, First: 1, Last: patternMoves,
		Meanings: []patterns.Meaning{patterns.Tree, patterns.Sequences}, Threads: w.budget.Threads, Memory: w.budget.Memory,
	})
	if err != nil {
		return err
	}
	for _, v := range r.Values {
		if v.Number == nil {
			w.tooLarge(fmt.Sprintf("%d moves, %v", v.Stones, v.Meaning), "", "a tree of more than 100000 kinds of boards")
			continue
		}
		w.add(Row{What: fmt.Sprintf("%d moves, %v", v.Stones, v.Meaning), Here: v.Number.String(), Mark: Unprinted, Note: v.Meaning.Definition()})
	}
	w.note("The article says how its program counts, which is the meaning tree; its text has no numbers that could be compared.")
	return nil
}
