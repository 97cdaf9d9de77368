package view

import (
	"fmt"
	"strings"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/liberties"
)

// Verdicts is what check finds in one file.
type Verdicts interface {
	Counts() (what string, legal, illegal int)
	addTo(d *Document)
}

// CheckedFiles is what check finds in some files, and a sum if they are several.
func CheckedFiles(all []Verdicts) *Document {
	d, what, legal, illegal := &Document{}, "", 0, 0
	for _, found := range all {
		found.addTo(d)
		name, good, bad := found.Counts()
		what, legal, illegal = name, legal+good, illegal+bad
	}
	if len(all) > 1 {
		d.record("%d files: %d %s, %d legal, %d illegal", len(all), legal+illegal, what, legal, illegal)
	}
	return d
}

// CheckedPositions is the outcome of check; its fields are those of the JSON.
type CheckedPositions struct {
	File      string            `json:"file"`
	Legal     int               `json:"legal"`
	Illegal   int               `json:"illegal"`
	Positions []checkedPosition `json:"positions"`
}

// checkedPosition is the outcome for one position.
type checkedPosition struct {
	Line    int             `json:"line"`
	Rows    int             `json:"rows"`
	Cols    int             `json:"cols"`
	Moves   int             `json:"moves"`
	Legal   bool            `json:"legal"`
	Strings []checkedString `json:"strings_without_liberty"`
	// With --liberties only.
	Groups []checkedGroup `json:"strings,omitempty"`
	AtMost int            `json:"liberties_at_most,omitempty"`
}

// checkedGroup is a string with its liberties.
type checkedGroup struct {
	checkedString
	Liberties []string `json:"liberties"`
}

// countLiberties adds the liberties of all strings, and the bound for one.
func (v *checkedPosition) countLiberties(p *goban.Position) {
	v.AtMost = liberties.AtMost(p.Rows(), p.Cols())
	for _, s := range p.Strings() {
		group := checkedGroup{nameString(p, s), []string{}}
		for _, at := range s.Liberties {
			group.Liberties = append(group.Liberties, p.Label(at))
		}
		v.Groups = append(v.Groups, group)
	}
}

// checkedString is a string without liberties.
type checkedString struct {
	Color  string   `json:"color"`
	Points []string `json:"points"`
}

// CheckPositions judges the positions of a text; counted says whether the liberties of all strings
// are counted, too.
func CheckPositions(file string, text []byte, counted bool) (*CheckedPositions, error) {
	r := &CheckedPositions{File: file}
	for record, err := range goban.Parse(file, text) {
		if err != nil {
			return nil, err
		}
		r.add(record, counted)
	}
	return r, nil
}

func (r *CheckedPositions) add(record goban.Record, counted bool) {
	p := record.Position
	verdict := checkedPosition{
		Line:    record.Line,
		Rows:    p.Rows(),
		Cols:    p.Cols(),
		Moves:   record.Moves,
		Legal:   true,
		Strings: []checkedString{},
	}
	for _, dead := range p.Illegal() {
		verdict.Legal = false
		verdict.Strings = append(verdict.Strings, nameString(p, dead))
	}
	if counted {
		verdict.countLiberties(p)
	}
	if verdict.Legal {
		r.Legal++
	} else {
		r.Illegal++
	}
	r.Positions = append(r.Positions, verdict)
}

// nameString names the points of a string.
func nameString(p *goban.Position, s goban.String) checkedString {
	named := checkedString{Color: s.Color.String()}
	for _, at := range s.Points {
		named.Points = append(named.Points, p.Label(at))
	}
	return named
}

// Counts returns what is counted, and how many of them are legal and illegal.
func (r *CheckedPositions) Counts() (string, int, int) { return "positions", r.Legal, r.Illegal }

// addTo adds a line for each position, followed by one for each string without liberties, and a sum
// if there are several positions.
func (r *CheckedPositions) addTo(d *Document) {
	for _, verdict := range r.Positions {
		d.record("%s:%d: %s", r.File, verdict.Line, verdict)
		for _, s := range verdict.Strings {
			d.record("\tno liberty: %s %s", s.Color, strings.Join(s.Points, " "))
		}
		for _, g := range verdict.Groups {
			d.record("\t%s, %s at %s: %s", g.Color, Plural(len(g.Points), "stone"), g.Points[0], Plural(len(g.Liberties), "liberty"))
		}
		if verdict.AtMost > 0 {
			d.record("\tat most %s for one string, 2(mn+1)/3", Plural(verdict.AtMost, "liberty"))
		}
	}
	if len(r.Positions) > 1 {
		d.record("%d positions, %d legal, %d illegal", len(r.Positions), r.Legal, r.Illegal)
	}
}

// String says what the position is and whether it is legal.
func (v checkedPosition) String() string {
	text := fmt.Sprintf("%dx%d", v.Rows, v.Cols)
	if v.Moves > 0 {
		text += " after " + Plural(v.Moves, "move")
	}
	if v.Legal {
		return text + ", legal"
	}
	return text + ", illegal"
}
