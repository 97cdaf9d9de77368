package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"github.com/spf13/pflag"

	"combigo/board"
	"combigo/goban"
	"combigo/result"
)

// tableFlags is what a table of completion counts may use.
type tableFlags struct {
	threads threadsFlag
	memory  memoryFlag
}

func (f *tableFlags) register(flags *pflag.FlagSet) {
	flags.Var(&f.threads, "threads", "number of threads (default: one for each processor)")
	flags.Var(&f.memory, "memory", "ceiling on the memory of the completion counts, such as 8GiB (default: what the machine has available)")
}

func (f *tableFlags) ceiling() result.Bytes { return f.memory.budget() }

// explain names the flag that led to an error.
func (f *tableFlags) explain(command string, err error) error {
	return fmt.Errorf("%s: %w", command, f.memory.explain(err))
}

// positionFlags is how positions are written.
type positionFlags struct {
	format formatFlag
	json   bool
}

func newPositionFlags() positionFlags {
	return positionFlags{format: formatFlag{"diagram", []string{"diagram", "sgf", "json"}}}
}

func (f *positionFlags) register(flags *pflag.FlagSet) {
	flags.Var(&f.format, "format", "diagram, sgf or json")
	flags.BoolVar(&f.json, "json", false, "short for --format json")
}

func (f *positionFlags) isJSON() bool { return f.json || f.format.format == "json" }

// fits returns an error if positions of a board cannot be written.
func (f *positionFlags) fits(size board.Size) error {
	if !f.isJSON() && f.format.format == "sgf" && size.Long() > goban.MaxSGFSide {
		return fmt.Errorf("--format sgf: board %s: SGF has at most %d rows and columns", size, goban.MaxSGFSide)
	}
	if size.Long() > goban.MaxSide {
		return fmt.Errorf("board %s: want sides of at most %d", size, goban.MaxSide)
	}
	return nil
}

func (f *positionFlags) writer(out *bufio.Writer) positionWriter {
	switch {
	case f.isJSON():
		return &jsonPositions{out: out}
	case f.format.format == "sgf":
		return sgfPositions{out}
	}
	return &diagramPositions{out: out}
}

// jsonFields is the beginning or the end of a JSON object, in order.
type jsonFields []struct {
	name  string
	value any
}

// positionWriter writes positions one after the other, however many there are. The fields and ranks are for JSON; a
// rank may be nil.
type positionWriter interface {
	begin(fields jsonFields)
	write(p *goban.Position, rank *big.Int) error
	end(fields jsonFields)
}

// diagramPositions writes diagrams with blank lines between them.
type diagramPositions struct {
	out     *bufio.Writer
	started bool
}

func (w *diagramPositions) begin(jsonFields) {}

func (w *diagramPositions) write(p *goban.Position, _ *big.Int) error {
	if w.started {
		w.out.WriteByte('\n')
	}
	w.started = true
	w.out.WriteString(p.String())
	return w.out.WriteByte('\n')
}

func (w *diagramPositions) end(jsonFields) {}

// sgfPositions writes an SGF collection.
type sgfPositions struct{ out *bufio.Writer }

func (w sgfPositions) begin(jsonFields)                          {}
func (w sgfPositions) write(p *goban.Position, _ *big.Int) error { return goban.WriteSGF(w.out, p) }
func (w sgfPositions) end(jsonFields)                            {}

// jsonPositions writes one JSON object with an array of positions, each on a line.
type jsonPositions struct {
	out     *bufio.Writer
	started bool
}

// jsonPosition is a position as JSON.
type jsonPosition struct {
	Rank    *decimal `json:"rank,omitempty"`
	Diagram []string `json:"diagram"`
}

func (w *jsonPositions) begin(fields jsonFields) {
	w.out.WriteString("{\n")
	for _, f := range fields {
		w.out.WriteString(jsonField(f.name, f.value) + ",\n")
	}
	w.out.WriteString("  \"positions\": [")
}

func (w *jsonPositions) write(p *goban.Position, rank *big.Int) error {
	if w.started {
		w.out.WriteByte(',')
	}
	w.started = true
	item := jsonPosition{Diagram: strings.Split(p.String(), "\n")}
	if rank != nil {
		item.Rank = &decimal{rank}
	}
	text, err := json.Marshal(item)
	if err != nil {
		return err
	}
	w.out.WriteString("\n    ")
	_, err = w.out.Write(text)
	return err
}

func (w *jsonPositions) end(fields jsonFields) {
	if w.started {
		w.out.WriteString("\n  ")
	}
	w.out.WriteString("]")
	for _, f := range fields {
		w.out.WriteString(",\n" + jsonField(f.name, f.value))
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
