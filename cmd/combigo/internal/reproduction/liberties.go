package reproduction

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game/length"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/liberties"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/symmetry/patterns"
)

// libertyRow finds the row of a height, by a proof if it can be afforded.
func (w *work) libertyRow(height int) (r *liberties.Row, err error) {
	row := func(method liberties.Method) (*liberties.Row, error) {
		return liberties.ForHeight(w.ctx, height, 24, liberties.Options{Method: method, Options: w.options(), Alone: true})
	}
	cost, known := costs()[libertyProof(height)]
	if !known { // some tenths of a second
		return row(liberties.Auto)
	}
	if w.budget.Memory == 0 || liberties.WindowsMemory(height) <= w.budget.Memory {
		there, err := w.within(cost.time, func() (err error) {
			r, err = row(liberties.Windows)
			return err
		})
		if there || err != nil {
			return r, err
		}
	}
	return row(liberties.ByFormula)
}

// provenance completes a line with the proof of a row, in this run or an earlier one.
func (w *work) provenance(line *Row, r *liberties.Row) {
	const counted = "groups with as many liberties were counted; "
	if r.Proved > 0 {
		line.Note = fmt.Sprintf("proved for all widths from %d on", r.Proved)
	} else if e, ok := earlierRuns()[libertyProof(r.Height)]; ok {
		line.Earlier = e.provenance
		line.Note = counted + "proved for all widths from " + e.value + " on by an earlier run, for smaller ones by those for boards that are as many rows high"
	} else {
		line.Note = fmt.Sprintf("%sthe proof that there are no better ones would take %s and about %v of memory", counted,
			w.takes(costs()[libertyProof(r.Height)].time), liberties.WindowsMemory(r.Height))
		if line.Mark == Equal {
			line.Mark, line.Basis = TooLarge, result.Observed
		}
	}
}

// libertyProof is the key of the proof for a height among costs and earlier runs.
func libertyProof(height int) key { return key{"liberties", fmt.Sprint("proof ", height)} }

func libertiesTable(w *work) error {
	w.basis = result.Proved
	var rows []*liberties.Row
	for _, in := range published.LibertyRows() {
		r, err := w.libertyRow(in.Height)
		if err != nil {
			return err
		}
		rows = append(rows, r)
	}
	liberties.UseSymmetry(rows)
	for i, in := range published.LibertyRows() {
		r, here, turned, narrow := rows[i], []int(nil), 0, []int(nil)
		for _, c := range r.Columns[:24] {
			here = append(here, c.Liberties)
			switch {
			case c.Proof == liberties.BySymmetry:
				turned++
			case c.Proof == liberties.Unproved && r.Proved > 0:
				narrow = append(narrow, c.Width)
			}
		}
		row := w.compare(printed{text: joinInts(in.Values, " ")}, w.line("rows", in.Height), joinInts(here, " "))
		w.provenance(row, r)
		switch {
		case len(narrow) > 0:
			row.Note += fmt.Sprintf("; narrower boards turned, by the proofs for their width, those of %s rows by earlier runs", joinInts(narrow, ", "))
		case r.Proved > 4 && turned > 0:
			row.Note += "; narrower boards turned, by the proofs for their width in this run"
		}
	}
	if slices.ContainsFunc(w.out.Rows, func(r Row) bool { return r.Mark == TooLarge }) {
		w.note("Of rows that are marked too large the groups were constructed and their liberties counted; that there are no better ones is not proved here.")
	}
	return nil
}

func joinInts(all []int, between string) string {
	var words []string
	for _, n := range all {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, between)
}

// libertiesRules compares rules by their numbers, since periods may be written differently.
func libertiesRules(w *work) error {
	w.basis = result.Proved
	for _, in := range published.LibertyRows() {
		r, err := w.libertyRow(in.Height)
		if err != nil {
			return err
		}
		rule := fmt.Sprintf("from %d: %d +%s", in.From, in.Values[in.From-1], joinInts(in.Steps, ",+"))
		row := w.compare(printed{text: rule}, w.line("rows", in.Height), r.Rule)
		if sameRule(in, r.Rule) {
			row.Mark = Equal
		}
		w.provenance(row, r)
		row.Note += fmt.Sprintf("; repeat: %d in print", in.Repeat)
		if r.Repeat > 0 {
			row.Note += fmt.Sprintf(", columns %d and %d here", r.Since, r.Repeat)
		}
	}
	return nil
}

func sameRule(in published.LibertyRow, rule liberties.Rule) bool {
	const far = 100
	value := func(from, start int, steps []int, width int) int {
		for i := from; i < width; i++ {
			start += steps[(i-from)%len(steps)]
		}
		return start
	}
	for width := max(in.From, rule.From); width < far; width++ {
		if value(in.From, in.Values[in.From-1], in.Steps, width) != value(rule.From, rule.Start, rule.Steps, width) {
			return false
		}
	}
	return true
}

// libertiesOutput compares the sample output of the program for 7 rows with the plain program here.
func libertiesOutput(w *work) error {
	const rows, widths = 7, 10
	r, err := liberties.ForHeight(w.ctx, rows, widths, liberties.Options{Method: liberties.Plain, Options: w.options(), Alone: true})
	if err != nil {
		return err
	}
	var found, states []int
	for _, c := range r.Columns[:widths] {
		found, states = append(found, c.Liberties), append(states, c.States)
	}
	w.row("range", []int{liberties.Formula(rows, rows), liberties.AtMost(rows, rows)})
	w.row("liberties", joinInts(found, " "))
	w.row("repeat", fmt.Sprintf("%d is %d", r.Repeat, r.Since))
	w.row("rule", r.Rule.String())
	w.row("columns", joinInts(states, " "))
	return nil
}

// patternMoves is how far the article goes, and some more.
const patternMoves = 8

// patternCounts counts what the program of the article counts, and compares 3 moves with a second
// way: Burnside's lemma counts sequences, which differ from the leaves of the tree from 3 moves on.
func patternCounts(w *work) error {
	w.basis = result.OneWay
	r, err := patterns.Count(w.ctx, patterns.Options{
		Board: board.Size{Rows: 19, Cols: 19}, First: 1, Last: patternMoves,
		Meanings: []patterns.Meaning{patterns.Tree, patterns.Sequences}, Options: w.options(),
	})
	if err != nil {
		return err
	}
	for _, v := range r.Values {
		l := w.line("moves", v.Stones, v.Meaning)
		if v.Number == nil {
			w.tooLarge(l, "a tree of more than 100000 kinds of boards")
			continue
		}
		w.against(l, v.Number).Note = v.Meaning.Definition()
	}
	return nil
}

// openings counts openings of 19x19 as games by the rules, up to symmetry.
func openings(w *work, moves int) (*result.Result, error) {
	opt := length.Options{Rules: length.Published, Options: w.options(), NoPasses: true}
	return length.CountUpToSymmetry(w.ctx, 19, 19, moves, opt)
}

// firstCapture finds the fewest first moves of which the last one captures.
func firstCapture(ctx context.Context, empty *goban.Position) finding {
	var played []string
	var search func(p *goban.Position, left int) bool
	search = func(p *goban.Position, left int) bool {
		color := players[len(played)%2]
		for i := range p.Rows() * p.Cols() {
			at, q := goban.Point{Row: i / p.Cols(), Col: i % p.Cols()}, p.Clone()
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
	for moves := 1; ctx.Err() == nil && !search(empty, moves); moves++ {
	}
	return finding{value: len(played), why: "a stone in a corner has two liberties, so that the third move can take it: " + strings.Join(played, ", ")}
}
