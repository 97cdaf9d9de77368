package reproduction

import (
	"embed"
	"fmt"
	"math/big"
	"strings"
	"sync"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/published"
)

// The files of data have a line for each value, with tabs between its fields, which the first line
// of each file names.
//
//go:embed data/*.tsv
var data embed.FS

// fields returns the fields of the lines of a file of data, some of which may be missing at the end.
func fields(name string, count int) (all [][]string) {
	text, err := data.ReadFile("data/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimRight(line, "\n"); line != "" && line[0] != '#' {
			cells := strings.Split(line, "\t")
			all = append(all, append(cells, make([]string, count-len(cells))...))
		}
	}
	return all
}

// printed is what an entry of a paper has for a line.
type printed struct {
	text string
	kind string // how it is compared, if not as the type of the value here says
	why  string // of a value that differs: what is known about why
}

// The kinds of printed values.
const (
	doubles     = "double" // a floating-point number of double precision as it came, of an exact one
	lowerBound  = "lower"  // a bound on a constant
	upperBound  = "upper"
	roundedDown = "floor" // a whole exponent
	roundedUp   = "ceil"
	moreThan    = ">" // and a number: what is printed says that the number here is more
)

// line is a line of an entry.
type line struct{ entry, what string }

// printedLines has what is printed; of lines with several values, the values with spaces between.
// @ and an id stand for what package published has.
var printedLines = sync.OnceValue(func() map[line]printed {
	all := map[line]printed{}
	for _, f := range fields("printed.tsv", 5) {
		if id, known := strings.CutPrefix(f[2], "@"); known {
			e, ok := published.Find(id)
			if !ok {
				panic("no published number " + id) // the data are embedded
			}
			f[2] = e.Printed
		}
		all[line{f[0], f[1]}] = printed{f[2], f[3], f[4]}
	}
	return all
})

// earlier is a result that an earlier run of this program produced.
type earlier struct{ value, provenance string }

var committed = sync.OnceValue(func() map[line]earlier {
	all := map[line]earlier{}
	for _, f := range fields("committed.tsv", 4) {
		all[line{f[0], f[1]}] = earlier{f[2], f[3]}
	}
	return all
})

// knownLegal returns the published number of a board, which must exist.
func knownLegal(rows, cols int) *big.Int {
	e, ok := published.Legal(board.Size{Rows: rows, Cols: cols})
	if !ok {
		panic(fmt.Sprintf("no published number of %dx%d", rows, cols)) // the boards in this package have one
	}
	return e.Int()
}
