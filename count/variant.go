package count

import (
	"fmt"

	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/transfer"
)

// twoColors is the usual number of players.
const twoColors = 2

// A Variant is what is counted in the place of two colours on the plain board:
// the positions of other numbers of colours, on other lattices, or with rows
// beyond the board that are known to be empty. The zero value is the usual game.
//
// Source: Farr and Schmidt, "On the number of Go positions on lattice graphs",
// sections 2, 4.3 and 5.
type Variant struct {
	Lattice    lattice.Kind // None is Square
	Colors     int          // 0 is 2
	SafeTop    bool         // the row above the first one is known to be empty
	SafeBottom bool         // the row below the last one is known to be empty
}

// Plain reports whether the variant is two colours on the plain board.
func (v Variant) Plain() bool {
	return v.kind() == lattice.Square && v.colors() == twoColors && !v.SafeTop && !v.SafeBottom
}

// words reports whether package border counts the variant.
func (v Variant) words() bool {
	return (v.kind() == lattice.Square || v.kind() == lattice.Triangular) &&
		v.colors() <= border.MaxColours && !v.SafeTop && !v.SafeBottom
}

// halves reports whether half of the board is enough: the other half is the mirror image.
func (v Variant) halves() bool { return v.words() && v.kind() == lattice.Square }

func (v Variant) kind() lattice.Kind {
	if v.Lattice == lattice.None {
		return lattice.Square
	}
	return v.Lattice
}

func (v Variant) colors() int {
	if v.Colors == 0 {
		return twoColors
	}
	return v.Colors
}

// turns reports whether a board is the same one if it is turned over, its rows
// become columns.
func (v Variant) turns() bool {
	switch v.kind() {
	case lattice.Square, lattice.Triangular, lattice.Torus:
		return !v.SafeTop && !v.SafeBottom
	}
	return false
}

func (v Variant) validate() error {
	if err := checkColors(v.Colors); err != nil {
		return err
	}
	if v.Lattice < lattice.None || v.Lattice > lattice.Cycle {
		return fmt.Errorf("lattice %d: want %d to %d", int(v.Lattice), int(lattice.None), int(lattice.Cycle))
	}
	return nil
}

// checkColors returns an error if a number of colours is not valid, 0 being two.
func checkColors(colors int) error {
	if colors < 0 || colors > transfer.MaxColors {
		return fmt.Errorf("colors %d: want 1 to %d", colors, transfer.MaxColors)
	}
	return nil
}

// describe returns the quantity that is counted.
func describe(colors int) string {
	switch colors {
	case 1:
		return "legal positions of one colour"
	case twoColors:
		return "legal positions"
	}
	return fmt.Sprintf("legal positions of %d colours", colors)
}

// beyond says which rows beyond the board are empty, if any.
func (v Variant) beyond() string {
	switch {
	case v.SafeTop && v.SafeBottom:
		return ", with empty rows above and below"
	case v.SafeTop:
		return ", with an empty row above"
	case v.SafeBottom:
		return ", with an empty row below"
	}
	return ""
}
