package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"combigo/board"
	"combigo/goban"
	"combigo/internal/drawing"
	"combigo/records"
)

// maxRecords is how many records are kept.
const maxRecords = 100

// recordHeights are the shorter sides up to which a record takes a moment.
var recordHeights = map[records.Quantity]int{
	records.Strings: 10, records.Neighbors: 7, records.Pseudoliberties: 9, records.Liberties: 12,
}

// recordKey is what a record is of.
type recordKey struct {
	of   records.Quantity
	size board.Size
}

// record is the most that a position can have, with one that has it.
type record struct {
	value    int
	position *goban.Position
	checks   []string
}

func newRecords(ctx context.Context, opt Options) *memo[recordKey, *record] {
	return newMemo(ctx, pageQueue(maxRecords), func(ctx context.Context, key recordKey, progress func(float64)) (*record, error) {
		r, err := records.Find(ctx, key.of, key.size, records.Options{Threads: opt.Threads, Memory: opt.recordMemory(), Progress: progress})
		if err != nil {
			return nil, err
		}
		return &record{r.Value, r.Position, r.Checks}, nil
	})
}

// choice is an entry of a list to choose from.
type choice struct {
	Name, Text string
	Chosen     bool
}

type recordsView struct {
	Quantities          []choice
	Rows, Cols, MaxSide int
	Question, Board     string
	Value               int
	Drawing             template.HTML
	Checks              []string
	Edit, SGF, Command  string
}

// records shows the most that a legal position can have.
func (s *server) records(w http.ResponseWriter, r *http.Request) {
	key, err := requestedRecord(r)
	if err != nil {
		s.fail(w, http.StatusBadRequest, err.Error())
		return
	}
	found, share, err := s.extremes.ask(r.Context(), key, s.options.patience)
	if errors.Is(err, errFinding) {
		s.wait(w, "/records", fmt.Sprintf("The record of %s on the %s board is being searched.", key.of, key.size), share)
		return
	}
	if err != nil {
		s.failFinding(w, err)
		return
	}
	s.pages.render(w, http.StatusOK, "records", page{Title: "Records", Here: "/records", Body: newRecordsView(key, found)})
}

func requestedRecord(r *http.Request) (recordKey, error) {
	key := recordKey{of: records.Strings}
	var err error
	if name := r.FormValue("of"); name != "" {
		if key.of, err = records.ParseQuantity(name); err != nil {
			return key, fmt.Errorf("of %s: want one of %s", shortened(name), strings.Join(records.Names(), ", "))
		}
	}
	if key.size.Rows, err = side(r, "rows", 6); err != nil {
		return key, err
	}
	if key.size.Cols, err = side(r, "cols", key.size.Rows); err != nil {
		return key, err
	}
	if most := recordHeights[key.of]; key.size.Short() > most {
		return key, fmt.Errorf("%s on %s takes longer than a page should: want a shorter side of at most %d here, or the command %s",
			key.of, key.size, most, recordCommand(key))
	}
	return key, nil
}

// recordCommand is how to ask on the command line.
func recordCommand(key recordKey) string {
	if key.of == records.Liberties {
		return fmt.Sprintf("combigo liberties %d %d", key.size.Rows, key.size.Cols)
	}
	return fmt.Sprintf("combigo records %d %d --of %s", key.size.Rows, key.size.Cols, key.of)
}

func newRecordsView(key recordKey, found *record) *recordsView {
	v := &recordsView{
		Rows: key.size.Rows, Cols: key.size.Cols, MaxSide: maxSide, Question: capital(key.of.Question()), Board: key.size.String(),
		Value: found.value, Checks: found.checks, Command: recordCommand(key),
		Drawing: template.HTML(drawing.Board(found.position, drawing.BoardOptions{Wood: true, Coordinates: true})),
		Edit:    boardPath(found.position, cycle), SGF: sgfPath(found.position),
	}
	for _, name := range records.Names() {
		of, err := records.ParseQuantity(name)
		if err != nil {
			continue
		}
		v.Quantities = append(v.Quantities, choice{name, of.Question(), of == key.of})
	}
	return v
}

// capital begins a sentence.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
