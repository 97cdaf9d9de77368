package view

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
