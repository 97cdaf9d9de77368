package goban

import (
	"strings"
)

// columnLetters are the letters of a Go board: without I, which is too easily taken for J or 1.
const columnLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// Point is a place on a board: Row counts from 0 at the top, Col from 0 at the left.
type Point struct {
	Row, Col int
}

// ColumnLabel returns the name of a column, counted from 0: A to Z without I, then AA, BB, ..., ZZ,
// then AAA and so on. GTP and most books stop at Z (25 columns); doubled letters are how CGoban
// goes on. A negative column has no label: "".
func ColumnLabel(col int) string {
	if col < 0 {
		return ""
	}
	letter := columnLetters[col%len(columnLetters)]
	return strings.Repeat(string(letter), col/len(columnLetters)+1)
}
