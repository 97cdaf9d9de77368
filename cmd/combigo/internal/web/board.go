package web

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/goban"
)

// A tool is the player whose move a click is, or cycle.
type tool = goban.Color

// cycle is the tool with which a click changes a point: empty, black, white, empty.
const cycle = goban.Empty

// toolLetters are those of tools in addresses.
const toolLetters = "ebw"

// tool reads what a click is to do.
func (f *form) tool() tool {
	return tool(max(0, slices.Index([]string{"empty", "black", "white"}, f.FormValue("tool"))))
}

// boardPath is the address of a position.
func boardPath(p *goban.Position, t tool) string { return (&editHistory{start: p, tool: t}).path(0, t) }

// maxClicks is how many clicks can be taken back.
const maxClicks = 300

// click is a click on a point: what it does, and where.
type click struct {
	tool  tool
	point int
}

// editHistory is a position with the clicks that led to it, some of which may be taken back.
type editHistory struct {
	start  *goban.Position
	clicks []click
	shown  int // clicks that are not taken back
	tool   tool
}

// editHistory reads the clicks that a request has, on the position that the request is about.
func (f *form) editHistory() *editHistory {
	k := &editHistory{start: f.position(), tool: f.tool()}
	text := f.FormValue("m")
	for word := range strings.SplitSeq(text, "-") {
		if text == "" {
			break
		}
		t := strings.IndexByte(toolLetters, (word + " ")[0])
		point, err := parseWhole("m", "", word[min(1, len(word)):], 0, k.start.Rows()*k.start.Cols()-1)
		if err != nil || t < 0 || len(k.clicks) == maxClicks {
			f.refuse(fmt.Errorf("m %s: want at most %d clicks such as b3-w7-e0", shortened(text), maxClicks))
			break
		}
		k.clicks = append(k.clicks, click{tool(t), point})
	}
	k.shown = f.whole("n", " of clicks", 0, len(k.clicks), len(k.clicks))
	return k
}

// path is the address of an edit history of which some clicks are shown.
func (k *editHistory) path(shown int, t tool) string {
	query := []string{"p", positionText(k.start)}
	if len(k.clicks) > 0 {
		query = append(query, "m", k.clicksText(), "n", strconv.Itoa(shown))
	}
	if t != cycle {
		query = append(query, "tool", t.String())
	}
	return pagePath("/board", query...)
}

// clicksText returns the clicks as they stand in addresses.
func (k *editHistory) clicksText() string {
	words := make([]string, len(k.clicks))
	for i, m := range k.clicks {
		words[i] = fmt.Sprintf("%c%d", toolLetters[m.tool], m.point)
	}
	return strings.Join(words, "-")
}

// position is the one that is shown, with what each click did on the way, and where the last one
// was, if it was a move.
func (k *editHistory) position() (shown *goban.Position, told []string, last int) {
	p, last := k.start.Clone(), -1
	shown = k.start
	for i, m := range k.clicks {
		told = append(told, applyClick(p, pointAt(p, m.point), m.tool))
		if i+1 == k.shown {
			if shown = p.Clone(); m.tool != cycle {
				last = m.point
			}
		}
	}
	return shown, told, last
}

// add clicks a point. What was taken back is gone; clicks beyond those that can be taken back
// become part of the start.
func (k *editHistory) add(point int) error {
	p, _, _ := k.position()
	if k.tool != cycle {
		if _, err := p.Clone().Play(k.tool, pointAt(p, point), goban.SuicideAllowed); err != nil {
			return forbidden("%v", err)
		}
	}
	if k.clicks = append(k.clicks[:k.shown], click{k.tool, point}); len(k.clicks) > maxClicks {
		applyClick(k.start, pointAt(p, k.clicks[0].point), k.clicks[0].tool)
		k.clicks = k.clicks[1:]
	}
	k.shown, k.tool = len(k.clicks), k.tool.Opponent()
	return nil
}

// applyClick changes a position at a point, and returns what it did.
func applyClick(p *goban.Position, at goban.Point, t tool) string {
	if t == cycle {
		p.Set(at.Row, at.Col, (p.At(at.Row, at.Col)+1)%3)
		return fmt.Sprintf("%s %v", p.Label(at), p.At(at.Row, at.Col))
	}
	outcome, err := p.Play(t, at, goban.SuicideAllowed)
	if err != nil {
		return fmt.Sprintf("not played: %v", err)
	}
	return playedText(p, t, at, outcome)
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
	views := make([]pointView, p.Rows()*p.Cols())
	for i := range views {
		at := pointAt(p, i)
		c := p.At(at.Row, at.Col)
		views[i] = pointView{Index: i, First: at.Col == 0, Label: fmt.Sprintf("%s %s", p.Label(at), c)}
		if c.IsStone() {
			views[i].Stone = c.String()
		}
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

// drawBoard draws a position on wood.
func drawBoard(p *goban.Position, opt drawing.BoardOptions) template.HTML {
	opt.Wood = true
	return template.HTML(drawing.Board(p, opt).SVG())
}

// signsOf returns the signs of points on a board.
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
