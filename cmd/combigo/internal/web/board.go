package web

import (
	"fmt"
	"html/template"
	"net/http"

	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/goban"
)

// A tool is the player whose move a click is, or cycle.
type tool = goban.Color

// cycle is the tool with which a click changes a point: empty, black, white, empty.
const cycle = goban.Empty

// requestedTool reads what a click is to do.
func requestedTool(r *http.Request) tool {
	for _, player := range []tool{goban.Black, goban.White} {
		if r.FormValue("tool") == player.String() {
			return player
		}
	}
	return cycle
}

// boardPath is the address of a position.
func boardPath(p *goban.Position, t tool) string {
	path := positionPath("/board", p)
	if t != cycle {
		path += "&tool=" + t.String()
	}
	return path
}

// A clickedBoard is a position with what the last click on it did.
type clickedBoard struct {
	*goban.Position
	tool tool   // of the next click
	told string // empty: there was no click
	last int    // the point of a move, else -1
}

// clickedBoard reads the position that a request is about.
func (f *form) clickedBoard() *clickedBoard {
	return &clickedBoard{f.position(), requestedTool(f.Request), "", -1}
}

// click changes a point, or plays there, whichever the tool does.
func (b *clickedBoard) click(point int) (err error) {
	if b.told, err = applyClick(b.Position, pointAt(b.Position, point), b.tool); err == nil && b.tool != cycle {
		b.last, b.tool = point, b.tool.Opponent()
	}
	return err
}

// applyClick changes a position at a point, and returns what it did. The error is a [ruleError].
func applyClick(p *goban.Position, at goban.Point, t tool) (string, error) {
	if t == cycle {
		p.Set(at.Row, at.Col, (p.At(at.Row, at.Col)+1)%3)
		return fmt.Sprintf("%s %v", p.Label(at), p.At(at.Row, at.Col)), nil
	}
	outcome, err := p.Play(t, at, goban.SuicideAllowed)
	if err != nil {
		return "", ruleError(err.Error())
	}
	return playedText(p, t, at, outcome), nil
}

// playedText says what a move did.
func playedText(p *goban.Position, player goban.Color, at goban.Point, outcome goban.Outcome) string {
	text := fmt.Sprintf("%v %s", player, p.Label(at))
	switch {
	case len(outcome.Captured) > 0:
		return fmt.Sprintf("%s captures %d", text, len(outcome.Captured))
	case len(outcome.Suicide) > 0:
		return fmt.Sprintf("%s is suicide of %d", text, len(outcome.Suicide))
	}
	return text
}

// link is a choice on a page.
type link struct {
	Name, Path string
	Chosen     bool
	Swap       bool
}

// fact is a line of what is known of a position, with a path to more.
type fact struct {
	Name, Value, Path string
	Again             bool // whether the page is to ask again, since the value is being found
}

// pointView is a point as it is drawn.
type pointView struct {
	Index int
	First bool // at the left side
	Stone string
	Sign  drawing.Sign
	Label string
}

// Class is what the style sheet knows of a point.
func (v pointView) Class() string {
	return v.Stone + map[drawing.Sign]string{drawing.Breathless: " breathless", drawing.Liberty: " liberty", drawing.Chosen: " shown"}[v.Sign]
}

// pointViews looks at all points of a position.
func pointViews(p *goban.Position) []pointView {
	var views []pointView
	for i := range p.Rows() * p.Cols() {
		at := pointAt(p, i)
		v := pointView{Index: i, First: at.Col == 0}
		c := p.At(at.Row, at.Col)
		if v.Label = fmt.Sprintf("%s %s", p.Label(at), c); c.IsStone() {
			v.Stone = c.String()
		}
		views = append(views, v)
	}
	for _, s := range p.Illegal() {
		for _, at := range s.Points {
			v := &views[numberOf(p, at)]
			v.Sign, v.Label = drawing.Breathless, v.Label+", no liberty"
		}
	}
	return views
}

// drawPosition draws a position with the signs of its points, if any are given.
func drawPosition(p *goban.Position, points []pointView) template.HTML {
	return drawBoard(p, drawing.BoardOptions{Coordinates: true, Signs: signsOf(p, points)})
}

// drawSmall draws one of several positions.
func drawSmall(p *goban.Position) template.HTML { return drawBoard(p, drawing.BoardOptions{}) }

// drawBoard draws a position on wood.
func drawBoard(p *goban.Position, opt drawing.BoardOptions) template.HTML {
	opt.Wood = true
	return template.HTML(drawing.Board(p, opt).SVG())
}

func signsOf(p *goban.Position, points []pointView) map[goban.Point]drawing.Sign {
	signs := map[goban.Point]drawing.Sign{}
	for _, v := range points {
		signs[pointAt(p, v.Index)] = v.Sign
	}
	return signs
}

// mark puts a sign on a point that has none. Where the last move left no stone there is no sign.
func mark(points []pointView, i int, sign drawing.Sign) {
	if i >= 0 && points[i].Sign == 0 && (sign != drawing.LastMove || points[i].Stone != "") {
		points[i].Sign = sign
	}
}
