package reproduction

import (
	"cmp"
	"embed"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/result"
)

// Mark says how a line compares with the published one.
type Mark string

// The marks; the package comment says more.
const (
	Equal      Mark = "equal"
	Digits     Mark = "more-digits"
	Exact      Mark = "exact"
	Sharper    Mark = "sharper"
	Further    Mark = "further"
	Different  Mark = "different"
	Undecided  Mark = "undecided"
	Quoted     Mark = "quoted"
	TooLarge   Mark = "too-large"
	NotInPaper Mark = "not-in-the-paper"
)

// Marks are all marks, in the order in which they are listed.
var Marks = []Mark{Equal, Digits, Exact, Sharper, Further, Different, Undecided, Quoted, TooLarge, NotInPaper}

// Words returns the mark as people read it.
func (m Mark) Words() string { return strings.ReplaceAll(string(m), "-", " ") }

// Tally says how many lines have which mark.
func Tally(count func(Mark) int) string {
	var words []string
	for _, m := range Marks {
		if n := count(m); n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, m.Words()))
		}
	}
	return strings.Join(words, ", ")
}

// Row is a line of a comparison.
type Row struct {
	What    string       `json:"what"`
	Printed string       `json:"printed,omitempty"`
	Here    string       `json:"here,omitempty"`
	Mark    Mark         `json:"mark"`
	Basis   result.Basis `json:"basis,omitempty"` // of the number here, or of the printed one if there is none here
	Note    string       `json:"note,omitempty"`
	// Earlier is the provenance of a value that an earlier run of this program produced; empty for
	// all others.
	Earlier string `json:"earlier_run,omitempty"`
	// Explained says of a different line that it is known why: the paper is wrong, as far as anyone
	// can tell.
	Explained bool `json:"explained,omitempty"`
}

// Outcome is an entry recomputed.
type Outcome struct {
	Rows  []Row    `json:"lines"`
	Notes []string `json:"notes,omitempty"`
	// SVG is the figure, an svg element; empty if the entry has none.
	SVG string `json:"svg,omitempty"`
	// Next is the least budget of time with which more lines would be computed, 0 if there are
	// none.
	Next time.Duration `json:"-"`
}

// Count returns how many lines have a mark.
func (o *Outcome) Count(m Mark) int {
	n := 0
	for _, r := range o.Rows {
		if r.Mark == m {
			n++
		}
	}
	return n
}

// Budget is what a computation may use. The zero value computes what takes a few seconds in all.
type Budget struct {
	// Time is what the lines beyond the cheap ones may take together, 0 stands for [DefaultTime]. A
	// line is begun if it fits by the estimates of this package, and what earlier ones took by the
	// clock; it is given up when the time is over.
	Time time.Duration
	// Threads is the number of goroutines that compute; 0 means GOMAXPROCS. Results do not depend
	// on it.
	Threads int
	// Memory is a ceiling; 0 means what the machine has available.
	Memory result.Bytes
	// clock is what the dearer lines may take by the clock, if it is not Time.
	clock time.Duration
}

// DefaultTime is what the dearer lines of an entry may take if nothing is said.
const DefaultTime = 5 * time.Second

// The files of data have a line for each value, with tabs between its fields, which the first line
// of each file names.
//
//go:embed data/*.tsv
var data embed.FS

// fields returns the fields of the lines of a file of data, some of which may be missing at the
// end.
func fields(name string, count int) (all [][]string) {
	text, err := data.ReadFile("data/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	for _, cells := range published.Cells(string(text)) {
		all = append(all, append(cells, make([]string, count-len(cells))...))
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

// cost is about what a line costs, or what it would take.
type cost struct {
	time  time.Duration
	takes string // of a line that is not computed at all
}

var costs = sync.OnceValue(func() map[line]cost {
	all := map[line]cost{}
	for _, f := range fields("costs.tsv", 4) {
		all[line{f[0], f[1]}] = cost{must(time.ParseDuration(cmp.Or(f[2], "0"))), f[3]}
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

// A failure is an error that ends a computation: the functions of the entries return no errors, but
// panic with a failure, which [caught] turns back into its error. No failure leaves the package.
type failure struct{ err error }

// check ends the computation if there is an error.
func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// must returns a value that came without an error; an error ends the computation.
func must[T any](x T, err error) T {
	check(err)
	return x
}

// caught computes, and returns the error that ended the computation.
func caught(compute func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			err = r.err
		default:
			panic(r)
		}
	}()
	compute()
	return nil
}
