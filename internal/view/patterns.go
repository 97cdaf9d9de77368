package view

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"combigo/symmetry/patterns"
)

// patternWidth is what the number of stones leaves of 80 columns.
const patternWidth = 68

// writePatterns writes the definition of each meaning, and a line for each
// number of stones below it.
func (f *patternsFlags) writePatterns(w io.Writer, r *patterns.Result) error {
	kind := ""
	if r.Legal {
		kind = ", with a liberty for every string"
	}
	fmt.Fprintf(w, "Opening patterns on board %s%s, the same up to its %s\n", r.Board, kind, plural(len(r.Motions), "motion"))
	for i := 0; i < len(r.Values); {
		meaning := r.Values[i].Meaning
		t := newTable()
		t.SetColumnConfigs([]table.ColumnConfig{
			right(1), {Number: 2, WidthMax: patternWidth, WidthMaxEnforcer: text.WrapHard},
		})
		for ; i < len(r.Values) && r.Values[i].Meaning == meaning; i++ {
			number := "more than " + f.boards.String() + " boards to describe (--tree-boards)"
			if r.Values[i].Number != nil {
				number = r.Values[i].Number.String()
			}
			t.AppendRow(table.Row{r.Values[i].Stones, number})
		}
		if _, err := fmt.Fprintf(w, "\n%s\n  %s\n\n%s\n", meaning, meaning.Definition(), t.Render()); err != nil {
			return err
		}
	}
	return f.writePatternChecks(w, r)
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

func (f *patternsFlags) writePatternChecks(w io.Writer, r *patterns.Result) error {
	var lines []string
	for _, tree := range []patterns.Meaning{patterns.Tree, patterns.ColorTree} {
		if short := r.FallsShort(tree); len(short) > 0 {
			lines = append(lines, fmt.Sprintf("%s has fewer leaves than there are sequences for N = %s", tree, listed(short)))
		}
	}
	for _, check := range r.Checks {
		lines = append(lines, "check: "+check)
	}
	_, err := fmt.Fprintf(w, "\n%s\n%s of computing\n", strings.Join(lines, "\n"), r.Wall.Round(time.Millisecond))
	return err
}

// writePatternsCSV writes a line of column names and a line for each number. A
// tree that was left out has no number.
func writePatternsCSV(w io.Writer, r *patterns.Result) error {
	lines := csv.NewWriter(w)
	lines.Write([]string{"rows", "cols", "legal", "meaning", "stones", "patterns"})
	for _, v := range r.Values {
		number := ""
		if v.Number != nil {
			number = v.Number.String()
		}
		lines.Write([]string{
			strconv.Itoa(r.Board.Rows), strconv.Itoa(r.Board.Cols), strconv.FormatBool(r.Legal),
			v.Meaning.String(), strconv.Itoa(v.Stones), number,
		})
	}
	lines.Flush()
	return lines.Error()
}

// patternsDocument is a table of patterns as JSON: long numbers are strings.
type patternsDocument struct {
	Rows     int               `json:"rows"`
	Cols     int               `json:"cols"`
	Legal    bool              `json:"legal"`
	Motions  []string          `json:"motions"`
	Meanings []meaningDocument `json:"meanings"`
	Patterns []patternDocument `json:"patterns"`
	Threads  int               `json:"threads"`
	Seconds  float64           `json:"wall_seconds"`
	Checks   []string          `json:"checks"`
}

type meaningDocument struct {
	Name       string `json:"name"`
	Definition string `json:"definition"`
}

// patternDocument is one number. The terms are those of Burnside's lemma, one
// for each motion, then one for each motion with exchange of colours.
type patternDocument struct {
	Meaning string   `json:"meaning"`
	Stones  int      `json:"stones"`
	Number  *string  `json:"number"` // null for a tree that was left out
	Terms   []string `json:"fixed,omitempty"`
}

func newPatternsDocument(r *patterns.Result) patternsDocument {
	d := patternsDocument{
		Rows: r.Board.Rows, Cols: r.Board.Cols, Legal: r.Legal, Threads: r.Threads, Seconds: r.Wall.Seconds(), Checks: r.Checks,
	}
	for _, m := range r.Motions {
		d.Motions = append(d.Motions, m.Name)
	}
	for i, v := range r.Values {
		if i == 0 || r.Values[i-1].Meaning != v.Meaning {
			d.Meanings = append(d.Meanings, meaningDocument{v.Meaning.String(), v.Meaning.Definition()})
		}
		value := patternDocument{Meaning: v.Meaning.String(), Stones: v.Stones, Terms: textsOf(v.Terms)}
		if v.Number != nil {
			number := v.Number.String()
			value.Number = &number
		}
		d.Patterns = append(d.Patterns, value)
	}
	return d
}
