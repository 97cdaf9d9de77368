package bounds

import (
	"strconv"

	"combigo.dev/combigo/lattice"
)

// A Published is a bracket of a constant that is in print.
type Published struct {
	Kind   lattice.Kind
	Colors int
	Lower  string `json:"lower"`           // as printed
	Upper  string `json:"upper,omitempty"` // empty if there is none
	Width  int    `json:"width"`           // of the strips
	Source string `json:"source"`
}

// fs is the paper of the brackets.
const fs = "Farr and Schmidt, "

var published = []Published{
	{lattice.Square, 2, "2.958390334214091", "2.983702175733463", 6, fs + "Table 2"},
	{lattice.Triangular, 2, "2.987746640147263", "2.997980185636975", 6, fs + "Table 2"},
	{lattice.Hexagonal, 2, "2.873504100894481", "2.950174880917301", 6, fs + "Table 2"},
	{lattice.SquareOctagonal, 2, "2.872141227144343", "2.949445944086531", 6, fs + "Table 2"},
	{lattice.Square, 3, "3.74973384385035", "3.91177363494727", 4, fs + "Table 3"},
	{lattice.Square, 4, "4.40249502487144", "4.83400900456086", 3, fs + "Table 3"},
	{lattice.Square, 5, "5.01838431429539", "5.68828042421368", 3, fs + "Table 3"},
	{lattice.Square, 6, "5.59033171955122", "6.51092688361270", 3, fs + "Table 3"},
	// The growth of free strips of nine rows is a bound from below, and above this number by 5e-16.
	{lattice.Square, 2, "2.9641603664723", "", 9, "Tromp and Farnebäck, Combinatorics of Go, Table 2"},
}

// InPrint returns the published brackets of the constant of a lattice and a number of colours.
func InPrint(kind lattice.Kind, colors int) []Published {
	var found []Published
	for _, p := range published {
		if p.Kind == kind && p.Colors == colors {
			found = append(found, p)
		}
	}
	return found
}

// number reads a bound as it is printed.
func number(printed string) float64 {
	x, err := strconv.ParseFloat(printed, 64)
	if err != nil {
		panic(err) // the numbers above are well-formed
	}
	return x
}

// tolerance is the error that the last printed digits may have: they are as MATLAB left them.
const tolerance = 1e-13

// beaten reports whether there are published brackets, and bounds from below and from above are
// sharper than those of all of them.
func beaten(all []Published, lower, upper float64) (newLower, newUpper bool) {
	newLower, newUpper = len(all) > 0, len(all) > 0
	for _, p := range all {
		newLower = newLower && lower > number(p.Lower)+tolerance
		newUpper = newUpper && (p.Upper == "" || upper < number(p.Upper)-tolerance)
	}
	return newLower, newUpper
}
