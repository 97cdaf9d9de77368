package reproduction

import (
	"embed"
	"math/big"
	"strconv"
	"strings"
	"sync"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/published"
)

//go:embed data/*.tsv
var data embed.FS

// lines returns the fields of the lines of a file of data.
func lines(name string) [][]string {
	text, err := data.ReadFile("data/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	var all [][]string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimRight(line, "\n"); line != "" && line[0] != '#' {
			all = append(all, strings.Split(line, "\t"))
		}
	}
	return all
}

// printedRow is a value of an entry as it is printed, of those that package published does not
// have.
type printedRow struct{ row, printed string }

var printedRows = sync.OnceValue(func() map[string][]printedRow {
	all := map[string][]printedRow{}
	for _, f := range lines("published.tsv") {
		all[f[0]] = append(all[f[0]], printedRow{f[1], f[2]})
	}
	return all
})

// printed returns a published value, empty if there is none.
func printed(entry, row string) string {
	for _, r := range printedRows()[entry] {
		if r.row == row {
			return r.printed
		}
	}
	return ""
}

// earlier is a result that an earlier run of this program produced.
type earlier struct{ value, provenance string }

var committed = sync.OnceValue(func() map[string]earlier {
	all := map[string]earlier{}
	for _, f := range lines("committed.tsv") {
		all[f[0]] = earlier{f[1], f[2]}
	}
	return all
})

// whole reads a number of this package's data.
func whole(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic(err) // the data are embedded
	}
	return n
}

// inPaper returns the printed digits of an entry of package published, which must exist.
func inPaper(id string) published.Entry {
	e, ok := published.Find(id)
	if !ok {
		panic("no published number " + id) // the ids in this package are constants
	}
	return e
}

// knownLegal returns the published number of a board, which must exist.
func knownLegal(rows, cols int) *big.Int {
	e, ok := published.Legal(board.Size{Rows: rows, Cols: cols})
	if !ok {
		panic("no published number of a board") // the boards in this package have one
	}
	return e.Int()
}
