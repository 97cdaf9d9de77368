package view

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"math/big"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/drawing"
	"combigo.dev/combigo/ranking"
	"combigo.dev/combigo/sampling/uniform"
)

// BoardPlot draws a position.
func BoardPlot(p *goban.Position) *canvas.Canvas {
	return drawing.Board(p, drawing.BoardOptions{Wood: true, Coordinates: true})
}

// wayBack is the check of numbers of positions.
const wayBack = "every position is legal, and the way back from its number, or to it, leads to the same"

// Positions writes positions one after the other, however many there are: diagrams in a style with
// blank lines between them, an SGF collection, or a JSON object with a list in it; or, if there are
// few, a [Page].
type Positions struct {
	out    *bufio.Writer
	format string
	style  Style
	begin  object // of the JSON
	end    object
	First  *goban.Position // that was written, nil before

	positions []*goban.Position // of a page
	ranks     []*big.Int
}

// NumberedPositions writes positions of a table.
func NumberedPositions(out io.Writer, format string, style Style, t *ranking.Table) *Positions {
	return newPositions(out, format, style, object{"rows", t.Size().Rows, "cols", t.Size().Cols, "total", t.Total()},
		object{"checks", append(t.Checks(), wayBack)})
}

// RandomPositions writes a number of positions that are drawn by a seed.
func RandomPositions(out io.Writer, format string, style Style, size board.Size, count int64, seed uint64, s *uniform.Sampler) *Positions {
	return newPositions(out, format, style, object{"rows", size.Rows, "cols", size.Cols, "count", count, "seed", seed, "method", s.Method()},
		object{"description", s.Describe()})
}

func newPositions(out io.Writer, format string, style Style, begin, end object) *Positions {
	return &Positions{out: bufio.NewWriterSize(out, 1<<16), format: format, style: style, begin: begin, end: end}
}

// Write writes the next position, in JSON with its number in the order of all positions, which may
// be nil.
func (w *Positions) Write(p *goban.Position, rank *big.Int) error {
	first := w.First == nil
	if first {
		w.First = p.Clone()
	}
	switch w.format {
	case "page":
		w.positions, w.ranks = append(w.positions, p.Clone()), append(w.ranks, rank)
		return nil
	case "sgf":
		return goban.WriteSGF(w.out, p)
	case "json":
		text, err := unescaped(object{"rank", some(rank), "diagram", p})
		if err != nil {
			return err
		}
		separator := ","
		if first {
			separator, err = "", w.open()
		}
		fmt.Fprintf(w.out, "%s\n    %s", separator, text)
		return err
	}
	if !first {
		w.out.WriteByte('\n')
	}
	text := p.String() + "\n"
	if w.style.Terminal {
		text = w.style.diagram(p, nil)
	}
	_, err := w.out.WriteString(text)
	return err
}

// WriteAll writes positions with their numbers.
func (w *Positions) WriteAll(positions []*goban.Position, ranks []*big.Int) error {
	for i, p := range positions {
		if err := w.Write(p, ranks[i]); err != nil {
			return err
		}
	}
	return nil
}

// End writes what comes after the last position.
func (w *Positions) End() (err error) {
	switch w.format {
	case "page":
		page := &Page{}
		for format, to := range map[string]*string{"diagram": &page.Text, "json": &page.JSON, "sgf": &page.SGF} {
			var b strings.Builder
			form := newPositions(&b, format, Style{}, w.begin, w.end)
			if err := cmp.Or(form.WriteAll(w.positions, w.ranks), form.End()); err != nil {
				return err
			}
			*to = b.String()
		}
		err = writeJSON(w.out, page)
	case "json":
		if w.First == nil {
			err = w.open()
		} else {
			w.out.WriteString("\n  ")
		}
		w.out.WriteByte(']')
		err = cmp.Or(err, w.fields(",\n", w.end, "\n}\n"))
	}
	return cmp.Or(err, w.out.Flush())
}

// open writes what comes before the first position in JSON.
func (w *Positions) open() error {
	return w.fields("{\n", append(object{"schema", Schema}, w.begin...), ",\n  \"positions\": [")
}

// fields writes some fields of a JSON object, each on a line, and what stands before and after.
func (w *Positions) fields(before string, fields object, after string) error {
	for i := 0; i < len(fields); i += 2 {
		text, err := unescaped(fields[i : i+2])
		if err != nil {
			return err
		}
		fmt.Fprintf(w.out, "%s  %q: %s", before, fields[i], text[len(fmt.Sprintf("{%q:", fields[i])):len(text)-1])
		before = ",\n"
	}
	_, err := w.out.WriteString(after)
	return err
}

// Ranks is the numbers of the positions of a text, board by board. The function table makes the
// table of a board.
func Ranks(ctx context.Context, file string, text []byte, table func(board.Size) (*ranking.Table, error)) (*Answer, error) {
	var records []goban.Record
	bySize := map[board.Size][]int{}
	var sizes []board.Size
	for record, err := range goban.Parse(file, text) {
		if err != nil {
			return nil, err
		}
		p := record.Position
		if dead := p.Illegal(); len(dead) > 0 {
			err := &ranking.IllegalError{Index: len(records), Position: p, Strings: dead}
			return nil, fmt.Errorf("%s:%d: %w", file, record.Line, err)
		}
		size := board.Size{Rows: p.Rows(), Cols: p.Cols()}
		if bySize[size] == nil {
			sizes = append(sizes, size)
		}
		bySize[size] = append(bySize[size], len(records))
		records = append(records, record)
	}
	a := &Answer{Document: &Document{}, Numbers: make([]any, len(records))}
	numbers, checks := make([]object, len(records)), []string{}
	for _, size := range sizes {
		t, err := table(size)
		if err != nil {
			return nil, err
		}
		var same []*goban.Position
		for _, i := range bySize[size] {
			same = append(same, records[i].Position)
		}
		ranks, err := t.CheckedRank(ctx, same)
		if err != nil {
			return nil, err
		}
		for k, i := range bySize[size] {
			a.Numbers[i] = ranks[k]
			numbers[i] = object{"line", records[i].Line, "rows", size.Rows, "cols", size.Cols, "rank", ranks[k], "total", t.Total()}
		}
		for _, check := range append(t.Checks(), wayBack) {
			checks = append(checks, fmt.Sprintf("%s: %s", size, check))
		}
	}
	a.json = object{"file", file, "positions", numbers, "checks", checks}
	for _, rank := range a.Numbers {
		a.record("%v", rank)
	}
	return a, nil
}
