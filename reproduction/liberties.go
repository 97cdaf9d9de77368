package reproduction

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"combigo/liberties"
)

// countLiberties returns the entries of Go::CountLiberties.
func countLiberties() []*Entry {
	return []*Entry{
		{"liberties-table", Table, CountLiberties, "Results, table", "The most liberties of one group, up to 24x24", 500 * time.Millisecond, libertiesTable},
		{"liberties-rules", Theorem, CountLiberties, "Results, rules; Hypothesis", "General rules for all widths", 500 * time.Millisecond, libertiesRules},
		{"liberties-19", Number, CountLiberties, "Results", "The most liberties on 19x19, and the bound 2(mn+1)/3", 10 * time.Millisecond, liberties19},
	}
}

// libertyRow is a line of the table: the numbers for widths 1 to 24, and the general rule.
type libertyRow struct {
	height int
	values []int
	from   int
	steps  []int
}

func libertyRows() []libertyRow {
	var all []libertyRow
	for _, f := range lines("liberties.tsv") {
		all = append(all, libertyRow{whole(f[0]), wholes(strings.Fields(f[1])), whole(f[2]), wholes(strings.Split(f[3], ","))})
	}
	return all
}

// whole reads a number of this package's data.
func whole(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err) // the data are embedded
	}
	return n
}

func wholes(words []string) []int {
	var all []int
	for _, word := range words {
		all = append(all, whole(word))
	}
	return all
}

// libertyCost is about what the proof for all widths costs, by the number of rows, where it is more than some tenths of a
// second; heights that are not here and above 15 are not proved in any time that this machine has.
var libertyCost = map[int]time.Duration{
	13: time.Second, 14: 2 * time.Second, 15: 200 * time.Millisecond, 16: 5 * time.Second, 17: 16 * time.Second,
	18: 1300 * time.Millisecond, 19: 150 * time.Second, 20: 480 * time.Second, 21: 4 * time.Second, 24: 30 * time.Second,
}

// libertyTakes says what the proofs take that have never been made by this program.
var libertyTakes = map[int]string{
	22: "76 minutes and 10 to 23 GiB", 23: "about 5 hours and 30 GiB",
}

// libertyRow finds the row of a height, by a proof if it can be afforded.
func (w *work) libertyRow(height int) (*liberties.Row, error) {
	method := liberties.Auto
	switch cost, known := libertyCost[height]; {
	case known && w.afford(cost):
		method = liberties.Windows
	case known, height > 15:
		method = liberties.ByFormula
	}
	return liberties.ForHeight(w.ctx, height, 24, liberties.Options{Method: method, Threads: w.budget.Threads, Memory: w.budget.Memory, Alone: true})
}

// provenance returns what is known about a row that was not proved in this run.
func (w *work) provenance(r *liberties.Row) (earlier, note string) {
	if r.Proved > 0 {
		return "", fmt.Sprintf("proved for all widths from %d on", r.Proved)
	}
	if e, ok := committed()[fmt.Sprintf("liberties-%d", r.Height)]; ok {
		return e.provenance, "groups with as many liberties were counted; proved for all widths from " + e.value + " on by an earlier run"
	}
	return "", "groups with as many liberties were counted; the proof that there are no better ones would take " +
		nonEmpty(libertyTakes[r.Height], w.takes(libertyCost[r.Height]))
}

func nonEmpty(text, otherwise string) string {
	if text != "" {
		return text
	}
	return otherwise
}

func libertiesTable(w *work) error {
	for _, in := range libertyRows() {
		r, err := w.libertyRow(in.height)
		if err != nil {
			return err
		}
		var here []int
		for _, c := range r.Columns[:24] {
			here = append(here, c.Liberties)
		}
		row := w.texts(fmt.Sprintf("%d rows, widths 1 to 24", in.height), joinInts(in.values, " "), joinInts(here, " "))
		row.Earlier, row.Note = w.provenance(r)
		if r.Proved == 0 && row.Earlier == "" && row.Mark == Equal {
			row.Mark = TooLarge
		}
	}
	w.note("Of rows that are marked too large the groups were constructed and their liberties counted; that there are no better ones is not proved here.")
	return nil
}

func joinInts(all []int, between string) string {
	var words []string
	for _, n := range all {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, between)
}

// libertiesRules compares rules by the numbers that they give, for three periods beyond where both begin: the same rule
// may be written with another period.
func libertiesRules(w *work) error {
	for _, in := range libertyRows() {
		r, err := w.libertyRow(in.height)
		if err != nil {
			return err
		}
		in := in
		printed := fmt.Sprintf("from %d: %d +%s", in.from, in.values[in.from-1], joinInts(in.steps, ",+"))
		here := r.Rule.String()
		row := Row{What: fmt.Sprintf("%d rows", in.height), Printed: printed, Here: here, Mark: Different}
		if sameRule(in, r.Rule) {
			row.Mark = Equal
		}
		row.Earlier, row.Note = w.provenance(r)
		if r.Proved == 0 && row.Earlier == "" && row.Mark == Equal {
			row.Mark = TooLarge
		}
		w.add(row)
	}
	return nil
}

func sameRule(in libertyRow, rule liberties.Rule) bool {
	const far = 100
	value := func(from, start int, steps []int, width int) int {
		for i := from; i < width; i++ {
			start += steps[(i-from)%len(steps)]
		}
		return start
	}
	for width := max(in.from, rule.From); width < far; width++ {
		if value(in.from, in.values[in.from-1], in.steps, width) != value(rule.From, rule.Start, rule.Steps, width) {
			return false
		}
	}
	return true
}

func liberties19(w *work) error {
	constructed, err := liberties.Construct(19, 19).Check()
	if err != nil {
		return err
	}
	w.number("liberties of a group on 19x19, constructed and counted", "229", int64(constructed))
	w.number("7x7, bound 2(mn+1)/3", "33", int64(2*(7*7+1)/3))
	b, err := liberties.OnBoard(w.ctx, 7, 7, liberties.Options{Threads: w.budget.Threads})
	if err != nil {
		return err
	}
	w.number("7x7, the most liberties", "29", int64(b.Liberties))
	if e, ok := committed()["liberties-19"]; ok {
		w.note("No group on 19x19 has more: " + e.provenance + ".")
	}
	return nil
}
