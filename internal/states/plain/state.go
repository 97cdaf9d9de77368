package plain

import (
	"slices"
	"strconv"

	"combigo.dev/combigo/goban"
)

// Edge is the colour of a point that is not on the board. The column before the first is such
// points.
const Edge = ^goban.Color(0)

// Colors is what a point can be in a game of black and white.
var Colors = []goban.Color{goban.Empty, goban.Black, goban.White}

// A Point is what the filled part says of a point of the border.
type Point struct {
	Color goban.Color // above goban.White that of a further player
	Live  bool        // of stones: the string has a liberty
	Group int16       // of stones: the number of the string, from 1; 0 where it does not matter
}

func (p Point) stone() bool { return p.Color != goban.Empty && p.Color != Edge }

// Needy reports whether the point is a stone of a string without liberty.
func (p Point) Needy() bool { return p.stone() && !p.Live }

// State is a border state: its points from the top, of which those before the kink are in the new
// column. Strings are numbered in the order of their first points.
type State struct {
	Kink     int
	Points   []Point
	Sections bool // strings that have a liberty have numbers, too
}

// Start returns the state before the first point of boards of a height.
func Start(height int) State { return State{Points: slices.Repeat([]Point{{Color: Edge}}, height)} }

// Place fills the next point with a stone of a colour, with none for goban.Empty, or with what is
// not on the board for [Edge]. It reports false if a string is left without liberty for good; the
// state is what the filled part says of the rest nevertheless.
func (s State) Place(c goban.Color) (State, bool) { return s.fill(Point{Color: c}) }

// fill is Place. A stone that is live may be so without a liberty that the border shows.
func (s State) fill(p Point) (next State, ok bool) {
	y, left := s.Kink, s.Points[s.Kink]
	next = State{(y + 1) % len(s.Points), slices.Clone(s.Points), s.Sections}
	if p.stone() {
		p.Group = int16(len(s.Points)) + 1 // no other string has this number
	}
	touched := make([]int16, 0, 2) // strings that get the point as a stone or as a liberty
	for _, q := range s.Points[max(0, y-1) : y+1] {
		switch {
		case p.stone() && q.Color == goban.Empty:
			p.Live = true
		case p.stone() && q.Color == p.Color:
			touched, p.Live = append(touched, q.Group), p.Live || q.Live
		case p.Color == goban.Empty:
			touched = append(touched, q.Group)
		}
	}
	next.Points[y] = p
	for i, q := range next.Points {
		switch {
		case q.Group == 0 || !slices.Contains(touched, q.Group):
		case p.stone():
			next.Points[i] = p
		default:
			next.Points[i].Live = true
		}
	}
	ok = !left.Needy() || slices.ContainsFunc(next.Points, func(q Point) bool { return q.Group == left.Group }) ||
		slices.Contains(touched, left.Group)
	next.number()
	return next, ok
}

// number numbers the strings in the order of their first points, in place.
func (s State) number() {
	numbers, last := make([]int16, len(s.Points)+2), int16(0)
	for i := range s.Points {
		group := &s.Points[i].Group
		switch {
		case s.Points[i].Live && !s.Sections:
			*group = 0
		case *group > 0 && numbers[*group] == 0:
			last++
			numbers[*group] = last
		}
		*group = numbers[*group]
	}
}

// Column returns the states after one more column, one for each way to fill it with stones of some
// colours.
func (s State) Column(colors int) []State {
	now := []State{s}
	for range s.Points {
		var next []State
		for _, from := range now {
			for c := range goban.Color(colors + 1) {
				if to, ok := from.Place(c); ok {
					next = append(next, to)
				}
			}
		}
		now = next
	}
	return now
}

// Settled reports whether all strings have a liberty.
func (s State) Settled() bool { return !slices.ContainsFunc(s.Points, Point.Needy) }

// Swap returns the state with black and white exchanged.
func (s State) Swap() State {
	s.Points = slices.Clone(s.Points)
	for i, p := range s.Points {
		if p.Color.IsStone() {
			s.Points[i].Color = p.Color.Opponent()
		}
	}
	return s
}

// Mirror returns a state without a kink upside down.
func (s State) Mirror() State {
	s.Points = slices.Clone(s.Points)
	slices.Reverse(s.Points)
	s.number()
	return s
}

// String writes a state on one line: from the top . for an empty point, X and O for live stones
// (A, B, ... for further colours), x and o for needy ones with the number of their string from 0, #
// for what is not on the board, and | where the new column ends.
func (s State) String() string { return string(s.append(nil)) }

func (s State) append(text []byte) []byte {
	for i, p := range s.Points {
		if i == s.Kink && i > 0 {
			text = append(text, '|')
		}
		letter := byte('#')
		switch {
		case p.Color <= goban.White:
			letter = ".XO"[p.Color]
		case p.Color != Edge:
			letter = 'A' + byte(p.Color-goban.White-1)
		}
		if p.Needy() {
			letter += 'a' - 'A'
		}
		if text = append(text, letter); p.Group > 0 {
			text = strconv.AppendInt(text, int64(p.Group)-1, 10)
		}
	}
	return text
}
