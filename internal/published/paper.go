package published

import (
	"embed"
	"fmt"
	"math/big"
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

//go:embed *.tsv
var files embed.FS

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

// Agrees reports whether a number may be the one in print: whether it is within a unit of the last
// digit, since some are rounded and some are cut off.
func (e Entry) Agrees(x interval.Interval) bool {
	printed, err := interval.Parse(e.Printed)
	if err != nil {
		return false
	}
	unit := apd.New(1, -int32(e.Decimals()))
	return x.Overlaps(interval.New(precision).Around(printed.Low, unit))
}

// table is all entries.
type table struct {
	entries []Entry
	byID    map[string]int
}

var load = sync.OnceValue(func() *table {
	t := &table{byID: map[string]int{}}
	const file = "combinatorics_of_go.tsv"
	text, err := files.ReadFile(file)
	if err == nil {
		err = t.read(CombinatoricsOfGo, string(text))
	}
	if err != nil {
		panic(fmt.Sprintf("published: %s: %v", file, err)) // the file is part of the program
	}
	return t
})

// read adds the entries of a paper.
func (t *table) read(document Document, text string) error {
	number := 0
	for line := range strings.Lines(text) {
		number++
		if strings.HasPrefix(line, "#") {
			continue
		}
		e, err := parse(document, strings.TrimSuffix(line, "\n"))
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if _, known := t.byID[e.ID]; known {
			return fmt.Errorf("line %d: the id %s is taken", number, e.ID)
		}
		t.byID[e.ID] = len(t.entries)
		t.entries = append(t.entries, e)
	}
	return nil
}

func parse(document Document, line string) (Entry, error) {
	cells := strings.Split(line, "\t")
	if len(cells) != 5 {
		return Entry{}, fmt.Errorf("%d cells, want id, place, symbol, kind and printed digits", len(cells))
	}
	e := Entry{ID: cells[0], Document: document, Place: cells[1], Symbol: cells[2], Kind: Kind(cells[3]), Printed: cells[4]}
	switch _, isNumber := new(big.Rat).SetString(e.Printed); {
	case e.ID == "" || e.Place == "" || e.Symbol == "":
		return Entry{}, fmt.Errorf("an empty cell")
	case e.Kind != Exact && e.Kind != Rounded && e.Kind != Sampled:
		return Entry{}, fmt.Errorf("%q is no kind", e.Kind)
	case !isNumber:
		return Entry{}, fmt.Errorf("%q is no number", e.Printed)
	case e.Kind == Exact && e.Int() == nil:
		return Entry{}, fmt.Errorf("%q is not a whole number", e.Printed)
	}
	return e, nil
}

// Find returns the entry with an id, and whether there is one.
func Find(id string) (Entry, bool) {
	t := load()
	i, ok := t.byID[id]
	if !ok {
		return Entry{}, false
	}
	return t.entries[i], true
}

// Legal returns the published number of legal positions on the board, and
// whether there is one.
func Legal(size board.Size) (Entry, bool) {
	return Find(fmt.Sprintf("legal-%dx%d", size.Short(), size.Long()))
}

// LibertyRow is a line of the table of Go::CountLiberties, section Results: the
// most liberties of one group on boards of one height.
type LibertyRow struct {
	Height int
	Values []int // for widths 1 to 24
	From   int   // the width from which on the rule holds
	Steps  []int // the rule: by how much the values grow from each width to the next, over and over
	Repeat int   // of the two columns whose sets of states are the same, the first, in that program
}

var libertyRows = sync.OnceValue(func() (rows []LibertyRow) {
	text, err := files.ReadFile("count_liberties.tsv")
	if err != nil {
		panic(err) // the file is embedded
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var cells [5][]int
		for k, cell := range strings.SplitN(strings.TrimSpace(line), "\t", len(cells)) {
			for _, word := range strings.FieldsFunc(cell, func(c rune) bool { return c == ' ' || c == ',' }) {
				n, err := strconv.Atoi(word)
				if err != nil {
					panic(fmt.Sprintf("published: count_liberties.tsv: %v", err))
				}
				cells[k] = append(cells[k], n)
			}
		}
		rows = append(rows, LibertyRow{cells[0][0], cells[1], cells[2][0], cells[3], cells[4][0]})
	}
	return rows
})

// LibertyRows returns the table of Go::CountLiberties, heights 1 to 24.
func LibertyRows() []LibertyRow { return append([]LibertyRow(nil), libertyRows()...) }

// LibertyRowOf returns the line of a height, if it is in print.
func LibertyRowOf(height int) (row LibertyRow, ok bool) {
	if height < 1 || height > len(libertyRows()) {
		return row, false
	}
	return libertyRows()[height-1], true
}
