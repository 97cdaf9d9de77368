package view

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"combigo.dev/combigo/symmetry/patterns"
)

// Patterns is the definition of each meaning, and a line for each number of stones below it.
func Patterns(r *patterns.Result, boards int) *Document {
	kind := ""
	if r.Legal {
		kind = ", with a liberty for every string"
	}
	d := &Document{}
	d.line("Opening patterns on board %s%s, the same up to its %s", r.Board, kind, Plural(len(r.Motions), "motion"))
	rows := map[patterns.Meaning][]any{}
	names, meanings := []any{"meaning"}, []patterns.Meaning{}
	for _, v := range r.Values {
		if rows[v.Meaning] == nil {
			meanings = append(meanings, v.Meaning)
			rows[v.Meaning] = []any{v.Meaning}
		}
		if name := Plural(v.Stones, "stone"); !slices.Contains(names, any(name)) {
			names = append(names, name)
		}
		var number any = "more than " + strconv.Itoa(boards) + " boards"
		if v.Number != nil {
			number = v.Number
		}
		rows[v.Meaning] = append(rows[v.Meaning], number)
	}
	t := newTable(names...)
	for _, meaning := range meanings {
		t.row(rows[meaning]...)
	}
	for column := range names[1:] {
		t.right = append(t.right, column+2)
	}
	d.gap()
	d.table(t)
	d.gap()
	d.labels = 21
	for _, meaning := range meanings {
		d.fact(meaning.String(), strings.Join(strings.Fields(meaning.Definition()), " "))
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
