package view

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/result"
)

// Fields is the beginning or the end of a JSON object, in order.
type Fields []Field

// A Field is a name and a value of a JSON object.
type Field struct {
	Name  string
	Value any
}

// PositionWriter writes positions one after the other, however many there are. The fields and ranks
// are for JSON; a rank may be nil.
type PositionWriter interface {
	Begin(fields Fields)
	Write(p *goban.Position, rank *big.Int) error
	End(fields Fields)
}

// WriteNumbered writes positions with their numbers.
func WriteNumbered(w PositionWriter, positions []*goban.Position, ranks []*big.Int) error {
	for i, p := range positions {
		if err := w.Write(p, ranks[i]); err != nil {
			return err
		}
	}
	return nil
}

// diagramPositions writes diagrams with blank lines between them.
type diagramPositions struct {
	out     *bufio.Writer
	style   Style
	started bool
}

func (w *diagramPositions) Begin(Fields) {}

func (w *diagramPositions) Write(p *goban.Position, _ *big.Int) error {
	if w.started {
		w.out.WriteByte('\n')
	}
	w.started = true
	if w.style.Terminal {
		_, err := w.out.WriteString(w.style.diagram(p, nil))
		return err
	}
	w.out.WriteString(p.String())
	return w.out.WriteByte('\n')
}

func (w *diagramPositions) End(Fields) {}

// sgfPositions writes an SGF collection.
type sgfPositions struct{ out *bufio.Writer }

func (w sgfPositions) Begin(Fields) {}

func (w sgfPositions) Write(p *goban.Position, _ *big.Int) error { return goban.WriteSGF(w.out, p) }

func (w sgfPositions) End(Fields) {}

// jsonPositions writes one JSON object with an array of positions, each on a line.
type jsonPositions struct {
	out     *bufio.Writer
	started bool
}

// jsonPosition is a position as JSON.
type jsonPosition struct {
	Rank    result.Decimal `json:"rank,omitzero"`
	Diagram []string       `json:"diagram"`
}

func (w *jsonPositions) Begin(fields Fields) {
	w.out.WriteString("{\n" + jsonField("schema", result.Schema) + ",\n")
	for _, f := range fields {
		w.out.WriteString(jsonField(f.Name, f.Value) + ",\n")
	}
	w.out.WriteString("  \"positions\": [")
}

func (w *jsonPositions) Write(p *goban.Position, rank *big.Int) error {
	if w.started {
		w.out.WriteByte(',')
	}
	w.started = true
	item := jsonPosition{Diagram: strings.Split(p.String(), "\n")}
	if rank != nil {
		item.Rank = result.Decimal{Int: rank}
	}
	text, err := json.Marshal(item)
	if err != nil {
		return err
	}
	w.out.WriteString("\n    ")
	_, err = w.out.Write(text)
	return err
}

func (w *jsonPositions) End(fields Fields) {
	if w.started {
		w.out.WriteString("\n  ")
	}
	w.out.WriteString("]")
	for _, f := range fields {
		w.out.WriteString(",\n" + jsonField(f.Name, f.Value))
	}
	w.out.WriteString("\n}\n")
}

func jsonField(name string, value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // strings and numbers only
	}
	return fmt.Sprintf("  %q: %s", name, text)
}

// pagePositions writes a [Page] of positions, which are few.
type pagePositions struct {
	out       *bufio.Writer
	begin     Fields
	positions []*goban.Position
	ranks     []*big.Int
}

func (w *pagePositions) Begin(fields Fields) { w.begin = fields }

func (w *pagePositions) Write(p *goban.Position, rank *big.Int) error {
	w.positions, w.ranks = append(w.positions, p.Clone()), append(w.ranks, rank)
	return nil
}

func (w *pagePositions) End(end Fields) {
	page := &Page{}
	for format, to := range map[string]*string{"diagram": &page.Text, "json": &page.JSON, "sgf": &page.SGF} {
		var b strings.Builder
		out := bufio.NewWriter(&b)
		form := NewPositionWriter(out, format, Style{})
		form.Begin(w.begin)
		_ = WriteNumbered(form, w.positions, w.ranks) // a builder takes everything
		form.End(end)
		out.Flush()
		*to = b.String()
	}
	_ = result.JSON(w.out, page) // out keeps its error
}

// NewPositionWriter returns a writer for a format: diagram (in a style), sgf, json or page.
func NewPositionWriter(out *bufio.Writer, format string, style Style) PositionWriter {
	switch format {
	case "json":
		return &jsonPositions{out: out}
	case "sgf":
		return sgfPositions{out}
	case "page":
		return &pagePositions{out: out}
	}
	return &diagramPositions{out: out, style: style}
}
