package web

import (
	"fmt"
	"html/template"
	"math/big"
	"net/http"
	"slices"

	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/internal/states/plain"
)

// successorView is what a colour of the next point leads to.
type successorView struct {
	Name    string
	Drawing template.HTML
	Text    string
	Legal   bool
	Taken   bool // whether the position has this colour there
	Path    string
}

type borderView struct {
	Position              string // as addresses have it
	Filled, Points, Kink  int
	Board, State          template.HTML
	Text                  string
	Words                 []string // the state, point by point
	Doomed                string
	First, Previous, Next string
	Last, EditBoard       string
	Successors            []successorView
	Plays                 bool   // by itself
	Fillings, States      string // how many lead here, and how many can be remembered here
}

// firstBorder is the position that the page opens on, cut in the middle: it is that of the README's
// figure.
const firstBorder = ".OOO...-OXXX.X.-OXXXO..-OXO.O..-OXX.X..-.OO.XX.-......."

// border shows the border state of a position at a cut, and its successors. If the position or the
// cut cannot be read it says so above the page of the empty board, or of half the position.
func (s *server) border(w http.ResponseWriter, r *http.Request) {
	f := &form{Request: r}
	p, first := f.position(), r.URL.RawQuery == ""
	if first {
		p, f.err = parsePositionText(firstBorder)
	}
	points := p.Rows() * p.Cols()
	n := points / 2
	if f.err == nil {
		n = f.whole("n", " of points", 0, points, n)
	}
	cut, err := plain.New(p, n)
	if err != nil {
		s.show(w, r, "border", page{}, err)
		return
	}
	v := newBorderView(p, cut)
	v.Plays = first || r.FormValue("play") != ""
	s.show(w, r, "border", page{Title: "Border state", Here: "/border", Body: v, Position: p}, f.err)
}

func newBorderView(p *goban.Position, cut *plain.Cut) *borderView {
	points := p.Rows() * p.Cols()
	n := cut.Filled()
	path := func(n int) string { return borderPath(p, min(max(n, 0), points)) }
	state := cut.State()
	v := &borderView{
		Filled: n, Points: points, Position: positionText(p), Kink: cut.Kink(), Text: state.String(), Words: stateWords(state),
		Board: drawBoard(p, drawing.BoardOptions{
			Coordinates: true, Ring: cut.Border(), Hidden: cut.Hidden,
		}),
		State: template.HTML(drawing.BorderState(state).SVG()),
		First: path(0), Previous: path(n - 1), Next: path(n + 1), Last: path(points), EditBoard: boardPath(p, cycle),
	}
	all := new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(n)), nil)
	states := connected.ValidStatesAt(p.Rows(), cut.Kink())
	if v.Fillings, v.States = view.Grouped(all.String()), view.Grouped(states.String()); states.Cmp(all) > 0 {
		v.States = v.Fillings
	}
	if doomed := cut.Doomed(); len(doomed) > 0 {
		v.Doomed = p.Label(doomed[0])
	}
	if n < points {
		v.addSuccessors(p, cut)
	}
	return v
}

// stateWords says what a border state has, from the top to the bottom.
func stateWords(s plain.State) []string {
	var words []string
	for i, p := range s.Points {
		word := fmt.Sprintf("point %d: %v", i+1, p.Color)
		switch {
		case p.Color == plain.Edge:
			word = fmt.Sprintf("point %d: the edge of the board", i+1)
		case !p.Color.IsStone():
		case p.Live:
			word += ", live: its string has a liberty"
		default:
			word += ", needy: its string has no liberty yet"
			first := slices.IndexFunc(s.Points, func(q plain.Point) bool { return q.Group == p.Group })
			if first < i {
				word += fmt.Sprintf(", one string with point %d", first+1)
			}
		}
		words = append(words, word)
	}
	return words
}

func (v *borderView) addSuccessors(p *goban.Position, cut *plain.Cut) {
	at := cut.PointAt(v.Filled)
	for _, color := range plain.Colors {
		next, changed := cut.With(color), p.Clone()
		state := next.State()
		changed.Set(at.Row, at.Col, color)
		v.Successors = append(v.Successors, successorView{
			Name: fmt.Sprintf("%s %v", p.Label(at), color), Drawing: template.HTML(drawing.BorderState(state).SVG()),
			Text: state.String(), Legal: len(next.Doomed()) == 0, Taken: p.At(at.Row, at.Col) == color, Path: borderPath(changed, v.Filled+1),
		})
	}
}
