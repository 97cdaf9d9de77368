package published

import (
	_ "embed"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/interval"
)

// Document is a source of entries.
type Document string

// CombinatoricsOfGo is J. Tromp and G. Farnebäck, "Combinatorics of Go".
const CombinatoricsOfGo Document = "Combinatorics of Go"

// Kind says how a printed number relates to what it stands for.
type Kind string

// The kinds of entries.
const (
	Exact   Kind = "exact"   // the number itself, a whole number
	Rounded Kind = "rounded" // rounded or cut off after the last digit
	Sampled Kind = "sampled" // an estimate by sampling
)

// Entry is a published number.
type Entry struct {
	ID       string   `json:"id"` // a stable name in lower case, such as "legal-19x19"
	Document Document `json:"document"`
	Place    string   `json:"place"`  // such as "Table 3"
	Symbol   string   `json:"symbol"` // what the number is, in a formula, such as "L(19,19)"
	Kind     Kind     `json:"kind"`
	Printed  string   `json:"printed"` // the digits as printed; an exponent of ten follows an e
}

// Source returns where the entry is printed, such as "Combinatorics of Go, Table 3".
func (e Entry) Source() string { return string(e.Document) + ", " + e.Place }

// Int returns the value of an exact entry, nil for others.
func (e Entry) Int() *big.Int {
	if e.Kind != Exact {
		return nil
	}
	n, _ := new(big.Int).SetString(e.Printed, 10)
	return n
}

// Decimals returns the number of digits printed after the point.
func (e Entry) Decimals() int {
	_, fraction, _ := strings.Cut(e.Printed, ".")
	fraction, _, _ = strings.Cut(fraction, "e")
	return len(fraction)
}

// precision is the number of digits with which constants are compared, far more than any has in
// print.
const precision = 80

// Agrees reports whether a positive number may be the one in print, rounded or cut off after the
// last digit: whether it is from half a unit of that digit below the printed number to a unit
// above.
func (e Entry) Agrees(x interval.Interval) bool {
	printed, err := interval.Parse(e.Printed)
	if err != nil {
		return false
	}
	exponent := -int32(e.Decimals()) - 1
	a := interval.New(precision)
	rounded := a.Around(printed.Low, apd.New(5, exponent))
	cut := a.Around(rounded.High, apd.New(5, exponent))
	return x.Overlaps(interval.Interval{Low: rounded.Low, High: cut.High})
}

// Cells returns the cells of a table: of each line but those that begin with #, what is between its
// tabs.
func Cells(table string) (lines [][]string) {
	for line := range strings.Lines(table) {
		if line = strings.TrimRight(line, "\n"); line != "" && line[0] != '#' {
			lines = append(lines, strings.Split(line, "\t"))
		}
	}
	return lines
}

//go:embed combinatorics_of_go.tsv
var paper string

// entries are all entries by their ids.
var entries = sync.OnceValue(func() map[string]Entry {
	all := map[string]Entry{}
	for _, c := range Cells(paper) {
		all[c[0]] = Entry{ID: c[0], Document: CombinatoricsOfGo, Place: c[1], Symbol: c[2], Kind: Kind(c[3]), Printed: c[4]}
	}
	return all
})

// Find returns the entry with an id, and whether there is one.
func Find(id string) (Entry, bool) {
	e, ok := entries()[id]
	return e, ok
}

// Legal returns the published number of legal positions on the board, and whether there is one.
func Legal(size board.Size) (Entry, bool) {
	return Find(fmt.Sprintf("legal-%dx%d", size.Short(), size.Long()))
}

// LibertyRow is a line of the table of Go::CountLiberties, section Results: the most liberties of
// one group on boards of one height.
type LibertyRow struct {
	Height int
	Values []int // for widths 1 to 24
	From   int   // the width from which on the rule holds
	Steps  []int // the rule: by how much the values grow from each width to the next, over and over
	Repeat int   // of the two columns whose sets of states are the same, the first, in that program
}

//go:embed count_liberties.tsv
var liberties string

var libertyRows = sync.OnceValue(func() (rows []LibertyRow) {
	for _, line := range Cells(liberties) {
		var cells [5][]int
		for k, cell := range line {
			for word := range strings.FieldsSeq(strings.ReplaceAll(cell, ",", " ")) {
				n, _ := strconv.Atoi(word) // tests look at all numbers
				cells[k] = append(cells[k], n)
			}
		}
		rows = append(rows, LibertyRow{cells[0][0], cells[1], cells[2][0], cells[3], cells[4][0]})
	}
	return rows
})

// LibertyRows returns the table of Go::CountLiberties, heights 1 to 24.
func LibertyRows() []LibertyRow { return slices.Clone(libertyRows()) }

// LibertyRowOf returns the line of a height, if it is in print.
func LibertyRowOf(height int) (row LibertyRow, ok bool) {
	if height < 1 || height > len(libertyRows()) {
		return row, false
	}
	return libertyRows()[height-1], true
}
