package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math/big"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/ranking"
)

// rankTable is a table that many requests use, one after the other.
type rankTable struct {
	mu sync.Mutex
	*ranking.Table
}

func newRankTables(ctx context.Context, opt Options) *memo[board.Size, *rankTable] {
	return newMemo(ctx, queue{maxTables, maxTables - 1, errorKept}, func(ctx context.Context, a *answer[board.Size, *rankTable]) (*rankTable, error) {
		table, err := ranking.New(ctx, a.key, par.Options{Threads: opt.Threads, Memory: opt.tableMemory(), Progress: a.report})
		return &rankTable{Table: table}, err
	})
}

func sizeOf(p *goban.Position) board.Size { return board.Size{Rows: p.Rows(), Cols: p.Cols()} }

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
	Crowded, Large            bool // whether the points are too small for fingers on a phone, and are to be large
}

// maxFingers is the most columns of a board whose points have 44 pixels on a phone.
const maxFingers = 6

// newBoardView looks at a position. The string that has the point shown, if any, is shown with its
// liberties.
func newBoardView(k *editHistory, shown int) *boardView {
	p, told, last := k.position()
	v := &boardView{
		Rows: p.Rows(), Cols: p.Cols(), MaxSide: maxSide, Text: positionText(p), Start: positionText(k.start), Clicks: k.clicksText(),
		Tool: k.tool, Points: pointViews(p), Shown: k.shown, All: len(k.clicks), Crowded: p.Cols() > maxFingers,
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
		{Name: "how unusual is it?", Path: positionPath("/measure", p)},
		{Name: "border states", Path: borderPath(p, v.Rows*v.Cols/2)},
		{Name: "clear", Path: boardPath(emptyBoard(v.Rows, v.Cols), k.tool), Swap: true},
	}
	v.addFiles(p)
	return v
}

// addMoves lists the clicks, those that are taken back as well.
func (v *boardView) addMoves(k *editHistory, told []string) {
	if k.shown > 0 {
		v.Back = k.path(k.shown-1, k.clicks[k.shown-1].tool)
		v.Facts = append(v.Facts, fact{Name: "last click", Value: told[k.shown-1]})
	}
	if k.shown < len(k.clicks) {
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
		v.Downloads = append(v.Downloads, link{Name: strings.ToUpper(name), Path: positionPath("/board."+name, p)})
	}
}

func (v *boardView) addStrings(k *editHistory, p *goban.Position, shown int) {
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

func (s *boardPages) board(w http.ResponseWriter, r *http.Request) {
	f := &form{Request: r}
	k := f.editHistory()
	at, shown := f.point(k.start, "at"), f.point(k.start, "show")
	err := f.err
	if err == nil && at >= 0 {
		err = k.add(at)
	}
	s.showBoard(w, r, k, shown, err)
}

// showBoard shows a board, the string that has a point, if there is one, and what is wrong with the
// request, if anything is, with all that was typed. Without an edit history the board is that of
// the request.
func (s *boardPages) showBoard(w http.ResponseWriter, r *http.Request, k *editHistory, shown int, err error) {
	if k == nil {
		k = &editHistory{start: (&form{Request: r}).position(), tool: requestedTool(r)}
	}
	p, _, _ := k.position()
	v := newBoardView(k, shown)
	v.Large = r.FormValue("large") != ""
	v.Facts = append(v.Facts, s.numberFact(r, p, k.tool))
	s.show(w, r, "board", page{Title: fmt.Sprintf("Board %dx%d", p.Rows(), p.Cols()), Here: "/board", Body: v, Position: p}, err)
}

// boardFiles are the files that a position is sent as.
var boardFiles = map[string]struct {
	kind  string
	write func(w io.Writer, p *goban.Position) error
}{
	"sgf":         {"application/x-go-sgf", func(w io.Writer, p *goban.Position) error { return goban.WriteSGF(w, p) }},
	"txt":         {"text/plain; charset=utf-8", goban.WriteDiagram},
	"sensei.txt":  {"text/plain; charset=utf-8", goban.WriteSensei},
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
func (s *boardPages) boardFile(w http.ResponseWriter, r *http.Request) {
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
	sendFile(w, boardFiles[name].kind, "position."+name, b.Bytes())
}

// random leads to a legal position of a board, each with the same probability, or to its border
// states.
func (s *boardPages) random(w http.ResponseWriter, r *http.Request) {
	f := &form{Request: r}
	p, err := f.position(), f.err
	if err == nil {
		p, err = s.positions.ask(r.Context(), draw{sizeOf(p), uint64(rand.Uint32())}, s.limit(r), s.limit(r))
	}
	if err != nil {
		s.showBoard(w, r, nil, -1, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	path := boardPath(p, requestedTool(r))
	if r.FormValue("show") == "border" {
		path = borderPath(p, 0) + "&play=1"
	}
	if r.FormValue("show") == "measure" {
		path = positionPath("/measure", p)
	}
	http.Redirect(w, r, path, http.StatusSeeOther)
}

// boardPages are the pages of boards.
type boardPages struct {
	*server
	tables *memo[board.Size, *rankTable]
}

// numberFact says which number a position has, or how to find it.
func (s *boardPages) numberFact(r *http.Request, p *goban.Position, t tool) fact {
	f := fact{Name: "number"}
	if !p.Legal() {
		f.Value = "none: only legal positions have one"
		return f
	}
	if need, err := ranking.Need(sizeOf(p)); err != nil || need > s.options.tableMemory() {
		f.Value = "too many positions for this page"
		return f
	}
	table, err := s.tables.ask(r.Context(), sizeOf(p), s.options.patience, s.limit(r))
	if err == nil {
		table.mu.Lock()
		defer table.mu.Unlock()
		var numbers []*big.Int
		if numbers, err = table.CheckedRank(r.Context(), []*goban.Position{p}); err == nil {
			last := table.Total()
			f.Value = fmt.Sprintf("%v, of 0 to %v", numbers[0], last.Sub(last, big.NewInt(1)))
			return f
		}
	}
	f.Value, f.Path, f.Again = "find it", boardPath(p, t), isOwn(r) && errors.As(err, new(*pendingError))
	return f
}
