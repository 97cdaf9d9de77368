package view

import (
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"combigo/symmetry/patterns"
)

// patternWidth is what the number of stones leaves of 80 columns.
const patternWidth = 68

// Patterns is the definition of each meaning, and a line for each number of stones below it.
func Patterns(r *patterns.Result, boards int) *Document {
	kind := ""
	if r.Legal {
		kind = ", with a liberty for every string"
	}
	d := &Document{}
	d.line("Opening patterns on board %s%s, the same up to its %s", r.Board, kind, Plural(len(r.Motions), "motion"))
	for i := 0; i < len(r.Values); {
		meaning := r.Values[i].Meaning
		t := newTable()
		t.SetColumnConfigs(append(right(1), digits(2, patternWidth)))
		for ; i < len(r.Values) && r.Values[i].Meaning == meaning; i++ {
			var number any = "more than " + strconv.Itoa(boards) + " boards to describe"
			if r.Values[i].Number != nil {
				number = r.Values[i].Number
			}
			t.AppendRow(table.Row{r.Values[i].Stones, number})
		}
		d.gap()
		d.head("%s", meaning)
		d.formula("", meaning.Definition())
		d.gap()
		d.table(t)
	}
	d.gap()
	d.title("How it was computed")
	for _, tree := range []patterns.Meaning{patterns.Tree, patterns.ColorTree} {
		if short := r.FallsShort(tree); len(short) > 0 {
			d.line("%s has fewer leaves than there are sequences for N = %s", tree, listed(short))
		}
	}
	d.checks(r.Checks)
	d.line("%s of computing", r.Wall.Round(time.Millisecond))
	return d
}

// listed writes numbers in order, those in a row as 3 to 6.
func listed(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		part := strconv.Itoa(numbers[i])
		if j > i {
			part += " to " + strconv.Itoa(numbers[j])
		}
		parts = append(parts, part)
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

// PatternsCSV writes a line for each number. A tree that was left out has no number.
func PatternsCSV(w io.Writer, r *patterns.Result) error {
	var rows [][]any
	for _, v := range r.Values {
		var number any = ""
		if v.Number != nil {
			number = v.Number
		}
		rows = append(rows, []any{r.Board.Rows, r.Board.Cols, r.Legal, v.Meaning, v.Stones, number})
	}
	return writeCSV(w, rows, "rows", "cols", "legal", "meaning", "stones", "value")
}
