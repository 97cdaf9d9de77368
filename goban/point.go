package goban

import (
	"fmt"
	"strconv"
	"strings"
)

// columnLetters are the letters of a Go board: without I, which is too easily taken for J or 1.
const columnLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// Point is a place on a board: Row counts from 0 at the top, Col from 0 at the left.
type Point struct {
	Row, Col int
}

// ColumnLabel returns the name of a column, counted from 0: A to Z without I, then AA, BB, ..., ZZ, then AAA and so on.
// GTP and most books stop at Z (25 columns); doubled letters are how CGoban goes on. A negative column has no label: "".
func ColumnLabel(col int) string {
	if col < 0 {
		return ""
	}
	letter := columnLetters[col%len(columnLetters)]
	return strings.Repeat(string(letter), col/len(columnLetters)+1)
}

// Label returns the name of a point of the board in A1 style: the column's label and the row's number, which counts
// from 1 at the bottom. The bottom left point is A1.
func (p *Position) Label(at Point) string {
	return ColumnLabel(at.Col) + strconv.Itoa(p.rows-at.Row)
}

// ParsePoint is the inverse of Label; small letters will do. It fails if the label is not a point of this board.
func (p *Position) ParsePoint(label string) (Point, error) {
	letters := strings.TrimRight(label, "0123456789")
	col, ok := parseColumn(letters)
	number, err := strconv.Atoi(label[len(letters):])
	if !ok || err != nil {
		return Point{}, fmt.Errorf("%q is not a point: expected a column and a row, such as A1", label)
	}
	at := Point{Row: p.rows - number, Col: col}
	if !p.On(at) {
		return Point{}, fmt.Errorf("point %q is not on the %s board: expected A1 to %s", label, p.size(), p.Label(Point{Col: p.cols - 1}))
	}
	return at, nil
}

// parseColumn is the inverse of ColumnLabel.
func parseColumn(label string) (int, bool) {
	if label == "" {
		return 0, false
	}
	label = strings.ToUpper(label)
	letter := strings.IndexByte(columnLetters, label[0])
	if letter < 0 || strings.Trim(label, label[:1]) != "" {
		return 0, false
	}
	return (len(label)-1)*len(columnLetters) + letter, true
}
