package symmetry

import (
	"slices"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/lattice"
)

// A Motion is a rotation or reflection of a board.
type Motion struct {
	Name string // such as "half turn"
	// Points is what the motion does to the points, which have the numbers of package lattice:
	// column by column.
	Points lattice.Permutation
}

// String returns the name.
func (m Motion) String() string { return m.Name }

// The names of motions.
const (
	identity     = "identity"
	upsideDown   = "top-bottom reflection"
	leftRight    = "left-right reflection"
	halfTurn     = "half turn"
	quarterTurn  = "quarter turn"
	quarterBack  = "quarter turn back"
	diagonal     = "diagonal reflection"
	antidiagonal = "antidiagonal reflection"
)

// motionTable says where motions of an m x n board send the point in a row and a column.
var motionTable = []struct {
	name   string
	square bool // for square boards only
	send   func(m, n, row, col int) (int, int)
}{
	{identity, false, func(_, _, row, col int) (int, int) { return row, col }},
	{upsideDown, false, func(m, _, row, col int) (int, int) { return m - 1 - row, col }},
	{leftRight, false, func(_, n, row, col int) (int, int) { return row, n - 1 - col }},
	{halfTurn, false, func(m, n, row, col int) (int, int) { return m - 1 - row, n - 1 - col }},
	{quarterTurn, true, func(m, _, row, col int) (int, int) { return col, m - 1 - row }},
	{quarterBack, true, func(_, n, row, col int) (int, int) { return n - 1 - col, row }},
	{diagonal, true, func(_, _, row, col int) (int, int) { return col, row }},
	{antidiagonal, true, func(m, n, row, col int) (int, int) { return n - 1 - col, m - 1 - row }},
}

// Motions returns the group of the motions of a board, the identity first: those of the eight
// motions of a square, or the four of an oblong, that do different things to the points. On a
// single row or column these are two, on a single point one.
func Motions(size board.Size) []Motion {
	var motions []Motion
	for _, row := range motionTable {
		if row.square && size.Rows != size.Cols {
			continue
		}
		points := make(lattice.Permutation, size.Points())
		for v := range points {
			r, c := row.send(size.Rows, size.Cols, v%size.Rows, v/size.Rows)
			points[v] = c*size.Rows + r
		}
		known := slices.ContainsFunc(motions, func(m Motion) bool { return slices.Equal(m.Points, points) })
		if !known {
			motions = append(motions, Motion{row.name, points})
		}
	}
	return motions
}

// A Class is the motions that have as many fixed positions as each other, since some motion turns
// one into the other.
type Class struct {
	Name    string `json:"name"`
	Number  int    `json:"number"` // of the motions
	Motions []Motion
}

// classNames are the names of classes of more than one motion, by that of the first.
var classNames = map[string]string{
	upsideDown:  "reflections along the sides",
	quarterTurn: "quarter turns",
	diagonal:    "diagonal reflections",
}

// Classes returns the conjugacy classes of the motions of a board.
func Classes(size board.Size) []Class {
	motions := Motions(size)
	var classes []Class
	for _, m := range motions {
		i := slices.IndexFunc(classes, func(c Class) bool {
			// Some motion h, then m, is the first of the class, then h.
			return slices.ContainsFunc(motions, func(h Motion) bool {
				return slices.Equal(h.Points.Then(m.Points), c.Motions[0].Points.Then(h.Points))
			})
		})
		if i < 0 {
			classes = append(classes, Class{m.Name, 1, []Motion{m}})
			continue
		}
		classes[i].Motions = append(classes[i].Motions, m)
		classes[i].Number++
		classes[i].Name = classNames[classes[i].Motions[0].Name]
	}
	return classes
}
