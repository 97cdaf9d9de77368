package liberties

import (
	"fmt"
	"slices"
	"time"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// memoryError says that the search for a height needs about, or at least, so much memory.
func memoryError(height int, need, ceiling result.Bytes, atLeast bool) error {
	return &result.MemoryError{
		Of: fmt.Sprintf("height %d", height), Need: need, AtLeast: atLeast, Ceiling: ceiling, Given: true,
		Help: "method formula takes none, and proves nothing",
	}
}

// Check reports whether a method takes a height.
func Check(height int, m Method) error {
	switch m = m.For(height); {
	case m == Plain && height > maxPlainHeight:
		return fmt.Errorf("height %d: method plain takes at most %d rows", height, maxPlainHeight)
	case m == Windows && height < minWindows:
		return fmt.Errorf("height %d: method windows takes at least %d rows", height, minWindows)
	case m == Windows && height > MaxWindows:
		return fmt.Errorf("height %d: at most %d rows can be proved; method formula takes more, and proves nothing", height, MaxWindows)
	}
	return nil
}

// maxPlainHeight is the greatest height whose plain states fit in a few gigabytes.
const maxPlainHeight = 12

// A Method is a way to find the most liberties of one group.
type Method string

// The methods.
const (
	Auto      Method = "auto"    // Plain up to maxAutoPlain rows, Windows where it takes minutes, else ByFormula
	Plain     Method = "plain"   // the plain dynamic program over border states
	Windows   Method = "windows" // the search for groups that cost less than the formula says
	ByFormula Method = "formula" // no proof: the group of the formula, with its liberties counted
)

// ParseMethod reads the name of a method.
func ParseMethod(s string) (Method, error) {
	if m := Method(s); slices.Contains([]Method{Auto, Plain, Windows, ByFormula}, m) {
		return m, nil
	}
	return "", fmt.Errorf("%q is not a method: want auto, plain, windows or formula", s)
}

// maxAutoPlain is the greatest height for which Auto is Plain.
const maxAutoPlain = 5

// MaxWindows is the greatest height that Windows takes.
const MaxWindows = 28

// Options says how to find the most liberties.
type Options struct {
	Method     Method
	Control    bool   // run the whole search again with the threshold of the formula itself, whatever it takes
	Checkpoint string // a file to keep the state of the search in, and to go on from; "" for none
	Alone      bool   // leave what the proof for a height leaves out to UseSymmetry
	par.Options
}

// For returns the method that a height is treated with.
func (m Method) For(height int) Method {
	switch {
	case m != Auto && m != "":
		return m
	case height <= maxAutoPlain:
		return Plain
	case height <= maxAutoWindows(height):
		return Windows
	}
	return ByFormula
}

// maxAutoWindows is the greatest height of a kind, multiple of 3 or not, for which Auto is Windows.
func maxAutoWindows(height int) int {
	if height%3 == 0 {
		return 24
	}
	return 20
}

// minWindows is the least height with the lemmas on empty columns, and no window below 0.
const minWindows = 5

// A Board is the most liberties of one group on one board.
type Board struct {
	Rows, Cols int
	Method     Method       `json:"method"`
	Column     `json:"-"`   // as of the height that is the shorter side; the group is on the board itself
	Search     *Certificate `json:"search,omitempty"`
	Resumed    []Resumption `json:"resumed,omitempty"` // none if the search was run without a break
	Checks     []string     `json:"checks"`
	Wall       time.Duration
}

// at returns what the rule says of a width from From on.
func (r Rule) at(width int) int {
	value := r.Start
	for i := range width - r.From {
		value += r.Steps[i%len(r.Steps)]
	}
	return value
}

// A Proof says why no group has more liberties.
type Proof string

// The proofs. Without one, the number is that of a group that is known.
const (
	Unproved    Proof = ""
	ByPlain     Proof = "plain"    // the plain program looked at all groups
	ByWindows   Proof = "windows"  // no group costs less
	BySymmetry  Proof = "symmetry" // proved for the board with rows and columns exchanged
	ByException Proof = "found"    // a group that the formula does not know was found
)

// A Column is the most liberties on boards of one width.
type Column struct {
	Width     int
	Liberties int           `json:"value,string"`
	Formula   int           `json:"formula"`
	Proof     Proof         `json:"proof"`
	States    int           `json:"column_states,omitempty"` // after the last column, 0 if there was none
	Wall      time.Duration `json:"wall_seconds"`
	Memory    result.Bytes  `json:"peak_memory_bytes"` // the most that the process had so far
	Group     *Group
}

// Differs reports whether the formula is wrong here.
func (c Column) Differs() bool { return c.Liberties != c.Formula }

// A Rule is the most liberties for all widths from From on: Start there, then
// more by Steps, over and over.
type Rule struct {
	From  int   `json:"from"`
	Start int   `json:"start"`
	Steps []int `json:"steps"`
}

func (r Rule) String() string {
	text := fmt.Sprintf("for width >= %d: %d [", r.From, r.Start)
	for i, step := range r.Steps {
		if i > 0 {
			text += " "
		}
		text += fmt.Sprintf("%+d", step)
	}
	return text + "]"
}

// A Row is the most liberties on boards of one height and all widths.
type Row struct {
	Height  int      `json:"rows"`
	Method  Method   `json:"method"`
	Columns []Column // from width 1 on
	Rule    Rule
	Proved  int           // the least width from which on the rule is proved for all; 0 if it is not
	Repeat  int           // the column after which the states are those after an earlier one; 0 if unknown
	Since   int           // that earlier column
	Search  *Certificate  `json:"search,omitempty"`
	Resumed []Resumption  `json:"resumed,omitempty"` // none if the search was run without a break
	Checks  []string      `json:"checks"`
	Wall    time.Duration `json:"wall_seconds"`
}

// A Resumption says that a search was resumed from a file: what
// was searched before rests on that file.
type Resumption struct {
	File   string `json:"file"`   // its name
	After  string `json:"after"`  // what was done, such as "column 5 of the left parts"
	SHA256 string `json:"sha256"` // of the file as it was, in hexadecimal digits
}

// A Certificate is what a search by Windows counted: a second run finds the same numbers.
type Certificate struct {
	Window    int   `json:"window"`           // W: left parts are kept while their cost, less the rate, is at most W
	Rate      int   `json:"rate"`             // what the cost of the formula grows by with every column
	Decrease  int   `json:"largest_decrease"` // by how much the cost, less the rate, can decrease at most
	Left      int64 `json:"left_parts"`       // left parts that were looked at for left parts, over all points of all columns
	Right     int64 `json:"right_parts"`      // and for right parts
	Relaxed   int64 `json:"relaxed_states"`   // frontiers after a decrease, over all points of all columns, that stand for right parts
	Opposites int64 `json:"opposites"`        // right parts that were cheap enough to go with a left part outside the window
	Meetings  int64 `json:"meetings"`         // left parts outside the window, each of which was held against all of these
	Peak      int   `json:"peak_states"`      // the most left parts after one point
}

// findRule finds the steps that the last widths repeat, and how far back. Where the states of the
// plain program repeat after some columns, so do the steps.
func (r *Row) findRule() error {
	n := len(r.Columns)
	step := func(i int) int { return r.Columns[i].Liberties - r.Columns[i-1].Liberties }
	period := 3
	if step(n-1) == step(n-2) && step(n-2) == step(n-3) {
		period = 1
	}
	from := n - 1 - period
	for from > 0 && step(from) == step(from+period) {
		from--
	}
	r.Rule = Rule{From: from + 1, Start: r.Columns[from].Liberties}
	for i := range period {
		r.Rule.Steps = append(r.Rule.Steps, step(from+1+i))
	}
	again := r.Repeat - r.Since
	if r.Method == Plain && (again%period != 0 || n-max(r.Rule.From, r.Since+1) < again) {
		return internalf("height %d: the rule %s does not follow from states that repeat from column %d to %d",
			r.Height, r.Rule, r.Since, r.Repeat)
	}
	return nil
}

// check counts the liberties of all groups again.
func (r *Row) check() error {
	checked := 0
	for _, c := range r.Columns {
		if c.Group == nil {
			continue
		}
		if err := c.Group.expect(c.Liberties); err != nil {
			return err
		}
		checked++
	}
	r.Checks = append(r.Checks, fmt.Sprintf("%d groups, one for each width: liberties counted again by flood fill: equal", checked))
	return nil
}
