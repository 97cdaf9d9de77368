package web

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/drawing"
)

// pointView is a point as it is drawn.
type pointView struct {
	Index      int
	First      bool // at the left side
	Stone      string
	Liberty    bool
	Breathless bool // a stone whose string has no liberty
	Shown      bool // a stone of the string that was asked for; Liberty: one of its liberties
	Last       bool // the move just played
	Label      string
}

// pointViews looks at all points of a position.
func pointViews(p *goban.Position) []pointView {
	breathless := map[goban.Point]bool{}
	for _, s := range p.Illegal() {
		for _, at := range s.Points {
			breathless[at] = true
		}
	}
	var views []pointView
	for row := range p.Rows() {
		for col := range p.Cols() {
			at := goban.Point{Row: row, Col: col}
			c := p.At(row, col)
			v := pointView{
				Index: row*p.Cols() + col, Breathless: breathless[at], First: col == 0,
				Label: fmt.Sprintf("%s %s", p.Label(at), c),
			}
			if c.IsStone() {
				v.Stone = c.String()
			}
			if v.Breathless {
				v.Label += ", no liberty"
			}
			views = append(views, v)
		}
	}
	return views
}

// drawnPoints draws a position with the signs of its points.
func drawnPoints(p *goban.Position, points []pointView) template.HTML {
	return template.HTML(drawing.Board(p, drawing.BoardOptions{Wood: true, Coordinates: true, Signs: signsOf(points, p.Cols())}).SVG())
}

