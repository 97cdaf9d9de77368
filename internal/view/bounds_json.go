package view

import "combigo.dev/combigo/bounds"

// The types of this file are the JSON output of the command bounds. Numbers of more digits than
// programs read, or with a direction of rounding, are strings.

type constantOutput struct {
	Lattice  string          `json:"lattice"`
	Colors   int             `json:"colors"`
	Lower    string          `json:"lower"`
	Upper    string          `json:"upper"`
	Brackets []bracketOutput `json:"brackets"`
	InPrint  []printOutput   `json:"in_print,omitempty"`
}

type bracketOutput struct {
	Width int         `json:"width"`
	Lower boundOutput `json:"lower"`
	Upper boundOutput `json:"upper"`
	Wall  float64     `json:"wall_seconds"`
}

type boundOutput struct {
	Value          string           `json:"value"`
	New            bool             `json:"new"`
	Direction      bounds.Direction `json:"direction"`
	First          int              `json:"first_line"`
	States         int              `json:"states"`
	EigenvalueLow  float64          `json:"eigenvalue_low"` // of a line
	EigenvalueHigh float64          `json:"eigenvalue_high"`
}

type printOutput struct {
	Lower  string `json:"lower"`
	Upper  string `json:"upper,omitempty"`
	Width  int    `json:"width"`
	Source string `json:"source"`
}

// BracketsJSON returns bounds of a lattice as they are written in JSON.
func BracketsJSON(brackets []*bounds.Bracket) any {
	q := brackets[0].Question
	lower, upper := bounds.Best(brackets)
	out := constantOutput{Lattice: q.Kind.String(), Colors: q.Colors, Lower: floor(lower.Value), Upper: ceil(upper.Value)}
	for _, b := range brackets {
		out.Brackets = append(out.Brackets, bracketOutput{
			b.Width, boundJSON(b.Lower, floor), boundJSON(b.Upper, ceil), b.Wall.Seconds(),
		})
	}
	for _, p := range bounds.InPrint(q.Kind, q.Colors) {
		out.InPrint = append(out.InPrint, printOutput{p.Lower, p.Upper, p.Width, p.Source})
	}
	return out
}

func boundJSON(b bounds.Bound, round func(float64) string) boundOutput {
	low, high := b.Growth.PerLine()
	return boundOutput{
		Value: round(b.Value), New: b.New, Direction: b.Strip.Direction, First: b.Strip.First,
		States: b.Growth.States, EigenvalueLow: low, EigenvalueHigh: high,
	}
}

type boardOutput struct {
	Lattice string         `json:"lattice"`
	Colors  int            `json:"colors"`
	Rows    int            `json:"rows"`
	Cols    int            `json:"cols"`
	Width   int            `json:"width"`
	Exact   bool           `json:"exact"`
	Lower   divisionOutput `json:"lower"`
	Upper   divisionOutput `json:"upper"`
	Wall    float64        `json:"wall_seconds"`
}

type divisionOutput struct {
	Value     string           `json:"value"`
	Direction bounds.Direction `json:"direction"`
	Widths    []int            `json:"widths"`
}

// BoardBracketJSON returns bounds for a board as they are written in JSON.
func BoardBracketJSON(b *bounds.BoardBracket) any {
	return boardOutput{
		Lattice: b.Kind.String(), Colors: b.Colors, Rows: b.Board.Rows, Cols: b.Board.Cols, Width: b.Width,
		Exact: b.Exact(), Lower: divisionJSON(b.Lower), Upper: divisionJSON(b.Upper), Wall: b.Wall.Seconds(),
	}
}

func divisionJSON(d bounds.Division) divisionOutput {
	out := divisionOutput{Value: d.Value.String(), Direction: d.Strips[0].Direction}
	for _, s := range d.Strips {
		out.Widths = append(out.Widths, s.Width)
	}
	return out
}
