package web

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/drawing"
	"combigo.dev/combigo/internal/view"
)

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
	goban.String
	At, Path  string
	Shown     bool
	Here, Air string // numbers of its points and of its liberties
}

// copyView is a position as a text to copy.
type copyView struct{ Name, ID, Text string }

type boardView struct {
	Rows, Cols, MaxSide       int
	Text, Start, Clicks       string // as addresses have them
	Tool                      tool
	Points                    []pointView
	Drawing                   template.HTML
	ReadText, ReadError       string // a text that was typed, and what is wrong with it
	Verdict                   string // empty: legal
	Black, White              int
	Strings                   []stringView
	Facts                     []fact
	Tools, Actions, Downloads []link
	Copies                    []copyView
	Shown, All                int
	Back, Next                string
	Moves                     []link
	Numbered                  bool // whether positions of the board can be asked for by number
	Crowded, Large            bool // whether the points are too small for fingers on a phone, and are to be large
}

// maxFingers is the most columns of a board whose points have 44 pixels on a phone.
const maxFingers = 6

// newBoardView looks at a position. The string that has the point shown, if any, is shown with its
// liberties.
func newBoardView(k *sitting, shown int) *boardView {
	p, told, last := k.position()
	v := &boardView{
		Rows: p.Rows(), Cols: p.Cols(), MaxSide: maxSide, Text: positionText(p), Start: positionText(k.start), Clicks: k.clicks(),
		Tool: k.tool, Points: pointViews(p), Shown: k.shown, All: len(k.presses), Crowded: p.Cols() > maxFingers,
	}
	v.Black, v.White = strings.Count(v.Text, "X"), strings.Count(v.Text, "O")
	v.addStrings(k, p, shown)
	mark(v.Points, last, drawing.LastMove)
	v.Drawing = drawPosition(p, v.Points)
	v.addMoves(k, told)
	for t, name := range []string{"Edit", "Black plays", "White plays"} {
		v.Tools = append(v.Tools, link{Name: name, Path: k.path(k.shown, tool(t)), Chosen: tool(t) == k.tool})
	}
	v.Actions = []link{
		{Name: "random position", Path: fmt.Sprintf("/random?rows=%d&cols=%d&tool=%v", v.Rows, v.Cols, k.tool), Swap: true},
		{Name: "border states", Path: borderPath(p, v.Rows*v.Cols/2)},
		{Name: "clear", Path: boardPath(emptyBoard(v.Rows, v.Cols), k.tool), Swap: true},
	}
	v.addFiles(p)
	return v
}

// addMoves lists the clicks, those that are taken back as well.
func (v *boardView) addMoves(k *sitting, told []string) {
	if k.shown > 0 {
		v.Back = k.path(k.shown-1, k.presses[k.shown-1].tool)
		v.Facts = append(v.Facts, fact{Name: "last click", Value: told[k.shown-1]})
	}
	if k.shown < len(k.presses) {
		v.Next = k.path(k.shown+1, k.tool)
	}
	for i, text := range told {
		v.Moves = append(v.Moves, link{Name: fmt.Sprintf("%d. %s", i+1, text), Path: k.path(i+1, k.tool), Chosen: i+1 == k.shown})
	}
}

// addFiles is the position as texts to copy and as files.
func (v *boardView) addFiles(p *goban.Position) {
	for _, c := range []copyView{{Name: "diagram", ID: "txt"}, {Name: "$$ diagram", ID: "sensei.txt"}, {Name: "Unicode", ID: "unicode.txt"}, {Name: "SGF", ID: "sgf"}} {
		var b strings.Builder
		_ = boardFiles[c.ID].write(&b, p) // a builder takes everything, and boards of this size fit
		c.ID, c.Text = "copy-"+strings.TrimSuffix(c.ID, ".txt"), b.String()
		v.Copies = append(v.Copies, c)
	}
	for _, name := range []string{"sgf", "txt", "svg", "png", "pdf"} {
		v.Downloads = append(v.Downloads, link{Name: strings.ToUpper(name), Path: boardFilePath(p, name)})
	}
}