// signsOf is the signs of the points of a board of some columns.
func signsOf(points []pointView, cols int) map[goban.Point]drawing.Sign {
	signs := map[goban.Point]drawing.Sign{}
	for _, v := range points {
		sign := drawing.Sign(0)
		switch {
		case v.Breathless:
			sign = drawing.Breathless
		case v.Liberty:
			sign = drawing.Liberty
		case v.Shown:
			sign = drawing.Chosen
		case v.Last:
			sign = drawing.LastMove
		}
		signs[goban.Point{Row: v.Index / cols, Col: v.Index % cols}] = sign
	}
	return signs
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

// stringView is a line of the table of strings.
type stringView struct {
	At, Colour, Path  string
	Stones, Liberties int
	Shown             bool
	Here, Air         string // numbers of its points and of its liberties
}

type boardView struct {
	Rows, Cols, MaxSide    int
	Text                   string
	Tool                   tool
	Points                 []pointView
	Drawing                template.HTML
	ReadText, ReadError    string
	Legal                  bool
	Verdict                string
	Black, White           int
	Strings                []stringView
	Facts                  []fact
	Tools, Images, Actions []link
	Clicks                 string // as addresses have them
	Start                  string
	Shown, All             int
	Back, Next             string
	Moves                  []link
	Copies                 []copyView
	Downloads              []link

	Error, RowsTyped, ColsTyped, NumberTyped string
	Numbered                                 bool // whether positions of the board can be asked for by number
	Crowded, Large                           bool // whether the points are too small for fingers on a phone, and are to be large
}

// copyView is a position as a text to copy.
type copyView struct{ Name, ID, Text string }

// maxFingers is the most columns of a board whose points have 44 pixels on a phone.
const maxFingers = 6

// newBoardView looks at a position. The string that has the point shown, if any, is shown with its
// liberties.
func newBoardView(k *sitting, shown int) *boardView {
	p, told, last := k.position()
	v := &boardView{
		Rows: p.Rows(), Cols: p.Cols(), RowsTyped: strconv.Itoa(p.Rows()), ColsTyped: strconv.Itoa(p.Cols()), MaxSide: maxSide,
		Text: positionText(p), Start: positionText(k.start), Tool: k.tool, Points: pointViews(p), Legal: p.Legal(),
		Clicks: k.clicks(), Shown: k.shown, All: len(k.presses),
	}
	for row := range p.Rows() {
		for col := range p.Cols() {
			switch p.At(row, col) {
			case goban.Black:
				v.Black++
			case goban.White:
				v.White++
			}
		}
	}
	if last >= 0 {
		v.Points[last].Last = true
	}
	v.addStrings(k, p, shown)
	v.Crowded = p.Cols() > maxFingers
	v.Drawing = drawnPoints(p, v.Points)
	v.addMoves(k, told)
	for _, choice := range toolNames {
		v.Tools = append(v.Tools, link{Name: choice.name, Path: k.path(k.shown, choice.tool), Chosen: choice.tool == k.tool})
	}
	for _, image := range images(p) {
		v.Images = append(v.Images, link{Name: image.name, Path: boardPath(image.position, k.tool)})
	}
	v.addFiles(p)
	v.Actions = []link{
		{Name: "random position", Path: randomPath(p, k.tool), Swap: true},
		{Name: "border states", Path: borderPath(p, p.Rows()*p.Cols()/2)},
		{Name: "clear", Path: boardPath(emptyBoard(p.Rows(), p.Cols()), k.tool), Swap: true},
	}
	return v
}

// addMoves lists the clicks, those that are taken back as well.
func (v *boardView) addMoves(k *sitting, told []string) {
	if k.shown > 0 {
		v.Back = k.path(k.shown-1, before(k))
		v.Facts = append(v.Facts, fact{Name: "last click", Value: told[k.shown-1]})
	}
	if k.shown < len(k.presses) {
		v.Next = k.path(k.shown+1, k.tool)
	}
	for i, text := range told {
		v.Moves = append(v.Moves, link{Name: fmt.Sprintf("%d. %s", i+1, text), Path: k.path(i+1, k.tool), Chosen: i+1 == k.shown})
	}
}

// before is the tool with which the last click was made.
func before(k *sitting) tool { return k.presses[k.shown-1].tool }

// addFiles is the position as texts to copy and as files.
func (v *boardView) addFiles(p *goban.Position) {
	for _, c := range []copyView{{Name: "diagram", ID: "txt"}, {Name: "$$ diagram", ID: "sensei.txt"}, {Name: "Unicode", ID: "unicode.txt"}, {Name: "SGF", ID: "sgf"}} {
		var b strings.Builder
		_ = boardFiles[c.ID].write(&b, p) // a builder takes everything, and boards of this size fit
		c.ID, c.Text = "copy-"+strings.TrimSuffix(c.ID, ".txt"), b.String()
		v.Copies = append(v.Copies, c)
	}
	for _, name := range []string{"sgf", "txt", "svg", "png", "pdf"} {
		v.Downloads = append(v.Downloads, link{Name: strings.ToUpper(name), Path: strings.Replace(boardPath(p, cycle), "/board?", "/board."+name+"?", 1)})
	}
}

// sgfPath is the address of a position as a file.
func sgfPath(p *goban.Position) string {
	return strings.Replace(boardPath(p, cycle), "/board?", "/board.sgf?", 1)
}

// randomPath is the address that leads to a random position of a board.
func randomPath(p *goban.Position, t tool) string {
	return fmt.Sprintf("/random?rows=%d&cols=%d&tool=%s", p.Rows(), p.Cols(), t)
}

// numbers lists points by their numbers.
func numbers(points []goban.Point, index func(goban.Point) int) string {
	var words []string
	for _, at := range points {
		words = append(words, strconv.Itoa(index(at)))
	}
	return strings.Join(words, " ")
}

func (v *boardView) addStrings(k *sitting, p *goban.Position, shown int) {
	index := func(at goban.Point) int { return at.Row*p.Cols() + at.Col }
	var without []string
	for _, s := range p.Strings() {
		at := p.Label(s.Points[0])
		line := stringView{
			At: at, Colour: s.Color.String(), Stones: len(s.Points), Liberties: len(s.Liberties),
			Path: fmt.Sprintf("%s&show=%d", k.path(k.shown, v.Tool), index(s.Points[0])),
			Here: numbers(s.Points, index), Air: numbers(s.Liberties, index),
		}
		if slices.ContainsFunc(s.Points, func(at goban.Point) bool { return index(at) == shown }) {
			line.Shown = true
			for _, at := range s.Points {
				v.Points[index(at)].Shown = true
			}
			for _, at := range s.Liberties {
				v.Points[index(at)].Liberty = true
				v.Points[index(at)].Label += ", liberty"
			}
		}
		v.Strings = append(v.Strings, line)
		if len(s.Liberties) == 0 {
			without = append(without, fmt.Sprintf("%v %s", s.Color, at))
		}
	}
	if len(without) > 0 {
		v.Verdict = "no liberty for " + strings.Join(without, ", ")
	}
}

// image is a position seen in another way.
type image struct {
	name     string
	position *goban.Position
}

// images are the position turned, mirrored, and with its colours exchanged.
func images(p *goban.Position) []image {
	last := goban.Point{Row: p.Rows() - 1, Col: p.Cols() - 1}
	kept := func(c goban.Color) goban.Color { return c }
	all := []image{
		{"mirror left to right", mapped(p, p.Rows(), p.Cols(), func(r, c int) (int, int) { return r, last.Col - c }, kept)},
		{"mirror top to bottom", mapped(p, p.Rows(), p.Cols(), func(r, c int) (int, int) { return last.Row - r, c }, kept)},
		{"turn right", mapped(p, p.Cols(), p.Rows(), func(r, c int) (int, int) { return c, last.Row - r }, kept)},
		{"turn left", mapped(p, p.Cols(), p.Rows(), func(r, c int) (int, int) { return last.Col - c, r }, kept)},
		{"turn half", mapped(p, p.Rows(), p.Cols(), func(r, c int) (int, int) { return last.Row - r, last.Col - c }, kept)},
		{"mirror at a diagonal", mapped(p, p.Cols(), p.Rows(), func(r, c int) (int, int) { return c, r }, kept)},
		{"the other diagonal", mapped(p, p.Cols(), p.Rows(), func(r, c int) (int, int) { return last.Col - c, last.Row - r }, kept)},
		{"exchange colours", mapped(p, p.Rows(), p.Cols(), func(r, c int) (int, int) { return r, c }, goban.Color.Opponent)},
	}
	return all
}

// mapped moves every stone of a position.
func mapped(p *goban.Position, rows, cols int, to func(row, col int) (int, int), colour func(goban.Color) goban.Color) *goban.Position {
	q, err := goban.New(rows, cols)
	if err != nil {
		panic("web: a board of the size of another one cannot be made") // its sides are those of p
	}
	for row := range p.Rows() {
		for col := range p.Cols() {
			r, c := to(row, col)
			q.Set(r, c, colour(p.At(row, col)))
		}
	}
	return q
}
