package web

import (
	"fmt"
	"html/template"
	"math/big"
	"slices"

	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/internal/states/plain"
)

// borderView is a position that is cut.
type borderView struct {
	*plain.Cut
	position         *goban.Position
	Points           int
	Plays            bool   // by itself
	Fillings, States string // how many lead here, and how many can be remembered here
	Doomed           string // a point of a string that dies, if there is one
	Successors       []successorView
}

// successorView is what a colour of the next point leads to.
type successorView struct {
	*borderView
	Name  string
	Taken bool // whether the position has this colour there
}

// firstBorder is the position that the page opens on, cut in the middle: it is that of the README's
// figure.
const firstBorder = ".OOO...-OXXX.X.-OXXXO..-OXO.O..-OXX.X..-.OO.XX.-......."

// border shows the border state of a position at a cut, and its successors. If the position or the
// cut cannot be read it says so above the page of the empty board, or of half the position.
func border(f *form) (page, error) {
	p, first := f.position(), f.URL.RawQuery == ""
	if first {
		p, _ = parsePositionText(firstBorder)
	}
	n := p.Rows() * p.Cols() / 2
	if f.err == nil {
		n = f.whole("n", " of points", 0, p.Rows()*p.Cols(), n)
	}
	cut, err := plain.New(p, n)
	if err != nil {
		return page{}, err
	}
	v := newBorderView(p, cut)
	v.Plays = first || f.FormValue("play") != ""
	if n < v.Points {
		v.addSuccessors()
	}
	return page{Title: "Border state", Body: v, Position: p}, nil
}

// newBorderView returns the view of the border of a position at a cut.
func newBorderView(p *goban.Position, cut *plain.Cut) *borderView {
	v := &borderView{Cut: cut, position: p, Points: p.Rows() * p.Cols()}
	all := new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(cut.Filled())), nil)
	states := connected.ValidStatesAt(p.Rows(), cut.Kink())
	if v.Fillings, v.States = view.Grouped(all.String()), view.Grouped(states.String()); states.Cmp(all) > 0 {
		v.States = v.Fillings
	}
	if doomed := cut.Doomed(); len(doomed) > 0 {
		v.Doomed = p.Label(doomed[0])
	}
	return v
}

func (v *borderView) addSuccessors() {
	at := v.PointAt(v.Filled())
	for _, color := range plain.Colors {
		changed := v.position.Clone()
		changed.Set(at.Row, at.Col, color)
		v.Successors = append(v.Successors, successorView{
			&borderView{Cut: v.With(color), position: changed}, fmt.Sprintf("%s %v", changed.Label(at), color), v.position.At(at.Row, at.Col) == color,
		})
	}
}

// Legal tells whether a legal position may begin like this.
func (v *borderView) Legal() bool { return len(v.Cut.Doomed()) == 0 }

// Text is the position as addresses have it.
func (v *borderView) Text() string { return positionText(v.position) }

// At is the address of the cut some points on.
func (v *borderView) At(further int) string {
	return borderPath(v.position, min(max(v.Filled()+further, 0), v.position.Rows()*v.position.Cols()))
}

// Edit is the address of the position.
func (v *borderView) Edit() string { return boardPath(v.position, cycle) }

// Board draws what is filled.
func (v *borderView) Board() template.HTML {
	return drawBoard(v.position, drawing.BoardOptions{Coordinates: true, Ring: v.Border(), Hidden: v.Hidden})
}

// Drawing draws the state.
func (v *borderView) Drawing() template.HTML {
	return template.HTML(drawing.BorderState(v.State()).SVG())
}

// Words says what the border state has, from the top to the bottom.
func (v *borderView) Words() []string {
	s := v.State()
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
