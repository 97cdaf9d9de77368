package symmetry

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Options says what a count may use.
type Options struct {
	// Memory 0, or more than that, means what the machine has available.
	par.Options
	// Found, if set, is called by [Table] with each result as soon as it is there. Calls come one
	// at a time.
	Found func(*Result)
	// Estimated, if set, receives from [Table] the estimate for the whole, before the first board
	// is counted.
	Estimated func(Forecast)
}

// A Forecast is what a table will take, right within a factor of three or so.
type Forecast struct {
	Seconds float64      // on one thread
	Bytes   result.Bytes // at the peak
}

// Fixed is the number of positions that an element of a group leaves as they are, and how it was
// got.
type Fixed struct {
	Value      *big.Int      `json:"value"`
	Board      string        `json:"graph"`            // the fold in words, such as "half turn: 50 points"
	Engine     string        `json:"engine,omitempty"` // the package that counted, such as "border"; empty if there was nothing to count
	Points     int           `json:"points"`           // of the fold
	Width      int           `json:"width,omitempty"`  // points that a state describes, at most
	States     float64       `json:"states,omitempty"`
	StateSteps float64       `json:"state_steps,omitempty"`
	Wall       time.Duration `json:"wall_seconds"`
	Checks     []string      `json:"checks"`
}

// A Row is a class of motions with its numbers.
type Row struct {
	Class
	Same      *Fixed `json:"fixed"`           // positions that each of the motions leaves as they are
	Exchanged *Fixed `json:"fixed_exchanged"` // positions that each of them, with the exchange of colours, leaves as they are
}

// A Result is the numbers of positions of a board up to symmetry.
type Result struct {
	Board         board.Size    `json:",inline"`
	Legal         *big.Int      `json:"legal"`               // all positions
	Order         int           `json:"group_order"`         // of the group of motions
	Orbits        *big.Int      `json:"value"`               // positions up to the motions
	OrbitsColored *big.Int      `json:"value_with_exchange"` // positions up to the motions and the exchange of colours
	Rows          []Row         `json:"classes"`
	Threads       int           `json:"threads"`
	Wall          time.Duration `json:"wall_seconds"`
	PeakMemory    result.Bytes  `json:"peak_memory_bytes,omitempty"` // of the process
	Checks        []string      `json:"checks"`
}

// An Estimate is what a number will take, estimated before the start: right within a factor of
// three or so.
type Estimate struct {
	Name    string // the class of motions
	Colored bool   // whether with exchange of colours
	Board   string // what is counted, in words
	Width   int    // points on the frontier; 0 for plain boards, which go to the border engine
	Bytes   result.Bytes
	Seconds float64 // on one thread
}

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

// An element of the group is a motion with or without exchange of the colours, and the number of
// positions that it leaves as they are.
type element struct {
	points   lattice.Permutation
	exchange bool
	fixed    *big.Int
}

// elements returns the group, the identity first.
func (r *Result) elements() []element {
	var group []element
	for _, row := range r.Rows {
		for _, m := range row.Motions {
			group = append(group, element{m.Points, false, row.Same.Value}, element{m.Points, true, row.Exchanged.Value})
		}
	}
	return group
}

// internalf returns an error about a number of a board that fails a check.
func internalf(size board.Size, check string, args ...any) error {
	return result.InternalErrorf("a number computed for board "+size.String(), check, args...)
}

// burnside checks the sums of Burnside's lemma, and sets the numbers of orbits.
func (r *Result) burnside() error {
	group := r.elements()
	for _, e := range group {
		if e.fixed.Bit(0) == 0 {
			return internalf(r.Board, "%v fixed positions: want an odd number", e.fixed)
		}
	}
	r.Checks = append(r.Checks, "all numbers of fixed positions are odd")
	subgroups := subgroupsOf(group)
	for _, h := range subgroups {
		if _, rest := mean(group, h); rest.Sign() != 0 {
			return internalf(r.Board, "the fixed positions of a group of %d have a sum that leaves %v", len(h), rest)
		}
	}
	r.Checks = append(r.Checks, fmt.Sprintf("Burnside's sums for all %d subgroups are divisible by their orders", len(subgroups)))
	var motions, all []int
	for i, e := range group {
		all = append(all, i)
		if !e.exchange {
			motions = append(motions, i)
		}
	}
	r.Orbits, _ = mean(group, motions)
	r.OrbitsColored, _ = mean(group, all)
	return nil
}

// mean returns the mean of the fixed positions of a subgroup, given by the numbers of its elements,
// and what is left.
func mean(group []element, subgroup []int) (quotient, rest *big.Int) {
	sum := new(big.Int)
	for _, i := range subgroup {
		sum.Add(sum, group[i].fixed)
	}
	return sum.QuoRem(sum, big.NewInt(int64(len(subgroup))), new(big.Int))
}

// subgroupsOf returns all subgroups, as sorted lists of the numbers of their elements: the sets
// that have the identity and all products.
func subgroupsOf(group []element) [][]int {
	product := multiplication(group)
	var found [][]int
	for set := 1; set < 1<<len(group); set += 2 { // the identity has number 0
		if len(group)%bits.OnesCount(uint(set)) != 0 {
			continue // by Lagrange's theorem
		}
		var members []int
		for i := range group {
			if set>>i&1 == 1 {
				members = append(members, i)
			}
		}
		outside := func(a int) bool {
			return slices.ContainsFunc(members, func(b int) bool { return set>>product[a][b]&1 == 0 })
		}
		if !slices.ContainsFunc(members, outside) {
			found = append(found, members)
		}
	}
	return found
}

// multiplication returns the number of the product of any two elements.
func multiplication(group []element) [][]int {
	product := make([][]int, len(group))
	for i, a := range group {
		for _, b := range group {
			points := a.points.Then(b.points)
			product[i] = append(product[i], slices.IndexFunc(group, func(e element) bool {
				return e.exchange == (a.exchange != b.exchange) && slices.Equal(e.points, points)
			}))
		}
	}
	return product
}
