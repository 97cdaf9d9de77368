package liberties

import (
	"context"
	"fmt"
	"time"

	"combigo/result"
)

// A Method is a way to find the most liberties of one group.
type Method string

// The methods.
const (
	Auto      Method = "auto"    // Plain up to MaxAutoPlain rows, Windows where it takes minutes, else ByFormula
	Plain     Method = "plain"   // the plain dynamic program over border states
	Windows   Method = "windows" // the search for groups that cost less than the formula says
	ByFormula Method = "formula" // no proof: the group of the formula, with its liberties counted
)

// ParseMethod reads the name of a method.
func ParseMethod(s string) (Method, error) {
	for _, m := range []Method{Auto, Plain, Windows, ByFormula} {
		if s == string(m) {
			return m, nil
		}
	}
	return "", fmt.Errorf("%q is not a method: want auto, plain, windows or formula", s)
}

// MaxAutoPlain is the greatest height for which Auto is Plain.
const MaxAutoPlain = 5

// MaxWindows is the greatest height that Windows takes.
const MaxWindows = maxFallHeight

// Options says how to find the most liberties.
type Options struct {
	Method     Method
	Threads    int                 // 0 for one for each processor
	Memory     result.Bytes        // a ceiling, 0 for none
	Control    bool                // run the whole search again with the threshold of the formula itself, whatever it takes
	Checkpoint string              // a file to keep the state of the search in, and to go on from; "" for none
	Alone      bool                // leave what the proof for a height leaves out to UseSymmetry
	Progress   func(share float64) // told of progress, by and by, if not nil
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
	Liberties int
	Formula   int
	Proof     Proof
	States    int // after the last column, 0 if there was none
	Wall      time.Duration
	Memory    result.Bytes // the most that the process had so far
	Group     *Group
}

// Differs reports whether the formula is wrong here.
func (c Column) Differs() bool { return c.Liberties != c.Formula }

// A Rule is the most liberties for all widths from From on: Start there, then
// more by Steps, over and over.
type Rule struct {
	From, Start int
	Steps       []int
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
	Height  int
	Method  Method
	Columns []Column // from width 1 on
	Rule    Rule
	Proved  int // the least width from which on the rule is proved for all; 0 if it is not
	Repeat  int // the column after which the states are those after an earlier one; 0 if unknown
	Since   int // that earlier column
	Search  *SearchStory
	Resumed []Resumption // none if the search was run without a break
	Checks  []string
	Wall    time.Duration
}

// A Resumption says that a search did not begin anew but went on from a file: what
// was searched before rests on that file.
type Resumption struct {
	File   string // its name
	After  string // what was done, such as "column 5 of the left parts"
	SHA256 string // of the file as it was, in hexadecimal digits
}

// A SearchStory is what a search by Windows took, its certificate.
type SearchStory struct {
	Window    int   // W: left parts are kept while their cost, less the rate, is at most W
	Rate      int   // what the cost of the formula grows by with every column
	Fall      int   // by how much the cost, less the rate, can fall at most
	Right     int64 // left parts that were looked at for right parts, over all points of all columns
	Left      int64 // and for left parts
	Shadows   int64 // fronts after a fall, over all points of all columns, that stand for right parts
	Opposites int64 // right parts that were cheap enough to go with a left part outside the window
	Meetings  int64 // left parts outside the window, each of which was held against all of these
	Peak      int   // the most left parts after one point
}

// ForHeight returns the most liberties for all widths up to the given one, at
// least up to the height and to where the states repeat, and the rule for all
// widths. Widths that the proof
// for the height leaves out are proved on the board turned by a quarter if that
// takes seconds.
func ForHeight(ctx context.Context, height, widths int, o Options) (*Row, error) {
	if err := Check(height, o.Method); err != nil {
		return nil, err
	}
	start := time.Now()
	row := &Row{Height: height, Method: o.Method.For(height)}
	enough := max(widths, height+rowWidths)
	var err error
	switch row.Method {
	case Plain:
		err = row.plain(ctx, enough)
	case Windows:
		err = row.windows(ctx, 1, enough, o)
	default:
		row.formula(1, enough)
	}
	if err != nil {
		return nil, err
	}
	if err := row.findRule(); err != nil {
		return nil, err
	}
	row.Columns = row.Columns[:min(len(row.Columns), max(widths, height, row.Repeat))]
	if err := row.check(); err != nil {
		return nil, err
	}
	row.Wall = time.Since(start)
	return row, nil
}

// For returns the method that a height is treated with.
func (m Method) For(height int) Method {
	switch {
	case m != Auto && m != "":
		return m
	case height <= MaxAutoPlain:
		return Plain
	case height <= mostAutoWindows(height):
		return Windows
	}
	return ByFormula
}

// mostAutoWindows is the greatest height of the same kind, multiple of 3 or
// not, for which Auto is Windows.
func mostAutoWindows(height int) int {
	if height%3 == 0 {
		return 24
	}
	return 20
}

func (r *Row) plain(ctx context.Context, widths int) error {
	last := time.Now()
	repeat, err := plainWidths(ctx, r.Height, widths, func(cols int, c plainColumn) {
		r.Columns = append(r.Columns, Column{
			Width: cols, Liberties: c.liberties, Formula: Formula(r.Height, cols), Proof: ByPlain,
			States: c.states, Wall: time.Since(last), Memory: result.PeakMemory(), Group: c.group,
		})
		last = time.Now()
	})
	if err != nil {
		return err
	}
	r.Repeat, r.Since, r.Proved = repeat.cols, repeat.since, 1
	r.Checks = append(r.Checks, fmt.Sprintf(
		"the states after column %d are those after column %d, each with %d more liberties: compared one by one",
		repeat.cols, repeat.since, repeat.gain))
	return nil
}

func (r *Row) formula(from, to int) {
	for cols := from; cols <= to; cols++ {
		r.Columns = append(r.Columns, Column{
			Width: cols, Liberties: Formula(r.Height, cols), Formula: Formula(r.Height, cols),
			Group: Construct(r.Height, cols),
		})
	}
}

// rowWidths is the number of widths, beyond the height, that show two periods
// of every rule.
const rowWidths = 8

// findRule finds the steps that the widths at the end repeat, and how far back
// they do. That they go on for all widths is for the proof to say: where the
// plain program's states repeat after so many columns, so do the steps, and the
// widths at hand show all of these columns with the rule in force.
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

// check counts the liberties of all groups anew.
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
	r.Checks = append(r.Checks, fmt.Sprintf("%d groups, one for each width: liberties counted anew by flood fill: equal", checked))
	return nil
}

func (g *Group) expect(liberties int) error {
	got, err := g.Check()
	if err != nil || got != liberties {
		return internalf("board %dx%d: the group has %d liberties, not %d: %v", g.rows, g.cols, got, liberties, err)
	}
	return nil
}

// UseSymmetry takes what is not proved for one height from the proof for
// another: rows has all heights from 1 on.
func UseSymmetry(rows []*Row) {
	for _, row := range rows {
		for i := range row.Columns {
			c := &row.Columns[i]
			if c.Proof != Unproved || c.Width > len(rows) {
				continue
			}
			turned := rows[c.Width-1].Columns[row.Height-1]
			if turned.Proof == Unproved {
				continue
			}
			c.Proof = BySymmetry
			if turned.Liberties != c.Liberties {
				c.Liberties, c.Group = turned.Liberties, nil
			}
		}
	}
}
