package reproduction

import (
	"cmp"
	"embed"
	"math/big"
	"strings"
	"sync"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/result"
)

// The files of data have a line for each value, with tabs between its fields, which the first line
// of each file names.
//
//go:embed data/*.tsv
var data embed.FS

// fields returns the fields of the lines of a file of data. Fields at the end may be missing.
func fields(name string, count int) (all [][]string) {
	text, _ := data.ReadFile("data/" + name) // it is embedded
	for _, cells := range published.Cells(string(text)) {
		all = append(all, append(cells, make([]string, count-len(cells))...))
	}
	return all
}

// key finds what is known of a line: the entry, and the name and numbers of the line.
type key struct{ entry, line string }

// table reads a file of data whose first two fields are a key.
func table[T any](name string, count int, of func(fields []string) T) func() map[key]T {
	return sync.OnceValue(func() map[key]T {
		all := map[key]T{}
		for _, f := range fields(name, count) {
			all[key{f[0], f[1]}] = of(f)
		}
		return all
	})
}

// labels are what lines say, with places for numbers and words.
var labels = table("lines.tsv", 3, func(f []string) string { return f[2] })

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

// printedValues are separated by spaces in a line of several; @ID is a number of package published.
var printedValues = table("printed.tsv", 5, func(f []string) printed {
	if id, known := strings.CutPrefix(f[2], "@"); known {
		e, _ := published.Find(id) // tests look at all
		f[2] = e.Printed
	}
	return printed{f[2], f[3], f[4]}
})

// earlier is a result that an earlier run of this program produced.
type earlier struct{ value, provenance string }

var earlierRuns = table("committed.tsv", 4, func(f []string) earlier { return earlier{f[2], f[3]} })

// cost is about what a line costs, or what it would take.
type cost struct {
	time  time.Duration
	takes string // of a line that is not computed at all, or [leftOut]
}

// leftOut stands for what a line takes that is not there if it is not computed.
const leftOut = "-"

var costs = table("costs.tsv", 4, func(f []string) cost {
	takes, _ := time.ParseDuration(cmp.Or(f[2], "0")) // tests look at all
	return cost{takes, f[3]}
})

// knownLegal returns the published number of a board, if there is one.
func knownLegal(rows, cols int) (*big.Int, bool) {
	e, ok := published.Legal(board.Size{Rows: rows, Cols: cols})
	return e.Int(), ok
}

// internal is the error of what always holds, but does not.
func internal(format string, args ...any) error {
	return result.InternalErrorf("the paper", format, args...)
}
