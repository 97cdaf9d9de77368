package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/ranking"
	"combigo.dev/combigo/sampling/uniform"
)

// newRankTables returns a memo of tables that rank the positions of a board.
func newRankTables(ctx context.Context, opt Options) *memo[board.Size, *rankTable] {
	return newMemo(ctx, limits{maxTables, maxTables - 1, errorKept}, func(ctx context.Context, a *answer[board.Size, *rankTable]) (*rankTable, error) {
		bounds := opt.bounds(a.report)
		bounds.Memory = opt.tableMemory()
		table, err := ranking.New(ctx, a.key, bounds)
		return &rankTable{Table: table}, err
	})
}

// stringView is a line of the table of strings.
type stringView struct {
	goban.String
	At, Path  string
	Shown     bool
	Here, Air string // numbers of its points and of its liberties
}

// fact is a line of what is known of a position, with a path to more.
type fact struct {
	Name, Value, Path string
	Again             bool // whether the page is to ask again, since the value is being found
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
	Tools                     []link
	Copies                    []copyView
	Shown, All                int
	Back, Next, Border, Clear string // addresses
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
	v.Border, v.Clear = borderPath(p, v.Rows*v.Cols/2), boardPath(emptyBoard(v.Rows, v.Cols), k.tool)
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
}

// addStrings lists the strings of a position. The string of the point shown, if there is one, is
// marked.
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

// board shows a board, the string that has a point, if there is one, and what is wrong with the
// request, if anything is, with all that was typed.
func (s *server) board(f *form) (page, error) {
	k := f.editHistory()
	at, shown := f.point(k.start, "at"), f.point(k.start, "show")
	var err error
	if f.err == nil && at >= 0 {
		err = k.add(at)
	}
	return s.boardPage(f, k, shown), err
}

// boardPage returns the page of a position that the reader edits.
func (s *server) boardPage(f *form, k *editHistory, shown int) page {
	p, _, _ := k.position()
	v := newBoardView(k, shown)
	v.Large = f.FormValue("large") != ""
	v.Facts = append(v.Facts, s.numberFact(f, p, k.tool))
	return page{Title: fmt.Sprintf("Board %dx%d", p.Rows(), p.Cols()), Body: v, Position: p}
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
	return func(w io.Writer, p *goban.Position) error { return encode(view.BoardPlot(p), format)(w) }
}

// encode writes a drawing as a picture.
func encode(drawn *canvas.Canvas, format canvas.Format) func(io.Writer) error {
	return func(w io.Writer) error {
		file, err := drawn.Encode(canvas.Output{Format: format})
		if err == nil {
			_, err = w.Write(file)
		}
		return err
	}
}

// boardFile sends a position as a file.
func (s *server) boardFile(f *form) (page, error) {
	p, name := f.position(), strings.TrimPrefix(f.URL.Path, "/board.")
	if f.err != nil {
		return s.boardPage(f, &editHistory{start: p, tool: f.tool()}, -1), nil
	}
	return newFile(boardFiles[name].kind, "position."+name, func(w io.Writer) error { return boardFiles[name].write(w, p) })
}

// random leads to a legal position of a board, each with the same probability, or to its border
// states.
func (s *server) random(f *form) (page, error) {
	p, err := f.position(), f.err
	if err == nil {
		ctx, cancel := context.WithTimeout(f.Context(), f.limit())
		defer cancel()
		p, err = randomPosition(ctx, sizeOf(p), uint64(rand.Uint32()))
	}
	switch show := f.FormValue("show"); {
	case err != nil:
		return s.boardPage(f, &editHistory{start: f.position(), tool: f.tool()}, -1), err
	case show == "border":
		return goTo(borderPath(p, 0) + "&play=1"), nil
	case show == "measure":
		return goTo(positionPath("/measure", p)), nil
	}
	return goTo(boardPath(p, f.tool())), nil
}

// randomPosition draws a legal position by rejection: a thousandth of a second on the largest board
// of a page.
func randomPosition(ctx context.Context, size board.Size, seed uint64) (*goban.Position, error) {
	sampler, err := uniform.New(ctx, size, uniform.Options{Method: uniform.Rejection, Seed: seed})
	if err != nil {
		return nil, err
	}
	drawn, err := sampler.Draw(ctx, 1)
	if err != nil {
		return nil, err
	}
	return drawn[0], nil
}

// numberFact says which number a position has, or how to find it.
func (s *server) numberFact(f *form, p *goban.Position, t tool) fact {
	if !p.Legal() {
		return fact{Name: "number", Value: "none: only legal positions have one"}
	}
	if need, err := ranking.Need(sizeOf(p)); err != nil || need > s.tableMemory() {
		return fact{Name: "number", Value: "too many positions for this page"}
	}
	table, err := s.tables.ask(f.Context(), sizeOf(p), s.patience, f.limit())
	if err == nil {
		table.mu.Lock()
		defer table.mu.Unlock()
		var numbers []*big.Int
		if numbers, err = table.CheckedRank(f.Context(), []*goban.Position{p}); err == nil {
			last := table.Total()
			return fact{Name: "number", Value: fmt.Sprintf("%v, of 0 to %v", numbers[0], last.Sub(last, big.NewInt(1)))}
		}
	}
	return fact{Name: "number", Value: "find it", Path: boardPath(p, t), Again: f.isOwn() && errors.As(err, new(*pendingError))}
}