func (v *boardView) addStrings(k *sitting, p *goban.Position, shown int) {
	numbers := func(points []goban.Point) (all []int) {
		for _, at := range points {
			all = append(all, numberOf(p, at))
		}
		return all
	}
	list := func(numbers []int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }
	var without []string
	for _, s := range p.Strings() {
		here, air := numbers(s.Points), numbers(s.Liberties)
		line := stringView{
			String: s, At: p.Label(s.Points[0]), Path: k.path(k.shown, v.Tool) + "&show=" + strconv.Itoa(here[0]),
			Here: list(here), Air: list(air), Shown: slices.Contains(here, shown),
		}
		if line.Shown {
			for _, i := range here {
				mark(v.Points, i, drawing.Chosen)
			}
			for _, i := range air {
				mark(v.Points, i, drawing.Liberty)
				v.Points[i].Label += ", liberty"
			}
		}
		v.Strings = append(v.Strings, line)
		if len(air) == 0 {
			without = append(without, fmt.Sprintf("%v %s", s.Color, line.At))
		}
	}
	if len(without) > 0 {
		v.Verdict = "no liberty for " + strings.Join(without, ", ")
	}
}

func (s *server) board(w http.ResponseWriter, r *http.Request) {
	f := &form{Request: r}
	k := f.sitting()
	at, shown := f.point(k.start, "at"), f.point(k.start, "show")
	err := f.err
	if err == nil && at >= 0 {
		err = k.add(at)
	}
	s.showBoard(w, r, k, shown, err)
}

// showBoard shows a board, the string that has a point, if there is one, and what is wrong with the
// request, if anything is, with all that was typed. Without a sitting the board is that of the
// request.
func (s *server) showBoard(w http.ResponseWriter, r *http.Request, k *sitting, shown int, err error) {
	if k == nil {
		k = &sitting{start: (&form{Request: r}).position(), tool: requestedTool(r)}
	}
	s.showBoardView(w, r, k, newBoardView(k, shown), err)
}

func (s *server) showBoardView(w http.ResponseWriter, r *http.Request, k *sitting, v *boardView, err error) {
	p, _, _ := k.position()
	v.Large = r.FormValue("large") != ""
	v.Facts = append(v.Facts, s.numberFact(r.Context(), p, k.tool))
	v.Numbered = s.numbered(p)
	s.show(w, r, "board", page{Title: fmt.Sprintf("Board %dx%d", p.Rows(), p.Cols()), Here: "/board", Body: v, Position: p}, err)
}

// boardFiles are the files that a position is sent as.
var boardFiles = map[string]struct {
	kind  string
	write func(w io.Writer, p *goban.Position) error
}{
	"sgf":         {"application/x-go-sgf", func(w io.Writer, p *goban.Position) error { return goban.WriteSGF(w, p) }},
	"txt":         {"text/plain; charset=utf-8", goban.WriteDiagram},
	"sensei.txt":  {"text/plain; charset=utf-8", func(w io.Writer, p *goban.Position) error { return goban.WriteSensei(w, p, "") }},
	"unicode.txt": {"text/plain; charset=utf-8", goban.WriteUnicode},
	"svg":         {canvas.SVG.MIME(), writeBoard(canvas.SVG)},
	"pdf":         {canvas.PDF.MIME(), writeBoard(canvas.PDF)},
	"png":         {canvas.PNG.MIME(), writeBoard(canvas.PNG)},
}

// writeBoard draws a position as a picture.
func writeBoard(format canvas.Format) func(io.Writer, *goban.Position) error {
	return func(w io.Writer, p *goban.Position) error {
		drawn, err := view.BoardPlot(p).Encode(canvas.Output{Format: format})
		if err == nil {
			_, err = w.Write(drawn)
		}
		return err
	}
}

// boardFile sends a position as a file.
func (s *server) boardFile(w http.ResponseWriter, r *http.Request) {
	f := &form{Request: r}
	p, name := f.position(), strings.TrimPrefix(r.URL.Path, "/board.")
	if f.err != nil {
		s.showBoard(w, r, nil, -1, f.err)
		return
	}
	var b bytes.Buffer
	if err := boardFiles[name].write(&b, p); err != nil {
		s.fail(w, http.StatusInternalServerError, err.Error())
		return
	}
	w.Header().Set("Content-Disposition", `attachment; filename="position.`+name+`"`)
	sendFile(w, boardFiles[name].kind, b.Bytes())
}
