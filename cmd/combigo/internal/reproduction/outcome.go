package reproduction

import (
	"fmt"
	"strings"
	"time"

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
	// Earlier is the provenance of a value from an earlier run of this program.
	Earlier string `json:"earlier_run,omitempty"`
	// Explained says of a different line that the reason is known: the paper is wrong.
	Explained bool `json:"explained,omitempty"`

	key key
}

// Outcome is an entry recomputed.
type Outcome struct {
	Rows  []Row    `json:"lines"`
	Notes []string `json:"notes,omitempty"`
	// SVG is the figure, an svg element; empty if the entry has none.
	SVG string `json:"svg,omitempty"`
	// Next is the least budget that computes more lines, 0 if there are none.
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
	// Threads is the number of goroutines; 0 means GOMAXPROCS. Results do not depend on it.
	Threads int
	// Memory is a ceiling; 0 means what the machine has available.
	Memory result.Bytes
	// clock is what the dearer lines may take by the clock, if it is not Time.
	clock time.Duration
}

// DefaultTime is what the dearer lines of an entry may take if nothing is said.
const DefaultTime = 5 * time.Second
